// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/body.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "geometry/shapes.hpp"

namespace touchstone {
namespace {

TEST(Body, AdvanceTurnsByTheWholeAngleAboutAConstantSpin) {
  BodyState state;
  state.v_W = Vec3(1, 2, 3);
  state.w_W = Vec3(0, 0, 2);
  for (int i = 0; i < 100; ++i) advance(state, 0.01);
  EXPECT_NEAR((state.p_W - Vec3(1, 2, 3)).norm(), 0, 1e-14);
  const Vec3 turned = state.q_WB * Vec3::UnitX();
  EXPECT_NEAR((turned - Vec3(std::cos(2.0), std::sin(2.0), 0)).norm(), 0, 1e-14);
  EXPECT_NEAR(state.q_WB.norm(), 1, 1e-15);
}

TEST(Body, AdvanceOfATinySpinIsNotNaN) {
  BodyState state;
  state.w_W = Vec3(0, 1e-200, 0);
  advance(state, 1e-3);
  EXPECT_TRUE(state.q_WB.coeffs().allFinite());
  EXPECT_EQ(state.q_WB.y(), 0.5e-203);
}

TEST(Body, ASpinAboutTheVerticalKeepsTheVerticalToTheBit) {
  BodyState state;
  state.w_W = Vec3(0, 1, 0);
  for (int i = 0; i < 1000; ++i) advance(state, 1e-3);
  const Mat3 R = state.pose().R;
  EXPECT_EQ(R(0, 1), 0);
  EXPECT_EQ(R(1, 0), 0);
  EXPECT_EQ(R(1, 2), 0);
}

TEST(Body, EnergiesAreThoseOfItsMassAndMoments) {
  Body body;
  body.shape = make_box(Vec3(1, 1, 1));
  body.mass = 2;
  body.inertia = Vec3(1, 2, 3);
  BodyState state;
  state.p_W = Vec3(0, 5, 0);
  state.v_W = Vec3(0, 3, 0);
  // A quarter turn about z: world x is the body's -y.
  state.q_WB = Eigen::AngleAxisd(std::acos(0.0), Vec3::UnitZ());
  state.w_W = Vec3(4, 0, 0);
  EXPECT_NEAR(kinetic_energy(body, state), 0.5 * (2 * 9 + 2 * 16), 1e-13);
  EXPECT_NEAR(potential_energy(body, state, Vec3(0, -9.81, 0)), 2 * 9.81 * 5, 1e-13);
  body.force_W = Vec3(0, 3, 0);
  EXPECT_NEAR(potential_energy(body, state, Vec3(0, -9.81, 0)), (2 * 9.81 - 3) * 5, 1e-13);
  body.fixed = true;
  EXPECT_EQ(kinetic_energy(body, state), 0);
  EXPECT_EQ(potential_energy(body, state, Vec3(0, -9.81, 0)), 0);
}

TEST(Body, AMatrixOfInertiaGivesEnergyAndMomentumByItself) {
  const Mat3 R = Eigen::AngleAxisd(0.7, Vec3(1, 2, 3).normalized()).toRotationMatrix();
  const Mat3 inertia = R * Vec3(1, 2, 2.5).asDiagonal() * R.transpose();
  const Mat3 symmetric = 0.5 * (inertia + inertia.transpose());
  Body body;
  body.mass = 0;
  set_inertia(body, symmetric);
  ASSERT_TRUE(body.tensor.has_value());
  EXPECT_EQ(*body.tensor, symmetric);
  EXPECT_NEAR((body.inertia - Vec3(1, 2, 2.5)).norm(), 0, 1e-14);
  EXPECT_NEAR(body.axes.determinant(), 1, 1e-14);
  BodyState state;
  state.q_WB = Eigen::AngleAxisd(0.4, Vec3::UnitY());
  state.w_W = Vec3(0.3, -0.2, 0.9);
  const Vec3 w_B = state.q_WB.conjugate() * state.w_W;
  EXPECT_NEAR(kinetic_energy(body, state), 0.5 * w_B.dot(symmetric * w_B), 1e-14);
  EXPECT_NEAR((angular_momentum(body, state) - state.q_WB * (symmetric * w_B)).norm(), 0, 1e-14);
}

TEST(Body, AMatrixThatIsDiagonalButForRoundingKeepsTheLocalAxes) {
  Mat3 inertia = Vec3(3, 1, 2.5).asDiagonal();
  inertia(0, 1) = inertia(1, 0) = 1e-16;
  Body body;
  set_inertia(body, inertia);
  EXPECT_FALSE(body.tensor.has_value());
  EXPECT_EQ(body.inertia, Vec3(3, 1, 2.5));
}

}  // namespace
}  // namespace touchstone
