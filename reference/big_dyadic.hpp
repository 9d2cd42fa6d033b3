// SPDX-License-Identifier: GPL-3.0-or-later
// Sums and products of doubles without rounding: integer times power of two.
#pragma once

#include <gmpxx.h>

#include <cmath>

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
  friend BigDyadicVec3 operator-(const BigDyadicVec3& a, const BigDyadicVec3& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
  }
};

}  // namespace touchstone
