// SPDX-License-Identifier: GPL-3.0-or-later
// Double-double arithmetic against exact rationals.
#include "geometry/arithmetic/double_double.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <sstream>
#include <string>

#include "geometry/tests/number_samples.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 20261122;
constexpr int kPairs = 500000;  // pairs of operands
/// 1e-140 and 1e140: the header's range.
constexpr int kMin = -465;
constexpr int kMax = 465;

bool is_normal_form(DoubleDouble a) { return a.high + a.low == a.high; }

std::string text(DoubleDouble a) {
  std::ostringstream out;
  out << std::hexfloat << '(' << a.high << ' ' << a.low << ')';
  return out.str();
}

/// Calls check(a, b) for operands of which b is often one that nearly cancels a.
template <class Check>
void for_each_pair(std::uint64_t stream, const Check& check) {
  NumberSamples samples(Random(kSeed, stream), kMin, kMax);
  for (int i = 0; i < kPairs; ++i) {
    const DoubleDouble a = samples.double_double();
    const DoubleDouble b = i % 2 == 0 ? samples.double_double() : samples.beside(a);
    check(a, b);
    if (testing::Test::HasFailure()) {
      FAIL() << "seed " << kSeed << " stream " << stream << " draw " << i << ": " << text(a) << ' '
             << text(b);
    }
  }
}

TEST(DoubleDouble, SumsOfDoublesAreExactDownToTheLeastDouble) {
  NumberSamples samples(Random(kSeed, 1), -1074, 1022);
  int cancelled = 0;
  int rounded = 0;
  for (int i = 0; i < kPairs; ++i) {
    const double a = samples.number();
    const double b = i % 2 == 0 ? samples.number() : samples.beside(a);
    const DoubleDouble sum = two_sum(a, b);
    ASSERT_EQ(sum.high, a + b);
    ASSERT_EQ(exactly(sum), Rational(a) + Rational(b)) << text({a, b});
    ASSERT_TRUE(is_normal_form(sum)) << text({a, b});
    const DoubleDouble quick =
        std::abs(a) >= std::abs(b) ? quick_two_sum(a, b) : quick_two_sum(b, a);
    ASSERT_EQ(quick.high, sum.high) << text({a, b});
    ASSERT_EQ(quick.low, sum.low) << text({a, b});
    cancelled += static_cast<int>(sum.high == 0 && a != 0);
    rounded += static_cast<int>(sum.low != 0);
  }
  EXPECT_GT(cancelled, kPairs / 100);
  EXPECT_GT(rounded, kPairs / 4);
}

TEST(DoubleDouble, ProductsOfDoublesAreExact) {
  NumberSamples samples(Random(kSeed, 2), kMin, kMax);
  int rounded = 0;
  for (int i = 0; i < kPairs; ++i) {
    const double a = samples.number();
    const double b = i % 4 == 0 ? samples.beside(a) : samples.number();
    const DoubleDouble product = two_product(a, b);
    ASSERT_EQ(product.high, a * b);
    ASSERT_EQ(exactly(product), Rational(a) * Rational(b)) << text({a, b});
    rounded += static_cast<int>(product.low != 0);
  }
  EXPECT_GT(rounded, kPairs / 4);
}

TEST(DoubleDouble, ASumIsWithinThreeSquaresOfTheRoundingUnitHoweverMuchCancels) {
  int cancelled = 0;
  for_each_pair(3, [&](DoubleDouble a, DoubleDouble b) {
    const Rational exact = exactly(a) + exactly(b);
    const DoubleDouble sum = a + b;
    ASSERT_TRUE(within(exactly(sum) - exact, 3, 106, exact)) << text(sum);
    ASSERT_TRUE(is_normal_form(sum));
    const Rational other = exactly(a) - exactly(b);
    const DoubleDouble difference = a - b;
    ASSERT_TRUE(within(exactly(difference) - other, 3, 106, other)) << text(difference);
    ASSERT_TRUE(is_normal_form(difference));
    cancelled += static_cast<int>(std::abs(sum.high) < 0x1p-40 * std::abs(a.high));
  });
  EXPECT_GT(cancelled, kPairs / 20);
}

TEST(DoubleDouble, NegationIsExact) {
  for_each_pair(4, [](DoubleDouble a, DoubleDouble) { ASSERT_EQ(exactly(-a), -exactly(a)); });
}

TEST(DoubleDouble, AProductIsWithinFiveSquaresOfTheRoundingUnit) {
  for_each_pair(5, [](DoubleDouble a, DoubleDouble b) {
    const Rational exact = exactly(a) * exactly(b);
    const DoubleDouble product = a * b;
    ASSERT_TRUE(within(exactly(product) - exact, 5, 106, exact)) << text(product);
    ASSERT_TRUE(is_normal_form(product));
  });
}

TEST(DoubleDouble, AQuotientIsWithinFourSquaresOfTheRoundingUnit) {
  for_each_pair(6, [](DoubleDouble a, DoubleDouble b) {
    if (b.high == 0) return;
    const DoubleDouble quotient = a / b;
    const Rational exact = exactly(a);
    ASSERT_TRUE(within(exactly(quotient) * exactly(b) - exact, 4, 106, exact)) << text(quotient);
    ASSERT_TRUE(is_normal_form(quotient));
  });
}

TEST(DoubleDouble, ARootIsWithinFourSquaresOfTheRoundingUnit) {
  for_each_pair(7, [](DoubleDouble a, DoubleDouble) {
    if (a.high == 0) return;
    if (a.high < 0) a = -a;
    const DoubleDouble root = sqrt(a);
    const Rational exact = exactly(a);
    // (1 + e)^2 is 1 + 2 e.
    const Rational squared = exactly(root) * exactly(root);
    ASSERT_TRUE(within(squared - exact, 2 * 4, 106, exact)) << text(root);
    ASSERT_TRUE(is_normal_form(root));
  });
}

}  // namespace
}  // namespace touchstone
