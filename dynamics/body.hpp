// SPDX-License-Identifier: GPL-3.0-or-later
// Rigid bodies and how they move.
#pragma once

#include <optional>
#include <string>

#include "dynamics/body_path.hpp"
#include "geometry/polytope.hpp"
#include "geometry/pose.hpp"

namespace touchstone {

/// A capsule along z about the origin, its axis of that half length without the round ends; a
/// sphere where that is 0. The radius is above 0 [m].
PolytopePtr make_capsule(double radius, double half_length = 0);
/// The half length of a body that make_capsule could have made, 0 of a sphere; nothing for others
/// [m].
std::optional<double> capsule_half_length(const Polytope& shape);

/// The origin of the local frame is the centre of mass.
struct Body {
  std::string name;
  PolytopePtr shape;
  bool fixed = false;
  double mass = 1;                     ///< [kg]
  Vec3 inertia = Vec3(0.4, 0.4, 0.4);  ///< principal moments, > 0 [kg m^2]
  Mat3 axes = Mat3::Identity();        ///< principal axes as columns, local; right-handed
  /// The inertia matrix about the local axes where these are not principal (set_inertia) [kg m^2].
  std::optional<Mat3> tensor;
  double density = 1;                 ///< mass of a planar scene's body by its area [kg/m^2]
  double enters = 0;                  ///< time at which it appears in its start state [s]
  Vec3 force_W = Vec3::Zero();        ///< constant load at the centre of mass [N]
  Vec3 torque_W = Vec3::Zero();       ///< constant load [N m]
  std::optional<BodyPath> path = {};  ///< motion of a fixed body

  /// Orientation of the principal axes of a body of orientation R_WB.
  Mat3 principal_axes(const Mat3& R_WB) const { return tensor ? Mat3(R_WB * axes) : R_WB; }
  /// Largest distance of a point of the shape from the local origin [m].
  double reach() const;
  bool loaded() const { return !force_W.isZero(0) || !torque_W.isZero(0); }
};

/// Sets the moments of inertia from the symmetric matrix about the local axes [kg m^2]: the local
/// axes stay principal where it is diagonal but for rounding.
void set_inertia(Body& body, const Mat3& inertia);

/// Pose and velocity of a body, in world axes.
struct BodyState {
  Vec3 p_W = Vec3::Zero();                                   ///< centre of mass [m]
  Eigen::Quaterniond q_WB = Eigen::Quaterniond::Identity();  ///< orientation, unit
  Vec3 v_W = Vec3::Zero();                                   ///< velocity of the centre [m/s]
  Vec3 w_W = Vec3::Zero();                                   ///< angular velocity [rad/s]

  Pose pose() const { return {q_WB.toRotationMatrix(), p_W}; }
};

/// Kinetic energy, 0 for a fixed body [J].
double kinetic_energy(const Body& body, const BodyState& state);
/// Angular momentum about the centre of mass [kg m^2/s].
Vec3 angular_momentum(const Body& body, const BodyState& state);
/// Potential energy in gravity and of the constant force on the body: 0 where the centre of mass is
/// at the world's origin, and for a fixed body [J]. A torque has no potential in space.
double potential_energy(const Body& body, const BodyState& state, const Vec3& gravity_W);

/// Moves by v h and turns by the exponential map of w h: exact for a constant spin.
void advance(BodyState& state, double h);

}  // namespace touchstone
