// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/stepping/joint_rows.hpp"

#include <cmath>

#include "dynamics/stepping/step_assembly.hpp"
#include "geometry/index.hpp"

namespace touchstone {
namespace {

void add_row(HeldJoint& held, bool turns, const Vec3& axis_W, double error) {
  held.rows[at(held.count++)] = {turns, axis_W, error};
}

void hold_points(HeldJoint& held) {
  const Vec3 apart = held.point_A - held.point_B;
  for (int k = 0; k < 3; ++k) add_row(held, false, Vec3::Unit(k), apart[k]);
  held.place_error = apart.norm();
}

/// Turns the image of an axis in A to that in B.
void hold_axis(const Vec3& axis_A, const Vec3& axis_B, HeldJoint& held) {
  const Vec3 turned = axis_B.cross(axis_A);
  held.turn_error = std::atan2(turned.norm(), axis_B.dot(axis_A));
  const Tangents across = contact_tangents(axis_B);
  for (const Vec3& axis : {across.first, across.second}) {
    add_row(held, true, axis, axis.dot(turned));
  }
}

/// Turns A to where B says that it is: `excess` is what A has turned too far.
void hold_turn(const Mat3& excess, HeldJoint& held) {
  const Vec3 turned = 0.5 * Vec3(excess(2, 1) - excess(1, 2), excess(0, 2) - excess(2, 0),
                                 excess(1, 0) - excess(0, 1));
  held.turn_error = std::atan2(turned.norm(), 0.5 * (excess.trace() - 1));
  for (int k = 0; k < 3; ++k) add_row(held, true, Vec3::Unit(k), turned[k]);
}

void hold_distance(double length, HeldJoint& held) {
  const Vec3 apart = held.point_A - held.point_B;
  const double distance = apart.norm();
  // Points that meet have no line between them: any will part them.
  const Vec3 along = distance > 0 ? Vec3(apart / distance) : Vec3::UnitX();
  add_row(held, false, along, distance - length);
  held.place_error = std::abs(distance - length);
}

}  // namespace

LocalJoint local_joint(const Joint& joint, const BodyState& A, const BodyState& B) {
  const Vec3& other = joint.kind == Joint::Kind::distance ? joint.other_anchor_W : joint.anchor_W;
  LocalJoint local;
  local.kind = joint.kind;
  local.anchor_A = A.q_WB.conjugate() * (joint.anchor_W - A.p_W);
  local.anchor_B = B.q_WB.conjugate() * (other - B.p_W);
  local.axis_A = A.q_WB.conjugate() * joint.axis_W;
  local.axis_B = B.q_WB.conjugate() * joint.axis_W;
  local.R_AB = (A.q_WB.conjugate() * B.q_WB).toRotationMatrix();
  local.length = (joint.anchor_W - other).norm();
  return local;
}

HeldJoint held_joint(const LocalJoint& joint, const Pose& X_WA, const Pose& X_WB) {
  HeldJoint held;
  held.point_A = X_WA.t + X_WA.R * joint.anchor_A;
  held.point_B = X_WB.t + X_WB.R * joint.anchor_B;
  const Vec3 axis_B = X_WB.R * joint.axis_B;
  switch (joint.kind) {
    case Joint::Kind::ball:
      hold_points(held);
      break;
    case Joint::Kind::hinge:
      hold_points(held);
      hold_axis(X_WA.R * joint.axis_A, axis_B, held);
      break;
    case Joint::Kind::fixed:
      hold_points(held);
      hold_turn(X_WA.R * joint.R_AB * X_WB.R.transpose(), held);
      break;
    case Joint::Kind::gliding: {
      const double above = axis_B.dot(held.point_A - held.point_B);
      add_row(held, false, axis_B, above);
      held.place_error = std::abs(above);
      // The plane turns with B: its velocity is that of B under the point of A.
      held.point_B = held.point_A;
      hold_axis(X_WA.R * joint.axis_A, axis_B, held);
      break;
    }
    case Joint::Kind::distance:
      hold_distance(joint.length, held);
      break;
  }
  return held;
}

}  // namespace touchstone
