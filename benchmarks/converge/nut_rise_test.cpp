// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/converge/nut_rise.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>

#include "metrics/registry.hpp"

namespace touchstone {
namespace {

using testing::Each;
using testing::Field;
using testing::SizeIs;

std::vector<NutRise> shaken(const NutRun& run, const std::function<bool()>& stopped = {}) {
  return shake_nuts({run}, [](std::string_view name) { return find_metric(name)->make(); },
                    {1, stopped, {}});
}

/// Eleven bodies from two seeds, of which the second ends after the first shake.
NutRise two_seeds() {
  NutRise rise{{"shape", "cubes", 11, 2, 2}, {}};
  rise.seeds = {{.seed = 1, .higher = {8, 4, 1}, .height_m = {1, 2, 3}, .mean_m = {2, 2, 2.5}},
                {.seed = 2, .higher = {6, 6}, .height_m = {1, 1}, .mean_m = {1, 1.5}}};
  return rise;
}

TEST(NutRise, SharesAreThoseOfTheSeedsThatCameSoFar) {
  const NutRise rise = two_seeds();
  const auto first = share_above(rise, 0);
  ASSERT_TRUE(first);
  EXPECT_DOUBLE_EQ(first->mean, 0.7);
  EXPECT_EQ(first->least, 0.6);
  EXPECT_EQ(first->largest, 0.8);
  // Student's t for one degree of freedom is 12.706, the standard error 0.1.
  ASSERT_TRUE(first->half_width);
  EXPECT_NEAR(*first->half_width, 1.2706, 1e-4);
  const auto last = share_above(rise, 2);
  ASSERT_TRUE(last);
  EXPECT_EQ(last->mean, 0.1);
  EXPECT_FALSE(last->half_width);
  EXPECT_FALSE(share_above(rise, 3));
}

TEST(NutRise, HeightsAreOverTheMeanOfTheSmallBodies) {
  const NutRise rise = two_seeds();
  EXPECT_EQ(height_over_mean(rise, 1)->mean, -0.25);
  EXPECT_EQ(height_over_mean(rise, 2)->largest, 0.5);
  EXPECT_FALSE(height_over_mean(rise, 3));
}

TEST(NutRise, OnTopIsWhereAtMostATenthLiesHigher) {
  const NutRise rise = two_seeds();
  EXPECT_EQ(seeds_on_top(rise, 0), 0);
  EXPECT_EQ(seeds_on_top(rise, 2), 1) << "the seed that did not come so far is not on top";
}

TEST(NutRise, ARunFailsByAStepThatIsNotSolvedABodyOutsideOrAFault) {
  EXPECT_FALSE(nut_run_failed(two_seeds()));
  for (const NutMotion& failed :
       {NutMotion{.unsolved = 1}, NutMotion{.outside = 1}, NutMotion{.fault = "it was stopped"}}) {
    NutRise rise = two_seeds();
    rise.seeds.push_back(failed);
    EXPECT_TRUE(nut_run_failed(rise));
  }
}

TEST(NutRise, TheLargeBodyIsCoveredBeforeTheFirstShake) {
  const std::vector<NutRise> rises = shaken({"bodies", "few", 60, 1, 0});
  ASSERT_THAT(rises, SizeIs(1));
  ASSERT_THAT(rises[0].seeds, SizeIs(1));
  const NutMotion& motion = rises[0].seeds[0];
  EXPECT_EQ(motion.steps, 200) << "a second at rest";
  EXPECT_EQ(motion.seed, 1);
  ASSERT_THAT(motion.higher, SizeIs(1));
  EXPECT_GT(motion.higher[0], 17) << "of 59";
  EXPECT_LT(motion.height_m[0], motion.mean_m[0]);
  EXPECT_FALSE(nut_run_failed(rises[0]));
  EXPECT_GT(motion.residual, 0);
  EXPECT_LE(motion.residual, 1e-9);
}

TEST(NutRise, EachShakeHasItsPlace) {
  const NutMotion motion = shaken({"bodies", "few", 12, 1, 2})[0].seeds[0];
  EXPECT_EQ(motion.steps, 400);
  EXPECT_THAT(motion.higher, SizeIs(3));
  EXPECT_THAT(motion.height_m, SizeIs(3));
  EXPECT_THAT(motion.mean_m, SizeIs(3));
  EXPECT_GT(motion.time_s, 0);
}

TEST(NutRise, ARunThatIsStoppedSaysSo) {
  std::atomic<int> asked = 0;
  const auto rises = shaken({"bodies", "few", 30, 1, 1}, [&asked] { return ++asked > 1; });
  ASSERT_THAT(rises, SizeIs(1));
  EXPECT_THAT(rises[0].seeds, Each(Field(&NutMotion::fault, "it was stopped")));
}

TEST(NutRise, TheLongRunsVaryOneThingAtATime) {
  const std::vector<NutRun> runs = nut_runs(true);
  EXPECT_EQ(runs[0].bodies, 270);
  EXPECT_EQ(runs[0].seeds, 5);
  for (const NutRun& run : runs) {
    EXPECT_EQ(run.shakes, 40);
    const NutChoice plain;
    const int differs = (run.nuts.shape != plain.shape ? 1 : 0) +
                        (run.nuts.ratio != plain.ratio ? 1 : 0) +
                        (run.nuts.smooth_walls != plain.smooth_walls ? 1 : 0) +
                        (run.nuts.amplitude != plain.amplitude ? 1 : 0);
    EXPECT_EQ(differs, run.varied == "bodies" ? 0 : 1) << run.varied << " " << run.name;
  }
}

}  // namespace
}  // namespace touchstone
