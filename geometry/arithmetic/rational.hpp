// SPDX-License-Identifier: GPL-3.0-or-later
// Exact rationals and their correctly rounded conversion to doubles.
#pragma once

#include <gmpxx.h>

#include <array>
#include <cstdint>
#include <string>

namespace touchstone {

using Rational = mpq_class;
using Integer = mpz_class;
using Integer3 = std::array<Integer, 3>;

/// "p/q" in full, with q where it is 1, too.
std::string fraction_text(const Rational& x);

/// The double nearest to `x` (ties to even; subnormals and overflow to infinity as IEEE 754 does).
double round_to_double(const Rational& x);

/// The double nearest to numerator / denominator, denominator > 0; the two may have common factors.
double round_quotient(const Integer& numerator, const Integer& denominator);

/// The double nearest to sqrt(x), x >= 0: rounded once.
double round_sqrt_to_double(const Rational& x);

/// A finite double as integer * 2^exponent; zero has the exponent 0.
struct Dyadic {
  std::int64_t integer = 0;
  int exponent = 0;
};
Dyadic to_dyadic(double x);

/// The integer x / 2^exponent, for an exponent not above that of to_dyadic(x).
void set_scaled(Integer& result, double x, int exponent);

}  // namespace touchstone
