// SPDX-License-Identifier: GPL-3.0-or-later
// Bodies and directions in integers, for the last resort of the exact metrics: all
// doubles of a pair are multiples of one power of two. Internal to them.
#pragma once

#include <array>

#include "geometry/arithmetic/rational.hpp"
#include "geometry/pose.hpp"
#include "geometry/support/support_map.hpp"

namespace touchstone::exact {

using touchstone::Integer3;
using Integer33 = std::array<Integer3, 3>;  ///< by rows

inline Integer dot(const Integer3& a, const Integer3& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
inline Integer3 cross(const Integer3& a, const Integer3& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
inline Integer3 operator-(const Integer3& a, const Integer3& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
inline Integer3 operator-(const Integer3& v) { return {-v[0], -v[1], -v[2]}; }
inline Integer3 operator+(const Integer3& a, const Integer3& b) {
  return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}
inline Integer3 operator*(const Integer& factor, const Integer3& v) {
  return {factor * v[0], factor * v[1], factor * v[2]};
}
inline bool is_zero(const Integer3& v) { return v == Integer3{}; }

/// The least exponent of the entries' last bits, and of `so_far`.
int least_exponent(const Vec3& v, int so_far);
int least_exponent(const Mat3& R, int so_far);

/// v, or R, in units of 2^exponent, which divides every entry.
Integer3 scaled(const Vec3& v, int exponent);
Integer33 scaled(const Mat3& R, int exponent);

Integer3 rotate(const Integer33& R, const Integer3& v);
Integer3 rotate_inverse(const Integer33& R, const Integer3& v);

/// v as doubles, divided by a power of two so that the largest entry is about 1.
Vec3 rounded_direction(const Integer3& v);

/// x_A - x_B, world, as a direction whose largest entry is about 1; 0 only where the interior
/// points coincide exactly. For offsets that cancel down to what rounding leaves of them.
Vec3 direction_between(const Pose& X_WA, const Vec3& center_A, const Pose& X_WB,
                       const Vec3& center_B);
/// x_A - x_B itself, world [m], each entry correctly rounded.
Vec3 rounded_offset_between(const Pose& X_WA, const Vec3& center_A, const Pose& X_WB,
                            const Vec3& center_B);

/// A body as exact arithmetic takes it, of any dimension; what it refers to outlives it.
struct Body {
  const SupportMap& map;  ///< arms from the centre
  const Vec3& center;     ///< interior point, local [m]
  int least_exponent;     ///< vertices and centre are multiples of 2 to this
};

/// The least exponent of the last bits of the vertices and the centre, and of 0.
int least_exponent(const SupportMap& map, const Vec3& center);

/// One body: arms in units of 2^exponent, rotated by R in units of 2^R_exponent.
class Arms {
 public:
  /// `map` with its arms from `center` (local [m]) outlives this.
  Arms(const SupportMap& map, const Vec3& center, const Mat3& R, int arm_exponent, int R_exponent);

  const Integer33& R() const { return R_; }
  const Integer3& center() const { return center_; }
  Integer3 arm(int i) const;
  Integer3 arm_W(int i) const { return rotate(R_, arm(i)); }

  /// A vertex farthest along `sign` u, world: where the climb from the best that doubles find ends,
  /// no neighbour is farther.
  int farthest(const Integer3& u_W, int sign) const;

 private:
  const SupportMap& map_;
  Integer33 R_;
  Integer3 center_;
  int exponent_;
};

}  // namespace touchstone::exact
