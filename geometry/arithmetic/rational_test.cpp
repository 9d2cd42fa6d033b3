// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/arithmetic/rational.hpp"

#include <gtest/gtest.h>
#include <mpfr.h>

#include <cmath>
#include <cstdlib>
#include <limits>

#include "geometry/random.hpp"

namespace touchstone {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kMin = std::numeric_limits<double>::denorm_min();

Rational power_of_two(int exponent) {
  const mpz_class power = mpz_class(1) << static_cast<mp_bitcnt_t>(std::abs(exponent));
  const Rational result = power;
  return exponent >= 0 ? result : 1 / result;
}

/// MPFR's way to a double with IEEE 754's exponent range and subnormals: an implementation that is
/// not ours.
double rounded_by_mpfr(const Rational& x, bool root) {
  const mpfr_exp_t low = mpfr_get_emin();
  const mpfr_exp_t high = mpfr_get_emax();
  mpfr_t y;
  mpfr_init2(y, 53);
  mpfr_set_emin(-1073);
  mpfr_set_emax(1024);
  int ternary = 0;
  if (root) {
    // Wide enough that the quotient is exact here: denominators are powers of two.
    mpfr_t wide;
    mpfr_init2(wide, 3000);
    mpfr_set_emin(-100000);
    mpfr_set_emax(100000);
    EXPECT_EQ(mpfr_set_q(wide, x.get_mpq_t(), MPFR_RNDN), 0);
    mpfr_set_emin(-1073);
    mpfr_set_emax(1024);
    ternary = mpfr_sqrt(y, wide, MPFR_RNDN);
    mpfr_clear(wide);
  } else {
    ternary = mpfr_set_q(y, x.get_mpq_t(), MPFR_RNDN);
  }
  mpfr_subnormalize(y, ternary, MPFR_RNDN);
  const double result = mpfr_get_d(y, MPFR_RNDN);
  mpfr_clear(y);
  mpfr_set_emin(low);
  mpfr_set_emax(high);
  return result;
}

Rational random_integer(Random& random, int bits) {
  mpz_class value = 1;
  for (int i = 0; i < bits; i += 32) {
    value = (value << 32) + static_cast<unsigned long>(random.bits() >> 32U);
  }
  if (random.below(2) == 0) value = -value;
  return value;
}

TEST(RoundToDouble, GivesDoublesBack) {
  for (const double x : {0.0, 1.0, -1.0, 0.1, -1e300, 1e-300, kMin, -kMin, 3 * kMin, 0x1p-1022,
                         0x1.fffffffffffffp-1023, std::numeric_limits<double>::max()}) {
    EXPECT_EQ(round_to_double(Rational(x)), x);
  }
}

TEST(RoundToDouble, BreaksTiesToEven) {
  EXPECT_EQ(round_to_double(1 + power_of_two(-53)), 1.0);
  EXPECT_EQ(round_to_double(1 + 3 * power_of_two(-53)), 1 + 0x1p-51);
  EXPECT_EQ(round_to_double(-1 - power_of_two(-53)), -1.0);
  EXPECT_EQ(round_to_double(1 + power_of_two(-53) + power_of_two(-400)), 1 + 0x1p-52);
  EXPECT_EQ(round_to_double(1 + power_of_two(-53) - power_of_two(-400)), 1.0);
}

TEST(RoundToDouble, RoundsSubnormalsOnce) {
  EXPECT_EQ(round_to_double(power_of_two(-1075)), 0.0);  // half of the least: to even
  EXPECT_EQ(round_to_double(power_of_two(-1075) + power_of_two(-3000)), kMin);
  EXPECT_EQ(round_to_double(3 * power_of_two(-1075)), 2 * kMin);
  EXPECT_EQ(round_to_double(power_of_two(-1076)), 0.0);
  EXPECT_EQ(round_to_double(-power_of_two(-5000)), 0.0);
  // Rounding first to 53 bits and then to a subnormal would give 2 here.
  EXPECT_EQ(round_to_double(3 * power_of_two(-1075) - power_of_two(-1150)), kMin);
  EXPECT_EQ(round_to_double(power_of_two(-1022) - power_of_two(-1076)), 0x1p-1022);
}

TEST(RoundToDouble, OverflowsAsIeee754Does) {
  const Rational limit = power_of_two(1024) - power_of_two(970);  // half an ulp above the largest
  EXPECT_EQ(round_to_double(limit), kInfinity);
  EXPECT_EQ(round_to_double(limit - 1), std::numeric_limits<double>::max());
  EXPECT_EQ(round_to_double(-limit), -kInfinity);
  EXPECT_EQ(round_to_double(power_of_two(100000)), kInfinity);
}

TEST(RoundToDouble, AgreesWithMpfr) {
  Random random(20);
  int subnormal = 0;
  for (int i = 0; i < 20000; ++i) {
    const int bits = 1 + static_cast<int>(random.below(200));
    const int exponent = static_cast<int>(random.below(2300)) - 1200;
    Rational x = random_integer(random, bits) / random_integer(random, 1 + bits / 2);
    x *= power_of_two(exponent);
    const double expected = rounded_by_mpfr(x, false);
    if (std::fpclassify(expected) == FP_SUBNORMAL) ++subnormal;
    ASSERT_EQ(round_to_double(x), expected) << "draw " << i << ": " << x;
  }
  EXPECT_GT(subnormal, 100);
}

TEST(RoundQuotient, NeedsNoLowestTerms) {
  EXPECT_EQ(round_quotient(6, 4), 1.5);
  EXPECT_EQ(round_quotient(-10, 30), -1.0 / 3);
  EXPECT_EQ(round_quotient(0, 7), 0.0);
}

TEST(RoundSqrtToDouble, IsExactOnSquares) {
  for (const double x : {0.0, 1.0, 3.0, 0.1, 1e-160, 1e200, kMin, 0x1.fffffffffffffp-1023,
                         std::numeric_limits<double>::max()}) {
    EXPECT_EQ(round_sqrt_to_double(Rational(x) * Rational(x)), x);
  }
}

TEST(RoundSqrtToDouble, SeesWhatLiesBelowTheLastBit) {
  const Rational tie = 1 + power_of_two(-53);
  EXPECT_EQ(round_sqrt_to_double(tie * tie), 1.0);
  EXPECT_EQ(round_sqrt_to_double(tie * tie + power_of_two(-900)), 1 + 0x1p-52);
  EXPECT_EQ(round_sqrt_to_double(tie * tie - power_of_two(-900)), 1.0);
  EXPECT_EQ(round_sqrt_to_double(power_of_two(-2150)), 0.0);
  EXPECT_EQ(round_sqrt_to_double(power_of_two(-2150) + power_of_two(-4000)), kMin);
  EXPECT_EQ(round_sqrt_to_double(Rational(2)), std::sqrt(2.0));
}

TEST(RoundSqrtToDouble, AgreesWithMpfr) {
  Random random(21);
  for (int i = 0; i < 20000; ++i) {
    const int bits = 1 + static_cast<int>(random.below(250));
    const int exponent = static_cast<int>(random.below(4400)) - 2300;
    const Rational x = abs(random_integer(random, bits)) * power_of_two(exponent);
    ASSERT_EQ(round_sqrt_to_double(x), rounded_by_mpfr(x, true)) << "draw " << i << ": " << x;
  }
}

TEST(FractionText, HasBothPartsInLowestTerms) {
  EXPECT_EQ(fraction_text(Rational(3) / 6), "1/2");
  EXPECT_EQ(fraction_text(Rational(-4)), "-4/1");
}

TEST(Dyadic, IsTheDoubleInLowestTerms) {
  Random random(22);
  for (const double x : {1.0, -0.75, 1e300, kMin, -6 * kMin, random.uniform()}) {
    const Dyadic dyadic = to_dyadic(x);
    EXPECT_EQ(std::ldexp(static_cast<double>(dyadic.integer), dyadic.exponent), x);
    EXPECT_EQ(dyadic.integer % 2 == 0, false);
  }
  EXPECT_EQ(to_dyadic(-0.0).integer, 0);
}

}  // namespace
}  // namespace touchstone
