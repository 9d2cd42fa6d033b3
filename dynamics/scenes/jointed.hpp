// SPDX-License-Identifier: GPL-3.0-or-later
// A scene for each kind of joint whose motion is known. Unnamed and not checked:
// scene_library.hpp has them by name. Rods and boxes are 1 m long and have 1 kg.
#pragma once

#include <array>

#include "dynamics/scenes/scene_library.hpp"

namespace touchstone {

/// A rod on a hinge at its end, released at kSwing from the vertical.
Result<Scene> hinge_pendulum(const SceneChoice& choice);
/// A rod on a ball at its end, which goes round the vertical at kSwing from it.
Result<Scene> conical_pendulum(const SceneChoice& choice);
/// A ball whose centre keeps a distance of 1 m from a point, released at kSwing.
Result<Scene> point_pendulum(const SceneChoice& choice);
/// Three rods and the ground, a parallelogram of hinges, released at kSwing. Its hinges hold more
/// than they have to: a plane linkage leaves three rows of them redundant.
Result<Scene> four_bar(const SceneChoice& choice);
/// Two cubes fixed to each other, thrown with a spin about no axis of theirs.
Result<Scene> joined_boxes(const SceneChoice& choice);
/// A box in the plane of a slope, thrown across it with a spin.
Result<Scene> gliding_box(const SceneChoice& choice);

inline constexpr double kJointedTime = 3;   ///< that a scene takes [s]
inline constexpr double kSwing = 1;         ///< angle from the vertical at the start [rad]
inline constexpr double kSlopeAngle = 0.5;  ///< of the slope that a box glides down [rad]
/// The names of these scenes in the library.
inline constexpr std::array<const char*, 6> kJointedScenes = {"hinge-pendulum", "conical-pendulum",
                                                              "point-pendulum", "four-bar",
                                                              "joined-boxes",   "gliding-box"};
/// Length of the point pendulum that swings as the scene does: hinge-pendulum, point-pendulum,
/// four-bar; 0 for other scenes [m].
double pendulum_length(const Scene& scene);
/// Rate at which conical-pendulum goes round [rad/s].
double conical_rate(const Scene& scene);

}  // namespace touchstone
