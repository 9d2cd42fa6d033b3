// SPDX-License-Identifier: GPL-3.0-or-later
// Exact vectors as checks of the truth take them apart.
#pragma once

#include <algorithm>

#include "reference/truth.hpp"

namespace touchstone {

inline ExactVec3 exact(const Vec3& v) { return {Rational(v[0]), Rational(v[1]), Rational(v[2])}; }

inline Rational dot(const ExactVec3& a, const ExactVec3& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

inline ExactVec3 cross(const ExactVec3& a, const ExactVec3& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

/// Whether two vectors point the same way, whatever their (positive) lengths: u x v = 0, u.v > 0.
inline bool same_direction(const ExactVec3& u, const ExactVec3& v) {
  return cross(u, v) == ExactVec3() && dot(u, v) > 0;
}

inline ExactVec3 minus(const ExactVec3& a, const ExactVec3& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

/// Each entry correctly rounded.
inline Vec3 rounded_entries(const ExactVec3& v) {
  return {round_to_double(v[0]), round_to_double(v[1]), round_to_double(v[2])};
}

/// The vector of doubles in the direction of u whose largest entry is 1: rounding and squares stay
/// in range.
inline Vec3 rounded_direction(const ExactVec3& u) {
  Rational largest = 0;
  for (const Rational& entry : u) largest = std::max<Rational>(largest, abs(entry));
  return rounded_entries({u[0] / largest, u[1] / largest, u[2] / largest});
}

}  // namespace touchstone
