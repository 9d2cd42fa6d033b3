// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/arithmetic/rational.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>

namespace touchstone {
namespace {

static_assert(sizeof(unsigned long) == sizeof(std::uint64_t));

constexpr int kMantissaBits = 53;
constexpr int kMinExponent = -1074;  // exponent of the last place of a subnormal

long bit_length(const Integer& x) { return static_cast<long>(mpz_sizeinbase(x.get_mpz_t(), 2)); }

/// Rounds (q + f) 2^-scale to nearest even, where 0 <= f < 1 and f > 0 exactly if `sticky`. q has
/// 55 to 63 bits, so that at least two of them are below the last place kept and f never decides a
/// tie alone.
double round_scaled(std::uint64_t q, bool sticky, long scale) {
  const auto bits = static_cast<long>(std::bit_width(q));
  assert(bits >= kMantissaBits + 2 && bits <= 62);
  const long last_place = std::max<long>(bits - kMantissaBits - scale, kMinExponent);
  const long drop = last_place + scale;
  if (drop > bits + 1) return 0;  // below half of the least subnormal
  const std::uint64_t half = std::uint64_t{1} << (drop - 1);
  const std::uint64_t rest = q & (2 * half - 1);
  std::uint64_t kept = q >> drop;
  if (rest > half || (rest == half && (sticky || kept % 2 == 1))) ++kept;
  // Exact: kept <= 2^53, and last_place is the last place of the result. Far beyond the range ldexp
  // gives infinity.
  return std::ldexp(static_cast<double>(kept), static_cast<int>(std::min<long>(last_place, 4096)));
}

/// Multiplies the quotient n / d by 2^shift: shifts n, or for a negative shift d, to the left.
void shift_quotient(Integer& n, Integer& d, long shift) {
  if (shift >= 0) {
    n <<= static_cast<mp_bitcnt_t>(shift);
  } else {
    d <<= static_cast<mp_bitcnt_t>(-shift);
  }
}

}  // namespace

double round_quotient(const Integer& numerator, const Integer& denominator) {
  assert(sgn(denominator) > 0);
  const int sign = sgn(numerator);
  if (sign == 0) return 0;
  Integer n = abs(numerator);
  Integer d = denominator;
  // n/d lies in (2^(e-1), 2^(e+1)), so q below has 56 or 57 bits.
  const long e = bit_length(n) - bit_length(d);
  const long scale = 56 - e;
  shift_quotient(n, d, scale);
  Integer q;
  Integer rest;
  mpz_tdiv_qr(q.get_mpz_t(), rest.get_mpz_t(), n.get_mpz_t(), d.get_mpz_t());
  const double magnitude = round_scaled(q.get_ui(), sgn(rest) != 0, scale);
  return sign < 0 ? -magnitude : magnitude;
}

std::string fraction_text(const Rational& x) {
  return x.get_num().get_str() + "/" + x.get_den().get_str();
}

double round_to_double(const Rational& x) { return round_quotient(x.get_num(), x.get_den()); }

double round_sqrt_to_double(const Rational& x) {
  assert(sgn(x) >= 0);
  if (sgn(x) == 0) return 0;
  Integer n = x.get_num();
  Integer d = x.get_den();
  // x 4^scale lies in (2^111, 2^114), so its root has 56 or 57 bits. floor(sqrt(floor(y))) =
  // floor(sqrt(y)).
  const long e = bit_length(n) - bit_length(d);
  const long missing = 112 - e;
  const long scale = missing >= 0 ? (missing + 1) / 2 : missing / 2;
  shift_quotient(n, d, 2 * scale);
  Integer quotient;
  Integer rest;
  mpz_tdiv_qr(quotient.get_mpz_t(), rest.get_mpz_t(), n.get_mpz_t(), d.get_mpz_t());
  Integer root;
  Integer root_rest;
  mpz_sqrtrem(root.get_mpz_t(), root_rest.get_mpz_t(), quotient.get_mpz_t());
  return round_scaled(root.get_ui(), sgn(rest) != 0 || sgn(root_rest) != 0, scale);
}

Dyadic to_dyadic(double x) {
  assert(std::isfinite(x));
  if (x == 0) return {};
  const auto bits = std::bit_cast<std::uint64_t>(x);
  const auto field = static_cast<int>(bits >> 52U & 0x7ffU);
  auto integer = static_cast<std::int64_t>(bits & 0xfffffffffffffU);
  if (field != 0) integer |= std::int64_t{1} << 52;
  const int zeros = std::countr_zero(static_cast<std::uint64_t>(integer));
  integer >>= zeros;
  const int exponent = std::max(field, 1) - 1075 + zeros;
  return {x < 0 ? -integer : integer, exponent};
}

void set_scaled(Integer& result, double x, int exponent) {
  const Dyadic dyadic = to_dyadic(x);
  result = static_cast<long>(dyadic.integer);
  if (dyadic.integer == 0) return;
  assert(dyadic.exponent >= exponent);
  result <<= static_cast<mp_bitcnt_t>(dyadic.exponent - exponent);
}

}  // namespace touchstone
