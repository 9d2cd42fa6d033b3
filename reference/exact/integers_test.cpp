// SPDX-License-Identifier: GPL-3.0-or-later
// The oracle's integers, the integers of claims and double word vectors against exact rationals.
#include "reference/exact/integers.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "reference/arithmetic/double_word3.hpp"
#include "reference/exact/integer_space.hpp"
#include "reference/oracle/nearest.hpp"
#include "reference/tests/word_samples.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 20261128;
constexpr int kOperands = 1000000;

Rational power_of_two(long exponent) {
  const Rational one = 1;
  return exponent >= 0 ? Rational(one << static_cast<mp_bitcnt_t>(exponent))
                       : Rational(one >> static_cast<mp_bitcnt_t>(-exponent));
}

/// A random integer: 0, of few bits, of several limbs, or a multiple of a large power of two.
Integer integer(Random& random) {
  if (random.below(8) == 0) return 0;
  Integer value = static_cast<unsigned long>(random.bits() >> random.below(64));
  for (std::uint64_t k = random.below(4); k > 0; --k) {
    value = (value << 64) + static_cast<unsigned long>(random.bits());
  }
  value <<= random.below(4) == 0 ? random.below(2500) : 0;
  return random.below(2) == 0 ? value : Integer(-value);
}

Integer3 integers(Random& random) { return {integer(random), integer(random), integer(random)}; }

Integer exact_dot(const Integer3& a, const Integer3& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// The cross product written out by entries, so that a wrong index in set_cross shows.
Integer3 exact_cross(const Integer3& a, const Integer3& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

TEST(Integers, DotsCrossesDifferencesAndProductsAreThoseOfGmp) {
  Random random(kSeed, 1);
  for (int i = 0; i < kOperands / 3; ++i) {
    const Integer3 a = integers(random);
    Integer3 b = integers(random);
    if (i % 4 == 0) b = exact_cross(a, b);
    Integer dot;
    set_dot(dot, a, b);
    ASSERT_EQ(dot, exact_dot(a, b));
    ASSERT_EQ(dot_sign(a, b), sgn(dot));
    Integer3 out;
    set_cross(out, a, b);
    ASSERT_EQ(out, exact_cross(a, b));
    set_difference(out, a, b);
    ASSERT_EQ(out, (Integer3{a[0] - b[0], a[1] - b[1], a[2] - b[2]}));
    if (i % 8 == 0) {
      const std::array<Integer3, 3> rows = {integers(random), integers(random), b};
      set_product(out, rows, a);
      ASSERT_EQ(out,
                (Integer3{exact_dot(rows[0], a), exact_dot(rows[1], a), exact_dot(rows[2], a)}));
    }
    Integer3 back = a;
    negate(back);
    ASSERT_EQ(back, (Integer3{-a[0], -a[1], -a[2]}));
    ASSERT_EQ(is_zero(a), a == Integer3{});
  }
  EXPECT_TRUE(is_zero(Integer3{}));
  for (int k = 0; k < 3; ++k) {
    Integer3 axis;
    axis[k] = -1;
    EXPECT_FALSE(is_zero(axis));
  }
}

TEST(Integers, APrimitiveVectorHasNoCommonDivisorAndTheSameSense) {
  Random random(kSeed, 2);
  for (int i = 0; i < kOperands / 10; ++i) {
    const Integer3 a = integers(random);
    const Integer factor = 1 + abs(integer(random));
    Integer3 p = {a[0] * factor, a[1] * factor, a[2] * factor};
    make_primitive(p);
    Integer divisor = gcd(gcd(p[0], p[1]), p[2]);
    ASSERT_TRUE(divisor == 1 || is_zero(a));
    ASSERT_TRUE(is_zero(exact_cross(a, p)));
    ASSERT_TRUE(exact_dot(a, p) > 0 || is_zero(a));
  }
}

TEST(Integers, ClearedOfDenominatorsAVectorKeepsItsDirection) {
  Random random(kSeed, 11);
  for (int i = 0; i < kOperands / 30; ++i) {
    ExactVec3 x;
    for (Rational& entry : x) {
      entry = Rational(integer(random), 1 + static_cast<unsigned long>(random.below(1000)));
      entry.canonicalize();
    }
    Integer3 u;
    clear_denominators(x, u);
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t m = (k + 1) % 3;
      ASSERT_EQ(x[k] * u[m], x[m] * u[k]) << "draw " << i;
      ASSERT_EQ(sgn(x[k]), sgn(u[k])) << "draw " << i;
    }
    ASSERT_TRUE(is_zero(u) || gcd(gcd(u[0], u[1]), u[2]) == 1) << "draw " << i;
  }
}

TEST(Integers, PointsAreMultiplesOfTheirGreatestCommonUnit) {
  WordSamples samples(Random(kSeed, 3), -1074, 1024);
  for (int i = 0; i < kOperands / 30; ++i) {
    std::vector<Vec3> points;
    for (int k = 0; k < 3; ++k) {
      points.push_back(i % 4 == 0 ? Vec3(0, 0, samples.number()) : samples.vector());
    }
    const IntegerPoints scaled(points);
    bool odd = false;
    bool zero = true;
    for (int v = 0; v < 3; ++v) {
      for (int k = 0; k < 3; ++k) {
        ASSERT_EQ(Rational(scaled[v][k]) * power_of_two(scaled.unit()), Rational(points[v][k]));
        odd = odd || mpz_odd_p(scaled[v][k].get_mpz_t()) != 0;
        zero = zero && points[v][k] == 0;
      }
    }
    ASSERT_TRUE(odd || zero);
    const double x = points[0][2];
    if (x != 0) {
      ASSERT_EQ(std::fmod(std::abs(x), std::ldexp(1.0, unit_of(x))), 0);
    } else {
      ASSERT_EQ(unit_of(x), kCoarsestUnit);
    }
  }
}

TEST(Integers, ScaledVectorsAreWithinTheirBound) {
  Random random(kSeed, 4);
  for (int i = 0; i < kOperands / 6; ++i) {
    const Integer3 a = integers(random);
    const ScaledVec3 scaled = to_scaled(a);
    if (is_zero(a)) {
      ASSERT_EQ(scaled.v, Vec3(0, 0, 0));
      continue;
    }
    const double largest = scaled.v.cwiseAbs().maxCoeff();
    ASSERT_TRUE(largest >= 0.5 && largest <= 1);
    const Integer size = std::max({Integer(abs(a[0])), Integer(abs(a[1])), Integer(abs(a[2]))});
    for (int k = 0; k < 3; ++k) {
      const Rational off = Rational(scaled.v[k]) * power_of_two(scaled.exponent) - Rational(a[k]);
      ASSERT_TRUE(within(off, 1, 52, Rational(size)));
    }
    const Vec3 unit = to_unit(a);
    const Integer square = exact_dot(a, a);
    for (int k = 0; k < 3; ++k) {
      const double exact =
          sgn(a[k]) * round_sqrt_to_double(Rational(a[k] * a[k]) / Rational(square));
      ASSERT_NEAR(unit[k], exact, kToUnitError / 2);
    }
  }
}

TEST(Integers, RootsAndQuotientsAreScaledByTheirPowerOfTwo) {
  Random random(kSeed, 5);
  for (int i = 0; i < kOperands / 10; ++i) {
    const Integer num = abs(integer(random));
    const Integer den = 1 + abs(integer(random));
    const long exponent = static_cast<long>(random.below(1200)) - 600;
    Rational exact(num, den);
    exact.canonicalize();
    ASSERT_EQ(make_rational(num, den, exponent), exact * power_of_two(exponent));
    ASSERT_EQ(make_rational(-num, den, exponent), -exact * power_of_two(exponent));
    const Rational scale = power_of_two(exponent);
    ASSERT_EQ(round_sqrt_quotient(num, den, exponent), round_sqrt_to_double(exact * scale * scale));
  }
}

Rational times_power(const Integer& x, long exponent) {
  return Rational(x) * power_of_two(exponent);
}

TEST(IntegerSpace, ADoubleIsSplitIntoAnOddIntegerAndAPowerOfTwo) {
  WordSamples samples(Random(kSeed, 6), -1074, 1024);
  for (int i = 0; i < kOperands / 4; ++i) {
    const double x = samples.number();
    const SplitDouble split_x = split(x);
    ASSERT_EQ(times_power(split_x.mantissa, split_x.exponent), Rational(x));
    ASSERT_TRUE(x == 0 || mpz_odd_p(split_x.mantissa.get_mpz_t()) != 0) << x;
  }
}

TEST(IntegerSpace, VectorsCalculateAsRationals) {
  WordSamples samples(Random(kSeed, 7), -300, 300);
  for (int i = 0; i < kOperands / 30; ++i) {
    const Vec3 u = samples.vector();
    const Vec3 v = i % 3 == 0 ? Vec3(-2 * u) : samples.vector();
    const auto [a, e] = split(u);
    const auto [b, f] = split(v);
    const std::array<Rational, 3> x = {u[0], u[1], u[2]};
    const std::array<Rational, 3> y = {v[0], v[1], v[2]};
    ASSERT_EQ(times_power(a.x, e), x[0]);
    ASSERT_EQ(times_power(a.y, e), x[1]);
    ASSERT_EQ(times_power(a.z, e), x[2]);
    ASSERT_EQ(times_power(a.dot(b), e + f), x[0] * y[0] + x[1] * y[1] + x[2] * y[2]);
    const IntegerVec3 crossed = a.cross(b);
    ASSERT_EQ(times_power(crossed.x, e + f), x[1] * y[2] - x[2] * y[1]);
    ASSERT_EQ(times_power(crossed.y, e + f), x[2] * y[0] - x[0] * y[2]);
    ASSERT_EQ(times_power(crossed.z, e + f), x[0] * y[1] - x[1] * y[0]);
    ASSERT_EQ(crossed.is_zero(), crossed == IntegerVec3());
    const IntegerVec3 sum = a + b * Integer(3);
    const IntegerVec3 difference = a - b;
    ASSERT_EQ(sum.x + difference.y, a.x + 3 * b.x + a.y - b.y);
    ASSERT_EQ(sum.y + difference.z, a.y + 3 * b.y + a.z - b.z);
    ASSERT_EQ(sum.z + difference.x, a.z + 3 * b.z + a.x - b.x);
    ASSERT_TRUE((a + -a).is_zero());
  }
}

TEST(IntegerSpace, ARoundedDirectionKeepsEachEntryToItsBound) {
  WordSamples samples(Random(kSeed, 8), -300, 300);
  for (int i = 0; i < kOperands / 10; ++i) {
    const IntegerVec3 a = split(samples.vector()).vector.cross(split(samples.vector()).vector);
    const Vec3 v = rounded_direction(a);
    if (a.is_zero()) {
      ASSERT_EQ(v, Vec3(0, 0, 0));
      continue;
    }
    const double largest = v.cwiseAbs().maxCoeff();
    ASSERT_TRUE(largest >= 0.5 && largest < 1);
    // One power of two takes a to v, entry by entry.
    const std::array<Rational, 3> exact = {a.x, a.y, a.z};
    int main = 0;
    v.cwiseAbs().maxCoeff(&main);
    long exponent = 0;
    Rational scaled = abs(exact[main]);
    const long guess = static_cast<long>(mpz_sizeinbase(scaled.get_num_mpz_t(), 2)) -
                       static_cast<long>(mpz_sizeinbase(scaled.get_den_mpz_t(), 2));
    exponent = guess;
    scaled = scaled * power_of_two(-exponent);
    while (scaled >= 1) {
      scaled /= 2;
      ++exponent;
    }
    while (scaled < Rational(1, 2)) {
      scaled *= 2;
      --exponent;
    }
    for (int k = 0; k < 3; ++k) {
      const Rational expected = exact[k] * power_of_two(-exponent);
      const Rational off = Rational(v[k]) - expected;
      ASSERT_TRUE(within(off, 1, 52, expected) || abs(off) <= power_of_two(-1000)) << i;
    }
  }
}

TEST(DoubleWord3, ProductsDotsAndCrossesAreRightToTheirTerms) {
  WordSamples samples(Random(kSeed, 9), -60, 60);
  for (int i = 0; i < kOperands / 5; ++i) {
    const DoubleWord s = samples.double_word();
    const double f = samples.number();
    const Rational product = exactly(s) * Rational(f);
    // Joldes, Muller & Popescu 2017, DWTimesFP3: 2 u^2.
    ASSERT_TRUE(within(exactly(s * f) - product, 2, 106, product)) << "draw " << i;
    ASSERT_EQ(exactly(absolute(s)), abs(exactly(s)));
    const double a = samples.number();
    const double b = samples.number();
    const double c = i % 2 == 0 ? samples.number() : samples.beside(a);
    const double d = i % 2 == 0 ? samples.number() : samples.beside(b);
    const Rational entry = Rational(a) * Rational(d) - Rational(b) * Rational(c);
    ASSERT_TRUE(within(exactly(cross_entry(a, b, c, d)) - entry, 3, 106, entry)) << "draw " << i;
  }
  for (int i = 0; i < kOperands / 10; ++i) {
    const Vec3 u = samples.vector();
    const Vec3 v = i % 2 == 0
                       ? samples.vector()
                       : Vec3(samples.beside(u[0]), samples.beside(u[1]), samples.beside(u[2]));
    const DoubleWord3 a = {samples.double_word(), samples.double_word(), samples.double_word()};
    const DoubleWord3 b = {samples.beside(a.x), samples.beside(a.y), samples.double_word()};
    const std::array<Rational, 3> x = {exactly(a.x), exactly(a.y), exactly(a.z)};
    const std::array<Rational, 3> y = {exactly(b.x), exactly(b.y), exactly(b.z)};
    const std::array<Rational, 3> p = {u[0], u[1], u[2]};
    const std::array<Rational, 3> q = {v[0], v[1], v[2]};
    const auto near = [](const DoubleWord& computed, const Rational& one, const Rational& two,
                         const Rational& three) {
      return within(exactly(computed) - (one + two + three), 16, 106,
                    abs(one) + abs(two) + abs(three));
    };
    ASSERT_TRUE(near(dot(a, b), x[0] * y[0], x[1] * y[1], x[2] * y[2])) << "draw " << i;
    ASSERT_TRUE(near(dot(a, v), x[0] * q[0], x[1] * q[1], x[2] * q[2])) << "draw " << i;
    const DoubleWord3 crossed = cross(u, v);
    ASSERT_TRUE(near(crossed.x, p[1] * q[2], -p[2] * q[1], 0)) << "draw " << i;
    ASSERT_TRUE(near(crossed.y, p[2] * q[0], -p[0] * q[2], 0)) << "draw " << i;
    ASSERT_TRUE(near(crossed.z, p[0] * q[1], -p[1] * q[0], 0)) << "draw " << i;
    const DoubleWord3 other = cross(a, v);
    ASSERT_TRUE(near(other.x, x[1] * q[2], -x[2] * q[1], 0)) << "draw " << i;
    ASSERT_TRUE(near(other.y, x[2] * q[0], -x[0] * q[2], 0)) << "draw " << i;
    ASSERT_TRUE(near(other.z, x[0] * q[1], -x[1] * q[0], 0)) << "draw " << i;
    ASSERT_EQ(a.rounded(), Vec3(a.x.high, a.y.high, a.z.high));
  }
}

/// Certain means: both ends of the interval, hence all of it, are nearest to that double.
TEST(DoubleWord3, ANumberIsRoundedOnlyWhereItsWholeIntervalRoundsAlike) {
  WordSamples samples(Random(kSeed, 10), -60, 60);
  int certain = 0;
  int uncertain = 0;
  for (int i = 0; i < kOperands / 2; ++i) {
    const DoubleWord number = samples.double_word();
    const double error = std::ldexp(std::abs(number.high) * samples.random().uniform(),
                                    -50 - static_cast<int>(samples.random().below(70)));
    const auto rounded = rounded_if_certain(number, error);
    const Rational low = exactly(number) - Rational(error);
    const Rational high = exactly(number) + Rational(error);
    const bool alike = round_to_double(low) == round_to_double(high);
    if (rounded) {
      ASSERT_TRUE(alike && round_to_double(low) == rounded->value) << "draw " << i;
      ++certain;
    } else {
      // Nothing only where an end comes close to the middle of two doubles.
      const Rational reach = Rational(error) + Rational(std::abs(number.high)) * power_of_two(-102);
      ASSERT_TRUE(round_to_double(exactly(number) - 2 * reach) !=
                  round_to_double(exactly(number) + 2 * reach))
          << "draw " << i;
      ++uncertain;
    }
  }
  EXPECT_GT(certain, kOperands / 10);
  EXPECT_GT(uncertain, kOperands / 20);
}

}  // namespace
}  // namespace touchstone
