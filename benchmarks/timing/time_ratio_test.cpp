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
    ASSERT_TRUE(found.low && found.high);
    EXPECT_LE(*found.low, found.ratio);
    EXPECT_GE(*found.high, found.ratio);
    held += *found.low <= 0.7 && 0.7 <= *found.high ? 1 : 0;
  }
  EXPECT_GE(held, 170);  // 85 %: ten passes are few
  EXPECT_LT(held, 200);
}

TEST(TimeRatio, PassesThatDifferWidenTheInterval) {
  const MedianRatio alike = median_ratio(passes_about(1, 0, 1));
  const MedianRatio different = median_ratio(passes_about(1, 0.2, 1));
  ASSERT_TRUE(alike.low && alike.high && different.low && different.high);
  EXPECT_GT(*different.high - *different.low, 2 * (*alike.high - *alike.low));
}

TEST(TimeRatio, HasNoIntervalWhereTheShiftFromPassToPassIsUnknown) {
  const RatioBlocks pass = {{1, 2, 3}, {2, 3}};
  const MedianRatio few = median_ratio({pass, {{}}, pass, {}, pass});
  EXPECT_EQ(few.passes, 3U);
  EXPECT_EQ(few.ratio, 2);
  EXPECT_FALSE(few.low || few.high);
  const MedianRatio enough = median_ratio({pass, pass, {}, pass, pass});
  EXPECT_EQ(enough.passes, 4U);
  EXPECT_TRUE(enough.low && enough.high);
}

TEST(TimeRatio, APassTakesItsTimeAndLongerOnlyForOneMotion) {
  // 8 blocks of a motion, where these take less than the pass has.
  const RatioPlan quick = plan_ratio(100, 300, 0.4, 0.4);
  EXPECT_EQ(quick.pairs, 400U);
  EXPECT_EQ(quick.block, 50U);
  EXPECT_EQ(quick.at_once, 10U);
  // 1 ms a pair: 150 in 0.17 s.
  const RatioPlan fewer = plan_ratio(4e5, 6e5, 0.17, 0.4);
  EXPECT_EQ(fewer.pairs, 150U);
  EXPECT_EQ(fewer.at_once, 1U);
  // One motion is more than 0.03 s; the limit of slow cells cuts it short.
  EXPECT_EQ(plan_ratio(4e5, 6e5, 0.03, 0.4).pairs, 50U);
  EXPECT_EQ(plan_ratio(4e6, 16e6, 0.03, 0.4).pairs, 20U);
  // 2 s each, 60 s a pass; blocks of one pair, so that a run ends when it is asked to.
  const RatioPlan slow = plan_ratio(2e9, 2e9, 0.4, 60);
  EXPECT_EQ(slow.pairs, 15U);
  EXPECT_EQ(slow.block, 1U);
  EXPECT_EQ(plan_ratio(2e9, 2e9, 0.4, 0.4).pairs, 1U);
  EXPECT_EQ(plan_ratio(1, 1, 0.4, 0.4).at_once, 50U);
}

TEST(TimeRatio, BatchesAreWholeAndShrinkWhereTheyTakeLong) {
  const BatchPlan large = plan_batches(100, 1000, 0.4);
  EXPECT_EQ(large.batch, 1000U);
  EXPECT_EQ(large.pairs.at_once, 1000U);
  EXPECT_EQ(large.pairs.block, 1000U);
  EXPECT_EQ(large.pairs.pairs, 8000U);
  // A microsecond for the clock, a motion for each turn.
  const BatchPlan small = plan_batches(100, 4, 0.4);
  EXPECT_EQ(small.batch, 4U);
  EXPECT_EQ(small.pairs.at_once, 12U);
  EXPECT_EQ(small.pairs.block, 52U);
  EXPECT_EQ(small.pairs.pairs, 416U);
  // 10 ms a pair: fifty of them, both ways, take a second.
  const BatchPlan slow = plan_batches(1e7, 1000, 0.4);
  EXPECT_EQ(slow.batch, 50U);
  EXPECT_EQ(slow.pairs.at_once, 50U);
  EXPECT_EQ(slow.pairs.pairs, 50U);
  const BatchPlan slowest = plan_batches(2e9, 8, 0.4);
  EXPECT_EQ(slowest.batch, 1U);
  EXPECT_EQ(slowest.pairs.pairs, 1U);
}

}  // namespace
}  // namespace touchstone
