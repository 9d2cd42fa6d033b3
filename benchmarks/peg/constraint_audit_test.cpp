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
  EXPECT_GE(audit.problems(), kAsked);
  ConstraintAuditRow all;
  for (const ConstraintAuditRow& row : audit.rows) {
    EXPECT_EQ(row.by_lemke + row.by_branch + row.infeasible + row.unsolved, row.problems);
    EXPECT_LE(row.nearer, row.compared);
    EXPECT_LE(row.compared, row.by_lemke);
    all.add(row);
  }
  EXPECT_GT(all.nearer, 0U);
  EXPECT_LT(all.nearest, 1);
  EXPECT_LE(all.largest_residual, 1e-9);
  CrossAuditRow cross;
  for (const CrossAuditRow& row : audit.cross) cross.add(row);
  EXPECT_GE(cross.problems, kAsked / 10);
  EXPECT_GT(cross.combinations, 2 * cross.problems);
  EXPECT_GT(cross.feasible, 0U);
  EXPECT_TRUE(audit.clean());
}

TEST(ConstraintAudit, DoesNotDependOnJobs) {
  const ConstraintAudit one = audit_constraints(options(60, 1));
  const ConstraintAudit two = audit_constraints(options(60, 2));
  ASSERT_EQ(one.rows.size(), two.rows.size());
  for (std::size_t i = 0; i < one.rows.size(); ++i) {
    EXPECT_EQ(one.rows[i].source, two.rows[i].source);
    EXPECT_EQ(one.rows[i].problems, two.rows[i].problems);
    EXPECT_EQ(one.rows[i].nearer, two.rows[i].nearer);
    EXPECT_EQ(one.rows[i].nearest, two.rows[i].nearest);
  }
}

TEST(ConstraintAudit, IsCleanOnlyWithNothingUnsolvedAndNoDisagreement) {
  ConstraintAudit audit;
  audit.rows.resize(2);
  audit.cross.resize(2);
  EXPECT_TRUE(audit.clean());
  audit.rows[1].infeasible = 3;
  audit.rows[1].nearer = 3;
  audit.cross[1].passed_over = 3;
  EXPECT_TRUE(audit.clean());
  audit.rows[1].unsolved = 1;
  EXPECT_FALSE(audit.clean());
  audit.rows[1].unsolved = 0;
  for (std::uint64_t CrossAuditRow::*wrong :
       {&CrossAuditRow::disagree, &CrossAuditRow::rejected, &CrossAuditRow::nearer,
        &CrossAuditRow::farther, &CrossAuditRow::undecided}) {
    audit.cross[1].*wrong = 1;
    EXPECT_FALSE(audit.clean());
    audit.cross[1].*wrong = 0;
  }
}

}  // namespace
}  // namespace touchstone
