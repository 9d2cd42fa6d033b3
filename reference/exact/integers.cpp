// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/exact/integers.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace touchstone {

int unit_of(double x) { return x == 0 ? kCoarsestUnit : to_dyadic(x).exponent; }

void IntegerPoints::make() const {
  if (!integers_.empty()) return;
  int unit = kCoarsestUnit;
  for (const Vec3& v : points_) {
    for (const double x : v) unit = std::min(unit, unit_of(x));
  }
  unit_ = unit == kCoarsestUnit ? 0 : unit;
  integers_.resize(points_.size());
  for (std::size_t v = 0; v < points_.size(); ++v) {
    for (int i = 0; i < 3; ++i) set_scaled(integers_[v][i], points_[v][i], unit_);
  }
}

void set_dot(Integer& out, const Integer3& a, const Integer3& b) {
  mpz_mul(out.get_mpz_t(), a[0].get_mpz_t(), b[0].get_mpz_t());
  mpz_addmul(out.get_mpz_t(), a[1].get_mpz_t(), b[1].get_mpz_t());
  mpz_addmul(out.get_mpz_t(), a[2].get_mpz_t(), b[2].get_mpz_t());
}

void set_cross(Integer3& out, const Integer3& a, const Integer3& b) {
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3;
    const int k = (i + 2) % 3;
    mpz_mul(out[i].get_mpz_t(), a[j].get_mpz_t(), b[k].get_mpz_t());
    mpz_submul(out[i].get_mpz_t(), a[k].get_mpz_t(), b[j].get_mpz_t());
  }
}

void set_difference(Integer3& out, const Integer3& a, const Integer3& b) {
  for (int i = 0; i < 3; ++i) {
    mpz_sub(out[i].get_mpz_t(), a[i].get_mpz_t(), b[i].get_mpz_t());
  }
}

void set_product(Integer3& out, const std::array<Integer3, 3>& rows, const Integer3& a) {
  for (int i = 0; i < 3; ++i) set_dot(out[i], rows[i], a);
}

void negate(Integer3& a) {
  for (Integer& entry : a) mpz_neg(entry.get_mpz_t(), entry.get_mpz_t());
}

bool is_zero(const Integer3& a) { return a[0] == 0 && a[1] == 0 && a[2] == 0; }

int dot_sign(const Integer3& a, const Integer3& b) {
  thread_local Integer dot;
  set_dot(dot, a, b);
  return sgn(dot);
}

void make_primitive(Integer3& a) {
  thread_local Integer divisor;
  mpz_gcd(divisor.get_mpz_t(), a[0].get_mpz_t(), a[1].get_mpz_t());
  mpz_gcd(divisor.get_mpz_t(), divisor.get_mpz_t(), a[2].get_mpz_t());
  if (divisor <= 1) return;
  for (Integer& entry : a) {
    mpz_divexact(entry.get_mpz_t(), entry.get_mpz_t(), divisor.get_mpz_t());
  }
}

ScaledVec3 to_scaled(const Integer3& a) {
  std::array<long, 3> exponent{};
  std::array<double, 3> mantissa{};
  long largest = std::numeric_limits<long>::min();
  for (int i = 0; i < 3; ++i) {
    mantissa[i] = mpz_get_d_2exp(&exponent[i], a[i].get_mpz_t());
    if (mantissa[i] != 0) largest = std::max(largest, exponent[i]);
  }
  ScaledVec3 out;
  if (largest == std::numeric_limits<long>::min()) return out;
  out.exponent = static_cast<int>(largest);
  for (int i = 0; i < 3; ++i) {
    // An entry that underflows is far below the rounding error of the largest.
    const long shift = mantissa[i] == 0 ? 0 : std::max(exponent[i] - largest, -2000L);
    out.v[i] = std::ldexp(mantissa[i], static_cast<int>(shift));
  }
  return out;
}

Vec3 to_unit(const Integer3& a) {
  const Vec3 v = to_scaled(a).v;
  return v / std::sqrt(v.dot(v));
}

double round_sqrt_quotient(const Integer& num, const Integer& den, long exponent) {
  assert(num >= 0 && den > 0);
  Rational square;  // need not be in lowest terms
  square.get_num() = num;
  square.get_den() = den;
  Integer& grown = exponent >= 0 ? square.get_num() : square.get_den();
  grown <<= static_cast<mp_bitcnt_t>(exponent >= 0 ? 2 * exponent : -2 * exponent);
  return round_sqrt_to_double(square);
}

Rational make_rational(const Integer& num, const Integer& den, long exponent) {
  Rational out(num, den);
  out.canonicalize();
  if (exponent >= 0) {
    mpq_mul_2exp(out.get_mpq_t(), out.get_mpq_t(), static_cast<mp_bitcnt_t>(exponent));
  } else {
    mpq_div_2exp(out.get_mpq_t(), out.get_mpq_t(), static_cast<mp_bitcnt_t>(-exponent));
  }
  return out;
}

}  // namespace touchstone
