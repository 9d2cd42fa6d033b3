// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/arithmetic/exact_rounding.hpp"

#include "geometry/arithmetic/rational.hpp"

namespace touchstone::exact {

Vec3 rounded_unit(const Integer3& v) {
  const Integer squared = dot(v, v);
  Vec3 unit;
  for (std::size_t i = 0; i < 3; ++i) {
    // Common factors may stay: no more than the quotient is asked for.
    Rational part;
    part.get_num() = v[i] * v[i];
    part.get_den() = squared;
    const double size = round_sqrt_to_double(part);
    unit[static_cast<Eigen::Index>(i)] = sgn(v[i]) < 0 ? -size : size;
  }
  return unit;
}

Vec3 rounded_point(const Integer3& numerator, const Integer& denominator, int exponent) {
  const auto shift = static_cast<mp_bitcnt_t>(exponent < 0 ? -exponent : exponent);
  const Integer below = exponent < 0 ? Integer(denominator << shift) : denominator;
  Vec3 point;
  for (std::size_t i = 0; i < 3; ++i) {
    const Integer above = exponent < 0 ? numerator[i] : Integer(numerator[i] << shift);
    point[static_cast<Eigen::Index>(i)] = round_quotient(above, below);
  }
  return point;
}

}  // namespace touchstone::exact
