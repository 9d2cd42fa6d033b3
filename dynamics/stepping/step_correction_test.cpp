// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/stepping/step_correction.hpp"

#include <gtest/gtest.h>

namespace touchstone {
namespace {

using Kind = ContactConstraint::Kind;

constexpr double kStep = 0.5;      // [s]
constexpr double kDepthOf = 1e-3;  // [m]

/// A body at rest with two contacts along x of one pair, of which one gap at least is to stay open.
IslandProblem island_with_a_way_out() {
  IslandProblem island;
  island.bodies = {0};
  island.pairs = {0, 0};
  island.rows.bodies = 1;
  island.rows.free = Eigen::VectorXd::Zero(kDofOfBody);
  for (int i = 0; i < 2; ++i) {
    ContactRows& block = island.rows.contact.emplace_back();
    block.body = {0, -1};
    block.rows.setZero();
    block.rows(0, 0) = 1;
  }
  island.rows.bound = Eigen::Vector2d::Zero();
  island.rows.constraints = {{Kind::cross, {}, {0, 1}}};
  return island;
}

/// What is added to the bounds where the contacts end with these gaps and the first one presses.
Eigen::VectorXd added_to_bounds(const Eigen::Vector2d& gap) {
  EndGaps end;
  end.gap = gap;
  end.measured = {1, 1};
  end.depth = Eigen::Vector2d::Constant(kDepthOf);
  end.deepest = kDepthOf;
  StepSolution solution;
  solution.u = Eigen::VectorXd::Zero(kDofOfBody);
  solution.normal_impulse = Eigen::Vector2d(1, 0);
  Eigen::VectorXd by;
  correct_bounds(end, kStep, solution, island_with_a_way_out(), by);
  return by;
}

TEST(StepCorrection, AConstraintThatIsViolatedAsksForWhatIsMissed) {
  const Eigen::VectorXd by = added_to_bounds({-kDepthOf, -2 * kDepthOf});
  EXPECT_DOUBLE_EQ(by[0], -kDepthOf / kStep);
}

TEST(StepCorrection, WhatPressesAsksForAnOverlapThatNoConstraintTellsOf) {
  const Eigen::VectorXd by = added_to_bounds({2 * kDepthOf, 3 * kDepthOf});
  EXPECT_DOUBLE_EQ(by[0], -kDepthOf / kStep);
  EXPECT_DOUBLE_EQ(by[1], 3 * kDepthOf / kStep);
}

}  // namespace
}  // namespace touchstone
