// SPDX-License-Identifier: GPL-3.0-or-later
// What a joint holds, as rows of relative velocity with the error that each takes back.
//
//   ball      the two images of the anchor meet: three rows along the world's axes
//   hinge     a ball, and two rows across the axis that turn its images to each other
//   fixed     a ball, and three rows that turn the bodies to where they were to each other
//   gliding   the image of the anchor stays in the plane of the other body, one row along the
//             plane's normal, and the two rows of a hinge turn the normals to each other
//   distance  the anchors keep their distance: one row along the line between them
//
// A row across axes is exact to first order in the angle: its error is the sine.
#pragma once

#include <array>

#include "dynamics/scene.hpp"
#include "geometry/pose.hpp"

namespace touchstone {

/// A joint in the frames of its bodies, A the first.
struct LocalJoint {
  Joint::Kind kind = Joint::Kind::ball;
  Vec3 anchor_A, anchor_B;  ///< [m]
  Vec3 axis_A, axis_B;      ///< unit
  Mat3 R_AB;                ///< orientation of B in A at the start
  double length = 0;        ///< distance of the anchors at the start [m]
};
LocalJoint local_joint(const Joint& joint, const BodyState& A, const BodyState& B);

struct JointRow {
  bool turns = false;  ///< holds a spin, not a velocity
  Vec3 axis_W;         ///< unit: the row is axis_W.(what A does - what B does)
  double error = 0;    ///< how much too large, along axis_W [m], or about it [rad]
};

struct HeldJoint {
  std::array<JointRow, 6> rows;
  int count = 0;           ///< number of rows
  Vec3 point_A, point_B;   ///< points of A and B that the rows hold, in the world [m]
  double place_error = 0;  ///< distance that no error would leave [m]
  double turn_error = 0;   ///< angle that no error would leave [rad]
};
HeldJoint held_joint(const LocalJoint& joint, const Pose& X_WA, const Pose& X_WB);

}  // namespace touchstone
