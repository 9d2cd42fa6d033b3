// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/timing/time_ratio.hpp"

#include <gtest/gtest.h>

#include "geometry/random.hpp"

namespace touchstone {
namespace {

/// Passes of ratios about `center`, within a tenth of it, each pass off by up to `shift` of its
/// own.
std::vector<RatioBlocks> passes_about(double center, double shift, std::uint64_t seed) {
  std::vector<RatioBlocks> passes(10);
  for (std::uint64_t p = 0; p < passes.size(); ++p) {
    Random random(seed, p);
    const double own = center * (1 + random.uniform(-shift, shift));
    for (int b = 0; b < 4; ++b) {
      auto& block = passes[p].emplace_back();
      for (int k = 0; k < 20; ++k) block.push_back(own * (1 + random.uniform(-0.1, 0.1)));
    }
  }
  return passes;
}

TEST(TimeRatio, IsTheMedianOfThePairs) {
  EXPECT_EQ(median_ratio({{{3, 1}, {2}}}).ratio, 2);
  EXPECT_EQ(median_ratio({{{4, 1}}, {{2, 3}}}).ratio, 2.5);
  EXPECT_EQ(median_ratio({{{}, {7}}, {}}).ratio, 7);
  // One pair in which the system did something else does not matter.
  EXPECT_EQ(median_ratio({{{1, 1, 1e9}, {1, 1}}}).ratio, 1);
}

TEST(TimeRatio, IntervalsHoldTheTruthAsOftenAsTheySay) {
  int held = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const MedianRatio found = median_ratio(passes_about(0.7, 0.05, seed));
    EXPECT_LE(found.low, found.ratio);
    EXPECT_GE(found.high, found.ratio);
    held += found.low <= 0.7 && 0.7 <= found.high ? 1 : 0;
  }
  EXPECT_GE(held, 170);  // 85 %: ten passes are few
  EXPECT_LT(held, 200);
}

TEST(TimeRatio, PassesThatDifferWidenTheInterval) {
  const MedianRatio alike = median_ratio(passes_about(1, 0, 1));
  const MedianRatio different = median_ratio(passes_about(1, 0.2, 1));
  EXPECT_GT(different.high - different.low, 2 * (alike.high - alike.low));
}

}  // namespace
}  // namespace touchstone
