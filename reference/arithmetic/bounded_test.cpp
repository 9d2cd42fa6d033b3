// SPDX-License-Identifier: GPL-3.0-or-later
// Against exact rationals: each operand is what its bound allows at the utmost, or nothing but what
// its double word says, and the result has to be within the bound that comes out. Nor is that
// much more than the operands make it.
#include "reference/arithmetic/bounded.hpp"

#include <gtest/gtest.h>

#include "reference/tests/word_samples.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 20261127;
constexpr int kOperands = 1000000;
constexpr int kPairs = kOperands / 2;

/// A number and a real that it may stand for.
struct Known {
  Bounded bounded;
  Rational exact;
};

struct KnownVec3 {
  BoundedVec3 bounded;
  std::array<Rational, 3> exact;
};

Known known(DoubleWord value, double error, double part) {
  return {Bounded(value, error), exactly(value) + Rational(error) * Rational(part)};
}

/// The error is 0, of the size of a rounding, or anything up to 2^-22 of `size`; the real is at the
/// ends of the interval mostly.
Known draw(WordSamples& samples, DoubleWord value) {
  Random& random = samples.random();
  const double size = std::abs(value.high);
  const std::uint64_t kind = random.below(4);
  const double error = kind == 0   ? 0
                       : kind == 1 ? size * 0x1p-106
                                   : size * std::ldexp(1 + random.uniform(),
                                                       -23 - static_cast<int>(random.below(80)));
  const double part = random.below(4) == 0 ? random.uniform(-1, 1) : random.below(2) == 0 ? 1 : -1;
  return known(value, error, part);
}

Known draw(WordSamples& samples) { return draw(samples, samples.double_word()); }

KnownVec3 draw_vector(WordSamples& samples) {
  KnownVec3 v;
  for (std::size_t k = 0; k < 3; ++k) {
    const Known entry = draw(samples);
    v.bounded[k] = entry.bounded;
    v.exact[k] = entry.exact;
  }
  return v;
}

testing::AssertionResult encloses(const Bounded& x, const Rational& exact) {
  if (abs(exactly(x.value) - exact) <= Rational(x.error) * Rational(kBoundSlack)) {
    return testing::AssertionSuccess();
  }
  return testing::AssertionFailure()
         << std::hexfloat << x.value.high << ' ' << x.value.low << " off by "
         << Rational(exactly(x.value) - exact).get_d() << ", said to be " << x.error;
}

/// Calls check(a, b), b often beside a.
template <class Check>
void for_each_pair(std::uint64_t stream, int count, const Check& check) {
  WordSamples samples(Random(kSeed, stream), -60, 60);
  for (int i = 0; i < count; ++i) {
    const Known a = draw(samples);
    const Known b = i % 2 == 0 ? draw(samples) : draw(samples, samples.beside(a.bounded.value));
    check(a, b);
    if (testing::Test::HasFailure()) FAIL() << "seed " << kSeed << ' ' << stream << " draw " << i;
  }
}

TEST(Bounded, EnclosesSumsAndDifferencesHoweverMuchCancels) {
  for_each_pair(1, kPairs, [](const Known& a, const Known& b) {
    const Bounded sum = a.bounded + b.bounded;
    ASSERT_TRUE(encloses(sum, a.exact + b.exact));
    ASSERT_TRUE(encloses(a.bounded - b.bounded, a.exact - b.exact));
    ASSERT_TRUE(encloses(-a.bounded, -a.exact));
    ASSERT_LE(sum.error,
              1.001 * (a.bounded.error + b.bounded.error) + 0x1p-102 * std::abs(sum.value.high));
  });
}

TEST(Bounded, EnclosesProducts) {
  for_each_pair(2, kPairs, [](const Known& a, const Known& b) {
    const Bounded product = a.bounded * b.bounded;
    ASSERT_TRUE(encloses(product, a.exact * b.exact));
    const double utmost = std::abs(a.bounded.value.high) * b.bounded.error +
                          std::abs(b.bounded.value.high) * a.bounded.error;
    ASSERT_LE(product.error, 1.001 * utmost + 0x1p-101 * std::abs(product.value.high) + 0x1p-899);
    const double factor = b.bounded.value.high;
    const Bounded scaled = factor * a.bounded;
    ASSERT_TRUE(encloses(scaled, Rational(factor) * a.exact));
    ASSERT_LE(scaled.error, 1.001 * std::abs(factor) * a.bounded.error +
                                0x1p-101 * std::abs(scaled.value.high) + 0x1p-899);
  });
}

TEST(Bounded, EnclosesProductsOfNumbersNearZeroWithErrorsLargerThanThey) {
  WordSamples samples(Random(kSeed, 3), -60, 60);
  for (int i = 0; i < kOperands / 4; ++i) {
    const auto operand = [&samples] {
      return known(samples.double_word(), std::abs(samples.number()),
                   samples.random().below(2) == 0 ? 1 : -1);
    };
    const Known a = operand();
    const Known b = operand();
    ASSERT_TRUE(encloses(a.bounded * b.bounded, a.exact * b.exact)) << "draw " << i;
    ASSERT_TRUE(encloses(a.bounded + b.bounded, a.exact + b.exact)) << "draw " << i;
  }
}

TEST(Bounded, EnclosesQuotientsAndRefusesAnUncertainDivisor) {
  int refused = 0;
  for_each_pair(4, kPairs, [&refused](const Known& a, Known b) {
    if (b.bounded.value.high < 0) b = {-b.bounded, -b.exact};
    const auto quotient = bounded_quotient(a.bounded, b.bounded);
    if (!quotient) {
      ++refused;
      ASSERT_TRUE(b.bounded.value.high == 0 || b.bounded.error > 0.9e-6 * b.bounded.value.high);
      return;
    }
    ASSERT_TRUE(encloses(*quotient, a.exact / b.exact));
    const double size = std::abs(quotient->value.high);
    ASSERT_LE(
        quotient->error,
        1.001 * (a.bounded.error + size * b.bounded.error) / b.bounded.value.high + 0x1p-97 * size);
  });
  EXPECT_GT(refused, 100);
  EXPECT_FALSE(bounded_quotient(Bounded(1), Bounded({1, 0}, 1e-5)));
  EXPECT_FALSE(bounded_quotient(Bounded(1), Bounded(0)));
  EXPECT_FALSE(bounded_quotient(Bounded(1), Bounded(-1)));
}

TEST(Bounded, EnclosesRootsAndRefusesAnUncertainRadicand) {
  int refused = 0;
  for_each_pair(5, kPairs, [&refused](Known a, const Known&) {
    if (a.bounded.value.high < 0) a = {-a.bounded, -a.exact};
    const auto root = bounded_root(a.bounded);
    if (!root) {
      ++refused;
      ASSERT_TRUE(a.bounded.value.high == 0 || a.bounded.error > 0.9e-6 * a.bounded.value.high);
      return;
    }
    // low <= sqrt(exact) <= high
    const Rational reach = Rational(root->error) * Rational(kBoundSlack);
    const Rational low = exactly(root->value) - reach;
    const Rational high = exactly(root->value) + reach;
    ASSERT_TRUE(low * low <= a.exact && a.exact <= high * high);
    ASSERT_LE(root->error, 1.001 * a.bounded.error / root->value.high + 0x1p-97 * root->value.high);
  });
  EXPECT_GT(refused, 100);
  EXPECT_FALSE(bounded_root(Bounded(0)));
  EXPECT_FALSE(bounded_root(Bounded(-4)));
  EXPECT_FALSE(bounded_root(Bounded({4, 0}, 1e-5)));
}

TEST(Bounded, ASignIsGivenExactlyWhereTheIntervalHasOne) {
  WordSamples samples(Random(kSeed, 6), -60, 60);
  std::array<int, 3> seen{};
  for (int i = 0; i < kOperands; ++i) {
    const DoubleWord value = samples.double_word();
    // Errors about as large as the number.
    const double error = std::abs(i % 3 == 0   ? samples.number()
                                  : i % 3 == 1 ? samples.beside(value.high)
                                               : value.high * samples.random().uniform(0.9, 1.1));
    const Bounded x(value, error);
    const Rational reach = error;
    const Rational least = exactly(value) - reach;
    const Rational most = exactly(value) + reach;
    const int sign = x.sign();
    if (sign > 0) {
      ASSERT_GT(least, 0) << "draw " << i;
    }
    if (sign < 0) {
      ASSERT_LT(most, 0) << "draw " << i;
    }
    if (sign == 0) {
      ASSERT_LE(std::abs(value.high), 1.001 * error) << "draw " << i;
    }
    ASSERT_LE(Rational(x.least()), least) << "draw " << i;
    ASSERT_GE(Rational(x.most()), most) << "draw " << i;
    ASSERT_LE(x.most() - x.least(), 2.001 * error + 0x1p-50 * std::abs(value.high)) << "draw " << i;
    ++seen.at(static_cast<std::size_t>(sign + 1));
  }
  for (const int count : seen) EXPECT_GT(count, kOperands / 10);
}

TEST(Bounded, EnclosesDotsCrossesAndProductsOfMatrices) {
  WordSamples samples(Random(kSeed, 7), -30, 30);
  for (int i = 0; i < kOperands / 20; ++i) {
    const KnownVec3 a = draw_vector(samples);
    const KnownVec3 b = draw_vector(samples);
    const auto& x = a.exact;
    const auto& y = b.exact;
    ASSERT_TRUE(encloses(dot(a.bounded, b.bounded), x[0] * y[0] + x[1] * y[1] + x[2] * y[2]));
    Mat3 M;
    for (int k = 0; k < 9; ++k) M(k / 3, k % 3) = samples.number();
    const BoundedVec3 crossed = cross(a.bounded, b.bounded);
    const BoundedVec3 turned = M * a.bounded;
    const BoundedVec3 sum = a.bounded + b.bounded;
    const BoundedVec3 difference = a.bounded - b.bounded;
    const BoundedVec3 negated = -a.bounded;
    const BoundedVec3 scaled = a.bounded[0] * b.bounded;
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t m = (k + 1) % 3;
      const std::size_t n = (k + 2) % 3;
      const auto row = static_cast<Eigen::Index>(k);
      ASSERT_TRUE(encloses(crossed[k], x[m] * y[n] - x[n] * y[m])) << "draw " << i;
      ASSERT_TRUE(encloses(turned[k], Rational(M(row, 0)) * x[0] + Rational(M(row, 1)) * x[1] +
                                          Rational(M(row, 2)) * x[2]))
          << "draw " << i;
      ASSERT_TRUE(encloses(sum[k], x[k] + y[k])) << "draw " << i;
      ASSERT_TRUE(encloses(difference[k], x[k] - y[k])) << "draw " << i;
      ASSERT_TRUE(encloses(negated[k], -x[k])) << "draw " << i;
      ASSERT_TRUE(encloses(scaled[k], x[0] * y[k])) << "draw " << i;
    }
    const Vec3 p = samples.vector();
    const Vec3 q(samples.beside(p[0]), samples.beside(p[1]), samples.number());
    const BoundedVec3 between = bounded_difference(p, q);
    const BoundedVec3 point = bounded(p);
    for (std::size_t k = 0; k < 3; ++k) {
      const auto row = static_cast<Eigen::Index>(k);
      ASSERT_EQ(exactly(between[k].value), Rational(p[row]) - Rational(q[row])) << "draw " << i;
      ASSERT_EQ(between[k].error, 0);
      ASSERT_EQ(exactly(point[k].value), Rational(p[row]));
      ASSERT_EQ(rounded(a.bounded)[row], a.bounded[k].value.high);
    }
  }
}

/// Many operations in a row: what each leaves out must not add up beyond the slack.
TEST(Bounded, EnclosesPolynomialsOfManyOperations) {
  WordSamples samples(Random(kSeed, 8), -3, 3);
  for (int i = 0; i < kOperands / 20; ++i) {
    Known value = draw(samples);
    for (int step = 0; step < 12; ++step) {
      const Known other = draw(samples);
      if (step % 2 == 0) {
        value = {value.bounded * other.bounded, value.exact * other.exact};
      } else {
        value = {value.bounded + other.bounded, value.exact + other.exact};
      }
    }
    ASSERT_TRUE(encloses(value.bounded, value.exact)) << "draw " << i;
  }
}

}  // namespace
}  // namespace touchstone
