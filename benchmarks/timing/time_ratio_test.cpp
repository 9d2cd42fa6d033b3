// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/timing/time_ratio.hpp"

#include <gtest/gtest.h>

#include "geometry/random.hpp"

namespace touchstone {
namespace {

/// Blocks of ratios about `center`, within a tenth of it, each block off by up to `shift` of its
/// own.
RatioBlocks blocks_about(double center, double shift, std::uint64_t seed) {
  RatioBlocks blocks;
  for (std::uint64_t b = 0; b < 20; ++b) {
    Random random(seed, b);
    const double own = center * (1 + random.uniform(-shift, shift));
    auto& block = blocks.emplace_back();
    for (int k = 0; k < 25; ++k) block.push_back(own * (1 + random.uniform(-0.1, 0.1)));
  }
  return blocks;
}

TEST(TimeRatio, IsTheMedianOfThePairs) {
  EXPECT_EQ(median_ratio({{3, 1}, {2}}).ratio, 2);
  EXPECT_EQ(median_ratio({{4, 1}, {2, 3}}).ratio, 2.5);
  EXPECT_EQ(median_ratio({{}, {7}}).ratio, 7);
  // One pair in which the system did something else does not matter.
  EXPECT_EQ(median_ratio({{1, 1, 1e9}, {1, 1}}).ratio, 1);
}

TEST(TimeRatio, IntervalsHoldTheTruthAsOftenAsTheySay) {
  int held = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const MedianRatio found = median_ratio(blocks_about(0.7, 0.05, seed));
    EXPECT_LE(found.low, found.ratio);
    EXPECT_GE(found.high, found.ratio);
    held += found.low <= 0.7 && 0.7 <= found.high ? 1 : 0;
  }
  EXPECT_GE(held, 176);  // 88 %
  EXPECT_LT(held, 200);
}

TEST(TimeRatio, BlocksThatDifferWidenTheInterval) {
  const MedianRatio alike = median_ratio(blocks_about(1, 0, 1));
  const MedianRatio different = median_ratio(blocks_about(1, 0.2, 1));
  EXPECT_GT(different.high - different.low, 2 * (alike.high - alike.low));
}

}  // namespace
}  // namespace touchstone
