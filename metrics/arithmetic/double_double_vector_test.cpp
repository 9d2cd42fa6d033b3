// SPDX-License-Identifier: GPL-3.0-or-later
// Vectors of double-doubles, compensated products and the offset of the centres against exact
// rationals. Bounds are relative to the sum of the terms' magnitudes.
#include "geometry/arithmetic/double_double_vector.hpp"

#include <gtest/gtest.h>

#include "geometry/tests/number_samples.hpp"
#include "metrics/arithmetic/center_offset.hpp"
#include "metrics/arithmetic/compensated.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 20261129;
constexpr int kOperands = 1000000;

using Exact3 = std::array<Rational, 3>;

Exact3 exactly(const Dd3& a) {
  return {touchstone::exactly(a[0]), touchstone::exactly(a[1]), touchstone::exactly(a[2])};
}
Exact3 exact(const Vec3& a) { return {a[0], a[1], a[2]}; }

/// A sum and the sum of its terms' magnitudes.
struct Terms {
  Rational sum;
  Rational size;

  void add(const Rational& term) {
    sum += term;
    size += abs(term);
  }
  void add_product(const Exact3& a, const Exact3& b, int sign = 1) {
    for (std::size_t k = 0; k < 3; ++k) add(sign * a[k] * b[k]);
  }
};

Terms dot_terms(const Exact3& a, const Exact3& b) {
  Terms terms;
  terms.add_product(a, b);
  return terms;
}

/// Within factor 2^-106 of the terms.
bool near(DoubleDouble x, const Terms& terms, unsigned factor) {
  return within(touchstone::exactly(x) - terms.sum, factor, 106, terms.size);
}

bool equal(DoubleDouble a, DoubleDouble b) { return a.high == b.high && a.low == b.low; }
bool equal(const Dd3& a, const Dd3& b) {
  return equal(a[0], b[0]) && equal(a[1], b[1]) && equal(a[2], b[2]);
}

/// a and b often nearly orthogonal.
struct Draw {
  Vec3 a, b;
  Dd3 x, y;
  Mat3 R;
};

Draw draw(NumberSamples& samples, int i) {
  Draw drawn;
  drawn.a = samples.vector();
  drawn.b = samples.vector();
  for (std::size_t k = 0; k < 3; ++k) {
    drawn.x[k] = samples.double_double();
    drawn.y[k] = samples.double_double();
  }
  if (i % 2 == 1) {
    drawn.b[0] = samples.beside(drawn.a[1]);
    drawn.b[1] = samples.beside(drawn.a[0]);
    drawn.y[0] = samples.beside(drawn.x[1]);
    drawn.y[1] = samples.beside(drawn.x[0]);
  }
  for (int k = 0; k < 9; ++k) drawn.R(k / 3, k % 3) = samples.number();
  return drawn;
}

template <class Check>
void for_each_draw(std::uint64_t stream, int count, const Check& check) {
  NumberSamples samples(Random(kSeed, stream), -60, 60);
  for (int i = 0; i < count; ++i) {
    check(draw(samples, i));
    if (testing::Test::HasFailure()) FAIL() << "seed " << kSeed << ' ' << stream << " draw " << i;
  }
}

TEST(DoubleDoubleVector, SumsProductsAndCrossesAreRightToTheirTerms) {
  for_each_draw(1, kOperands / 10, [](const Draw& drawn) {
    const Exact3 x = exactly(drawn.x);
    const Exact3 y = exactly(drawn.y);
    const Dd3 sum = drawn.x + drawn.y;
    const Dd3 difference = drawn.x - drawn.y;
    const Dd3 negated = -drawn.x;
    const Dd3 crossed = cross(drawn.x, drawn.y);
    const Dd3 multiple = scaled(drawn.x[0], drawn.y);
    const Dd3 between = touchstone::difference(drawn.a, drawn.b);
    ASSERT_TRUE(near(dot(drawn.x, drawn.y), dot_terms(x, y), 16));
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t m = (k + 1) % 3;
      const std::size_t n = (k + 2) % 3;
      const auto row = static_cast<Eigen::Index>(k);
      ASSERT_TRUE(within(touchstone::exactly(sum[k]) - (x[k] + y[k]), 3, 106, x[k] + y[k]));
      ASSERT_TRUE(within(touchstone::exactly(difference[k]) - (x[k] - y[k]), 3, 106, x[k] - y[k]));
      ASSERT_EQ(touchstone::exactly(negated[k]), -x[k]);
      Terms terms;
      terms.add(x[m] * y[n]);
      terms.add(-x[n] * y[m]);
      ASSERT_TRUE(near(crossed[k], terms, 9));
      ASSERT_TRUE(within(touchstone::exactly(multiple[k]) - x[0] * y[k], 5, 106, x[0] * y[k]));
      const Rational product = Rational(drawn.a[0]) * x[k];
      ASSERT_TRUE(
          within(touchstone::exactly(scaled(drawn.a[0], drawn.x[k])) - product, 3, 106, product));
      ASSERT_EQ(touchstone::exactly(between[k]), Rational(drawn.a[row]) - Rational(drawn.b[row]));
      ASSERT_EQ(touchstone::exactly(touchstone::exactly(drawn.a)[k]), Rational(drawn.a[row]));
      ASSERT_EQ(rounded(drawn.x)[row], drawn.x[k].high);
    }
  });
}

TEST(DoubleDoubleVector, TurnsByRowsAndBackByColumns) {
  for_each_draw(2, kOperands / 10, [](const Draw& drawn) {
    const Dd3 forth = rotate(drawn.R, drawn.a);
    const Dd3 back = rotate_inverse(drawn.R, drawn.a);
    const Dd3 forth_in_full = rotate(drawn.R, drawn.x);
    const Dd3 back_in_full = rotate_inverse(drawn.R, drawn.x);
    for (std::size_t k = 0; k < 3; ++k) {
      const auto i = static_cast<Eigen::Index>(k);
      const Exact3 row = exact(drawn.R.row(i));
      const Exact3 column = exact(drawn.R.col(i));
      ASSERT_TRUE(near(forth[k], dot_terms(row, exact(drawn.a)), 16));
      ASSERT_TRUE(near(back[k], dot_terms(column, exact(drawn.a)), 16));
      ASSERT_TRUE(near(forth_in_full[k], dot_terms(row, exactly(drawn.x)), 16));
      ASSERT_TRUE(near(back_in_full[k], dot_terms(column, exactly(drawn.x)), 16));
    }
  });
}

/// 2^-102, and the same bits with a fused multiply-add and without.
TEST(Compensated, DotsAreRightToTheirTermsAndTheSameWhateverTheMachine) {
  for_each_draw(3, kOperands / 10, [](const Draw& drawn) {
    const Vec3& a = drawn.a;
    const Vec3& b = drawn.b;
    const DoubleDouble one = product<false>(a[0], b[0]);
    ASSERT_EQ(touchstone::exactly(one), Rational(a[0]) * Rational(b[0]));
    ASSERT_TRUE(equal(one, product<true>(a[0], b[0])));
    const DoubleDouble plain = dot_of_doubles<false>(a[0], b[0], a[1], b[1], a[2], b[2]);
    ASSERT_TRUE(near(plain, dot_terms(exact(a), exact(b)), 16));
    ASSERT_TRUE(equal(plain, dot_of_doubles<true>(a[0], b[0], a[1], b[1], a[2], b[2])));
    const DoubleDouble full = dot<false>(drawn.x, drawn.y);
    ASSERT_TRUE(near(full, dot_terms(exactly(drawn.x), exactly(drawn.y)), 16));
    ASSERT_TRUE(equal(full, dot<true>(drawn.x, drawn.y)));
    ASSERT_TRUE(equal(drawn.x[0] + DoubleDouble{b[0], 0}, sum(drawn.x[0], b[0])));
  });
}

TEST(Compensated, TurnsByRows) {
  for_each_draw(4, kOperands / 10, [](const Draw& drawn) {
    const Dd3 forth = rotate<false>(drawn.R, drawn.a);
    ASSERT_TRUE(equal(forth, rotate<true>(drawn.R, drawn.a)));
    for (std::size_t k = 0; k < 3; ++k) {
      const auto i = static_cast<Eigen::Index>(k);
      ASSERT_TRUE(near(forth[k], dot_terms(exact(drawn.R.row(i)), exact(drawn.a)), 16));
    }
  });
}

/// Translations of 2^30 that agree except for their last bits beside arms of about 1: their
/// difference is exact, so all that counts is what the arms round.
TEST(CenterOffset, IsRightToTheArmsHoweverFarFromTheOrigin) {
  NumberSamples samples(Random(kSeed, 5), -3, 3);
  int far = 0;
  for (int i = 0; i < kOperands / 10; ++i) {
    Pose X_WA{samples.random().rotation(), samples.vector()};
    Pose X_WB{samples.random().rotation(), samples.vector()};
    if (i % 2 == 0) {
      for (int k = 0; k < 3; ++k) {
        X_WA.t[k] = std::ldexp(X_WA.t[k], 30);
        X_WB.t[k] = samples.beside(X_WA.t[k]);
      }
      ++far;
    }
    const Vec3 center_A = i % 3 == 0 ? Vec3(0, 0, 0) : samples.vector();
    const Vec3 center_B = i % 5 == 0 ? Vec3(0, 0, 0) : samples.vector();
    const Dd3 d = center_offset(center_A, X_WA, center_B, X_WB);
    for (std::size_t k = 0; k < 3; ++k) {
      const auto row = static_cast<Eigen::Index>(k);
      Terms terms;
      terms.add(Rational(X_WA.t[row]) - Rational(X_WB.t[row]));
      terms.add_product(exact(X_WA.R.row(row)), exact(center_A));
      terms.add_product(exact(X_WB.R.row(row)), exact(center_B), -1);
      ASSERT_TRUE(near(d[k], terms, 20)) << "draw " << i;
    }
    const CenterOffset offset{d, std::ldexp(rounded(d).lpNorm<1>(), -4)};
    ASSERT_TRUE(offset.is_noise());
    ASSERT_TRUE(rounded(d).isZero(0) || !(CenterOffset{d, 0.99 * offset.error}.is_noise()));
  }
  EXPECT_GT(far, 1000);
}

}  // namespace
}  // namespace touchstone
