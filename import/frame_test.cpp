// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/frame.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "import/rejection.hpp"

namespace touchstone {
namespace {

Mat3 matrix_of(const Frame& X) { return rounded_pose(X).value().R; }

TEST(Frame, RightAnglesInDegreesAreExact) {
  Mat3 expected;
  expected << 0, -1, 0, 1, 0, 0, 0, 0, 1;
  EXPECT_EQ(matrix_of(rotation_about({0, 0, 2}, {90, true})), expected);
  EXPECT_EQ(matrix_of(rotation_about({0, 0, -1}, {-90, true})), expected);
  EXPECT_EQ(matrix_of(euler_rotation({Angle{}, Angle{}, Angle{450, true}}, "xyz")), expected);
}

TEST(Frame, EulerAnglesTurnAboutMovingOrFixedAxes) {
  const std::array<Angle, 3> angles = {Angle{0.3}, Angle{-0.7}, Angle{1.1}};
  const Eigen::AngleAxisd x(0.3, Vec3::UnitX()), y(-0.7, Vec3::UnitY()), z(1.1, Vec3::UnitZ());
  EXPECT_TRUE(
      matrix_of(euler_rotation(angles, "xyz")).isApprox((x * y * z).toRotationMatrix(), 1e-15));
  EXPECT_TRUE(matrix_of(roll_pitch_yaw(angles)).isApprox((z * y * x).toRotationMatrix(), 1e-15));
  EXPECT_THROW(euler_rotation(angles, "xyw"), Rejection);
}

TEST(Frame, QuaternionInAFrameIsRoundedOnce) {
  const std::array<double, 4> q = {0.9, -0.1, 0.3, 0.2};
  EXPECT_EQ(matrix_of(translation({1, 2, 3}) * rotation(q)), make_pose(q, Vec3::Zero()).value().R);
  // Three thirds of a turn about the same axis are none, which products of doubles miss.
  const Frame third = rotation(std::array{1.0, 1.0, 1.0, 1.0});
  EXPECT_EQ(matrix_of(third * third * third), Mat3::Identity());
}

TEST(Frame, AxesPointWhereTheyAreSaidTo) {
  for (const Vec3& axis : {Vec3(1, 2, 3), Vec3(1e-9, 0, -1), Vec3(0, 0, -2), Vec3(0, 0, 2)}) {
    EXPECT_TRUE(matrix_of(z_axis_to(axis)).col(2).isApprox(axis.normalized(), 1e-15)) << axis;
    EXPECT_TRUE(matrix_of(rotation_about(axis, {0.5}))
                    .isApprox(Eigen::AngleAxisd(0.5, axis.normalized()).toRotationMatrix(), 1e-15));
  }
  const Mat3 R = matrix_of(axes_rotation({0, 2, 0}, {1, 1, 0}));
  EXPECT_EQ(R.col(0), Vec3::UnitY());
  EXPECT_EQ(R.col(1), Vec3::UnitX());
  EXPECT_THROW(axes_rotation({0, 2, 0}, {0, 1, 0}), Rejection);
  EXPECT_THROW(rotation_about(Vec3::Zero(), {1}), Rejection);
  EXPECT_THROW(rotation(std::array{0.0, 0.0, 0.0, 0.0}), Rejection);
}

}  // namespace
}  // namespace touchstone
