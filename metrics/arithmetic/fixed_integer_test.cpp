// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/arithmetic/fixed_integer.hpp"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include "geometry/random.hpp"
#include "geometry/rational.hpp"
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

/// Of few bits or of many, with limbs that are all zeros or all ones among them.
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
  for (int i = 0; i < 2000; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
    Random random(kSeed, 1, static_cast<std::uint64_t>(i));
    const auto a = random_integer<3>(random);
    const auto b = random_integer<3>(random);
    const auto c = random_integer<6>(random);
    EXPECT_EQ(as_mpz(a + b), as_mpz(a) + as_mpz(b));
    EXPECT_EQ(as_mpz(a - b), as_mpz(a) - as_mpz(b));
    EXPECT_EQ(as_mpz(-a), -as_mpz(a));
    EXPECT_EQ(as_mpz(a * b), as_mpz(a) * as_mpz(b));
    EXPECT_EQ(as_mpz(c * a), as_mpz(c) * as_mpz(a));
    EXPECT_EQ(a.sign(), sgn(as_mpz(a)));
    EXPECT_EQ((a - a).sign(), 0);
    const auto shift = static_cast<unsigned>(random.bits() % 128);
    EXPECT_EQ(as_mpz(shifted<5>(a, shift)), mpz_class(as_mpz(a) << shift));
    auto sum = random_integer<6>(random);
    const mpz_class before = as_mpz(sum);
    const auto low = static_cast<std::int64_t>(random.bits());
    const auto other = static_cast<std::int64_t>(random.bits());
    sum.add_shifted(SignedPair{low} * other, shift);
    EXPECT_EQ(as_mpz(sum), before + (mpz_class(long{low}) * long{other} << shift));
  }
}

/// Against the quotients and roots of rationals, ties among them.
TEST(FixedInteger, AQuotientIsRoundedOnce) {
  int ties = 0;
  for (int i = 0; i < 4000; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
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
    EXPECT_EQ(*result, expected);
    ties += i % 3 == 0 ? 1 : 0;
  }
  EXPECT_GT(ties, 1000);
}

}  // namespace
}  // namespace touchstone
