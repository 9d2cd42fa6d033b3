// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/energy/problem_audit.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "metrics/registry.hpp"

namespace touchstone {
namespace {

ProblemAuditOptions options(std::uint64_t problems, int jobs) {
  ProblemAuditOptions made;
  made.metric_source = [](std::string_view name) { return find_metric(name)->make(); };
  made.problems = problems;
  made.jobs = jobs;
  return made;
}

std::uint64_t problems_of(const std::vector<ProblemAuditRow>& rows, const std::string& source,
                          const std::string& law) {
  for (const ProblemAuditRow& row : rows) {
    if (row.source == source && row.law == law) return row.problems;
  }
  return 0;
}

TEST(ProblemAudit, TakesAtLeastWhatIsAskedFor) {
  constexpr std::uint64_t kAsked = 150;
  const auto rows = audit_problems(options(kAsked, 2));
  // Every problem is solved without friction, and is either no-slip, with cones or neither.
  EXPECT_GE(problems_of(rows, "scenes", "frictionless"), kAsked / 2);
  EXPECT_GE(problems_of(rows, "piles", "frictionless"), kAsked / 2);
  EXPECT_GE(
      problems_of(rows, "scenes", "frictionless") + problems_of(rows, "piles", "frictionless"),
      kAsked);
  EXPECT_EQ(problems_of(rows, "scenes", "cones"), problems_of(rows, "scenes", "relaxed"));
  EXPECT_LE(problems_of(rows, "scenes", "cones") + problems_of(rows, "scenes", "no-slip"),
            problems_of(rows, "scenes", "frictionless"));
  EXPECT_TRUE(problem_audit_clean(rows));
  for (const ProblemAuditRow& row : rows) EXPECT_NE(row.slowest, "");
}

TEST(ProblemAudit, AnExceptionOnAThreadReachesTheCaller) {
  ProblemAuditOptions failing = options(10, 2);
  failing.metric_source = [](std::string_view /*name*/) -> std::unique_ptr<Metric> {
    throw std::runtime_error("no worker");
  };
  EXPECT_THROW(audit_problems(failing), std::runtime_error);
}

TEST(ProblemAudit, IsCleanOnlyWithNothingUnsolvedAndItsShareAsPosed) {
  ProblemAuditRow row;
  row.problems = 1000;
  const auto clean = [&row](const std::string& law, std::uint64_t solved, std::uint64_t altered,
                            std::uint64_t infeasible) {
    row.law = law;
    row.solved = solved;
    row.altered = altered;
    row.infeasible = infeasible;
    row.unsolved = row.problems - solved - altered - infeasible;
    return problem_audit_clean({row});
  };
  EXPECT_TRUE(clean("cones", 999, 1, 0));
  EXPECT_FALSE(clean("cones", 998, 2, 0));
  EXPECT_FALSE(clean("cones", 999, 0, 0));
  EXPECT_TRUE(clean("no-slip", 0, 1000, 0));
  EXPECT_FALSE(clean("no-slip", 999, 0, 0));
  EXPECT_TRUE(clean("relaxed", 990, 0, 10));
  EXPECT_FALSE(clean("relaxed", 999, 1, 0));
  EXPECT_FALSE(clean("frictionless", 999, 0, 0));
}

}  // namespace
}  // namespace touchstone
