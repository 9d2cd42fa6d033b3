// SPDX-License-Identifier: GPL-3.0-or-later
// A scene: bodies, how they start, what acts on them, and how time is stepped.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "contact/events/event_options.hpp"
#include "dynamics/body.hpp"
#include "dynamics/complementarity/step_problem.hpp"
#include "geometry/result.hpp"

namespace touchstone {

/// The friction of two bodies, by name. `other` empty: of `body` with any. NAME[*] is every body
/// NAME[i], i a number.
struct PairFriction {
  std::string body;
  std::string other;
  ContactFriction friction;
};

/// Holds two bodies together: a ball at a common point, or a hinge about a common axis through it.
struct Joint {
  enum class Kind { ball, hinge };
  Kind kind = Kind::ball;
  std::string body;
  std::string other;
  Vec3 anchor_W = Vec3::Zero();  ///< where the bodies start [m]
  Vec3 axis_W = Vec3(0, 0, 1);   ///< of a hinge, unit, where the bodies start
};

struct Scene {
  std::string name;
  std::string description;
  std::vector<Body> bodies;            ///< names differ
  std::vector<BodyState> start;        ///< of each body
  std::vector<Joint> joints;           ///< bodies that a joint holds together do not touch
  Vec3 gravity_W = Vec3(0, -9.81, 0);  ///< [m/s^2]
  ContactFriction friction;            ///< where no entry of `pairs` says otherwise
  std::vector<PairFriction> pairs;     ///< the last one that applies holds
  double dt = 1e-3;                    ///< h [s]
  double t_end = 1;                    ///< [s]
  std::string stepper = "stewart_trinkle";
  std::string contacts = "certified";
  int directions = 4;  ///< K, of a cone
  /// gamma of penetrations: a step takes back this part of them [1].
  double gamma = 1;
  /// How far ahead contacts are seen, in distances that the bodies can cover in a step [1].
  double look_ahead = 1.2;
  EventOptions events;  ///< read by the contact method `events`
};

/// The first rule that is broken, in one line that names the body or key; empty if there is none.
std::string scene_fault(const Scene& scene);

/// Steps of dt to t_end, to the nearest whole number.
std::uint64_t step_count(const Scene& scene);

/// NAME[*] of a body called NAME[i]; empty for other names.
std::string group_of(const std::string& name);
/// Whether a name is that of a group: NAME[*].
bool names_group(const std::string& name);

/// The index of the body with that name, -1 if no body has it.
int find_body(const Scene& scene, const std::string& name);

}  // namespace touchstone
