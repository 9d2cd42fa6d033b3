// SPDX-License-Identifier: GPL-3.0-or-later
// Plug-ins that take bodies with a radius as they are, and that leave a margin out of their values
// (tests/spheres_plugin.c): what they are asked, and that the judge holds them to what they claim.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "geometry/random.hpp"
#include "geometry/shapes.hpp"
#include "harness/judge/judge.hpp"
#include "harness/plugins/tests/hostile_process.hpp"
#include "harness/plugins/tests/hostile_run.hpp"
#include "reference/oracle.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;

PolytopePtr ball(double radius) {
  PolytopeInput input;
  input.vertices = {Vec3(0.5, 0, 0)};
  return make_rounded(make_polytope(input).value(), radius).value();
}

Pair balls(const Vec3& apart, double r_A, double r_B) {
  return {ball(r_A), {Mat3::Identity(), apart}, ball(r_B), {}};
}

RunOutcome asked(const MetricRow& row, const Pair& pair, bool in_workers = true) {
  const AskedPair one = &pair;
  return make_runner(row, in_workers ? worker_options() : RunnerOptions{})->run({&one, 1}).front();
}

std::vector<Pair> random_balls(int count) {
  Random random(20261128);
  std::vector<Pair> pairs;
  for (int k = 0; k < count; ++k) {
    const Vec3 apart(random.uniform(-2, 2), random.uniform(-2, 2), random.uniform(-2, 2));
    pairs.push_back(balls(apart, random.uniform(0.1, 1.5), random.uniform(0.1, 1.5)));
  }
  return pairs;
}

/// How many of random pairs of spheres have each word, asked of the plug-in with its environment.
std::map<Word, int> words(const std::string& name = "spheres") {
  const MetricRow row = plugin_row_of(name);
  const std::vector<Pair> pairs = random_balls(100);
  std::vector<AskedPair> batch;
  for (const Pair& pair : pairs) batch.push_back(&pair);
  const auto outcomes = make_runner(row, worker_options())->run(batch);
  QuickOracle oracle;
  std::map<Word, int> counts;
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    const Verdict verdict =
        judge(pairs[k], oracle.solve(pairs[k], false), row.traits, outcomes[k], kDefaultTolerance);
    EXPECT_EQ(verdict.word, verdict.own_word);
    ++counts[verdict.word];
  }
  return counts;
}

const std::map<Word, int> kAllRight = {{Word::right, 100}};

TEST(RoundedPlugins, GetTheRadiusInWorkersInThisProcessAndInBatches) {
  const Pair pair = balls({4, 3, 0}, 1.5, 0.25);
  for (const char* name : {"spheres", "spheres_batch"}) {
    const MetricRow row = plugin_row_of(name);
    EXPECT_EQ(row.traits.rounded_cores, kRoundedPoint);
    for (const bool in_workers : {true, false}) {
      const RunOutcome outcome = asked(row, pair, in_workers);
      EXPECT_EQ(outcome.answer.value, 3.25) << name << outcome.detail;
      EXPECT_EQ(outcome.answer.normal, Vec3(0.8, 0.6, 0));
    }
    EXPECT_EQ(words(name), kAllRight);
  }
}

TEST(RoundedPlugins, TwoRadiiOfOneCoreAreTwoBodies) {
  const MetricRow row = plugin_row_of("spheres");
  const auto runner = make_runner(row, worker_options());
  for (const double radius : {1.0, 0.5, 1.0}) {
    const Pair pair = balls({5, 0, 0}, radius, 0.25);
    const AskedPair one = &pair;
    EXPECT_EQ(runner->run({&one, 1}).front().answer.value, 4.75 - radius);
  }
}

TEST(RoundedPlugins, AreAskedAboutNoOtherBodies) {
  const MetricRow row = plugin_row_of("spheres");
  PolytopeInput segment;
  segment.vertices = {Vec3::Zero(), Vec3::UnitX()};
  const PolytopePtr rod = make_rounded(make_polytope(segment).value(), 0.5).value();
  const Pair capsule{rod, {}, ball(1), {}};
  EXPECT_EQ(asked(row, capsule).status, RunStatus::not_applicable);
  EXPECT_EQ(asked(row, capsule).detail,
            "body A has a radius around a core that is not taken with one");
  const Pair sharp{ball(1), {}, ball(0), {}};
  EXPECT_EQ(asked(row, sharp).detail, "body B is flat");
  // It is asked about solids, and takes none.
  EXPECT_EQ(asked(row, {ball(1), {}, make_box({1, 1, 1}), {}}).status, RunStatus::skipped);
}

TEST(RoundedPlugins, OfTheFirstVersionAreAskedAboutPolytopesAlone) {
  const MetricRow row = plugin_row_of("hostile");
  EXPECT_EQ(asked(row, balls({5, 0, 0}, 1, 1)).detail, "a body has a radius");
}

TEST(RoundedPlugins, AClaimedOffsetIsRightAndAnyOtherIsWrong) {
  const Environment margin("SPHERES_MARGIN", "0.03125");
  {
    const Environment claimed("SPHERES_OFFSET", "0.03125");
    EXPECT_EQ(words(), kAllRight);
  }
  const auto without = words();
  EXPECT_EQ(without.count(Word::right), 0U);
  EXPECT_GT(without.at(Word::inaccurate), 90);
  const Environment half("SPHERES_OFFSET", "0.015625");
  EXPECT_EQ(words().count(Word::right), 0U);
}

TEST(RoundedPlugins, AnOffsetThatIsClaimedAndNotLeftOutIsWrong) {
  const Environment claimed("SPHERES_OFFSET", "0.03125");
  EXPECT_EQ(words().count(Word::right), 0U);
}

TEST(RoundedPlugins, BeyondTheReachThatTheyAreApartIsEnough) {
  const Environment far_away("SPHERES_FAR", "0.25");
  {
    const Environment claimed("SPHERES_REACH", "0.25");
    EXPECT_EQ(words(), kAllRight);
  }
  EXPECT_GT(words().at(Word::no_answer), 20) << "claims a value everywhere";
  const Environment further("SPHERES_REACH", "1");
  const auto counts = words();
  EXPECT_GT(counts.at(Word::no_answer), 10) << "of those between 0.25 and 1";
  EXPECT_GT(counts.at(Word::right), 50);
}

TEST(RoundedPlugins, AReachIsOfTheValueThatAnOffsetLeaves) {
  const Environment margin("SPHERES_MARGIN", "0.5");
  const Environment offset("SPHERES_OFFSET", "0.5");
  const Environment far_away("SPHERES_FAR", "0.25");
  const Environment reach("SPHERES_REACH", "0.25");
  EXPECT_EQ(words(), kAllRight);
}

TEST(RoundedPlugins, AProgramGetsTheRadiusThatItTakes) {
  const std::string command =
      python() + " '" TOUCHSTONE_SOURCE_DIR "/examples/plugins/python/spheres.py'";
  RunnerOptions options = worker_options();
  options.query_limit_s = options.wall_limit_s = 20;  // an interpreter takes its time to start
  const auto plain = process_plugin_row(command, options);
  ASSERT_TRUE(plain.ok()) << plain.reason();
  const Pair pair = balls({4, 3, 0}, 1.5, 0.25);
  const AskedPair one = &pair;
  const RunOutcome outcome = make_runner(plain.value(), options)->run({&one, 1}).front();
  EXPECT_EQ(outcome.answer.value, 3.25) << outcome.detail;
  const auto with_margin = process_plugin_row(command + " 0.25", options);
  ASSERT_TRUE(with_margin.ok()) << with_margin.reason();
  EXPECT_EQ(with_margin.value().traits.offset, 0.25);
  EXPECT_EQ(make_runner(with_margin.value(), options)->run({&one, 1}).front().answer.value, 3);
}

TEST(RoundedPlugins, WhatMakesNoSenseIsRejectedInOneLine) {
  const auto rejected = [](const char* name, const std::string& value) {
    const Environment environment(name, value);
    const auto row = plugin_row(plugin("spheres"), worker_options());
    return row.ok() ? "" : row.reason();
  };
  EXPECT_THAT(rejected("SPHERES_TAKES", "257"), HasSubstr("takes[0]: must be radius, sphere"));
  EXPECT_THAT(rejected("SPHERES_OFFSET", "-1"), HasSubstr("offset"));
  EXPECT_THAT(rejected("SPHERES_OFFSET", "nan"), HasSubstr("offset"));
  EXPECT_THAT(rejected("SPHERES_REACH", "-1"), HasSubstr("reach"));
}

}  // namespace
}  // namespace touchstone
