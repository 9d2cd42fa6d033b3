// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/body_path.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <numbers>

#include "dynamics/body.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;

/// Up by 1 m from 0.5 s to 1.5 s, then a quarter turn about z until 2.5 s.
BodyPath up_and_turn() {
  BodyPath path;
  const Eigen::Quaterniond quarter(Eigen::AngleAxisd(std::numbers::pi / 2, Vec3::UnitZ()));
  path.points = {{0.5, Vec3(1, 0, 0), Eigen::Quaterniond::Identity()},
                 {1.5, Vec3(1, 1, 0), Eigen::Quaterniond::Identity()},
                 {2.5, Vec3(1, 1, 0), quarter}};
  return path;
}

BodyState at_start(const BodyPath& path) {
  BodyState state;
  state.p_W = path.points.front().p_W;
  return state;
}

TEST(BodyPath, PointsAreMetAtTheEndsOfStepsAndBetweenThemAllIsEven) {
  const BodyPath path = up_and_turn();
  BodyState state = at_start(path);
  constexpr double kStep = 0.25;
  for (int i = 0; i < 12; ++i) {
    const double time = i * kStep;
    take_path_velocity(path, time, kStep, state);
    const double rise = i >= 2 && i < 6 ? 1 : 0;
    const double spin = i >= 6 && i < 10 ? std::numbers::pi / 2 : 0;
    EXPECT_NEAR((state.v_W - Vec3(0, rise, 0)).norm(), 0, 1e-14) << i;
    EXPECT_NEAR((state.w_W - Vec3(0, 0, spin)).norm(), 0, 1e-13) << i;
    BodyState advanced = state;
    advance(advanced, kStep);
    follow_path(path, time, kStep, state);
    EXPECT_NEAR((advanced.p_W - state.p_W).norm(), 0, 1e-14) << i;
    EXPECT_NEAR(advanced.q_WB.angularDistance(state.q_WB), 0, 1e-7) << i;
  }
  EXPECT_EQ(state.p_W, path.points.back().p_W);
  EXPECT_EQ(state.q_WB.coeffs(), path.points.back().q_WB.coeffs());
}

TEST(BodyPath, AStepOverAPointHasTheMeanVelocity) {
  const BodyPath path = up_and_turn();
  BodyState state = at_start(path);
  take_path_velocity(path, 0, 1, state);
  EXPECT_NEAR(state.v_W.y(), 0.5, 1e-15);
}

TEST(BodyPath, TheShorterTurnIsTaken) {
  BodyPath path;
  Eigen::Quaterniond back(Eigen::AngleAxisd(0.1, Vec3::UnitX()));
  back.coeffs() *= -1;
  path.points = {{0, Vec3::Zero(), Eigen::Quaterniond::Identity()}, {1, Vec3::Zero(), back}};
  BodyState state;
  take_path_velocity(path, 0, 0.5, state);
  EXPECT_NEAR((state.w_W - Vec3(0.1, 0, 0)).norm(), 0, 1e-14);
}

TEST(BodyPath, AnAccelerationIsIntegratedAsGravityIs) {
  BodyPath path;
  path.velocity_W = Vec3(1, 0, 0);
  path.acceleration_W = Vec3(0, 0, 3);
  path.spin_W = Vec3(0, 2, 0);
  BodyState state;
  constexpr double kStep = 0.01;
  for (int i = 0; i < 100; ++i) {
    take_path_velocity(path, i * kStep, kStep, state);
    follow_path(path, i * kStep, kStep, state);
  }
  EXPECT_NEAR((state.v_W - Vec3(1, 0, 3)).norm(), 0, 1e-13);
  EXPECT_NEAR((state.p_W - Vec3(1, 0, 3 * 1e-4 * 100 * 101 / 2)).norm(), 0, 1e-12);
  EXPECT_NEAR(Eigen::AngleAxisd(state.q_WB).angle(), 2, 1e-12);
}

TEST(BodyPath, WhatIsNoPathIsSaid) {
  BodyPath path = up_and_turn();
  EXPECT_EQ(path_fault(path), "");
  path.points[1].time = 0.5;
  EXPECT_THAT(path_fault(path), HasSubstr("times must ascend"));
  path = up_and_turn();
  path.points[0].time = -1;
  EXPECT_THAT(path_fault(path), HasSubstr("not be negative"));
  path = up_and_turn();
  path.points[2].q_WB.w() = 2;
  EXPECT_THAT(path_fault(path), HasSubstr("not unit"));
  path = up_and_turn();
  path.points[2].p_W.x() = std::numeric_limits<double>::infinity();
  EXPECT_THAT(path_fault(path), HasSubstr("points must be finite"));
  path = {};
  path.spin_W.x() = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT(path_fault(path), HasSubstr("spin must be finite"));
}

}  // namespace
}  // namespace touchstone
