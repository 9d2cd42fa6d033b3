// SPDX-License-Identifier: GPL-3.0-or-later
// 3-vectors of double-doubles, for exact metrics and generators of cases.
#pragma once

#include <array>

#include "geometry/arithmetic/double_double.hpp"
#include "geometry/vector.hpp"

namespace touchstone {

using Dd3 = std::array<DoubleDouble, 3>;

inline Dd3 operator+(const Dd3& a, const Dd3& b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }
inline Dd3 operator-(const Dd3& a, const Dd3& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
inline Dd3 operator-(const Dd3& a) { return {-a[0], -a[1], -a[2]}; }

inline DoubleDouble dot(const Dd3& a, const Dd3& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

inline Dd3 cross(const Dd3& a, const Dd3& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

inline DoubleDouble scaled(double factor, DoubleDouble a) {
  const DoubleDouble product = two_product(factor, a.high);
  return quick_two_sum(product.high, product.low + factor * a.low);
}

inline Dd3 scaled(DoubleDouble factor, const Dd3& a) {
  return {factor * a[0], factor * a[1], factor * a[2]};
}

inline Vec3 rounded(const Dd3& a) { return {a[0].high, a[1].high, a[2].high}; }

inline Dd3 exactly(const Vec3& a) {
  return {DoubleDouble{a.x(), 0}, DoubleDouble{a.y(), 0}, DoubleDouble{a.z(), 0}};
}

/// a - b, exactly.
inline Dd3 difference(const Vec3& a, const Vec3& b) {
  return {two_sum(a.x(), -b.x()), two_sum(a.y(), -b.y()), two_sum(a.z(), -b.z())};
}

/// R v.
inline Dd3 rotate(const Mat3& R, const Vec3& v) {
  const auto entry = [&](int i) {
    return two_product(R(i, 0), v.x()) + two_product(R(i, 1), v.y()) + two_product(R(i, 2), v.z());
  };
  return {entry(0), entry(1), entry(2)};
}
inline Dd3 rotate(const Mat3& R, const Dd3& a) {
  const auto entry = [&](int i) {
    return scaled(R(i, 0), a[0]) + scaled(R(i, 1), a[1]) + scaled(R(i, 2), a[2]);
  };
  return {entry(0), entry(1), entry(2)};
}

/// R' v.
inline Dd3 rotate_inverse(const Mat3& R, const Vec3& v) {
  const auto entry = [&](int i) {
    return two_product(R(0, i), v.x()) + two_product(R(1, i), v.y()) + two_product(R(2, i), v.z());
  };
  return {entry(0), entry(1), entry(2)};
}
inline Dd3 rotate_inverse(const Mat3& R, const Dd3& a) {
  const auto entry = [&](int i) {
    return scaled(R(0, i), a[0]) + scaled(R(1, i), a[1]) + scaled(R(2, i), a[2]);
  };
  return {entry(0), entry(1), entry(2)};
}

/// cof(R) n = det(R) R^-T n: the normal of the plane with normal n after R has mapped its points.
inline Dd3 rotate_normal(const Mat3& R, const Dd3& n) {
  const auto column = [&](int k) { return exactly(Vec3(R.col(k))); };
  return scaled(n[0], cross(column(1), column(2))) + scaled(n[1], cross(column(2), column(0))) +
         scaled(n[2], cross(column(0), column(1)));
}

}  // namespace touchstone
