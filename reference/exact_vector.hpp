// SPDX-License-Identifier: GPL-3.0-or-later
// Vectors of fractions: products, sums, points of a body in its pose, and vectors of doubles.
#pragma once

#include <algorithm>
#include <optional>

#include "reference/truth.hpp"

namespace touchstone {

inline ExactVec3 exact(const Vec3& v) { return {Rational(v[0]), Rational(v[1]), Rational(v[2])}; }

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

/// R v
inline ExactVec3 exact_product(const Mat3& R, const ExactVec3& v) {
  return {dot(exact(R.row(0)), v), dot(exact(R.row(1)), v), dot(exact(R.row(2)), v)};
}

/// R p + t, the place of a point p of a body's frame [m].
inline ExactVec3 exact_point(const Pose& X, const ExactVec3& p) {
  return exact(X.t) + exact_product(X.R, p);
}

/// sqrt(x), x >= 0, if it is a fraction.
inline std::optional<Rational> exact_root(const Rational& x) {
  if (mpz_perfect_square_p(x.get_num_mpz_t()) == 0) return std::nullopt;
  if (mpz_perfect_square_p(x.get_den_mpz_t()) == 0) return std::nullopt;
  return Rational(Integer(sqrt(x.get_num())), Integer(sqrt(x.get_den())));
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
