// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/converge/step_pattern.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace touchstone {
namespace {

Scene of_seconds(double t_end) {
  Scene scene;
  scene.t_end = t_end;
  return scene;
}

TEST(StepPattern, GeometricStepsHaveOneRatioAndFillTheTime) {
  for (const double h : {0.1, 0.01, 0.003}) {
    for (const StepPattern pattern : {StepPattern::shrinking, StepPattern::growing}) {
      Scene scene = of_seconds(12);
      set_pattern(scene, pattern, h);
      const std::vector<double>& steps = scene.steps;
      const double ratio = steps[0] / steps[1];
      for (std::size_t l = 1; l + 1 < steps.size(); ++l) {
        ASSERT_NEAR(steps[l] / steps[l + 1], ratio, 1e-12);
      }
      const auto [least, largest] = std::minmax_element(steps.begin(), steps.end());
      EXPECT_NEAR(*largest, h, 1e-15);
      EXPECT_NEAR(*least, h / 10, 1e-15);
      EXPECT_EQ(ratio > 1, pattern == StepPattern::shrinking);
      const auto count = step_count(scene);
      EXPECT_LE(count, steps.size()) << "no step of another ratio";
      EXPECT_GE(count + 12, steps.size());
    }
  }
}

TEST(StepPattern, AlternatingStepsHaveTheMeanOfTheConstantOnes) {
  Scene scene = of_seconds(1);
  set_pattern(scene, StepPattern::alternating, 0.03);
  EXPECT_EQ(scene.steps.size(), 2U);
  EXPECT_NEAR(scene.dt, 0.03, 1e-16);
  EXPECT_NEAR(scene.steps[1] / scene.steps[0], 2, 1e-15);
  set_pattern(scene, StepPattern::constant, 0.02);
  EXPECT_TRUE(scene.steps.empty());
  EXPECT_EQ(scene.dt, 0.02);
}

TEST(StepPattern, EachHasAName) {
  for (const StepPattern pattern : step_patterns()) {
    EXPECT_EQ(find_pattern(pattern_name(pattern)), pattern);
  }
  EXPECT_EQ(step_patterns().size(), 4U);
  EXPECT_FALSE(find_pattern("sideways").has_value());
}

}  // namespace
}  // namespace touchstone
