// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/arithmetic/fixed_rotation.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "geometry/arithmetic/rational.hpp"
#include "geometry/index.hpp"
#include "geometry/random.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 20261123;

/// In units of 1.
template <std::size_t kLimbs>
Rational value_of(const FixedInteger<kLimbs>& x) {
  const FixedInteger<kLimbs> size = x.negative() ? -x : x;
  Integer sum;
  for (std::size_t i = kLimbs; i-- > 0;) sum = (sum << 64) + Integer(size.limb[i]);
  return x.negative() ? Rational(-sum) : Rational(sum);
}

Rational in_units(const Rational& x, int unit) {
  Rational result;
  if (unit < 0) {
    mpq_mul_2exp(result.get_mpq_t(), x.get_mpq_t(), static_cast<mp_bitcnt_t>(-unit));
  } else {
    mpq_div_2exp(result.get_mpq_t(), x.get_mpq_t(), static_cast<mp_bitcnt_t>(unit));
  }
  return result;
}

TEST(FixedRotation, AWholeDoubleIsTheDouble) {
  for (const double x : {1.0, -1.0, 0.1, -0x1.fffffffffffffp1023, 0x1p-1074, -0x1.8p-1060,
                         std::numeric_limits<double>::min()}) {
    const WholeDouble w(x);
    EXPECT_EQ(in_units(Rational(x), w.exponent), Rational(static_cast<long>(w.integer)));
    const WholeDouble odd = w.odd();
    EXPECT_EQ(in_units(Rational(x), odd.exponent), Rational(static_cast<long>(odd.integer)));
    EXPECT_NE(odd.integer % 2, 0);
  }
  for (const double zero : {0.0, -0.0}) {
    EXPECT_EQ(WholeDouble(zero).integer, 0);
    EXPECT_EQ(WholeDouble(zero).odd().integer, 0);
  }
}

/// R v + t for entries whose exponents differ by up to `spread`.
template <std::size_t kLimbs>
void expect_exact_sums(int spread, std::uint64_t stream) {
  Random random(kSeed, stream, 0);
  for (int k = 0; k < 200; ++k) {
    const auto number = [&] {
      const double x = random.uniform(0.5, 1) * (random.below(2) == 0 ? 1 : -1);
      return std::ldexp(x, -static_cast<int>(random.below(static_cast<std::uint64_t>(spread))));
    };
    Mat3 R;
    for (int i = 0; i < 9; ++i) R(i / 3, i % 3) = random.below(8) == 0 ? 0 : number();
    const Vec3 v(number(), number(), number());
    const Vec3 t(number(), random.below(2) == 0 ? 0 : number(), number());
    ExponentRange of_v;
    of_v.add(whole(v));
    ExponentRange of_t;
    of_t.add(whole(t));
    const WholeRotation whole_R(R);
    const int unit = std::min(whole_R.range.least + of_v.least, of_t.least);
    FixedVector<kLimbs> sum{};
    add_rotated(sum, whole_R, whole(v), -1, unit);
    add_vector(sum, whole(t), 1, unit);
    for (int i = 0; i < 3; ++i) {
      Rational exact = Rational(t[i]);
      for (int j = 0; j < 3; ++j) exact -= Rational(R(i, j)) * Rational(v[j]);
      EXPECT_EQ(value_of(sum[at(i)]), in_units(exact, unit)) << k;
    }
  }
}

TEST(FixedRotation, SumsAreExact) {
  expect_exact_sums<2>(4, 1);
  expect_exact_sums<3>(30, 2);
  expect_exact_sums<4>(60, 3);
}

}  // namespace
}  // namespace touchstone
