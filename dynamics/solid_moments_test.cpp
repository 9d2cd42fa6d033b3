// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/solid_moments.hpp"

#include <gtest/gtest.h>

#include <numbers>

#include "dynamics/body.hpp"
#include "geometry/random.hpp"
#include "geometry/shapes.hpp"

namespace touchstone {
namespace {

PolytopePtr moved(const Polytope& polytope, const Mat3& R, const Vec3& t) {
  PolytopeInput input;
  for (const Vec3& v : polytope.vertices()) input.vertices.emplace_back(R * v + t);
  return make_polytope(input).value();
}

TEST(SolidMoments, OfABoxAreThoseOfTheFormulas) {
  const SolidMoments m = solid_moments(*make_box(Vec3(0.1, 0.2, 0.3)));
  EXPECT_NEAR(m.volume, 0.048, 1e-16);
  EXPECT_NEAR(m.centroid().norm(), 0, 1e-16);
  EXPECT_NEAR((m.inertia().diagonal() - m.volume / 3 * Vec3(0.13, 0.1, 0.05)).norm(), 0, 1e-16);
  EXPECT_NEAR(m.inertia()(0, 1), 0, 1e-18);
}

// Steiner's theorem, and the tensor's turn.
TEST(SolidMoments, OfAMovedHullFollow) {
  Random random(5);
  for (int i = 0; i < 50; ++i) {
    const PolytopePtr hull = make_random_ball_hull(random, 15);
    const Mat3 R = random.rotation();
    const Vec3 t = 0.3 * random.unit_vector();
    const SolidMoments here = solid_moments(*hull);
    const SolidMoments there = solid_moments(*moved(*hull, R, t));
    EXPECT_NEAR(there.volume, here.volume, 1e-14);
    EXPECT_NEAR((there.centroid() - (R * here.centroid() + t)).norm(), 0, 1e-13);
    const auto about_centroid = [](const SolidMoments& m) -> Mat3 {
      return m.second - m.volume * m.centroid() * m.centroid().transpose();
    };
    EXPECT_NEAR((about_centroid(there) - R * about_centroid(here) * R.transpose()).norm(), 0,
                1e-13);
  }
}

TEST(SolidMoments, OfABallAreTwoFifthsAndThoseOfItsMeshComeNear) {
  const SolidMoments ball = body_moments(*make_capsule(2)).value();
  EXPECT_NEAR(ball.volume, 4 * std::numbers::pi / 3 * 8, 1e-13);
  EXPECT_NEAR((ball.inertia() / ball.volume - 0.4 * 4 * Mat3::Identity()).norm(), 0, 1e-14);
  EXPECT_EQ(ball.centroid(), Vec3::Zero());
  const SolidMoments mesh = solid_moments(*make_icosphere(4, 2));
  EXPECT_NEAR(mesh.volume / ball.volume, 1, 0.005);
  EXPECT_NEAR((mesh.inertia() - ball.inertia()).norm() / ball.inertia().norm(), 0, 0.01);
}

}  // namespace
}  // namespace touchstone
