// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/gradient/finite_differences.hpp"

#include <gtest/gtest.h>

#include "geometry/shapes.hpp"
#include "harness/check/tests/family_sources.hpp"
#include "harness/runners/make_runner.hpp"
#include "metrics/registry.hpp"

namespace touchstone {
namespace {

TEST(CentralDifferences, OfAPlaneAreTheGradient) {
  const auto runner = make_runner(*find_metric("certified"), {});
  Pair pair = {make_box({1, 1, 1}), Pose{}, make_double_pyramid(4, 1, 1), Pose{}};
  pair.X_WB.t = {0.25, 0.125, 3};
  const auto found = central_differences(*runner, pair, 1e-4);
  ASSERT_TRUE(found.has_value());
  // The apex p = (0.25, 0.125, 2) above the face z = 1.
  EXPECT_LT((found->v_A - Vec3(0, 0, -1)).norm(), 1e-10);
  EXPECT_LT((found->v_B - Vec3(0, 0, 1)).norm(), 1e-10);
  EXPECT_LT((found->w_A - Vec3(-0.125, 0.25, 0)).norm(), 1e-7);
  EXPECT_LT((found->w_B - Vec3(0, 0, 0)).norm(), 1e-7);
}

TEST(GradientDifferences, LoseDigitsWithTheStepAndAreWrongAtKinks) {
  const CheckOptions options = check_options({"posed-boxes", "kinks"}, 40);
  const CheckReport report = audit_differences(*find_metric("certified"), {}, options);
  ASSERT_EQ(report.rows.size(), 20U);
  EXPECT_TRUE(report.as_expected());
  const auto row = [&](const std::string& step, const std::string& family) {
    for (const CheckRow& one : report.rows) {
      if (one.subject.name == step && one.family == family) return one;
    }
    return CheckRow{};
  };
  EXPECT_LT(row("1e-6", "posed-boxes").claim("smooth").largest, 1e-6);
  EXPECT_GT(row("1e-12", "posed-boxes").claim("smooth").largest, 1e-6);
  for (const char* step : {"1e-3", "1e-6", "1e-12"}) {
    const ClaimCounts& kink = row(step, "kinks").claim("kink");
    EXPECT_GT(kink.largest, 0.1) << step;
    EXPECT_GT(kink.violated, 1U) << step;
  }
}

}  // namespace
}  // namespace touchstone
