// SPDX-License-Identifier: GPL-3.0-or-later
// The lanes of wide registers, against plain vectors and exact rationals; both compilations of them
// have the same bits.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "geometry/arithmetic/registers.hpp"
#include "geometry/tests/number_samples.hpp"
#include "metrics/tests/lanes_exam.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 20261201;
constexpr int kDraws = 50000;  // each has twenty operands

LanesOperands draw(NumberSamples& samples, int i) {
  LanesOperands given;
  const auto pair = [&samples](Vec3& high, Vec3& low) {
    for (int k = 0; k < 3; ++k) {
      const DoubleDouble entry = samples.double_double();
      high[k] = entry.high;
      low[k] = entry.low;
    }
  };
  pair(given.a, given.a_low);
  pair(given.v, given.v_low);
  given.b = samples.vector();
  if (i % 2 == 0) {
    for (int k = 0; k < 3; ++k) given.b[k] = samples.beside(given.a[k]);
  }
  given.R = samples.random().rotation();
  if (i % 3 == 0) {
    for (int k = 0; k < 9; ++k) given.R(k / 3, k % 3) = samples.number();
  } else if (i % 3 == 1) {
    for (int k = 0; k < 9; ++k) given.R(k / 3, k % 3) += samples.random().uniform(-1e-3, 1e-3);
  }
  given.factor = samples.number();
  return given;
}

Rational sum_of(const HighLow& pair, int k) {
  return Rational(pair.first[k]) + Rational(pair.second[k]);
}

/// Sum, and the sum of the magnitudes, of the terms.
struct Terms {
  Rational sum;
  Rational size;

  Terms& add(const Rational& term) {
    sum += term;
    size += abs(term);
    return *this;
  }
};

bool near(const Rational& x, const Terms& terms, unsigned factor) {
  return within(x - terms.sum, factor, 106, terms.size);
}

void check_plain(const LanesOperands& given, const LanesResults& got) {
  const Vec3& a = given.a;
  const Vec3& b = given.b;
  const Mat3& R = given.R;
  ASSERT_EQ(got.sum, a + b);
  ASSERT_EQ(got.difference, a - b);
  ASSERT_EQ(got.product, a.cwiseProduct(b));
  ASSERT_EQ(got.multiple, a * given.factor);
  ASSERT_EQ(got.dot, a[0] * b[0] + a[1] * b[1] + a[2] * b[2]);
  ASSERT_EQ(got.cross,
            Vec3(a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]));
  ASSERT_EQ(got.norm_1, std::abs(a[0]) + std::abs(a[1]) + std::abs(a[2]));
  Mat3 skew;
  for (int i = 0; i < 3; ++i) {
    ASSERT_EQ(got.turned[i], R(i, 0) * a[0] + R(i, 1) * a[1] + R(i, 2) * a[2]);
    ASSERT_EQ(got.back[i], R(0, i) * a[0] + R(1, i) * a[1] + R(2, i) * a[2]);
    for (int j = 0; j < 3; ++j) {
      skew(i, j) =
          std::abs(R(0, i) * R(0, j) + R(1, i) * R(1, j) + R(2, i) * R(2, j) - (i == j ? 1 : 0));
    }
  }
  ASSERT_EQ(got.rotated_lanes, got.turned);
  for (int i = 0; i < 3; ++i) ASSERT_EQ(got.skew[i], std::max(skew(i, i), skew(i, (i + 1) % 3)));
  const Vec3 x = R.row(0);
  const Vec3 y = R.row(1);
  const Vec3 z = R.row(2);
  ASSERT_NEAR(got.determinant, x.cross(y).dot(z), 1e-15 * x.norm() * y.norm() * z.norm());
  ASSERT_EQ(got.magnitude, a.cwiseAbs());
  ASSERT_EQ(got.larger, a.cwiseMax(b));
  ASSERT_EQ(got.smaller, a.cwiseMin(b));
  ASSERT_EQ(got.next, Vec3(a[1], a[2], a[0]));
  ASSERT_EQ(got.after_next, Vec3(a[2], a[0], a[1]));
  const std::array<double, 4> four = {a[0], a[1], a[2], b[0]};
  ASSERT_EQ(got.largest, *std::max_element(four.begin(), four.end()));
  ASSERT_EQ(got.smallest, *std::min_element(four.begin(), four.end()));
  unsigned bits = 0;
  for (unsigned k = 0; k < 4; ++k) bits |= (four[k] < given.factor ? 1U : 0U) << k;
  ASSERT_EQ(got.bits, bits);
  ASSERT_EQ(got.rotations_alike, 2 * skew.maxCoeff() < 1e-3 && got.determinant > 0);
  if (got.rotations_alike) {
    ASSERT_EQ(got.skew_of_both, 2 * skew.maxCoeff());
  }
  ASSERT_FALSE(got.rotations);
}

void check_in_full(const LanesOperands& given, const LanesResults& got) {
  Terms dot;
  for (int k = 0; k < 3; ++k) {
    const Rational a = given.a[k];
    const Rational low = given.a_low[k];
    const Rational v = Rational(given.v[k]) + Rational(given.v_low[k]);
    const Rational factor = given.factor;
    ASSERT_EQ(sum_of(got.two_sum, k), a + Rational(given.b[k]));
    ASSERT_EQ(sum_of(got.exact_product, k), a * Rational(given.b[k]));
    ASSERT_TRUE(near(sum_of(got.added, k), Terms().add(v).add(a).add(low), 8));
    ASSERT_TRUE(
        near(sum_of(got.added_multiple, k), Terms().add(v).add(factor * a).add(factor * low), 8));
    Terms turned = Terms().add(a).add(low);
    for (int j = 0; j < 3; ++j) {
      turned.add(-Rational(given.R(k, j)) * (Rational(given.v[j]) + Rational(given.v_low[j])));
    }
    ASSERT_TRUE(near(sum_of(got.added_rotated, k), turned, 24));
    dot.add(a * v);
  }
  ASSERT_TRUE(near(exactly(got.dot_in_full), dot, 16));
}

void expect_the_same_bits(const LanesResults& a, const LanesResults& b) {
  EXPECT_EQ(a.added.first, b.added.first);
  EXPECT_EQ(a.added.second, b.added.second);
  EXPECT_EQ(a.added_multiple.first, b.added_multiple.first);
  EXPECT_EQ(a.added_multiple.second, b.added_multiple.second);
  EXPECT_EQ(a.added_rotated.first, b.added_rotated.first);
  EXPECT_EQ(a.added_rotated.second, b.added_rotated.second);
  EXPECT_EQ(a.dot_in_full.high, b.dot_in_full.high);
  EXPECT_EQ(a.dot_in_full.low, b.dot_in_full.low);
  EXPECT_EQ(a.determinant, b.determinant);
}

template <class Exam>
void for_each_draw(const Exam& exam) {
  NumberSamples samples(Random(kSeed), -60, 60);
  for (int i = 0; i < kDraws; ++i) {
    exam(draw(samples, i));
    if (testing::Test::HasFailure()) FAIL() << "seed " << kSeed << " draw " << i;
  }
}

TEST(Lanes, NarrowOnesCalculateAsVectorsDo) {
  int rotations = 0;
  for_each_draw([&rotations](const LanesOperands& given) {
    const LanesResults got = narrow::exam(given);
    check_plain(given, got);
    check_in_full(given, got);
    rotations += static_cast<int>(got.rotations_alike);
  });
  EXPECT_GT(rotations, kDraws / 4);
}

TEST(Lanes, WideOnesHaveTheSameBits) {
  if (machine_registers() != Registers::wide) GTEST_SKIP() << "this machine has none";
  for_each_draw([](const LanesOperands& given) {
    const LanesResults got = wide::exam(given);
    check_plain(given, got);
    expect_the_same_bits(got, narrow::exam(given));
  });
}

}  // namespace
}  // namespace touchstone
