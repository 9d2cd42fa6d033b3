// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/arithmetic/fixed_integer.hpp"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "geometry/arithmetic/rational.hpp"
#include "geometry/index.hpp"
#include "geometry/random.hpp"
#include "metrics/arithmetic/fixed_rounding.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 20261207;

template <std::size_t kLimbs>
mpz_class as_mpz(const FixedInteger<kLimbs>& x) {
  const FixedInteger<kLimbs> size = x.negative() ? -x : x;
  mpz_class result;
  mpz_import(result.get_mpz_t(), kLimbs, -1, sizeof(std::uint64_t), 0, 0, size.limb.data());
  return x.negative() ? mpz_class(-result) : result;
}

/// A random integer of few bits or of many, with limbs of zeros or ones only among them.
template <std::size_t kLimbs>
FixedInteger<kLimbs> random_integer(Random& random) {
  FixedInteger<kLimbs> x;
  for (std::uint64_t& limb : x.limb) {
    const double kind = random.uniform(0, 1);
    limb = kind < 0.3 ? 0 : kind < 0.4 ? ~std::uint64_t{0} : random.bits();
  }
  if (random.uniform(0, 1) < 0.5) {
    FixedInteger<kLimbs> small;
    small.limb[0] = x.limb[0];
    x = small;
  }
  // Room for sums.
  x.limb[kLimbs - 1] >>= 4U;
  return random.uniform(0, 1) < 0.5 ? x : -x;
}

TEST(FixedInteger, CalculatesAsIntegersThatGrow) {
  Random random(kSeed, 1);
  for (int i = 0; i < 250000; ++i) {
    const auto a = random_integer<3>(random);
    const auto b = random_integer<3>(random);
    const auto c = random_integer<6>(random);
    ASSERT_EQ(as_mpz(a + b), as_mpz(a) + as_mpz(b));
    ASSERT_EQ(as_mpz(a - b), as_mpz(a) - as_mpz(b));
    ASSERT_EQ(as_mpz(-a), -as_mpz(a));
    ASSERT_EQ(as_mpz(a * b), as_mpz(a) * as_mpz(b));
    ASSERT_EQ(as_mpz(c * a), as_mpz(c) * as_mpz(a));
    ASSERT_EQ(a.sign(), sgn(as_mpz(a)));
    ASSERT_EQ((a - a).sign(), 0);
    const auto shift = static_cast<unsigned>(random.bits() % 128);
    ASSERT_EQ(as_mpz(shifted<5>(a, shift)), mpz_class(as_mpz(a) << shift));
    auto sum = random_integer<6>(random);
    const mpz_class before = as_mpz(sum);
    const auto low = static_cast<std::int64_t>(random.bits());
    const auto other = static_cast<std::int64_t>(random.bits());
    sum.add_shifted(SignedPair{low} * other, shift);
    ASSERT_EQ(as_mpz(sum), before + (mpz_class(long{low}) * long{other} << shift));
  }
}

TEST(FixedInteger, VectorsCalculateAsIntegersThatGrow) {
  Random random(kSeed, 3);
  for (int i = 0; i < 40000; ++i) {
    FixedVector<2> a = {random_integer<2>(random), random_integer<2>(random),
                        random_integer<2>(random)};
    FixedVector<3> b = {random_integer<3>(random), random_integer<3>(random),
                        random_integer<3>(random)};
    // Room for three products.
    for (auto& entry : b) entry.limb[2] = entry.negative() ? ~std::uint64_t{0} : 0;
    if (i % 16 == 0) a[at(i / 16 % 3)] = {};
    if (i % 64 == 0) a = {};
    const auto x = [&a](std::size_t k) { return as_mpz(a[k]); };
    const auto y = [&b](std::size_t k) { return as_mpz(b[k]); };
    const FixedVector<5> crossed = cross(a, b);
    const FixedVector<5> multiple = scaled(a[0], b);
    ASSERT_EQ(as_mpz(dot(a, b)), x(0) * y(0) + x(1) * y(1) + x(2) * y(2));
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t m = (k + 1) % 3;
      const std::size_t n = (k + 2) % 3;
      ASSERT_EQ(as_mpz(crossed[k]), x(m) * y(n) - x(n) * y(m));
      ASSERT_EQ(as_mpz(multiple[k]), x(0) * y(k));
      ASSERT_EQ(as_mpz((b + b)[k]), 2 * y(k));
      ASSERT_EQ(as_mpz((b - b)[k]), 0);
      ASSERT_EQ(as_mpz((-b)[k]), -y(k));
    }
    ASSERT_EQ(is_zero(a), x(0) == 0 && x(1) == 0 && x(2) == 0);
  }
}

Rational as_rational(const ScaledDoubleDouble& x) {
  const Rational value = Rational(x.value.high) + Rational(x.value.low);
  return x.exponent >= 0 ? Rational(value << static_cast<mp_bitcnt_t>(x.exponent))
                         : Rational(value >> static_cast<mp_bitcnt_t>(-x.exponent));
}

/// 2^-105 of itself, whatever its leading zeros.
TEST(FixedInteger, IsRoundedToADoubleDouble) {
  Random random(kSeed, 4);
  for (int i = 0; i < 300000; ++i) {
    FixedInteger<4> x = random_integer<4>(random);
    if (i % 2 == 0) {
      x = {};
      x.add_shifted(SignedPair{static_cast<std::int64_t>(random.bits())} *
                        static_cast<std::int64_t>(random.bits() >> random.below(64)),
                    static_cast<unsigned>(random.below(126)));
    }
    const ScaledDoubleDouble near = rounded(x);
    const Rational exact = as_mpz(x);
    ASSERT_LE(abs(as_rational(near) - exact) << 105, abs(exact)) << "draw " << i << ": " << exact;
    ASSERT_EQ(near.value.high + near.value.low, near.value.high);
    if (exact != 0) {
      ASSERT_GE(std::abs(near.value.high), 0x1p63);
      ASSERT_LE(std::abs(near.value.high), 0x1p64);
    }
  }
}

TEST(FixedInteger, ARoundedVectorKeepsTheRatiosOfItsEntries) {
  Random random(kSeed, 5);
  for (int i = 0; i < 100000; ++i) {
    FixedVector<4> v;
    for (auto& entry : v) {
      entry = {};
      if (random.below(8) == 0) continue;
      entry.add_shifted(static_cast<std::int64_t>(random.bits() | 1U),
                        static_cast<unsigned>(random.below(180)));
    }
    const RoundedVector<4> near(v);
    const double largest = near.direction().cwiseAbs().maxCoeff();
    if (is_zero(v)) {
      ASSERT_EQ(largest, 0);
      continue;
    }
    ASSERT_TRUE(largest >= 0.5 && largest <= 1) << "draw " << i;
    for (std::size_t k = 0; k < 3; ++k) {
      const Rational exact = as_mpz(v[k]);
      ASSERT_LE(abs(as_rational({near.precise[k], near.exponent}) - exact) << 105, abs(exact))
          << "draw " << i;
      ASSERT_EQ(near.direction()[static_cast<Eigen::Index>(k)], near.precise[k].high);
    }
  }
}

/// Integers as long as m |v| to a unit or less: 3 4 5, 2 3 6 7 and so on, turned to any axes.
TEST(FixedInteger, LengthsAreComparedExactly) {
  Random random(kSeed, 6);
  constexpr std::array<std::array<std::int64_t, 4>, 4> kLengths = {
      {{3, 4, 0, 5}, {2, 3, 6, 7}, {1, 4, 8, 9}, {1, 0, 0, 1}}};
  std::array<int, 3> seen{};
  for (int i = 0; i < 100000; ++i) {
    const auto& whole = kLengths[random.below(4)];
    const auto factor = static_cast<std::int64_t>(random.bits() >> 20U);
    const auto at = static_cast<unsigned>(random.below(60));
    const std::uint64_t m = random.bits() >> (10 + random.below(50)) | 1U;
    const int shift = static_cast<int>(random.below(60)) - 30;
    FixedVector<4> v;
    const std::uint64_t first = random.below(3);
    for (std::size_t k = 0; k < 3; ++k) {
      v[(k + first) % 3] = {};
      v[(k + first) % 3].add_shifted(
          SignedPair{whole[k]} * factor * (random.below(2) == 0 ? 1 : -1), 60 + at);
    }
    // m 2^shift |v|, or a unit beside it.
    const mpz_class length = mpz_class(whole[3]) * mpz_class(long{factor});
    FixedInteger<4> numerator{};
    numerator.add_shifted(SignedPair{static_cast<std::int64_t>(m)} * whole[3], 0);
    FixedInteger<1> other{};
    other.limb[0] = static_cast<std::uint64_t>(factor);
    const auto product = numerator * other;
    FixedInteger<4> exact;
    for (std::size_t k = 0; k < 4; ++k) exact.limb[k] = product.limb[k];
    exact = shifted<4>(exact, static_cast<unsigned>(60 + static_cast<int>(at) + shift));
    const auto off = static_cast<std::int64_t>(random.below(3)) - 1;
    exact.add_shifted(off, 0);
    const int expected = factor == 0 ? (off == 0 ? 0 : 1) : static_cast<int>(off);
    ASSERT_EQ(compare_length(exact, v, m, shift), expected) << "draw " << i << " length " << length;
    ++seen.at(static_cast<std::size_t>(expected + 1));
  }
  for (const int count : seen) EXPECT_GT(count, 10000);
}

/// Against roots of rationals; none of these is so near to a tie that 2^-100 shows.
TEST(FixedInteger, AUnitVectorIsRoundedOnceInEachEntry) {
  Random random(kSeed, 7);
  int unlike = 0;
  for (int i = 0; i < 100000; ++i) {
    FixedVector<3> v;
    for (auto& entry : v) {
      if (random.uniform(0, 1) < 0.9) entry = random_integer<3>(random);
    }
    if (is_zero(v)) continue;
    mpz_class squared = 0;
    for (const auto& entry : v) squared += as_mpz(entry) * as_mpz(entry);
    const Vec3 unit = RoundedVector<3>(v).unit();
    for (std::size_t k = 0; k < 3; ++k) {
      const mpz_class entry = as_mpz(v[k]);
      Rational square(entry * entry, squared);
      square.canonicalize();
      const double expected = sgn(entry) * round_sqrt_to_double(square);
      // Entries far below the largest may be below what one double-double keeps.
      if (std::abs(expected) < 0x1p-100) continue;
      ASSERT_EQ(unit[static_cast<Eigen::Index>(k)], expected) << "seed " << kSeed << " index " << i;
      unlike += std::abs(expected) < 1 ? 1 : 0;
    }
  }
  EXPECT_GT(unlike, 100000);
}

/// Against the quotients and roots of rationals, ties among them.
TEST(FixedInteger, AQuotientIsRoundedOnce) {
  int ties = 0;
  for (int i = 0; i < 200000; ++i) {
    Random random(kSeed, 2, static_cast<std::uint64_t>(i));
    const auto odd = [&random](unsigned bits) { return random.bits() >> (64 - bits) | 1U; };
    FixedVector<3> v;
    FixedInteger<5> numerator;
    numerator.add_shifted(SignedPair{static_cast<std::int64_t>(odd(54) | std::uint64_t{1} << 53U)},
                          static_cast<unsigned>(random.bits() % 100));
    // 2^k or 3, 4: whole lengths.
    v[0].add_shifted(3, static_cast<unsigned>(i % 90));
    if (i % 3 != 0) v[1].add_shifted(-4, static_cast<unsigned>(i % 90));
    if (i % 3 == 2) v[2].add_shifted(static_cast<std::int64_t>(odd(20)), 7);
    if (i % 3 == 0) {
      v[0] = FixedInteger<3>{};
      v[0].add_shifted(-1, static_cast<unsigned>(i % 90));
    }
    if (i % 2 == 1) numerator = -numerator;
    const mpz_class n = as_mpz(numerator);
    mpz_class squared = 0;
    for (const auto& entry : v) squared += as_mpz(entry) * as_mpz(entry);
    Rational square(n * n, squared);
    square.canonicalize();
    const double expected = sgn(n) * round_sqrt_to_double(square);
    const auto result = quotient(numerator, v, RoundedVector<3>(v), 0);
    ASSERT_TRUE(result);
    ASSERT_EQ(result->high, expected) << "seed " << kSeed << " index " << i;
    const Rational both = Rational(result->high) + Rational(result->low);
    ASSERT_LE(abs(both * both - square), square * Rational(0x1p-94)) << "index " << i;
    ties += i % 3 == 0 ? 1 : 0;
  }
  EXPECT_GT(ties, 1000);
}

}  // namespace
}  // namespace touchstone
