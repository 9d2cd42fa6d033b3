// SPDX-License-Identifier: GPL-3.0-or-later
// The double-doubles of portable/touchstone/judge.h against rationals.
#include <gtest/gtest.h>
#include <touchstone/judge.h>

#include <cmath>

#include "geometry/random.hpp"
#include "reference/truth.hpp"

namespace touchstone {
namespace {

Rational exact_sum(const ts_num& x) { return Rational(x.h) + Rational(x.l); }

TEST(PortableJudges, BoundsOfDoubleDoublesHold) {
  Random random(42, 0, 0);
  for (int k = 0; k < 2000; ++k) {
    const auto draw = [&] {
      const double h = std::ldexp(random.uniform(-1, 1), static_cast<int>(random.below(40)));
      return ts_num{h, h * random.uniform(-1, 1) * 0x1p-54, std::abs(h) * 0x1p-90};
    };
    const ts_num a = draw(), b = draw();
    const ts_num sum = ts_add(a, b), product = ts_mul(a, b);
    EXPECT_LE(abs(exact_sum(sum) - exact_sum(a) - exact_sum(b)) + Rational(a.e) + Rational(b.e),
              Rational(sum.e));
    EXPECT_LE(
        abs(exact_sum(product) - exact_sum(a) * exact_sum(b)) + Rational(a.e) * abs(exact_sum(b)),
        Rational(product.e));
    const ts_num root = ts_sqrt(ts_abs(a));
    EXPECT_LE(abs(exact_sum(root) * exact_sum(root) - abs(exact_sum(a))),
              Rational(2 * root.e) * Rational(root.h) * Rational(1.01));
    EXPECT_LE(root.e, 0x1p-80 * root.h);
  }
  EXPECT_EQ(ts_at_most(ts_of(1), ts_of(1)), TOUCHSTONE_YES);
  EXPECT_EQ(ts_at_most({1, 0, 1e-30}, ts_of(1)), TOUCHSTONE_OPEN);
}

TEST(PortableJudges, ANormalExactlyFourUnitsBesideAnAxisIsNear) {
  const ts_vec axis = {{ts_of(1), ts_of(0), ts_of(0)}};
  const auto near_axis = [&](double beside) {
    const ts_vec n = {{ts_of(1), ts_of(beside), ts_of(0)}};
    return ts_near(n, ts_length(n), axis, 0x1p-51);
  };
  EXPECT_EQ(near_axis(0x1p-51), TOUCHSTONE_YES);
  EXPECT_EQ(near_axis(-0x1p-51), TOUCHSTONE_YES);
  EXPECT_EQ(near_axis(std::nextafter(0x1p-51, 1)), TOUCHSTONE_NO);
}

}  // namespace
}  // namespace touchstone
