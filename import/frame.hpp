// SPDX-License-Identifier: GPL-3.0-or-later
// Frames in frames, exactly: each file says how one frame stands in another, products are exact,
// and only the pose of a body in the world is rounded, once, to the nearest doubles.
#pragma once

#include <array>

#include "geometry/arithmetic/rational.hpp"
#include "geometry/pose.hpp"
#include "geometry/result.hpp"
#include "geometry/vector.hpp"

namespace touchstone {

/// X_PF: a point p of F is at R p + t in P. R row by row [1], t [m].
struct Frame {
  std::array<Rational, 9> R{1, 0, 0, 0, 1, 0, 0, 0, 1};
  std::array<Rational, 3> t{};
};

/// X_AC = X_AB X_BC.
Frame operator*(const Frame& X_AB, const Frame& X_BC);

/// X_FP, exactly. Rejects a singular R.
Frame inverse(const Frame& X_PF);

Frame translation(const Vec3& t);
/// Along an axis of any length but 0, which is rejected, by so many metres.
Frame slide_along(const Vec3& axis, double length);
Frame rotation(const Mat3& R);
/// The exact rotation of q/|q|, q = (w, x, y, z). Rejects 0.
Frame rotation(const std::array<double, 4>& q_wxyz);

/// An angle in radians or degrees. Degrees with at most six decimals are parts of a turn: their
/// sines are correctly rounded, those of right angles exact.
struct Angle {
  double value = 0;
  bool in_degrees = false;
};

/// About an axis of any length; about a coordinate axis the entries are the sine and the cosine.
/// Rejects the axis 0.
Frame rotation_about(const Vec3& axis, const Angle& angle);
/// Angles about the axes named by `sequence`: "xyz" turns about axes that turn with the body, "XYZ"
/// about fixed ones. Rejects other letters.
Frame euler_rotation(const std::array<Angle, 3>& angles, const std::string& sequence);
/// Roll, pitch and yaw about the fixed axes x, y and z: Rz Ry Rx.
Frame roll_pitch_yaw(const std::array<Angle, 3>& angles);
/// The shortest turn that takes the z axis to the direction of `axis`. Rejects 0.
Frame z_axis_to(const Vec3& axis);
/// Columns: x, then y made orthogonal to it, both of any length. Rejects parallel ones.
Frame axes_rotation(const Vec3& x, const Vec3& y);

/// The nearest doubles; rejects what make_pose does.
Result<Pose> rounded_pose(const Frame& X);

}  // namespace touchstone
