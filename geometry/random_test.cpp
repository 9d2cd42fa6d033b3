// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/random.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <set>

namespace touchstone {
namespace {

TEST(Random, IsAFixedFunctionOfItsKeyAndPosition) {
  Random random(1, 2, 3);
  // Computed by an independent program in integers and fractions.
  EXPECT_EQ(random.bits(), 16679827092514695261U);
  EXPECT_EQ(random.bits(), 13501326751709619770U);
  EXPECT_EQ(random.uniform(), 0x1.171997acb5df1p-1);
  EXPECT_EQ(random.below(1000), 391U);
  EXPECT_EQ(random.unit_vector(),
            Vec3(-0x1.ef385127eac87p-2, 0x1.6842afd25c33cp-1, 0x1.0a8b3ef4d77cbp-1));
  EXPECT_EQ(random.rotation()(0, 0), 0x1.2875188f2b0e5p-3);
}

TEST(Random, DrawsDifferentStreamsForDifferentKeys) {
  std::set<std::uint64_t> first;
  for (std::uint64_t a = 0; a < 10; ++a) {
    for (std::uint64_t b = 0; b < 10; ++b) {
      for (std::uint64_t c = 0; c < 10; ++c) {
        first.insert(Random(a, b, c).bits());
      }
    }
  }
  EXPECT_EQ(first.size(), 1000U);
}

TEST(Random, IsUniformInTheUnitInterval) {
  Random random(40);
  std::array<int, 10> bins{};
  for (int i = 0; i < 100000; ++i) {
    const double x = random.uniform();
    ASSERT_TRUE(x >= 0 && x < 1);
    ASSERT_EQ(x * 0x1p53, std::floor(x * 0x1p53));
    ++bins[static_cast<std::size_t>(x * 10)];
  }
  for (const int count : bins) EXPECT_NEAR(count, 10000, 500);  // 5 standard deviations
}

TEST(Random, DrawsIntegersBelowWithoutBias) {
  Random random(41);
  std::array<int, 3> bins{};
  // A plain remainder would give the lower half of this range twice as often.
  const std::uint64_t n = (std::uint64_t{1} << 63U) + (std::uint64_t{1} << 62U);
  for (int i = 0; i < 30000; ++i) {
    const std::uint64_t x = random.below(n);
    ASSERT_LT(x, n);
    ++bins[x / (std::uint64_t{1} << 62U)];
  }
  for (const int count : bins) EXPECT_NEAR(count, 10000, 500);
  EXPECT_EQ(random.below(1), 0U);
}

TEST(Random, DrawsDirectionsUniformlyFromTheSphere) {
  Random random(42);
  Vec3 sum = Vec3::Zero();
  Mat3 moment = Mat3::Zero();
  const int count = 30000;
  for (int i = 0; i < count; ++i) {
    const Vec3 u = random.unit_vector();
    ASSERT_NEAR(u.norm(), 1, 4e-16);
    sum += u / count;
    moment += u * u.transpose() / count;
  }
  EXPECT_LT(sum.norm(), 0.02);
  EXPECT_LT((moment - Mat3::Identity() / 3).cwiseAbs().maxCoeff(), 0.02);
}

TEST(Random, FillsTheUnitBallUniformly) {
  Random random(43);
  int inner = 0;
  for (int i = 0; i < 40000; ++i) {
    const double r = random.in_unit_ball().norm();
    ASSERT_LE(r, 1);
    if (r < 0.5) ++inner;
  }
  EXPECT_NEAR(inner, 5000, 350);  // an eighth of the volume
}

TEST(Random, DrawsUniformRotations) {
  Random random(44);
  Mat3 mean = Mat3::Zero();
  Mat3 square = Mat3::Zero();
  const int count = 20000;
  for (int i = 0; i < count; ++i) {
    const Mat3 R = random.rotation();
    ASSERT_LT((R.transpose() * R - Mat3::Identity()).cwiseAbs().maxCoeff(), 1e-15);
    ASSERT_GT(R.determinant(), 0);
    mean += R / count;
    square += R.cwiseProduct(R) / count;
  }
  EXPECT_LT(mean.cwiseAbs().maxCoeff(), 0.025);
  EXPECT_LT((square - Mat3::Constant(1.0 / 3)).cwiseAbs().maxCoeff(), 0.02);
}

}  // namespace
}  // namespace touchstone
