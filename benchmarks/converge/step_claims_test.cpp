// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/converge/step_claims.hpp"

#include <gtest/gtest.h>

#include "metrics/registry.hpp"

namespace touchstone {
namespace {

InfeasibleStep step_of(double depth, double speed) {
  return {0.1, 0.01, depth, speed * speed, 0, depth};
}

TEST(StepClaims, OverlapsAreJudgedAtRestOnly) {
  EXPECT_FALSE(overlap_at_rest(step_of(1, 1e-9)).checked) << "moves by 1e-11 m";
  EXPECT_TRUE(overlap_at_rest(step_of(1e-12, 0)).held);
  const ClaimFinding left = overlap_at_rest(step_of(1e-6, 1e-11));
  EXPECT_TRUE(left.checked);
  EXPECT_FALSE(left.held);
  EXPECT_EQ(left.error, 1e-6);
}

TEST(StepClaims, TheConstantIsOfTheStepsOwnSpeedAndLength) {
  const ClaimFinding found = overlap_bound(step_of(4e-4, 2));
  EXPECT_NEAR(found.error, 1, 1e-12);
  EXPECT_TRUE(found.held);
  EXPECT_FALSE(overlap_bound(step_of(4e-3, 1)).held);
  EXPECT_FALSE(overlap_bound(step_of(1e-3, 0)).held) << "an overlap at rest";
  EXPECT_FALSE(overlap_bound(step_of(1e-13, 0)).checked) << "rounding";
}

TEST(StepClaims, SpeedsAreBounded) {
  EXPECT_TRUE(speed_bound(step_of(0, 9)).held);
  EXPECT_FALSE(speed_bound(step_of(0, 11)).held);
  EXPECT_EQ(speed_bound(step_of(0, 11)).error, 11);
}

TEST(StepClaims, HartsProblemsRestWithoutOverlapsOnlyIfTheyAreStabilised) {
  ClaimOptions options;
  options.jobs = 2;
  options.metric_source = [](std::string_view name) {
    const MetricRow* row = find_metric(name);
    return row == nullptr ? nullptr : row->make();
  };
  const CheckReport report = check_rest(options);
  ASSERT_EQ(report.rows.size(), 12U);
  EXPECT_TRUE(report.as_expected()) << report.unexpected().front();
  for (const CheckRow& row : report.rows) {
    const bool slides_on = row.family == "dice3";
    if (row.subject.name == "0" && row.family == "pyramid1") {
      EXPECT_GT(row.claim("rest").largest, 0.01) << "a triangle stays in a slab";
    } else if (row.subject.name == "1" && !slides_on) {
      EXPECT_GT(row.claim("rest").held, 100U) << row.family;
    }
  }
}

}  // namespace
}  // namespace touchstone
