// SPDX-License-Identifier: GPL-3.0-or-later
// Rounding of rationals by its definition: no neighbour is nearer, a tie goes to the even one. A
// million numbers each, half of them ties or next to one.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "geometry/arithmetic/rational.hpp"
#include "geometry/tests/number_samples.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 20261123;
constexpr int kDraws = 1000000;
constexpr double kMax = std::numeric_limits<double>::max();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

bool is_even(double x) { return (std::bit_cast<std::uint64_t>(x) & 1U) == 0; }

/// Where a double leaves off and the next one begins, y >= 0; above the largest where infinity
/// does.
Rational middle_above(double y) {
  const double next = std::nextafter(y, kInfinity);
  if (next == kInfinity)
    return Rational(kMax) + (Rational(kMax) - Rational(std::nextafter(kMax, 0))) / 2;
  return (Rational(y) + Rational(next)) / 2;
}

/// Whether y is what x >= 0 has to be rounded to; `compare(m)` is the sign of x - m, m >= 0.
template <class Compare>
bool is_nearest(double y, const Compare& compare) {
  if (y != kInfinity) {
    const int above = compare(middle_above(y));
    if (above > 0 || (above == 0 && !is_even(y))) return false;
  }
  if (y == 0) return true;
  const double below = std::nextafter(y, 0);
  const int under = compare(middle_above(below));
  return under > 0 || (under == 0 && (is_even(y) || y == kInfinity));
}

/// A double, the middle of two, or what lies next to that by less than any double tells.
Rational number_near_a_tie(NumberSamples& samples) {
  const double y = std::abs(samples.number());
  Random& random = samples.random();
  Rational x = random.below(4) == 0 ? Rational(y) : middle_above(y);
  const std::uint64_t kind = random.below(4);
  if (kind < 2) return x;
  // From a quarter of the last place down to what only the remainder of a division shows.
  Rational off = std::max(y, std::numeric_limits<double>::min());
  off >>= 54 + static_cast<mp_bitcnt_t>(random.below(200));
  if (random.below(2) == 0) off /= 3;
  if (kind == 2) return x + off;
  return x > off ? Rational(x - off) : x;
}

Rational power_of_two(int exponent) {
  const Rational one = 1;
  return exponent >= 0 ? Rational(one << static_cast<mp_bitcnt_t>(exponent))
                       : Rational(one >> static_cast<mp_bitcnt_t>(-exponent));
}

/// Numerator and denominator of few limbs or of many, magnitudes beyond both ends of the range.
Rational any_number(Random& random) {
  const auto integer = [&random] {
    mpz_class value = static_cast<unsigned long>(random.bits() >> random.below(64));
    for (std::uint64_t k = random.below(4); k > 0; --k) {
      value = (value << 64) + static_cast<unsigned long>(random.bits());
    }
    return mpz_class(value + 1);
  };
  Rational x(integer(), integer());
  x.canonicalize();
  return x * power_of_two(static_cast<int>(random.below(2240)) - 1140);
}

TEST(Rounding, OfARationalIsToTheNearestDoubleAndOfTiesToTheEvenOne) {
  NumberSamples samples(Random(kSeed, 1), -1074, 1024);
  int ties = 0;
  int subnormal = 0;
  int infinite = 0;
  for (int i = 0; i < kDraws; ++i) {
    Rational x = i % 2 == 0 ? number_near_a_tie(samples) : any_number(samples.random());
    const double y = round_to_double(x);
    int equal = 0;
    const auto compare = [&](const Rational& m) {
      const int sign = cmp(x, m);
      equal += static_cast<int>(sign == 0);
      return sign;
    };
    ASSERT_TRUE(y >= 0 && is_nearest(y, compare)) << "draw " << i << ": " << x << " became " << y;
    ties += equal;
    subnormal += static_cast<int>(std::fpclassify(y) == FP_SUBNORMAL);
    infinite += static_cast<int>(y == kInfinity);
    if (i % 8 == 0) {
      ASSERT_EQ(round_to_double(-x), -y) << "draw " << i << ": " << x;
    }
    if (i % 8 == 1) {
      const mpz_class common = 12;
      ASSERT_EQ(round_quotient(x.get_num() * common, x.get_den() * common), y) << "draw " << i;
    }
  }
  EXPECT_GT(ties, kDraws / 20);
  EXPECT_GT(subnormal, kDraws / 100);
  EXPECT_GT(infinite, kDraws / 1000);
}

TEST(Rounding, OfARootIsToTheNearestDoubleAndOfTiesToTheEvenOne) {
  NumberSamples samples(Random(kSeed, 2), -1074, 1024);
  int ties = 0;
  int subnormal = 0;
  int infinite = 0;
  for (int i = 0; i < kDraws; ++i) {
    Rational x;
    if (i % 2 == 0) {
      const Rational root = number_near_a_tie(samples);
      x = root * root;
      // Next to the square of a tie.
      if (samples.random().below(4) == 0)
        x += x * power_of_two(-100 - static_cast<int>(samples.random().below(100)));
    } else {
      x = any_number(samples.random());
      if (samples.random().below(2) == 0) x *= x;
    }
    const double y = round_sqrt_to_double(x);
    int equal = 0;
    const auto compare = [&](const Rational& m) {
      const int sign = cmp(x, Rational(m * m));
      equal += static_cast<int>(sign == 0);
      return sign;
    };
    ASSERT_TRUE(y >= 0 && is_nearest(y, compare)) << "draw " << i << ": " << x << " became " << y;
    ties += equal;
    subnormal += static_cast<int>(std::fpclassify(y) == FP_SUBNORMAL);
    infinite += static_cast<int>(y == kInfinity);
  }
  EXPECT_GT(ties, kDraws / 20);
  EXPECT_GT(subnormal, kDraws / 100);
  EXPECT_GT(infinite, kDraws / 1000);
}

TEST(Rounding, ADoubleIsAnOddIntegerTimesAPowerOfTwo) {
  NumberSamples samples(Random(kSeed, 3), -1074, 1024);
  mpz_class integer;
  for (int i = 0; i < kDraws; ++i) {
    const double x = samples.number();
    const Dyadic dyadic = to_dyadic(x);
    ASSERT_EQ(Rational(static_cast<long>(dyadic.integer)) * power_of_two(dyadic.exponent),
              Rational(x));
    ASSERT_TRUE(x == 0 ? dyadic.exponent == 0 : dyadic.integer % 2 != 0) << x;
    const int finer = dyadic.exponent - static_cast<int>(samples.random().below(80));
    set_scaled(integer, x, finer);
    ASSERT_EQ(Rational(integer) * power_of_two(finer), Rational(x));
  }
}

}  // namespace
}  // namespace touchstone
