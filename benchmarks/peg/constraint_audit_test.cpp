// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/peg/constraint_audit.hpp"

#include <gtest/gtest.h>

#include <memory>

#include "metrics/registry.hpp"

namespace touchstone {
namespace {

ConstraintAuditOptions options(std::uint64_t problems, int jobs) {
  ConstraintAuditOptions made;
  made.metric_source = [](std::string_view name) { return find_metric(name)->make(); };
  made.problems = problems;
  made.jobs = jobs;
  return made;
}

TEST(ConstraintAudit, SolvesAsManyProblemsAsAreAskedForAndComparesATenth) {
  constexpr std::uint64_t kAsked = 300;
  const ConstraintAudit audit = audit_constraints(options(kAsked, 2));
  EXPECT_GE(all_problems(audit.inter), kAsked);
  for (const CheckRow& row : audit.inter.rows) {
    const ClaimCounts& solved = row.claim("solved");
    EXPECT_EQ(solved.checked() + solved.not_applicable, row.cases);
    EXPECT_EQ(row.count("by_lemke").value + row.count("by_branch").value,
              static_cast<double>(solved.held));
    EXPECT_LE(static_cast<double>(row.claim("nearest").checked()), row.count("by_lemke").value);
  }
  const CheckRow all = summed_rows(audit.inter.rows).front();
  EXPECT_GT(all.claim("nearest").violated, 0U);
  EXPECT_LT(all.count("least_ratio").value, 1);
  EXPECT_LE(all.claim("solved").largest, 1e-9);
  const CheckRow cross = summed_rows(audit.cross.rows).front();
  EXPECT_GE(cross.cases, kAsked / 10);
  EXPECT_GT(cross.count("combinations").value, 2 * static_cast<double>(cross.cases));
  EXPECT_GT(cross.count("feasible").value, 0);
  EXPECT_TRUE(audit.clean());
}

TEST(ConstraintAudit, DoesNotDependOnJobs) {
  const ConstraintAudit one = audit_constraints(options(60, 1));
  const ConstraintAudit two = audit_constraints(options(60, 2));
  EXPECT_EQ(one.inter.rows, two.inter.rows);
  EXPECT_EQ(one.cross.rows, two.cross.rows);
}

TEST(ConstraintAudit, IsCleanOnlyWithNothingUnsolvedAndNoDisagreement) {
  ConstraintAudit audit{{inter_check(), 42, {}, {}, {}}, {cross_check(), 42, {}, {}, {}}};
  CheckRow& inter = audit.inter.rows.emplace_back(empty_row(audit.inter.check));
  CheckRow& cross = audit.cross.rows.emplace_back(empty_row(audit.cross.check));
  inter.cases = cross.cases = 3;
  EXPECT_TRUE(audit.clean());
  inter.claim("solved").not_applicable = 3;
  inter.claim("nearest").violated = 3;
  cross.count("passed_over").add(3);
  EXPECT_TRUE(audit.clean());
  inter.claim("solved").violated = 1;
  EXPECT_FALSE(audit.clean());
  inter.claim("solved").violated = 0;
  for (const char* claim : {"agree", "accepted", "allowed", "nearest", "decided"}) {
    cross.claim(claim).violated = 1;
    EXPECT_FALSE(audit.clean()) << claim;
    cross.claim(claim).violated = 0;
  }
}

}  // namespace
}  // namespace touchstone
