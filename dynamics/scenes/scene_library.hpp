// SPDX-License-Identifier: GPL-3.0-or-later
// The scenes that Touchstone brings along: the energy benchmarks of Yi & Drumwright as the authors
// encoded them, the well-posed ones, and a few that solvers are tried on. World y is up, g = 9.81.
//
// Spheres have radius 1, mass 1 and inertia 0.4. A number of vertices of 0 is an ideal sphere.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "dynamics/scene.hpp"

namespace touchstone {

/// What can be chosen in a scene; the scene has a default for each.
struct SceneChoice {
  std::optional<int> vertices_A;  ///< vertices of the moving sphere, or sides of the wheel
  std::optional<int> vertices_B;  ///< vertices of the fixed sphere, where there is one
  std::optional<double> dt;       ///< [s]
  std::optional<double> t_end;    ///< [s]
  std::optional<ContactFriction> friction;
  std::optional<int> directions;    ///< K of cones
  std::optional<double> scale;      ///< box height or radius of the fixed sphere [m]
  std::optional<double> displaced;  ///< displacement of a lower pole, sideways [m]
  std::optional<double> yaw;        ///< turn about the vertical at the start [rad]
  std::optional<double> clearance;  ///< gap between sphere and walls [m]
  std::optional<bool> walls;
  std::optional<int> bodies;          ///< moving bodies, where any number may be chosen
  std::optional<std::uint64_t> seed;  ///< seed of what is random
  std::optional<bool> both_ends;      ///< whether a chain is fixed at both ends
  bool operator==(const SceneChoice&) const = default;
};

struct SceneRow {
  std::string name;
  std::string summary;
  /// Which of vertices_A, vertices_B and scale it has, as letters A, B and s; N where vertices_A is
  /// the number of sides of a prism. n, r, e: it has bodies, seed, both_ends.
  std::string_view reads;
  Result<Scene> (*make)(const SceneChoice&);  ///< unnamed and not checked: use make_scene
};

std::span<const SceneRow> scene_library();
/// nullptr if no scene has that name.
const SceneRow* find_scene(std::string_view name);

/// A sound scene, or why the choice does not make one.
Result<Scene> make_scene(const SceneRow& row, const SceneChoice& choice);

/// Largest number of moving bodies of a scene.
inline constexpr int kMaxSceneBodies = 100'000;

/// Numbers of the scenes that their truths are made from.
inline constexpr double kGravity = 9.81;       ///< [m/s^2]
inline constexpr double kSphereInertia = 0.4;  ///< at unit mass and radius [kg m^2]
/// Share of its spin's energy that a solid sphere has left once it rolls on another one [1].
inline constexpr double kRollingShare = 2.0 / 7;
inline constexpr double kPaperFriction = 100;      ///< "no slip", as the authors encode it [1]
inline constexpr double kCapsuleSlope = 0.4;       ///< the plane that the capsule rolls down [rad]
inline constexpr double kCapsuleRadius = 0.3;      ///< [m]
inline constexpr double kCapsuleHalfLength = 0.5;  ///< its axis without the round ends [m]
inline constexpr double kWheelSpin = 2.5;          ///< at the start of the rimless wheel [rad/s]
inline constexpr double kRollOffAngle = 0.2;       ///< from the vertical, at the start [rad]
inline constexpr double kSlidingSpeed = 1;         ///< [m/s]
inline constexpr double kSlidingFriction = 0.1;    ///< [1]
/// Acceleration of the plate that pushes a cube, which friction of 0.5 just holds [m/s^2].
inline constexpr double kPlateAcceleration = 2 * kGravity;

}  // namespace touchstone
