// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/timing/time_run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <string>

#include "benchmarks/timing/spinning_metrics.hpp"
#include "benchmarks/timing/time_engine.hpp"
#include "harness/compare/time_compare.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;

const TimeResult* find(const TimeRecord& record, const std::string& metric,
                       const std::string& start) {
  for (const TimeResult& result : record.results) {
    if (result.cell.metric == metric && result.cell.start == start) return &result;
  }
  return nullptr;
}

TEST(TimeEngine, GivesEveryRepetitionOfEveryLoop) {
  std::array<int, 2> counts{};
  const auto loop = [&](std::size_t which) {
    return [&counts, which](benchmark::State& state) {
      for ([[maybe_unused]] auto step : state) ++counts.at(which);
    };
  };
  const auto samples = time_interleaved({{loop(0), 10, 3}, {loop(1), 7, 2}});
  ASSERT_EQ(samples.size(), 2U);
  EXPECT_EQ(samples[0].size(), 3U);
  EXPECT_EQ(samples[1].size(), 2U);
  EXPECT_EQ(counts[0], 30);
  EXPECT_EQ(counts[1], 14);
  EXPECT_TRUE(time_interleaved({}).empty());
}

TEST(TimeRun, MeasuresTheTimeThatAMetricTakes) {
  const MetricRow slow = spinning_row<Spinning<40>>("slow");
  const MetricRow quick = spinning_row<Spinning<10>>("quick");
  const TimeRecord record = run_time(boxes_options({&slow, &quick}));
  ASSERT_EQ(record.results.size(), 4U);
  for (const char* start : {"cold", "warm"}) {
    const TimeResult* a = find(record, "slow", start);
    const TimeResult* b = find(record, "quick", start);
    ASSERT_TRUE(a != nullptr && b != nullptr);
    EXPECT_GE(a->median_ns, 40e3);
    EXPECT_LT(a->median_ns, 60e3);
    EXPECT_GE(b->median_ns, 10e3);
    EXPECT_LT(b->median_ns, 20e3);
    EXPECT_GE(a->queries, kMinQueries);
    EXPECT_GT(b->queries, a->queries);
    EXPECT_EQ(a->samples_ns.size(), static_cast<std::size_t>(kTimeRepetitions));
    EXPECT_LE(a->p10_ns, a->median_ns);
    EXPECT_GE(a->p90_ns, a->median_ns);
    EXPECT_GT(a->floor_ns, 0);
    EXPECT_EQ(a->work_per_query, 3);
    // The value 0 is never the depth of a shallow pair.
    EXPECT_EQ(a->right_share, 0);
    EXPECT_EQ(a->facets, (std::array<std::uint64_t, 2>{6, 6}));
  }
  ASSERT_EQ(record.shapes.size(), 2U);
  EXPECT_EQ(record.shapes[0].vertices, 8U);
}

TEST(TimeRun, MakesTwoPassesOnlyWhereTimeIsUp) {
  const MetricRow metric = spinning_row<Spinning<1>>("quick");
  TimeOptions options = boxes_options({&metric});
  options.budget_s = 0;
  const TimeRecord record = run_time(options);
  const TimeResult* result = find(record, "quick", "cold");
  ASSERT_NE(result, nullptr);
  EXPECT_EQ(result->samples_ns.size(),
            static_cast<std::size_t>(2 * kTimeRepetitions / kTimePasses));
}

TEST(TimeRun, GivesFewerRepetitionsToSlowCellsAndSaysWhatItLeavesOut) {
  const MetricRow slow = spinning_row<Spinning<200>>("slow");
  const MetricRow slowest = spinning_row<Spinning<2000>>("slowest");
  const MetricRow throwing = spinning_row<Throwing>("throwing");
  MetricRow small = spinning_row<Spinning<1>>("small");
  small.traits.largest_default_vertices = 4;
  TimeOptions options = boxes_options({&slow, &slowest, &throwing, &small});
  options.slow_cell_s = 0.1;
  const TimeRecord record = run_time(options);
  const TimeResult* result = find(record, "slow", "cold");
  ASSERT_NE(result, nullptr);
  EXPECT_EQ(result->queries, kMinQueries);
  EXPECT_LT(result->samples_ns.size(), static_cast<std::size_t>(kTimeRepetitions));
  EXPECT_GE(result->samples_ns.size(), static_cast<std::size_t>(kTimePasses));
  ASSERT_EQ(record.results.size(), 2U);
  std::string reasons;
  for (const TimeLeftOut& left_out : record.left_out) {
    reasons += left_out.cell.metric + ": " + left_out.reason + "\n";
  }
  EXPECT_THAT(reasons, HasSubstr("slowest: 30 queries, 5 times over, take"));
  EXPECT_THAT(reasons, HasSubstr("throwing: every pair ended in an exception"));
  EXPECT_THAT(reasons, HasSubstr("small: not run by default above 4 vertices"));
}

TEST(TimeRun, KeepsWhatWasTimedWhenItIsStopped) {
  const MetricRow metric = spinning_row<Spinning<1>>("quick");
  TimeOptions options = boxes_options({&metric});
  bool stop = false;
  options.stop_requested = [&stop] { return stop; };
  options.progress = [&stop](std::uint64_t done, std::uint64_t) { stop = done > 0; };
  const TimeRecord record = run_time(options);
  ASSERT_EQ(record.results.size(), 1U);
  EXPECT_EQ(record.results[0].cell.start, "cold");
  EXPECT_GT(record.results[0].floor_ns, 0);
  stop = true;
  options.progress = nullptr;
  EXPECT_TRUE(run_time(options).results.empty());
}

TEST(TimeRun, FindsRealMetricsRight) {
  const MetricRow* seidel = find_metric("ratio_seidel");
  const MetricRow* sat = find_metric("sat_float32");
  ASSERT_TRUE(seidel != nullptr && sat != nullptr);
  TimeOptions options = boxes_options({seidel, sat});
  options.groups = plan_time({{"random-hulls"}, {}, {"12x20"}}).value();
  const TimeRecord record = run_time(options);
  ASSERT_EQ(record.results.size(), 20U);
  for (const TimeResult& result : record.results) {
    ASSERT_TRUE(result.right_share.has_value()) << result.cell.regime;
    if (result.cell.metric == "ratio_seidel") {
      EXPECT_EQ(result.right_share, 1) << result.cell.regime;
    }
    // Single precision is right to 1e-8 only where nothing but a sign is asked for.
    if (result.cell.metric == "sat_float32" && result.cell.regime == "deep") {
      EXPECT_LT(*result.right_share, 0.9);
    }
    EXPECT_GT(result.judged, 0U);
  }
}

TEST(TimeRun, SaysNothingOfPointsWhereAMetricGivesNone) {
  const MetricRow with = spinning_row<Spinning<1>>("with");
  MetricRow without = spinning_row<Spinning<1>>("without");
  without.traits.gives = in_every_regime({.witnesses = false});
  const TimeRecord record = run_time(boxes_options({&with, &without}));
  const TimeResult* gives = find(record, "with", "cold");
  const TimeResult* gives_none = find(record, "without", "cold");
  ASSERT_TRUE(gives != nullptr && gives_none != nullptr);
  EXPECT_EQ(gives->witness_share, 0);
  EXPECT_FALSE(gives_none->witness_share.has_value());
  EXPECT_EQ(gives_none->right_share, 0);
}

TEST(TimeRun, ComparingTwoRunsFindsASlowdownOfTwentyPercent) {
  const MetricRow before = spinning_row<Spinning<50>>("one");
  const MetricRow after = spinning_row<Spinning<60>>("one");
  const MetricRow other = spinning_row<Spinning<30>>("other");
  const auto with_the_same_floor = [](TimeRecord record) {
    // What else runs here must not look like another machine.
    for (TimeResult& result : record.results) result.floor_ns = 1;
    return record;
  };
  const auto compared =
      compare_time_records(with_the_same_floor(run_time(boxes_options({&before, &other}))),
                           with_the_same_floor(run_time(boxes_options({&after, &other}))));
  ASSERT_TRUE(compared.ok());
  for (const TimeCellChange& change : compared.value().cells) {
    EXPECT_EQ(change.change, change.cell.metric == "one" ? TimeChange::slower : TimeChange::same)
        << change.cell.metric << " " << change.ratio();
  }
}

}  // namespace
}  // namespace touchstone
