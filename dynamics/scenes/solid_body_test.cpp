// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/scenes/solid_body.hpp"

#include <gtest/gtest.h>

#include "geometry/random.hpp"
#include "geometry/shapes.hpp"

namespace touchstone {
namespace {

std::vector<Vec3> moved(const std::vector<Vec3>& points, const Mat3& R, const Vec3& t) {
  std::vector<Vec3> result;
  for (const Vec3& point : points) result.emplace_back(R * point + t);
  return result;
}

TEST(SolidBody, OfABoxIsWhatTheFormulasSayWhereverItLies) {
  Random random(7);
  const Mat3 R = random.rotation();
  const Vec3 t(3, -2, 5);
  const auto solid =
      make_solid_body("box", moved(make_box(Vec3(0.1, 0.2, 0.3))->vertices(), R, t), 2);
  ASSERT_TRUE(solid.has_value());
  EXPECT_NEAR(solid->body.mass, 2 * 0.048, 1e-14);
  EXPECT_LT((solid->center - t).norm(), 1e-14);
  // Axes in the order of their second moments.
  const double mass = 2 * 0.048;
  EXPECT_NEAR(solid->body.inertia.x(), mass / 3 * (0.04 + 0.09), 1e-14);
  EXPECT_NEAR(solid->body.inertia.y(), mass / 3 * (0.01 + 0.09), 1e-14);
  EXPECT_NEAR(solid->body.inertia.z(), mass / 3 * (0.01 + 0.04), 1e-14);
  EXPECT_NEAR(solid->axes.determinant(), 1, 1e-12);
  for (const Vec3& v : solid->body.shape->vertices()) {
    EXPECT_LT((v.cwiseAbs() - Vec3(0.1, 0.2, 0.3)).norm(), 1e-14);
  }
}

TEST(SolidBody, OfATetrahedronIsATwentiethOfItsSquaredEdge) {
  const auto solid = make_solid_body("simplex", make_simplex(1)->vertices(), 3);
  ASSERT_TRUE(solid.has_value());
  EXPECT_NEAR(solid->body.mass, 3 * 8.0 / 3, 1e-13);
  EXPECT_LT((solid->body.inertia - Vec3::Constant(solid->body.mass * 8 / 20)).norm(), 1e-12);
  EXPECT_LT(solid->center.norm(), 1e-15);
}

TEST(SolidBody, IsInItsOwnFrameWhenMadeAgain) {
  Random random(11);
  for (int i = 0; i < 20; ++i) {
    const auto once = make_solid_body("hull", make_random_ball_hull(random, 12)->vertices(), 1);
    ASSERT_TRUE(once.has_value());
    const auto twice = make_solid_body("hull", once->body.shape->vertices(), 1);
    EXPECT_LT(twice->center.norm(), 1e-14);
    EXPECT_NEAR(twice->body.mass, once->body.mass, 1e-14);
    EXPECT_LT((twice->body.inertia - once->body.inertia).norm(), 1e-14);
    EXPECT_LT((twice->axes.cwiseAbs() - Mat3::Identity()).norm(), 1e-9) << twice->axes;
  }
}

TEST(SolidBody, NeedsAVolume) {
  EXPECT_FALSE(
      make_solid_body("flat", {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}}, 1).has_value());
}

}  // namespace
}  // namespace touchstone
