// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/stepping/joint_rows.hpp"

#include <gtest/gtest.h>

#include <map>

#include "geometry/index.hpp"
#include "geometry/random.hpp"

namespace touchstone {
namespace {

const std::map<Joint::Kind, int> kRowsOfKind = {{Joint::Kind::ball, 3},
                                                {Joint::Kind::hinge, 5},
                                                {Joint::Kind::fixed, 6},
                                                {Joint::Kind::gliding, 3},
                                                {Joint::Kind::distance, 1}};

BodyState random_state(Random& random) {
  BodyState state;
  state.p_W = random.uniform(0.5, 2) * random.unit_vector();
  state.q_WB = Eigen::AngleAxisd(random.uniform(0, 3), random.unit_vector());
  state.v_W = random.unit_vector();
  state.w_W = random.unit_vector();
  return state;
}

Joint random_joint(Joint::Kind kind, Random& random) {
  return {kind, "A", "B", random.unit_vector(), random.unit_vector(), 2 * random.unit_vector()};
}

/// What A does along or about the axis of a row, minus what B does.
double row_velocity(const HeldJoint& held, int k, const BodyState& A, const BodyState& B) {
  const JointRow& row = held.rows[at(k)];
  if (row.turns) return row.axis_W.dot(A.w_W - B.w_W);
  const auto at_point = [](const BodyState& s, const Vec3& p) -> Vec3 {
    return s.v_W + s.w_W.cross(p - s.p_W);
  };
  return row.axis_W.dot(at_point(A, held.point_A) - at_point(B, held.point_B));
}

TEST(JointRows, HoldWhatTheKindSaysAtTheStart) {
  Random random(5);
  for (const auto& [kind, rows] : kRowsOfKind) {
    const BodyState A = random_state(random);
    const BodyState B = random_state(random);
    const LocalJoint joint = local_joint(random_joint(kind, random), A, B);
    const HeldJoint held = held_joint(joint, A.pose(), B.pose());
    EXPECT_EQ(held.count, rows);
    EXPECT_LE(held.place_error, 1e-14);
    EXPECT_LE(held.turn_error, 1e-7);
  }
}

// Where a joint holds, its errors change with the velocities of its rows.
TEST(JointRows, AreTheRatesOfTheirErrors) {
  constexpr double kStep = 1e-6;
  Random random(6);
  for (int trial = 0; trial < 50; ++trial) {
    for (const auto& [kind, rows] : kRowsOfKind) {
      BodyState A = random_state(random);
      BodyState B = random_state(random);
      const Joint made = random_joint(kind, random);
      const LocalJoint joint = local_joint(made, A, B);
      // A glides away from where it was joined: the plane's velocity there is another.
      if (kind == Joint::Kind::gliding) A.p_W += made.axis_W.cross(random.unit_vector());
      const HeldJoint before = held_joint(joint, A.pose(), B.pose());
      const BodyState first_A = A;
      const BodyState first_B = B;
      advance(A, kStep);
      advance(B, kStep);
      const HeldJoint after = held_joint(joint, A.pose(), B.pose());
      for (int k = 0; k < rows; ++k) {
        EXPECT_NEAR(after.rows[at(k)].error / kStep, row_velocity(before, k, first_A, first_B),
                    1e-4)
            << kJointKinds[static_cast<std::size_t>(kind)] << ", row " << k;
      }
    }
  }
}

// Two translations and a turn in the plane leave no error, wherever the plane has moved to.
TEST(JointRows, GlidingLeavesThePlaneFree) {
  Random random(7);
  const BodyState B = random_state(random);
  BodyState A = random_state(random);
  const Joint joint = random_joint(Joint::Kind::gliding, random);
  const LocalJoint local = local_joint(joint, A, B);
  const Vec3 across = joint.axis_W.cross(random.unit_vector());
  const Eigen::AngleAxisd turn(0.7, joint.axis_W);
  A.p_W = joint.anchor_W + turn * (A.p_W - joint.anchor_W) + 3 * across;
  A.q_WB = turn * A.q_WB;
  const auto after = [](const Pose& X_WV, const BodyState& body) -> Pose {
    return {X_WV.R * body.pose().R, X_WV.t + X_WV.R * body.p_W};
  };
  const Pose moved = {Eigen::AngleAxisd(1.1, random.unit_vector()).toRotationMatrix(),
                      random.unit_vector()};
  const HeldJoint held = held_joint(local, after(moved, A), after(moved, B));
  EXPECT_LE(held.place_error, 1e-14);
  EXPECT_LE(held.turn_error, 1e-7);
}

TEST(JointRows, ErrorsAreThoseThatOneSees) {
  BodyState A;
  BodyState B;
  const auto held = [&](Joint::Kind kind) {
    const Joint joint = {kind, "A", "B", Vec3::Zero(), Vec3::UnitZ(), Vec3(0, 2, 0)};
    BodyState turned = A;
    turned.p_W = Vec3(0, 0.5, 0.25);
    turned.q_WB = Eigen::AngleAxisd(0.3, Vec3::UnitX());
    return held_joint(local_joint(joint, A, B), turned.pose(), B.pose());
  };
  EXPECT_NEAR(held(Joint::Kind::ball).place_error, Vec3(0, 0.5, 0.25).norm(), 1e-15);
  EXPECT_NEAR(held(Joint::Kind::hinge).turn_error, 0.3, 1e-15);
  EXPECT_NEAR(held(Joint::Kind::fixed).turn_error, 0.3, 1e-15);
  EXPECT_NEAR(held(Joint::Kind::gliding).place_error, 0.25, 1e-15);
  EXPECT_NEAR(held(Joint::Kind::distance).place_error, 2 - Vec3(0, 1.5, 0.25).norm(), 1e-15);
}

}  // namespace
}  // namespace touchstone
