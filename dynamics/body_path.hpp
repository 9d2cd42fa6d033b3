// SPDX-License-Identifier: GPL-3.0-or-later
// Paths on which fixed bodies move. Nothing changes such a motion: a body on a path pushes and
// drags others, and the work that it does on them comes from outside.
//
// A path is points in time, between which a body moves and turns evenly, or a constant
// acceleration. Points are met exactly at the ends of steps. An acceleration is integrated as
// gravity is, by the velocity at the end of each step: on an accelerated body others feel what they
// would feel on one at rest under that much more gravity.
#pragma once

#include <Eigen/Geometry>
#include <string>
#include <vector>

#include "geometry/vector.hpp"

namespace touchstone {

struct BodyState;

struct PathPoint {
  double time = 0;  ///< [s]
  Vec3 p_W = Vec3::Zero();
  Eigen::Quaterniond q_WB = Eigen::Quaterniond::Identity();  ///< unit
};

struct BodyPath {
  /// Ascending in time; before the first and after the last the body rests. None: a constant
  /// acceleration and spin, from where the body starts.
  std::vector<PathPoint> points;
  Vec3 velocity_W = Vec3::Zero();      ///< at time 0 [m/s]
  Vec3 acceleration_W = Vec3::Zero();  ///< [m/s^2]
  Vec3 spin_W = Vec3::Zero();          ///< [rad/s]
};

/// The first rule that a path breaks, in a few words; empty if it is sound.
std::string path_fault(const BodyPath& path);

/// Sets the velocities with which a body on the path moves in a step from `time` to `time` + h. Its
/// pose is that of `time`.
void take_path_velocity(const BodyPath& path, double time, double h, BodyState& state);
/// Moves the body to the end of that step.
void follow_path(const BodyPath& path, double time, double h, BodyState& state);

}  // namespace touchstone
