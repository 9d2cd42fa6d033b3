// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/arithmetic/bounded.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "reference/tests/word_samples.hpp"

namespace touchstone {
namespace {

/// Whether |x - value| <= error.
bool holds(const Bounded& bounded, const Rational& x) {
  return abs(Rational(x - exactly(bounded.value))) <= Rational(bounded.error);
}

/// One of two numbers around 1 that share their high parts more often than not, and in part their
/// low ones.
Bounded near_one(Random& random) {
  const double high = 1 + 0x1p-52 * static_cast<double>(random.below(2));
  const double low = 0x1p-60 * (static_cast<double>(random.below(5)) - 2);
  const double error = 0x1p-62 * static_cast<double>(random.below(9));
  return {{high, low}, error};
}

TEST(Bounded, ExtremesOfNearTiesEncloseThoseOfAllThatIsWithinTheirErrors) {
  Random random(20261);
  int same_high = 0;
  int error_of_other = 0;
  for (int k = 0; k < 20000; ++k) {
    SCOPED_TRACE(k);
    const Bounded a = near_one(random);
    const Bounded b = near_one(random);
    const Bounded least = min(a, b);
    const Bounded most = max(a, b);
    for (const int side_a : {-1, 0, 1}) {
      for (const int side_b : {-1, 0, 1}) {
        const Rational x = exactly(a.value) + side_a * Rational(a.error);
        const Rational y = exactly(b.value) + side_b * Rational(b.error);
        ASSERT_TRUE(holds(least, std::min(x, y)));
        ASSERT_TRUE(holds(most, std::max(x, y)));
      }
    }
    // No wider than it has to be, and the same whatever the order.
    ASSERT_EQ(least.error, std::max(a.error, b.error));
    ASSERT_EQ(most.error, least.error);
    ASSERT_EQ(exactly(least.value), std::min(exactly(a.value), exactly(b.value)));
    ASSERT_EQ(exactly(most.value), std::max(exactly(a.value), exactly(b.value)));
    ASSERT_EQ(exactly(min(b, a).value), exactly(least.value));
    if (a.value.high == b.value.high && a.value.low != b.value.low) ++same_high;
    if (exactly(least.value) == exactly(a.value) && b.error > a.error) ++error_of_other;
  }
  EXPECT_GT(same_high, 5000);
  EXPECT_GT(error_of_other, 4000);
}

}  // namespace
}  // namespace touchstone
