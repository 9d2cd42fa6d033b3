// SPDX-License-Identifier: GPL-3.0-or-later
// Sums and products of doubles without rounding: integer times power of two.
#pragma once

#include <gmpxx.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

#include "geometry/rational.hpp"
#include "geometry/vector.hpp"

namespace touchstone {

/// mantissa * 2^exponent. No normal form: only + - * and signs are wanted of it.
struct BigDyadic {
  mpz_class mantissa = 0;
  long exponent = 0;

  BigDyadic() = default;
  BigDyadic(mpz_class m, long e) : mantissa(std::move(m)), exponent(e) {}
  explicit BigDyadic(double value) {
    int e = 0;
    mantissa = std::ldexp(std::frexp(value, &e), 53);  // 53 bits are an integer
    exponent = value == 0 ? 0 : e - 53;
  }

  int sign() const { return sgn(mantissa); }

  Rational to_rational() const {
    const Rational m(mantissa);
    if (exponent >= 0) return m << static_cast<mp_bitcnt_t>(exponent);
    return m >> static_cast<mp_bitcnt_t>(-exponent);
  }

  BigDyadic operator-() const { return {-mantissa, exponent}; }
  friend BigDyadic operator*(const BigDyadic& a, const BigDyadic& b) {
    return {a.mantissa * b.mantissa, a.exponent + b.exponent};
  }
  friend BigDyadic operator+(const BigDyadic& a, const BigDyadic& b) {
    if (a.mantissa == 0) return b;
    if (b.mantissa == 0) return a;
    if (a.exponent >= b.exponent) {
      return {(a.mantissa << static_cast<mp_bitcnt_t>(a.exponent - b.exponent)) + b.mantissa,
              b.exponent};
    }
    return b + a;
  }
  friend BigDyadic operator-(const BigDyadic& a, const BigDyadic& b) { return a + -b; }
  friend bool operator<(const BigDyadic& a, const BigDyadic& b) { return (a - b).sign() < 0; }
};

struct BigDyadicVec3 {
  BigDyadic x;
  BigDyadic y;
  BigDyadic z;

  BigDyadicVec3() = default;
  BigDyadicVec3(BigDyadic a, BigDyadic b, BigDyadic c)
      : x(std::move(a)), y(std::move(b)), z(std::move(c)) {}
  explicit BigDyadicVec3(const Vec3& v) : x(v.x()), y(v.y()), z(v.z()) {}

  BigDyadic dot(const BigDyadicVec3& o) const { return x * o.x + y * o.y + z * o.z; }
  BigDyadicVec3 cross(const BigDyadicVec3& o) const {
    return {y * o.z - z * o.y, z * o.x - x * o.z, x * o.y - y * o.x};
  }
  bool is_zero() const { return x.sign() == 0 && y.sign() == 0 && z.sign() == 0; }
  BigDyadicVec3 operator-() const { return {-x, -y, -z}; }
  friend BigDyadicVec3 operator+(const BigDyadicVec3& a, const BigDyadicVec3& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
  }
  friend BigDyadicVec3 operator-(const BigDyadicVec3& a, const BigDyadicVec3& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
  }
};

/// v times a power of two such that the largest entry is in [1/2, 1), each entry off by less than
/// 2^-52 of itself (2^-1000 where it underflows); 0 stays 0.
inline Vec3 rounded_direction(const BigDyadicVec3& v) {
  std::array<double, 3> part{};
  std::array<long, 3> exponent{};
  long largest = std::numeric_limits<long>::min();
  const std::array<const BigDyadic*, 3> entries{&v.x, &v.y, &v.z};
  for (std::size_t k = 0; k < 3; ++k) {
    if (entries[k]->sign() == 0) continue;
    part[k] = mpz_get_d_2exp(&exponent[k], entries[k]->mantissa.get_mpz_t());
    exponent[k] += entries[k]->exponent;
    largest = std::max(largest, exponent[k]);
  }
  Vec3 rounded = Vec3::Zero();
  for (std::size_t k = 0; k < 3; ++k) {
    if (part[k] == 0) continue;
    const long shift = std::max(exponent[k] - largest, -2000L);
    rounded[static_cast<Eigen::Index>(k)] = std::ldexp(part[k], static_cast<int>(shift));
  }
  return rounded;
}

}  // namespace touchstone
