// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/causes/cause_table.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <utility>

#include "geometry/vector.hpp"

namespace touchstone {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr double kDegreesInRadian = 180 / kPi;

// Corrections of the answer. One that has nothing to correct leaves it as it is: wrong.

bool opposite_normal(Trial& trial) {
  Answer answer = trial.answer();
  if (answer.normal) *answer.normal = -*answer.normal;
  return trial.right_as(answer);
}

bool exchanged_witnesses(Trial& trial) {
  Answer answer = trial.answer();
  if (answer.witnesses) std::swap(answer.witnesses->p_WA, answer.witnesses->p_WB);
  return trial.right_as(answer);
}

bool exchanged_bodies(Trial& trial) {
  Answer answer = trial.answer();
  if (answer.normal) *answer.normal = -*answer.normal;
  if (answer.witnesses) std::swap(answer.witnesses->p_WA, answer.witnesses->p_WB);
  return trial.right_as(answer);
}

bool opposite_sign(Trial& trial) {
  Answer answer = trial.answer();
  answer.value = -answer.value;
  answer.sign = -answer.sign;
  return trial.right_as(answer);
}

/// Depth is positive and the normal points from A to B; where bodies are apart, distance is phi.
bool engine_convention(Trial& trial) {
  if (opposite_normal(trial)) return true;
  Answer answer = trial.answer();
  answer.value = -answer.value;
  answer.sign = -answer.sign;
  if (answer.normal) *answer.normal = -*answer.normal;
  return trial.right_as(answer);
}

bool normal_of_other_length(Trial& trial) {
  Answer answer = trial.answer();
  if (answer.normal) answer.normal->normalize();
  return trial.right_as(answer);
}

bool constant_margin(Trial& trial) {
  Answer answer = trial.answer();
  answer.value -= trial.margin;
  return trial.right_as(answer);
}

/// Bodies that are grown by m each have a phi that is less by 2m, and witness points m further out.
bool skin(Trial& trial) {
  Answer answer = trial.answer();
  answer.value -= trial.margin;
  if (answer.normal && answer.witnesses) {
    const Vec3 grown = 0.5 * trial.margin * *answer.normal;
    answer.witnesses->p_WA -= grown;
    answer.witnesses->p_WB += grown;
  }
  return trial.right_as(answer);
}

/// In another unit of length the witness points are multiplied, too.
bool constant_factor(Trial& trial) {
  Answer answer = trial.answer();
  answer.value /= trial.factor;
  if (trial.right_as(answer)) return true;
  if (!answer.witnesses) return false;
  answer.witnesses->p_WA /= trial.factor;
  answer.witnesses->p_WB /= trial.factor;
  return trial.right_as(answer);
}

/// A square may have lost its sign.
bool squared_value(Trial& trial) {
  Answer answer = trial.answer();
  const double root = std::sqrt(std::abs(answer.value));
  for (const double value : {std::copysign(root, answer.value), -root}) {
    answer.value = value;
    if (trial.right_as(answer)) return true;
  }
  return false;
}

/// Takes the normal, the points or both to the world: by X the normal, by X_A and X_B the points.
bool right_in_world(const Trial& trial, const Pose& X, const Pose& X_A, const Pose& X_B) {
  Answer both = trial.answer();
  Answer normal = trial.answer();
  Answer points = trial.answer();
  for (Answer* answer : {&both, &normal}) {
    if (answer->normal) *answer->normal = X.R * *answer->normal;
  }
  for (Answer* answer : {&both, &points}) {
    if (!answer->witnesses) continue;
    auto& [p_A, p_B] = *answer->witnesses;
    p_A = X_A.R * p_A + X_A.t;
    p_B = X_B.R * p_B + X_B.t;
  }
  return trial.right_as(both) || trial.right_as(normal) || trial.right_as(points);
}

bool in_frame_of_A(Trial& trial) {
  const Pose& X = trial.X_WA();
  return right_in_world(trial, X, X, X);
}

bool in_frame_of_B(Trial& trial) {
  const Pose& X = trial.X_WB();
  return right_in_world(trial, X, X, X);
}

bool in_own_frames(Trial& trial) {
  return right_in_world(trial, trial.X_WA(), trial.X_WA(), trial.X_WB());
}

// Corrections of the question.

/// Whether the answer is right if both rotations are what `change` makes of them.
template <class Change>
bool right_if_rotated(Trial& trial, const Change& change) {
  const Mat3 R_A = change(trial.X_WA().R);
  const Mat3 R_B = change(trial.X_WB().R);
  if (R_A == trial.X_WA().R && R_B == trial.X_WB().R) return false;
  TrialBodies other = trial.bodies();
  std::visit(
      [&](auto& pair) {
        pair.X_WA.R = R_A;
        pair.X_WB.R = R_B;
      },
      other);
  return trial.right_for(other);
}

bool transposed_rotation(Trial& trial) {
  return right_if_rotated(trial, [](const Mat3& R) { return Mat3(R.transpose()); });
}

Mat3 with_angle_scaled(const Mat3& R, double factor) {
  Eigen::AngleAxisd rotation(R);
  rotation.angle() *= factor;
  return rotation.toRotationMatrix();
}

/// Scales roll, pitch and yaw of R = R_z(yaw) R_y(pitch) R_x(roll).
Mat3 with_euler_angles_scaled(const Mat3& R, double factor) {
  const auto about = [&](double angle, const Vec3& axis) {
    return Eigen::AngleAxisd(factor * angle, axis);
  };
  const double roll = std::atan2(R(2, 1), R(2, 2));
  const double pitch = std::atan2(-R(2, 0), std::hypot(R(0, 0), R(1, 0)));
  const double yaw = std::atan2(R(1, 0), R(0, 0));
  return (about(yaw, Vec3::UnitZ()) * about(pitch, Vec3::UnitY()) * about(roll, Vec3::UnitX()))
      .toRotationMatrix();
}

bool right_if_angles_scaled(Trial& trial, double factor) {
  return right_if_rotated(trial, [&](const Mat3& R) { return with_angle_scaled(R, factor); }) ||
         right_if_rotated(trial,
                          [&](const Mat3& R) { return with_euler_angles_scaled(R, factor); });
}

bool degrees_as_radians(Trial& trial) { return right_if_angles_scaled(trial, kDegreesInRadian); }
bool radians_as_degrees(Trial& trial) {
  return right_if_angles_scaled(trial, 1 / kDegreesInRadian);
}

Core scaled(Core core, double factor) {
  if (auto* cylinder = std::get_if<Cylinder>(&core)) {
    cylinder->radius *= factor;
    cylinder->half_length *= factor;
  } else if (auto* cone = std::get_if<Cone>(&core)) {
    cone->radius *= factor;
    cone->half_length *= factor;
  } else if (auto* ellipsoid = std::get_if<Ellipsoid>(&core)) {
    ellipsoid->semi_axes *= factor;
  }
  return core;
}

/// Makes core and radius larger. Whether it may be so large or small.
bool scale(PolytopePtr& body, double of_core, double of_radius) {
  PolytopeInput input;
  for (const Vec3& v : body->vertices()) input.vertices.emplace_back(of_core * v);
  input.interior_point = of_core * body->interior_point();
  auto core = make_polytope(input);
  if (!core) return false;
  auto made = make_rounded(core.value(), of_radius * body->radius());
  if (made) body = std::move(made).value();
  return made.ok();
}

bool scale(ConvexBody& body, double of_core, double of_radius) {
  Core core = scaled(body.core(), of_core);
  auto* polytope = std::get_if<PolytopePtr>(&core);
  if (polytope != nullptr && !scale(*polytope, of_core, of_radius)) return false;
  auto made = make_body(core, polytope != nullptr ? 0 : of_radius * body.radius());
  if (made) body = std::move(made).value();
  return made.ok();
}

/// Whether the answer is right for bodies with such cores and radii.
bool right_if_scaled(Trial& trial, double of_core, double of_radius) {
  TrialBodies other = trial.bodies();
  const bool made = std::visit(
      [&](auto& pair) {
        return scale(pair.A, of_core, of_radius) && scale(pair.B, of_core, of_radius);
      },
      other);
  return made && trial.right_for(other);
}

double radius_of(const PolytopePtr& body) { return body->radius(); }
double radius_of(const ConvexBody& body) { return body.radius(); }

bool sides_as_half_extents(Trial& trial) { return right_if_scaled(trial, 2, 1); }
bool half_extents_as_sides(Trial& trial) { return right_if_scaled(trial, 0.5, 1); }
bool ignored_radius(Trial& trial) {
  const bool is_rounded =
      std::visit([](const auto& pair) { return radius_of(pair.A) > 0 || radius_of(pair.B) > 0; },
                 trial.bodies());
  return is_rounded && right_if_scaled(trial, 1, 0);
}

// What is no correction.

/// What is left may survive a reset: then only a new process is without it. None is started for a
/// metric that, asked right after itself, answers as it did after another question.
bool stale_state(Trial& trial) {
  if (trial.right_again()) return true;
  return !trial.repeats() && trial.right_when_first();
}

/// The pair as a whole is made larger by a power of two, which changes no digit of it. Beside it
/// an absolute length is nothing.
bool absolute_length(Trial& trial) {
  constexpr double kFactor = 1U << 30U;
  if (trial.right_again()) return false;
  TrialBodies large = trial.bodies();
  const bool made = std::visit(
      [&](auto& pair) {
        pair.X_WA.t *= kFactor;
        pair.X_WB.t *= kFactor;
        return scale(pair.A, kFactor, kFactor) && scale(pair.B, kFactor, kFactor);
      },
      large);
  return made && trial.right_on(large);
}

/// Whether all of these are floats, and not all of them of so few digits that any would be.
bool are_floats(std::initializer_list<double> numbers) {
  constexpr int kFewBits = 12;
  bool any_long = false;
  for (const double x : numbers) {
    if (static_cast<double>(static_cast<float>(x)) != x) return false;
    int exponent = 0;
    const double bits = std::ldexp(std::frexp(x, &exponent), kFewBits);
    any_long = any_long || bits != std::floor(bits);
  }
  return any_long;
}

/// Largest coordinate of a body in the world, of a curved one at most so much more [m].
double reach_of(const PolytopePtr& body, const Pose& X) {
  double reach = 0;
  for (const Vec3& v : body->vertices()) {
    reach = std::max(reach, (X.R * v + X.t).cwiseAbs().maxCoeff());
  }
  return reach + body->radius();
}

double reach_of(const ConvexBody& body, const Pose& X) {
  if (const auto* polytope = std::get_if<PolytopePtr>(&body.core())) return reach_of(*polytope, X);
  return X.t.cwiseAbs().maxCoeff() + body.bounding_radius() + body.radius();
}

/// Value or normal are floats, and right to a few roundings of the largest coordinate to float.
bool single_precision(Trial& trial) {
  constexpr double kFloatRounding = 1.0 / (1U << 24U);
  constexpr double kRoundings = 64;
  const Answer& answer = trial.answer();
  const bool floats =
      are_floats({answer.value}) ||
      (answer.normal && are_floats({answer.normal->x(), answer.normal->y(), answer.normal->z()}));
  if (!floats) return false;
  const double reach = std::visit(
      [](const auto& pair) {
        return std::max(reach_of(pair.A, pair.X_WA), reach_of(pair.B, pair.X_WB));
      },
      trial.bodies());
  return trial.right_within(kRoundings * kFloatRounding * reach);
}

constexpr std::string_view kWorldAxes = "normal and witness points are asked in world axes";

constexpr std::array kCauses = {
    Cause{"opposite-normal", "have exactly the opposite normal", "it must point from B to A",
          opposite_normal},
    Cause{"exchanged-witnesses", "have their witness points exchanged",
          "the first is on A, the second on B", exchanged_witnesses},
    Cause{"exchanged-bodies", "are those of A and B exchanged",
          "the normal points from B to A, the first witness point is on A", exchanged_bodies},
    Cause{"opposite-sign", "have the opposite sign", "phi is negative where bodies overlap",
          opposite_sign},
    Cause{"engine-convention", "have the opposite normal, and a depth that is positive",
          "the normal points from B to A, phi is negative where bodies overlap", engine_convention},
    Cause{"normal-length", "have a normal that is no unit vector", "its length must be 1",
          normal_of_other_length},
    Cause{"margin", "are off by the same length", "phi is that of the bodies as they are",
          constant_margin},
    Cause{"skin", "are those of bodies that are grown by the same length",
          "phi and witness points are those of the bodies as they are", skin},
    Cause{"value-factor", "are multiplied by the same number",
          "lengths are in the unit of the vertices, and phi is the whole distance",
          constant_factor},
    Cause{"squared-value", "are squares", "phi is a length", squared_value},
    Cause{"body-axes", "are in the frame of A", kWorldAxes, in_frame_of_A},
    Cause{"body-axes", "are in the frame of B", kWorldAxes, in_frame_of_B},
    Cause{"body-axes", "are in the frame of each body", kWorldAxes, in_own_frames},
    Cause{"transposed-rotation", "belong to transposed rotations",
          "p_W = R p + t, and R comes row by row", transposed_rotation},
    Cause{"degrees", "belong to angles that are 57.3 times as large",
          "degrees are taken for radians", degrees_as_radians},
    Cause{"degrees", "belong to angles that are 57.3 times as small",
          "radians are taken for degrees", radians_as_degrees},
    Cause{"half-sides", "belong to bodies that are twice as large",
          "full sides are taken for half extents", sides_as_half_extents},
    Cause{"half-sides", "belong to bodies that are half as large",
          "half extents are taken for full sides", half_extents_as_sides},
    Cause{"ignored-radius", "belong to bodies without their radius",
          "a body is all points within its radius of its core", ignored_radius},
    Cause{"stale-state", "are right when they are asked alone",
          "something is left of the question before: a warm start", stale_state, false},
    Cause{"absolute-length", "are right where the pair is 2^30 times as large",
          "a tolerance is an absolute length, and must be relative to the bodies", absolute_length,
          false},
    Cause{"single-precision", "are right to single precision",
          "compute in doubles, or claim single precision", single_precision, false}};

}  // namespace

std::span<const Cause> cause_table() { return kCauses; }

}  // namespace touchstone
