// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/properties/motion_jumps.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "geometry/shapes.hpp"
#include "harness/runners/faulty_metrics.hpp"
#include "reference/oracle.hpp"

namespace touchstone {
namespace {

std::vector<OptimalDirection> directions_of(const Pair& pair,
                                            Quantity quantity = Quantity::euclidean) {
  Oracle oracle;
  return optimal_directions(pair, oracle.solve(pair), quantity);
}

/// The jump from n to m between two placements of B.
std::optional<Jump> jump(const Vec3& t, const Vec3& n, const Vec3& u, const Vec3& m,
                         bool both_optimal) {
  const Pair before = cube_pair(t);
  const Pair after = cube_pair(u);
  return explain_jump({&before, "a", n}, directions_of(before), {&after, "b", m},
                      directions_of(after), both_optimal);
}

TEST(MotionJumps, AFastTurnMayBeAJumpAndASlowOneNot) {
  const Pair pair = cube_pair({1, 2, 3});
  const Vec3 n = Vec3::UnitX();
  const Vec3 near = Vec3(1, 0.04, 0).normalized();
  EXPECT_FALSE(may_be_jump({&pair, "a", n}, {&pair, "b", near}));
  EXPECT_TRUE(may_be_jump({&pair, "a", n}, {&pair, "b", Vec3::UnitY()}));
  Pair turned = pair;
  turned.X_WB.R << 0, -1, 0, 1, 0, 0, 0, 0, 1;
  EXPECT_FALSE(may_be_jump({&pair, "a", n}, {&turned, "b", Vec3::UnitY()}));
}

TEST(MotionJumps, AnotherOptimalFaceExplainsAJump) {
  const auto found = jump({1.75, 1.5, 0}, -Vec3::UnitX(), {1.5, 1.75, 0}, -Vec3::UnitY(), true);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->cause, JumpCause::feature_changed);
  EXPECT_NEAR(found->angle, 1.5707963267948966, 1e-12);
  EXPECT_NEAR(found->true_angle, 1.5707963267948966, 1e-12);
  EXPECT_EQ(found->features_before, "face-face");
}

TEST(MotionJumps, TheSameFaceExplainsNoneUnlessBothNormalsAreOptimal) {
  const Vec3 t{1.75, 1.5, 0};
  const Vec3 u{1.7, 1.5, 0};
  EXPECT_EQ(jump(t, -Vec3::UnitX(), u, -Vec3::UnitY(), false)->cause, JumpCause::unexplained);
  EXPECT_EQ(jump(t, -Vec3::UnitX(), u, -Vec3::UnitY(), true)->cause, JumpCause::tie);
}

TEST(MotionJumps, VerticesThatPassTurnTheNormalWithoutAJump) {
  // Two corners 0.01 apart, B's moving by 0.02 past A's.
  const Vec3 t{2.01, 2.01, 2.03};
  const Vec3 u{2.03, 2.01, 2.01};
  const Vec3 n = -Vec3(0.01, 0.01, 0.03).normalized();
  const Vec3 m = -Vec3(0.03, 0.01, 0.01).normalized();
  const Pair before = cube_pair(t);
  const Pair after = cube_pair(u);
  EXPECT_TRUE(may_be_jump({&before, "a", n}, {&after, "b", m}));
  EXPECT_FALSE(jump(t, n, u, m, true));
}

TEST(MotionJumps, OfARatioMetricTheFacesAreThoseOfItsOwnDirections) {
  // The ray from centre to centre leaves through a side, wherever the nearest face is.
  const std::vector<OptimalDirection> directions =
      directions_of(cube_pair({1.5, 1.25, 0}), Quantity::ratio);
  ASSERT_EQ(directions.size(), 1U);
  EXPECT_EQ(directions.front().n, Vec3(-1, 0, 0));
  EXPECT_EQ(feature_name(directions.front().features), "face-face");
  EXPECT_EQ(directions_of(cube_pair({1.5, 1.5, 0}), Quantity::ratio).size(), 2U);
}

}  // namespace
}  // namespace touchstone
