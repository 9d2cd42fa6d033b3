// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/compare/time_compare.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "geometry/random.hpp"
#include "harness/compare/rank_test.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;

constexpr std::uint64_t kSeed = 7;
constexpr int kRepetitions = 15;

/// A cell of about `ns` with 3 % of noise, right-skewed as timings are.
TimeResult cell(const std::string& metric, std::uint64_t vertices, double ns, Random& random,
                int repetitions = kRepetitions) {
  TimeResult result;
  result.cell = {metric, "random-hulls", "shallow", "cold", {vertices, vertices}};
  result.facets = {2 * vertices - 4, 2 * vertices - 4};
  result.queries = 1000;
  result.floor_ns = 20;
  for (int k = 0; k < repetitions; ++k) {
    const double u = random.uniform();
    result.samples_ns.push_back(ns * (1 + 0.03 * u + 0.1 * u * u * u * u));
  }
  result.median_ns = quantile(result.samples_ns, 0.5);
  result.p10_ns = quantile(result.samples_ns, 0.1);
  result.p90_ns = quantile(result.samples_ns, 0.9);
  return result;
}

/// Three metrics at eighty sizes; `slowed` takes `factor` times as long.
TimeRecord record(std::uint64_t run, const std::string& slowed = "", double factor = 1) {
  Random random(kSeed, run);
  TimeRecord made;
  made.name = "run " + std::to_string(run);
  for (std::uint64_t size = 8; size < 88; ++size) {
    for (const char* metric : {"one", "two", "three"}) {
      const double ns = 10 * static_cast<double>(size) * (metric == slowed ? factor : 1);
      made.results.push_back(cell(metric, size, ns, random));
    }
  }
  return made;
}

TEST(RankTest, PValuesAreThoseOfTheExactDistribution) {
  // Two samples of three wholly apart: 2 of the 20 orders are as extreme.
  EXPECT_NEAR(mann_whitney_p(std::vector<double>{1, 2, 3}, std::vector<double>{4, 5, 6}), 0.1,
              1e-15);
  // U = 2 of 16 for two samples of four: 1 + 1 + 2 orders in each tail of 70.
  EXPECT_NEAR(mann_whitney_p(std::vector<double>{1, 2, 3, 6}, std::vector<double>{4, 5, 7, 8}),
              8.0 / 70, 1e-15);
  // U = 4 of 20 for samples of four and five: 1 + 1 + 2 + 3 + 5 orders in each tail of 126.
  EXPECT_NEAR(mann_whitney_p(std::vector<double>{1, 2, 3, 8}, std::vector<double>{4, 5, 6, 7, 9}),
              24.0 / 126, 1e-15);
  const std::vector<double> same(10, 3.0);
  EXPECT_EQ(mann_whitney_p(same, same), 1);
}

TEST(RankTest, TheNormalApproximationWithTiesIsNearTheExactValue) {
  std::vector<double> x;
  std::vector<double> y;
  for (int k = 0; k < 15; ++k) {
    x.push_back(k);
    y.push_back(k + 5.5);
  }
  const double exact = mann_whitney_p(x, y);
  y[0] = x[6];
  const double tied = mann_whitney_p(x, y);
  EXPECT_GT(exact, 1e-3);
  EXPECT_NEAR(tied, exact, 0.3 * exact);
}

TEST(RankTest, AFalseAlarmIsAsRareAsItSays) {
  Random random(kSeed);
  int alarms = 0;
  constexpr int kTrials = 4000;
  for (int trial = 0; trial < kTrials; ++trial) {
    std::vector<double> x(8);
    std::vector<double> y(8);
    for (double& v : x) v = random.uniform();
    for (double& v : y) v = random.uniform();
    if (mann_whitney_p(x, y) < 0.05) ++alarms;
  }
  // The exact level for 8 and 8 is just below 5 %.
  EXPECT_GT(alarms, kTrials * 3 / 100) << "seed " << kSeed;
  EXPECT_LT(alarms, kTrials * 6 / 100) << "seed " << kSeed;
}

TEST(RankTest, HolmStepsDown) {
  const std::vector<double> adjusted = holm_adjusted({0.01, 0.04, 0.03, 0.005});
  EXPECT_DOUBLE_EQ(adjusted[3], 0.02);
  EXPECT_DOUBLE_EQ(adjusted[0], 0.03);
  EXPECT_DOUBLE_EQ(adjusted[2], 0.06);
  EXPECT_DOUBLE_EQ(adjusted[1], 0.06);
}

TEST(TimeCompare, TwoRunsOfTheSameAreTheSame) {
  for (std::uint64_t run = 1; run < 20; ++run) {
    const auto compared = compare_time_records(record(0), record(run));
    ASSERT_TRUE(compared.ok());
    EXPECT_EQ(compared.value().count(TimeChange::same), 240U) << "seed " << kSeed << " run " << run;
  }
}

TEST(TimeCompare, FindsATwentyPercentSlowdownOfOneMetricAndNothingElse) {
  const auto compared = compare_time_records(record(0), record(1, "two", 1.2));
  ASSERT_TRUE(compared.ok());
  EXPECT_EQ(compared.value().count(TimeChange::slower), 80U) << "seed " << kSeed;
  EXPECT_EQ(compared.value().count(TimeChange::same), 160U);
  for (const TimeCellChange& change : compared.value().cells) {
    EXPECT_EQ(change.change == TimeChange::slower, change.cell.metric == "two");
  }
  const auto back = compare_time_records(record(1, "two", 1.2), record(0));
  ASSERT_TRUE(back.ok());
  EXPECT_EQ(back.value().count(TimeChange::faster), 80U);
  EXPECT_FALSE(back.value().anything_slower());
}

/// Twelve slow cells of each of four metrics: five repetitions each, which no test of a single cell
/// finds significant among so many. Besides the noise of each repetition a cell is a few percent
/// off in all of a run.
TimeRecord short_record(std::uint64_t run, const std::string& slowed = "", double factor = 1) {
  Random random(kSeed, 1000 + run);
  TimeRecord made;
  for (std::uint64_t size = 1; size <= 12; ++size) {
    for (const char* metric : {"one", "two", "three", "four"}) {
      const double off = 1 + random.uniform(-0.04, 0.04);
      const double ns = 1e6 * static_cast<double>(size) * off * (metric == slowed ? factor : 1);
      made.results.push_back(cell(metric, size, ns, random, 5));
    }
  }
  return made;
}

TEST(RankTest, StrataAddUp) {
  const std::vector<double> low = {1, 2, 3, 4, 5};
  const std::vector<double> high = {6, 7, 8, 9, 10};
  EXPECT_EQ(stratified_rank_p({{low, high}}), mann_whitney_p(low, high));
  // Five strata wholly apart: U is 12.5 from its mean, 25 x 11 / 12 its variance, half a step back.
  const std::vector<Stratum> apart(5, {low, high});
  const double p = stratified_rank_p(apart);
  EXPECT_NEAR(p, std::erfc((5 * 12.5 - 0.5) / std::sqrt(2 * 5 * 25 * 11 / 12.0)), 1e-15);
  // One the other way round leaves three.
  std::vector<Stratum> mixed = apart;
  mixed.back() = {high, low};
  EXPECT_GT(stratified_rank_p(mixed), p);
  EXPECT_EQ(stratified_rank_p({{low, high}, {high, low}}), 1);
  EXPECT_EQ(stratified_rank_p({{low, low}, {high, high}}), 1);
  // What differs between strata says nothing.
  EXPECT_EQ(stratified_rank_p({{low, low}, {std::vector<double>(5, 1e9), high}}),
            stratified_rank_p({{low, low}, {std::vector<double>(5, 1e6), high}}));
}

TEST(RankTest, AFalseAlarmOverStrataIsAsRareAsItSays) {
  Random random(kSeed, 1);
  int alarms = 0;
  constexpr int kTrials = 4000;
  for (int trial = 0; trial < kTrials; ++trial) {
    std::vector<std::vector<double>> samples;
    for (int k = 0; k < 12; ++k) {
      samples.emplace_back(k % 4 < 2 ? 5 : 15);
      for (double& v : samples.back()) v = static_cast<double>(k / 2) + 3 * random.uniform();
    }
    std::vector<Stratum> strata;
    for (std::size_t k = 0; k < samples.size(); k += 2) {
      strata.push_back({samples[k], samples[k + 1]});
    }
    if (stratified_rank_p(strata) < 0.05) ++alarms;
  }
  EXPECT_GT(alarms, kTrials * 3 / 100) << "seed " << kSeed;
  EXPECT_LT(alarms, kTrials * 6 / 100) << "seed " << kSeed;
}

TEST(TimeCompare, OfFewRepetitionsAMetricTwentyPercentSlowerIsFoundOverItsCells) {
  for (std::uint64_t run = 1; run <= 100; ++run) {
    const auto compared = compare_time_records(short_record(0), short_record(run, "two", 1.2));
    ASSERT_TRUE(compared.ok());
    EXPECT_EQ(compared.value().count(TimeChange::untested), 48U);
    EXPECT_TRUE(compared.value().anything_slower()) << "seed " << kSeed << " run " << run;
    ASSERT_EQ(compared.value().metrics.size(), 4U);
    for (const TimeMetricChange& metric : compared.value().metrics) {
      EXPECT_EQ(metric.cells, 12U);
      EXPECT_EQ(metric.change, metric.metric == "two" ? TimeChange::slower : TimeChange::same)
          << metric.metric << ", " << metric.ratio << " times, seed " << kSeed << " run " << run;
    }
  }
  const auto back = compare_time_records(short_record(1, "two", 1.2), short_record(0));
  ASSERT_TRUE(back.ok());
  EXPECT_EQ(back.value().metrics[1].change, TimeChange::faster);
  EXPECT_FALSE(back.value().anything_slower());
  EXPECT_THAT(time_comparison_json(back.value()), HasSubstr(R"("change": "faster")"));
}

TEST(TimeCompare, OfFewRepetitionsTwoRunsOfTheSameAreTheSame) {
  for (std::uint64_t run = 1; run <= 300; ++run) {
    const auto compared = compare_time_records(short_record(0), short_record(run));
    ASSERT_TRUE(compared.ok());
    for (const TimeMetricChange& metric : compared.value().metrics) {
      EXPECT_EQ(metric.change, TimeChange::same) << "seed " << kSeed << " run " << run;
    }
    EXPECT_FALSE(compared.value().anything_slower()) << "seed " << kSeed << " run " << run;
  }
}

TEST(TimeCompare, AThreePercentSlowdownIsNotReported) {
  const auto compared = compare_time_records(record(0), record(1, "two", 1.03));
  ASSERT_TRUE(compared.ok());
  EXPECT_EQ(compared.value().count(TimeChange::slower), 0U);
}

TEST(TimeCompare, SaysWhatIsNewGoneAndUntested) {
  TimeRecord before = record(0);
  TimeRecord after = record(1);
  Random random(kSeed, 99);
  before.results.push_back(cell("old", 8, 100, random));
  after.results.push_back(cell("young", 8, 100, random));
  before.results.push_back(cell("rare", 8, 100, random, 3));
  after.results.push_back(cell("rare", 8, 200, random, 3));
  const auto compared = compare_time_records(before, after);
  ASSERT_TRUE(compared.ok());
  EXPECT_EQ(compared.value().count(TimeChange::gone), 1U);
  EXPECT_EQ(compared.value().count(TimeChange::fresh), 1U);
  EXPECT_EQ(compared.value().count(TimeChange::untested), 1U);
  EXPECT_THAT(time_comparison_json(compared.value()), HasSubstr(R"("change": "untested")"));
  TimeRecord other;
  other.name = "other";
  other.results.push_back(cell("other", 8, 100, random));
  EXPECT_THAT(compare_time_records(before, other).reason(), HasSubstr("no cell in common"));
}

TEST(TimeRecord, ReadsBackWhatItWrote) {
  TimeRecord written = record(3);
  written.results[0].right_share = 0.5;
  written.context = {{"cpu", R"("a \"fast\" one")"}};
  written.fits.push_back({"one", "random-hulls", "shallow", "cold", 12, 168, 1, 0.9, 1.1, 80});
  written.left_out.push_back({{"slow", "", "", "", {0, 0}}, "too slow"});
  const auto read = parse_time_record(time_json(written), "a.json");
  ASSERT_TRUE(read.ok()) << read.reason();
  ASSERT_EQ(read.value().results.size(), written.results.size());
  for (std::size_t k = 0; k < written.results.size(); ++k) {
    EXPECT_EQ(read.value().results[k].cell, written.results[k].cell);
    EXPECT_EQ(read.value().results[k].samples_ns, written.results[k].samples_ns);
    EXPECT_EQ(read.value().results[k].right_share, written.results[k].right_share);
  }
}

TEST(TimeRecord, RefusesWhatItIsNot) {
  const auto reason = [](const std::string& text) {
    const auto read = parse_time_record(text, "a.json");
    return read.ok() ? std::string("no reason") : read.reason();
  };
  EXPECT_THAT(reason("{"), HasSubstr("parse error"));
  EXPECT_THAT(reason(R"({"schema": "touchstone.verify/1"})"), HasSubstr("the schema is not"));
  EXPECT_THAT(reason(R"({"schema": "touchstone.time/1"})"), HasSubstr("\"results\" is missing"));
  TimeRecord twice = record(0);
  twice.results.push_back(twice.results.front());
  EXPECT_THAT(reason(time_json(twice)), HasSubstr("earlier row"));
  TimeRecord bare = record(0);
  bare.results[1].samples_ns.clear();
  EXPECT_THAT(reason(time_json(bare)), HasSubstr("one number for each repetition"));
  bare.results[1].samples_ns = {1, 0};
  EXPECT_THAT(reason(time_json(bare)), HasSubstr("a time above 0"));
}

TEST(TimeRecord, NumbersThatCannotBeAreRefused) {
  TimeRecord written = record(3);
  written.results[0].right_share = 0.5;
  written.results[0].witness_share = 0.5;
  written.ratios.push_back(
      {written.results[0].cell, "before", 10, 2, 5, 10.0, 11.0, 1.0, 1.0, 0.9, 0.8, 1.1, ""});
  written.fits.push_back({"one", "random-hulls", "shallow", "cold", 12, 168, 1, 0.9, 1.1, 80});
  written.shapes.push_back({"one", "random-hulls", 8, 12, 100, 1000});
  using nlohmann::json;
  const json good = json::parse(time_json(written));
  ASSERT_TRUE(parse_time_record(good.dump(), "x").ok());
  const auto changed = [&](const char* pointer, const json& value) {
    json other = good;
    other[json::json_pointer(pointer)] = value;
    const auto read = parse_time_record(other.dump(), "x");
    return read.ok() ? std::string("no reason") : read.reason();
  };
  for (const char* share : {"/results/0/right_share", "/results/0/witness_share",
                            "/ratios/0/right_share", "/ratios/0/before_right_share"}) {
    EXPECT_THAT(changed(share, 1e300), HasSubstr("share: must be from 0 to 1")) << share;
  }
  EXPECT_THAT(changed("/results/0/p10_ns", 1e9), HasSubstr("median_ns: must not be below p10_ns"));
  EXPECT_THAT(changed("/results/0/p90_ns", 1), HasSubstr("p90_ns: must not be below median_ns"));
  EXPECT_THAT(changed("/results/0/p90_ns", 1e9), HasSubstr("p90_ns: is not what its samples_ns"));
  EXPECT_THAT(changed("/results/0/queries", 0), HasSubstr("queries: must not be below 1"));
  EXPECT_THAT(changed("/ratios/0/left_out", 11), HasSubstr("pairs: must not be below left_out"));
  EXPECT_THAT(changed("/ratios/0/low", 0.95), HasSubstr("ratio: must not be below low"));
  EXPECT_THAT(changed("/fits/0/high", 0.5), HasSubstr("high: must not be below exponent"));
  EXPECT_THAT(changed("/shapes/0/prepare_ns", -1), HasSubstr("prepare_ns: must not be below 0"));
}

TEST(TimeRecord, QuantilesLieBetweenNeighbours) {
  EXPECT_EQ(quantile({3}, 0.9), 3);
  EXPECT_EQ(quantile({4, 1, 3, 2}, 0.5), 2.5);
  EXPECT_DOUBLE_EQ(quantile({0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100}, 0.9), 90);
}

TEST(RatioInterval, HoldsTheFactorAndIsThatOfTheTables) {
  // Of 6 and 6 the table has 5: U <= 5 is rejected, so the 6th smallest of 36 quotients begins it.
  const std::vector<double> x = {1, 2, 4, 8, 16, 32};
  std::vector<double> y;
  for (const double a : x) y.push_back(3 * a);
  const auto interval = ratio_interval(x, y);
  ASSERT_TRUE(interval);
  std::vector<double> ratios;
  for (const double a : x) {
    for (const double b : y) ratios.push_back(b / a);
  }
  std::sort(ratios.begin(), ratios.end());
  EXPECT_EQ(interval->low, ratios[5]);
  EXPECT_EQ(interval->high, ratios[30]);
  EXPECT_LT(interval->low, 3);
  EXPECT_GT(interval->high, 3);
}

TEST(RatioInterval, IsNoneOfTooFewNumbers) {
  EXPECT_FALSE(ratio_interval(std::vector<double>{1, 2}, std::vector<double>{3, 4}));
  const std::vector<double> four = {1, 2, 3, 4};
  const auto widest = ratio_interval(four, four);
  ASSERT_TRUE(widest);
  EXPECT_EQ(widest->low, 0.25);
  EXPECT_EQ(widest->high, 4);
  const std::vector<double> many(200, 2.0);
  EXPECT_EQ(ratio_interval(many, many)->low, 1);
}

}  // namespace
}  // namespace touchstone
