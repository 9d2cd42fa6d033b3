// SPDX-License-Identifier: GPL-3.0-or-later
// Vectors of double words, and when one of their numbers is as good as exact.
#pragma once

#include <cmath>
#include <optional>

#include "geometry/vector.hpp"
#include "reference/arithmetic/double_word.hpp"
#include "reference/truth.hpp"

namespace touchstone {

struct DoubleWord3 {
  DoubleWord x, y, z;

  Vec3 rounded() const { return {x.high, y.high, z.high}; }
};

inline DoubleWord dot(const DoubleWord3& a, const Vec3& b) {
  return a.x * b.x() + a.y * b.y() + a.z * b.z();
}

inline DoubleWord dot(const DoubleWord3& a, const DoubleWord3& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

/// a d - b c
inline DoubleWord cross_entry(double a, double b, double c, double d) {
  return DoubleWord::product(a, d) - DoubleWord::product(b, c);
}

inline DoubleWord3 cross(const Vec3& a, const Vec3& b) {
  return {cross_entry(a.y(), a.z(), b.y(), b.z()), cross_entry(a.z(), a.x(), b.z(), b.x()),
          cross_entry(a.x(), a.y(), b.x(), b.y())};
}

inline DoubleWord3 cross(const DoubleWord3& a, const Vec3& b) {
  return {a.y * b.z() - a.z * b.y(), a.z * b.x() - a.x * b.z(), a.x * b.y() - a.y * b.x()};
}

inline DoubleWord absolute(DoubleWord a) { return a.high < 0 ? -a : a; }

/// x is within `error` of `number`. Nothing unless every number that near rounds to the same
/// double.
inline std::optional<RoundedReal> rounded_if_certain(DoubleWord number, double error) {
  const double value = number.high;
  const double doubt = error * (1 + 0x1p-20) + 0x1p-104 * std::abs(value);
  if (value + (number.low - doubt) != value || value + (number.low + doubt) != value) {
    return std::nullopt;
  }
  return RoundedReal{value, number.low, doubt};
}

}  // namespace touchstone
