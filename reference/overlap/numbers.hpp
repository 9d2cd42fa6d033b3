// SPDX-License-Identifier: GPL-3.0-or-later
// What the clipping asks of its numbers, where rationals and double words with error bounds differ.
#pragma once

#include <optional>

#include "geometry/arithmetic/rational.hpp"
#include "reference/arithmetic/bounded.hpp"
#include "reference/exact_vector.hpp"

namespace touchstone {

inline double error_of(const Rational& /*x*/) { return 0; }
inline double error_of(const Bounded& x) { return x.error; }

/// The sign; nothing where it is in doubt.
inline std::optional<int> certain_sign(const Rational& x) { return sgn(x); }
inline std::optional<int> certain_sign(const Integer& x) { return sgn(x); }
inline std::optional<int> certain_sign(const Bounded& x) {
  const int sign = x.sign();
  return sign == 0 ? std::nullopt : std::optional(sign);
}

/// a / b for b > 0; nothing where it is not known well enough.
inline std::optional<Rational> quotient(const Rational& a, const Rational& b) { return a / b; }
inline std::optional<Bounded> quotient(const Bounded& a, const Bounded& b) {
  return bounded_quotient(a, b);
}

inline Integer difference(const Integer& x, const Integer& y) { return x - y; }
inline Bounded difference(double x, double y) { return {DoubleWord::sum(x, -y), 0}; }

/// Each entry within 2^-52 of its size.
inline Vec3 rounded(const ExactVec3& a) { return {a[0].get_d(), a[1].get_d(), a[2].get_d()}; }

inline ExactVec3 operator*(const Rational& s, const ExactVec3& a) {
  return {s * a[0], s * a[1], s * a[2]};
}

}  // namespace touchstone
