// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/converge/infeasibility.hpp"

#include <gtest/gtest.h>

namespace touchstone {
namespace {

TEST(Infeasibility, AveragesSharesAndTheConstantAreThoseOfTheSteps) {
  std::vector<InfeasibleStep> steps;
  for (int i = 0; i < 200; ++i) {
    const double depth = i == 20 ? 0.5 : i == 30 ? 0.25 : 0.001;
    steps.push_back({0.01 * (i + 1), 0.01, depth, 4, i < 100 ? 1.0 : 0.0, 2 * depth});
  }
  steps[30].speed_squared = 1;
  const InfeasibilitySum sum = sum_up(steps);
  EXPECT_EQ(sum.steps, 200U);
  EXPECT_NEAR(sum.average_m, (0.75 + 0.198) / 200, 1e-15);
  EXPECT_EQ(sum.max_m, 0.5);
  EXPECT_NEAR(sum.average_ratio, 2 * sum.average_m, 1e-15);
  EXPECT_EQ(sum.max_ratio, 1);
  EXPECT_NEAR(sum.max_time_s, 0.21, 1e-15);
  EXPECT_NEAR(sum.top_share, 0.75 / 0.948, 1e-12) << "two of two hundred";
  EXPECT_EQ(sum.moving_steps, 100U);
  EXPECT_NEAR(sum.moving_average_m, (0.75 + 0.098) / 100, 1e-15);
  EXPECT_NEAR(sum.constant.C, 0.25 / 1e-4, 1e-9) << "slower, and so the larger constant";
  EXPECT_EQ(sum.constant.depth_m, 0.25);
}

TEST(Infeasibility, RoundingMakesNoConstantAndNothingMakesNoShare) {
  const InfeasibilitySum none = sum_up({});
  EXPECT_EQ(none.average_m, 0);
  EXPECT_EQ(none.top_share, 0);
  const InfeasibilitySum rest = sum_up({{0.1, 0.1, 1e-15, 1e-30, 0}, {0.2, 0.1, 0, 0, 0}});
  EXPECT_EQ(rest.constant.C, 0);
  EXPECT_EQ(rest.moving_average_m, 0);
  EXPECT_EQ(rest.top_share, 1);
}

}  // namespace
}  // namespace touchstone
