// SPDX-License-Identifier: GPL-3.0-or-later
// A scene: bodies, how they start, what acts on them, and how time is stepped.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "contact/events/event_options.hpp"
#include "contact/peg/peg_options.hpp"
#include "dynamics/body.hpp"
#include "dynamics/complementarity/step_problem.hpp"
#include "geometry/result.hpp"
#include "geometry/shapes.hpp"

namespace touchstone {

/// Friction of two bodies, by their names; of `body` with any other where `other` is empty. NAME[*]
/// names every body NAME[i], i a number.
struct PairFriction {
  std::string body;
  std::string other;
  ContactFriction friction;
};

/// Holds two bodies together. joint_rows.hpp says how each kind does.
struct Joint {
  /// A common point; a common axis through it; all of both bodies; a common plane in which they
  /// glide and turn; two points that keep their distance.
  enum class Kind { ball, hinge, fixed, gliding, distance };
  Kind kind = Kind::ball;
  std::string body;
  std::string other;
  /// A common point at the start; the point of `body` that keeps its distance [m].
  Vec3 anchor_W = Vec3::Zero();
  Vec3 axis_W = Vec3(0, 0, 1);         ///< axis of a hinge, normal of a plane, at the start, unit
  Vec3 other_anchor_W = Vec3::Zero();  ///< the point of `other` that keeps its distance [m]

  bool has_axis() const { return kind == Kind::hinge || kind == Kind::gliding; }
};
/// Names of the kinds, in their order.
inline constexpr std::array<std::string_view, 5> kJointKinds = {"ball", "hinge", "fixed", "gliding",
                                                                "distance"};

/// The scene's frame shakes with the acceleration `acceleration_W` sin(2 pi frequency (t - start)),
/// from rest, for a whole number of shakes. Positions and velocities are relative to the frame.
struct Shake {
  Vec3 acceleration_W = Vec3::Zero();  ///< peak acceleration [m/s^2]
  double frequency = 1;                ///< [Hz]
  double start = 0;                    ///< time of the first shake [s]
  std::uint64_t shakes = 0;            ///< number of periods, 0: to the end of the run
};

/// A box along the world's axes in which the centres of the moving bodies stay if nothing goes
/// through a wall. Sides that are not there are infinite [m].
struct StayBox {
  Vec3 low_W = Vec3::Constant(-std::numeric_limits<double>::infinity());
  Vec3 high_W = Vec3::Constant(std::numeric_limits<double>::infinity());
  bool contains(const Vec3& p_W) const {
    return (p_W.array() > low_W.array()).all() && (p_W.array() < high_W.array()).all();
  }
};

/// Where the centre of a body is to be at the end of a run.
struct Expectation {
  std::string body;
  Vec3 position_W = Vec3::Zero();  ///< [m]
  double within = 0;               ///< distance at most [m]
};

struct Scene {
  std::string name;
  std::string description;
  std::vector<Body> bodies;            ///< no two have the same name
  std::vector<BodyState> start;        ///< state in which each body starts
  std::vector<Joint> joints;           ///< bodies that a joint holds have no contact
  Vec3 gravity_W = Vec3(0, -9.81, 0);  ///< [m/s^2]
  ContactFriction friction;            ///< where no entry of `pairs` says otherwise
  std::vector<PairFriction> pairs;     ///< the last one that applies holds
  double dt = 1e-3;                    ///< step length h; the mean of `steps` if there are any [s]
  std::vector<double> steps;           ///< step lengths, taken in turn; none: each is dt [s]
  double t_end = 1;                    ///< [s]
  std::string stepper = "stewart_trinkle";
  std::string contacts = "certified";
  std::string model = std::string(kManifoldModel);  ///< contact model (contact/peg/)
  int directions = 4;          ///< K, directions of a friction cone; or kRoundCone
  std::optional<Axis> planar;  ///< axis of the prisms of a planar scene (planar.hpp)
  std::optional<Shake> shake;
  std::vector<Expectation> expect;
  std::optional<StayBox> stay_box;  ///< only to count the bodies that leave it
  /// Part of a penetration that a step takes back, 0 to 2 [1].
  double gamma = 1;
  /// Reach of the search for contacts, in distances that the bodies can cover in a step [1].
  double look_ahead = 1.2;
  EventOptions events;  ///< read by the contact method `events`
  PegOptions peg;       ///< read by the models other than `manifold`
};

/// The first rule that a scene breaks, in one line that names the body or key; empty if sound.
std::string scene_fault(const Scene& scene);
/// What is sound and yet likely to be a slip, in one line: bodies whose centre of mass is far from
/// the centroid of their hull. Empty if there is none.
std::string scene_remark(const Scene& scene);
/// The first rule about contact models that a scene breaks, in one line; empty if it breaks none.
std::string model_fault(const Scene& scene);
/// Why the scene's contact method or model does not take the shape of a body, in one line that
/// names the body; empty if they take all.
std::string shape_fault(const Scene& scene);
/// The first body whose core is a point, a segment or a polygon; nullptr if every core is solid.
const Body* flat_body(const Scene& scene);

/// What is wrong with the name of a body or scene, without the name itself; empty if nothing is.
std::string name_fault(const std::string& name);
inline constexpr std::size_t kMaxNameCharacters = 64;

/// Number of steps to t_end, rounded to the nearest.
std::uint64_t step_count(const Scene& scene);
/// Length of a step; steps are counted from 0 [s].
double step_length(const Scene& scene, std::uint64_t step);
/// Sets the step lengths [s], and dt to their mean.
void set_steps(Scene& scene, std::vector<double> lengths);
inline constexpr std::size_t kMaxStepLengths = 1'000'000;

/// Whether some body enters after the start.
bool bodies_enter(const Scene& scene);

/// Gravity minus the mean acceleration of the scene's frame over a step from t to t + h [m/s^2].
Vec3 gravity_in_frame(const Scene& scene, double t, double h);

/// Name of the group of a body: NAME[*] for NAME[i], empty for other names.
std::string group_of(const std::string& name);
/// Whether a name is that of a group: NAME[*].
bool names_group(const std::string& name);

/// The index of the body with that name, -1 if no body has it.
int find_body(const Scene& scene, const std::string& name);

}  // namespace touchstone
