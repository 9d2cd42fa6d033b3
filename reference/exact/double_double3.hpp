// SPDX-License-Identifier: GPL-3.0-or-later
// Vectors of double-doubles, and when one of their numbers is as good as exact.
#pragma once

#include <cmath>
#include <optional>

#include "geometry/double_double.hpp"
#include "geometry/vector.hpp"
#include "reference/oracle/truth_on_demand.hpp"

namespace touchstone {

struct DoubleDouble3 {
  DoubleDouble x, y, z;

  Vec3 rounded() const { return {x.high, y.high, z.high}; }
};

inline DoubleDouble times(DoubleDouble a, double b) {
  const DoubleDouble product = two_product(a.high, b);
  return quick_two_sum(product.high, product.low + a.low * b);
}

inline DoubleDouble dot(const DoubleDouble3& a, const Vec3& b) {
  return times(a.x, b.x()) + times(a.y, b.y()) + times(a.z, b.z());
}

inline DoubleDouble dot(const DoubleDouble3& a, const DoubleDouble3& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

/// a d - b c
inline DoubleDouble cross_entry(double a, double b, double c, double d) {
  return two_product(a, d) - two_product(b, c);
}

inline DoubleDouble3 cross(const Vec3& a, const Vec3& b) {
  return {cross_entry(a.y(), a.z(), b.y(), b.z()), cross_entry(a.z(), a.x(), b.z(), b.x()),
          cross_entry(a.x(), a.y(), b.x(), b.y())};
}

inline DoubleDouble3 cross(const DoubleDouble3& a, const Vec3& b) {
  return {times(a.y, b.z()) - times(a.z, b.y()), times(a.z, b.x()) - times(a.x, b.z()),
          times(a.x, b.y()) - times(a.y, b.x())};
}

inline DoubleDouble absolute(DoubleDouble a) { return a.high < 0 ? -a : a; }

/// x is within `error` of `number`. Nothing unless every number that near rounds to the same
/// double.
inline std::optional<RoundedReal> rounded_if_certain(DoubleDouble number, double error) {
  const double value = number.high;
  const double doubt = error * (1 + 0x1p-20) + 0x1p-104 * std::abs(value);
  if (value + (number.low - doubt) != value || value + (number.low + doubt) != value) {
    return std::nullopt;
  }
  return RoundedReal{value, number.low, doubt};
}

}  // namespace touchstone
