// SPDX-License-Identifier: GPL-3.0-or-later
// Products and sums of vectors of rationals.
#pragma once

#include "reference/truth.hpp"

namespace touchstone {

inline Rational dot(const ExactVec3& a, const ExactVec3& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

inline ExactVec3 cross(const ExactVec3& a, const ExactVec3& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

inline ExactVec3 operator+(const ExactVec3& a, const ExactVec3& b) {
  return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}
inline ExactVec3 operator-(const ExactVec3& a, const ExactVec3& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

/// a + s b
inline ExactVec3 add_scaled(const ExactVec3& a, const Rational& s, const ExactVec3& b) {
  return {a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]};
}

}  // namespace touchstone
