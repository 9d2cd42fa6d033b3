// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/compare/time_compare.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "geometry/random.hpp"
#include "harness/statistics/statistics.hpp"

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
  EXPECT_THAT(time_comparison_record().document(back.value()), HasSubstr(R"("change": "faster")"));
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

/// Times of one build on a slower machine: queries and floor take `factor` times as long.
TimeRecord on_another_machine(TimeRecord made, double factor) {
  for (TimeResult& result : made.results) {
    result.floor_ns *= factor;
    result.median_ns *= factor;
    for (double& sample : result.samples_ns) sample *= factor;
  }
  return made;
}

TEST(TimeCompare, WhatTheMachineExplainsIsNoChangeOfAMetric) {
  for (const double factor : {0.71, 1.4}) {
    const auto compared = compare_time_records(record(0), on_another_machine(record(1), factor));
    ASSERT_TRUE(compared.ok());
    EXPECT_TRUE(compared.value().machines_differ());
    EXPECT_EQ(compared.value().count(TimeChange::same), 240U) << factor;
    for (const TimeMetricChange& metric : compared.value().metrics) {
      EXPECT_EQ(metric.change, TimeChange::same) << metric.metric << ' ' << metric.ratio;
    }
    EXPECT_FALSE(compared.value().anything_slower());
  }
  EXPECT_FALSE(compare_time_records(record(0), record(1)).value().machines_differ());
}

TEST(TimeCompare, ASlowdownIsFoundOnASlowerMachineTooAndNeverOnlyInFloors) {
  const TimeRecord slower = on_another_machine(record(1, "two", 1.3), 1.4);
  const auto compared = compare_time_records(record(0), slower);
  ASSERT_TRUE(compared.ok());
  EXPECT_EQ(compared.value().count(TimeChange::slower), 80U) << "seed " << kSeed;
  EXPECT_EQ(compared.value().count(TimeChange::same), 160U);
  // Slower in floors only: the machine is as much faster.
  const TimeRecord hidden = on_another_machine(record(1, "two", 1.4), 1 / 1.4);
  EXPECT_FALSE(compare_time_records(record(0), hidden).value().anything_slower());
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
  EXPECT_THAT(time_comparison_record().document(compared.value()),
              HasSubstr(R"("change": "untested")"));
  TimeRecord other;
  other.name = "other";
  other.results.push_back(cell("other", 8, 100, random));
  EXPECT_THAT(compare_time_records(before, other).reason(), HasSubstr("no cell in common"));
}

TEST(TimeRecord, ReadsBackWhatItWrote) {
  TimeRecord written = record(3);
  written.results[0].right_share = 0.5;
  written.results[0].judged = 2;
  written.context.cpu = R"(a "fast" one)";
  written.fits.push_back({"one", "random-hulls", "shallow", "cold", 12, 168, 1, 0.9, 1.1, 80});
  written.left_out.push_back({{"slow", "", "", "", {0, 0}}, "too slow"});
  written.left_out.push_back({{"slow", "boxes", "deep", "cold", {8, 20}}, "too slow"});
  const auto read = parse_time_record(time_record().document(written), "a.json");
  ASSERT_TRUE(read.ok()) << read.reason();
  EXPECT_EQ(time_record().document(read.value()), time_record().document(written));
  EXPECT_EQ(read.value().context.cpu, written.context.cpu);
  EXPECT_EQ(read.value().fits.at(0).exponent, 1);
  EXPECT_EQ(read.value().left_out.at(0).cell, written.left_out[0].cell);
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
  EXPECT_THAT(reason(R"({"schema": "touchstone.verify/5"})"),
              HasSubstr("schema: must be touchstone.time/1"));
  EXPECT_THAT(reason(R"({"schema": "touchstone.time/1"})"), HasSubstr("\"context\" is missing"));
  TimeRecord twice = record(0);
  twice.results.push_back(twice.results.front());
  EXPECT_THAT(reason(time_record().document(twice)), HasSubstr("earlier row"));
  TimeRecord bare = record(0);
  bare.results[1].samples_ns.clear();
  EXPECT_THAT(reason(time_record().document(bare)), HasSubstr("one number for each repetition"));
  bare.results[1].samples_ns = {1, 0};
  EXPECT_THAT(reason(time_record().document(bare)), HasSubstr("samples_ns[1]: must be above 0"));
}

TEST(TimeRecord, NumbersThatCannotBeAreRefused) {
  TimeRecord written = record(3);
  written.results[0].right_share = 0.5;
  written.results[0].judged = 2;
  written.results[0].witness_share = 0.5;
  written.ratios.push_back(
      {written.results[0].cell, "before", 10, 2, 5, 10.0, 11.0, 1.0, 1.0, 0.9, 0.8, 1.1, ""});
  written.fits.push_back({"one", "random-hulls", "shallow", "cold", 12, 168, 1, 0.9, 1.1, 80});
  written.shapes.push_back({"one", "random-hulls", 8, 12, 100, 1000});
  using nlohmann::json;
  const json good = json::parse(time_record().document(written));
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
  EXPECT_THAT(changed("/results/0/queries", 0), HasSubstr("queries: must be from 1"));
  EXPECT_THAT(changed("/results/0/queries", 1001), HasSubstr("queries: must be from 1 to 1000"));
  EXPECT_THAT(changed("/results/0/judged", 0), HasSubstr("must be null exactly where judged is 0"));
  EXPECT_THAT(changed("/results/0/right_share", nullptr), HasSubstr("exactly where judged is 0"));
  EXPECT_THAT(changed("/results/0/right_share", 0.3), HasSubstr("is no share of judged"));
  EXPECT_THAT(changed("/results/1/witness_share", 0.5), HasSubstr("null where judged is 0"));
  for (const char* count : {"judged", "crashed", "timed_out"}) {
    const std::string pointer = std::string("/results/0/") + count;
    EXPECT_THAT(changed(pointer.c_str(), 1001), HasSubstr("must be from 0 to 1000")) << count;
  }
  EXPECT_THAT(changed("/results/0/vertices/0", 0), HasSubstr("must be from 1 to"));
  EXPECT_THAT(changed("/results/0/facets/1", 2147483648), HasSubstr("must be from 1 to"));
  EXPECT_THAT(changed("/ratios/0/left_out", 11), HasSubstr("pairs: must not be below left_out"));
  EXPECT_THAT(changed("/ratios/0/low", 0.95), HasSubstr("ratio: must not be below low"));
  EXPECT_THAT(changed("/fits/0/high", 0.5), HasSubstr("high: must not be below exponent"));
  EXPECT_THAT(changed("/shapes/0/prepare_ns", -1), HasSubstr("prepare_ns: must be from 0"));
}

}  // namespace
}  // namespace touchstone
