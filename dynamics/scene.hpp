// SPDX-License-Identifier: GPL-3.0-or-later
// A scene: bodies, how they start, what acts on them, and how time is stepped.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "contact/events/event_options.hpp"
#include "contact/peg/peg_options.hpp"
#include "dynamics/body.hpp"
#include "dynamics/complementarity/step_problem.hpp"
#include "geometry/result.hpp"
#include "geometry/shapes.hpp"

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

/// The scene's frame shakes with the acceleration `acceleration_W` sin(2 pi frequency (t - start)),
/// from rest, for a whole number of shakes. Positions and velocities are those in the frame.
struct Shake {
  Vec3 acceleration_W = Vec3::Zero();  ///< at its peak [m/s^2]
  double frequency = 1;                ///< [Hz]
  double start = 0;                    ///< [s]
  std::uint64_t shakes = 0;            ///< 0: to the end
};

/// Where the centres of the moving bodies stay if nothing goes through a wall: a box along the
/// world's axes. Sides that are not there are infinite [m].
struct StayBox {
  Vec3 low_W = Vec3::Constant(-std::numeric_limits<double>::infinity());
  Vec3 high_W = Vec3::Constant(std::numeric_limits<double>::infinity());
  bool contains(const Vec3& p_W) const {
    return (p_W.array() > low_W.array()).all() && (p_W.array() < high_W.array()).all();
  }
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
  double dt = 1e-3;                    ///< h; of several lengths their mean [s]
  std::vector<double> steps;           ///< of these lengths, again and again; none: of dt [s]
  double t_end = 1;                    ///< [s]
  std::string stepper = "stewart_trinkle";
  std::string contacts = "certified";
  std::string model = std::string(kManifoldModel);  ///< what holds at a contact (contact/peg/)
  int directions = 4;                               ///< K, of a cone
  std::optional<Axis> planar;                       ///< bodies are prisms along it, see planar.hpp
  std::optional<Shake> shake;
  std::optional<StayBox> stay_box;  ///< read by no step: bodies that leave it are counted
  /// gamma of penetrations: a step takes back this part of them, 0 to 2 [1].
  double gamma = 1;
  /// How far ahead contacts are seen, in distances that the bodies can cover in a step [1].
  double look_ahead = 1.2;
  EventOptions events;  ///< read by the contact method `events`
  PegOptions peg;       ///< read by the models other than `manifold`
};

/// The first rule that is broken, in one line that names the body or key; empty if there is none.
std::string scene_fault(const Scene& scene);
/// The part of it that is about the contact model.
std::string model_fault(const Scene& scene);

/// What is wrong with a name of a body or scene, without the name; empty if nothing is.
std::string name_fault(const std::string& name);
inline constexpr std::size_t kMaxNameCharacters = 64;

/// Steps to t_end, to the nearest whole number.
std::uint64_t step_count(const Scene& scene);
/// Length of the step with that number, from 0 [s].
double step_length(const Scene& scene, std::uint64_t step);
/// Sets the lengths of steps, and dt, their mean.
void set_steps(Scene& scene, std::vector<double> lengths);
inline constexpr std::size_t kMaxStepLengths = 1'000'000;

/// Whether some body is not there from the beginning.
bool bodies_enter(const Scene& scene);

/// Gravity less the mean acceleration of the scene's frame over a step from t to t + h [m/s^2].
Vec3 gravity_in_frame(const Scene& scene, double t, double h);

/// NAME[*] of a body called NAME[i]; empty for other names.
std::string group_of(const std::string& name);
/// Whether a name is that of a group: NAME[*].
bool names_group(const std::string& name);

/// The index of the body with that name, -1 if no body has it.
int find_body(const Scene& scene, const std::string& name);

}  // namespace touchstone
