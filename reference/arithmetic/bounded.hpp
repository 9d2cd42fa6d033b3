// SPDX-License-Identifier: GPL-3.0-or-later
// Real numbers as double words with a bound of the distance: |x - value| <= error. The bounds of
// the operations (double_word.hpp) are doubled here at least. The rounding of the bounds themselves
// is made good once, at the end, by kBoundSlack. For magnitudes of about 1: what underflow takes is
// covered by kBoundUnderflow.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "geometry/vector.hpp"
#include "reference/arithmetic/double_word.hpp"

namespace touchstone {

inline constexpr double kBoundSum = 0x1p-103;        ///< relative error of a sum [1]
inline constexpr double kBoundProduct = 0x1p-102;    ///< relative error of a product [1]
inline constexpr double kBoundRoot = 0x1p-98;        ///< relative error of a root or quotient [1]
inline constexpr double kBoundUnderflow = 0x1p-900;  ///< absolute error of a product by underflow
inline constexpr double kBoundSlack = 1 + 0x1p-20;   ///< covers the rounding of error bounds [1]

struct Bounded {
  DoubleWord value;
  double error = 0;

  Bounded() = default;
  explicit Bounded(double exact) : value{exact, 0} {}
  Bounded(DoubleWord v, double e) : value(v), error(e) {}

  double least() const { return value.high - error * kBoundSlack - 0x1p-52 * std::abs(value.high); }
  double most() const { return value.high + error * kBoundSlack + 0x1p-52 * std::abs(value.high); }
  /// The sign if it is certain, else 0.
  int sign() const {
    const double doubt = error * kBoundSlack;
    return static_cast<int>(value.high > doubt + 0x1p-52 * std::abs(value.high)) -
           static_cast<int>(value.high < -doubt - 0x1p-52 * std::abs(value.high));
  }
};

inline Bounded operator-(const Bounded& a) { return {-a.value, a.error}; }
inline Bounded operator+(const Bounded& a, const Bounded& b) {
  const DoubleWord sum = a.value + b.value;
  return {sum, a.error + b.error + kBoundSum * std::abs(sum.high)};
}
inline Bounded operator-(const Bounded& a, const Bounded& b) { return a + -b; }
inline Bounded operator*(const Bounded& a, const Bounded& b) {
  const DoubleWord product = a.value * b.value;
  return {product, std::abs(a.value.high) * b.error + std::abs(b.value.high) * a.error +
                       2 * (a.error * b.error) + kBoundProduct * std::abs(product.high) +
                       kBoundUnderflow};
}
/// A bounded number times an exact double.
inline Bounded operator*(double a, const Bounded& b) {
  const DoubleWord scaled = b.value * a;
  return {scaled, std::abs(a) * b.error + kBoundProduct * std::abs(scaled.high) + kBoundUnderflow};
}

/// a < b, whose low parts are at most half an ulp of the high ones. Where the high parts are equal
/// the low ones are all that tells numbers apart whose errors are far smaller.
inline bool less(DoubleWord a, DoubleWord b) {
  return a.high < b.high || (a.high == b.high && a.low < b.low);
}

/// The smaller of two numbers. Whichever it is, its error is at most the larger of the two
/// errors.
inline Bounded min(const Bounded& a, const Bounded& b) {
  return {less(b.value, a.value) ? b.value : a.value, std::max(a.error, b.error)};
}
/// The larger of two numbers. Whichever it is, its error is at most the larger of the two errors.
inline Bounded max(const Bounded& a, const Bounded& b) {
  return {less(a.value, b.value) ? b.value : a.value, std::max(a.error, b.error)};
}

using BoundedVec3 = std::array<Bounded, 3>;

inline BoundedVec3 operator+(const BoundedVec3& a, const BoundedVec3& b) {
  return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}
inline BoundedVec3 operator-(const BoundedVec3& a, const BoundedVec3& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
inline BoundedVec3 operator-(const BoundedVec3& a) { return {-a[0], -a[1], -a[2]}; }
inline BoundedVec3 operator*(const Bounded& s, const BoundedVec3& a) {
  return {s * a[0], s * a[1], s * a[2]};
}
inline Bounded dot(const BoundedVec3& a, const BoundedVec3& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
inline BoundedVec3 cross(const BoundedVec3& a, const BoundedVec3& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
inline BoundedVec3 operator*(const Mat3& M, const BoundedVec3& a) {
  BoundedVec3 out;
  for (int i = 0; i < 3; ++i) out[i] = M(i, 0) * a[0] + M(i, 1) * a[1] + M(i, 2) * a[2];
  return out;
}
/// a - b for points of doubles: exact.
inline BoundedVec3 bounded_difference(const Vec3& a, const Vec3& b) {
  return {Bounded(DoubleWord::sum(a[0], -b[0]), 0), Bounded(DoubleWord::sum(a[1], -b[1]), 0),
          Bounded(DoubleWord::sum(a[2], -b[2]), 0)};
}
inline BoundedVec3 bounded(const Vec3& a) { return {Bounded(a[0]), Bounded(a[1]), Bounded(a[2])}; }
inline Vec3 rounded(const BoundedVec3& a) {
  return {a[0].value.high, a[1].value.high, a[2].value.high};
}

/// a / b for b > 0; nothing where b is not known to a millionth.
inline std::optional<Bounded> bounded_quotient(const Bounded& a, const Bounded& b) {
  const double least = b.value.high - b.error * kBoundSlack;
  if (!(b.error < 1e-6 * b.value.high)) return std::nullopt;
  const DoubleWord q = a.value / b.value;
  return Bounded(q, (a.error + std::abs(q.high) * b.error) / least + kBoundRoot * std::abs(q.high));
}

/// The root of a > 0; nothing where a is not known to a millionth.
inline std::optional<Bounded> bounded_root(const Bounded& a) {
  if (!(a.error < 1e-6 * a.value.high)) return std::nullopt;
  const DoubleWord root = sqrt(a.value);
  return Bounded(root, a.error / root.high + kBoundRoot * root.high);
}

}  // namespace touchstone
