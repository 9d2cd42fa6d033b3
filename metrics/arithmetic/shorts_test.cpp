// SPDX-License-Identifier: GPL-3.0-or-later
// Integers of 16 bits in the lanes of a register, against plain integers, by both compilations.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "geometry/arithmetic/registers.hpp"
#include "geometry/random.hpp"
#include "metrics/tests/lanes_exam.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 20261126;
constexpr int kMax = 32'767;

std::int16_t draw(Random& random, int i) {
  constexpr std::array<int, 8> kSpecial = {-kMax, -1, 0, 1, kMax, 16'384, -16'384, 181};
  if (i % 4 == 0) return static_cast<std::int16_t>(kSpecial.at(random.below(kSpecial.size())));
  return static_cast<std::int16_t>(static_cast<int>(random.below(2 * kMax + 1)) - kMax);
}

void check(const ShortsOperands& given, const ShortsResults& got) {
  const std::int16_t largest = *std::max_element(given.a.begin(), given.a.begin() + 16);
  for (std::size_t k = 0; k < 16; ++k) {
    const double product = std::floor(given.a[k] * given.b[k] / 32'768. + 0.5);
    EXPECT_EQ(got.product[k], product) << given.a[k] << " times " << given.b[k];
    EXPECT_EQ(got.larger[k], std::max(given.a[k], given.b[k]));
    EXPECT_EQ(got.largest[k], largest);
    for (int axis = 0; axis < 3; ++axis) {
      EXPECT_EQ(got.rounded.at(static_cast<std::size_t>(axis))[k], std::nearbyint(given.v[axis]));
    }
  }
  for (std::size_t k = 0; k < 32; ++k) {
    EXPECT_EQ(got.above >> k & 1U, given.a[k] > given.level ? 1U : 0U);
  }
}

void expect_of(ShortsExam* exam) {
  Random random(kSeed, 1, 0);
  for (int i = 0; i < 20'000 && !testing::Test::HasFailure(); ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " draw " << i);
    ShortsOperands given;
    for (std::int16_t& n : given.a) n = draw(random, i);
    for (std::int16_t& n : given.b) n = draw(random, i / 4);
    given.level = i % 2 == 0 ? given.a.at(random.below(32)) : draw(random, i);
    for (int k = 0; k < 3; ++k) {
      given.v[k] = random.uniform(-kMax, kMax);
      // Halfway between two integers.
      if (i % 3 == 0) given.v[k] = std::floor(given.v[k]) + 0.5;
    }
    check(given, exam(given));
  }
}

TEST(Shorts, NarrowOnesCalculateAsIntegersDo) { expect_of(narrow::exam_shorts); }

TEST(Shorts, WideOnesCalculateAsIntegersDo) {
  if (machine_registers() != Registers::wide) GTEST_SKIP() << "this machine has none";
  expect_of(wide::exam_shorts);
}

}  // namespace
}  // namespace touchstone
