// SPDX-License-Identifier: GPL-3.0-or-later
// The ratio of two metrics that are timed in one run.
#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "benchmarks/timing/spinning_metrics.hpp"
#include "benchmarks/timing/time_group.hpp"
#include "benchmarks/timing/time_pairs.hpp"

namespace touchstone {
namespace {

/// Calls `asked` before each answer.
class Watched : public Overlapping<200> {
 public:
  explicit Watched(std::function<void(const Pose& X_WB)> asked) : asked_(std::move(asked)) {}
  Answer evaluate(const Shape& A, const Pose& X_WA, const Shape& B, const Pose& X_WB,
                  Workspace& workspace) const override {
    asked_(X_WB);
    return Overlapping<200>::evaluate(A, X_WA, B, X_WB, workspace);
  }

 private:
  std::function<void(const Pose& X_WB)> asked_;
};

MetricRow watched(const std::string& name, const std::function<void(const Pose& X_WB)>& asked) {
  return {.name = name, .summary = "", .traits = {}, .make = [asked] {
            return std::unique_ptr<Metric>(std::make_unique<Watched>(asked));
          }};
}

/// Gives up, or throws, at the pairs of some places.
template <bool kThrows>
class GivingUp : public Overlapping<5> {
 public:
  explicit GivingUp(Places places) : places_(std::move(places)) {}
  Answer evaluate(const Shape& A, const Pose& X_WA, const Shape& B, const Pose& X_WB,
                  Workspace& workspace) const override {
    if (!places_.contains(X_WB.t.x())) {
      return Overlapping<5>::evaluate(A, X_WA, B, X_WB, workspace);
    }
    if (kThrows) throw std::runtime_error("not this one");
    return {};
  }

 private:
  Places places_;
};

template <bool kThrows>
MetricRow giving_up(const std::string& name, const Places& places) {
  return {.name = name, .summary = "", .traits = {}, .make = [places] {
            return std::unique_ptr<Metric>(std::make_unique<GivingUp<kThrows>>(places));
          }};
}

TEST(TimeRun, MeasuresTheRatioOfTwoMetricsOnPairsOfTheirOwn) {
  const MetricRow now = spinning_row<Overlapping<5>>("now");
  const MetricRow before = spinning_row<Overlapping<50>>("now_before");
  const MetricRow third = spinning_row<Spinning<5>>("third");
  TimeOptions options = boxes_options({&now, &before, &third});
  options.compared = {{&now, &before}};
  const TimeRecord record = run_time(options);
  ASSERT_EQ(record.ratios.size(), 2U);
  for (const TimeRatio& ratio : record.ratios) {
    EXPECT_EQ(ratio.cell.metric, "now");
    EXPECT_EQ(ratio.before, "now_before");
    EXPECT_GE(ratio.pairs, kTimePasses * kTimeMotionSteps);
    EXPECT_EQ(ratio.left_out, 0U);
    EXPECT_EQ(ratio.passes, static_cast<std::uint64_t>(kTimePasses));
    EXPECT_EQ(ratio.right_share, 1);
    EXPECT_EQ(ratio.before_right_share, 1);
    EXPECT_EQ(ratio.reason, "");
    // A tenth, and what else a query takes.
    EXPECT_GT(ratio.ratio, 0.05);
    EXPECT_LT(ratio.ratio, 0.5);
    EXPECT_LE(ratio.low, ratio.ratio);
    EXPECT_GE(ratio.high, ratio.ratio);
    EXPECT_GE(ratio.median_ns, 5e3);
    EXPECT_GE(ratio.before_ns, 50e3);
  }
  EXPECT_EQ(record.ratios[0].cell.start, "cold");
  EXPECT_EQ(record.ratios[1].cell.start, "warm");
}

TEST(TimeRun, RatiosAreShownAlsoLessWhatReturnsAtOnce) {
  const MetricRow now = spinning_row<Overlapping<5>>("now");
  const MetricRow before = spinning_row<Overlapping<9>>("now_before");
  const MetricRow empty = spinning_row<Spinning<3>>("empty");
  TimeOptions options = boxes_options({&now, &before});
  options.compared = {{&now, &before}};
  EXPECT_FALSE(run_time(options).ratios.at(0).net_ratio.has_value());
  options.empty = &empty;
  const TimeRecord record = run_time(options);
  ASSERT_EQ(record.ratios.size(), 2U);
  for (const TimeRatio& ratio : record.ratios) {
    EXPECT_GE(ratio.empty_ns, 3e3);
    EXPECT_LT(ratio.empty_ns, 5e3);
    EXPECT_GT(ratio.ratio, 0.5);
    EXPECT_GT(ratio.net_ratio, 0.2);
    EXPECT_LT(ratio.net_ratio, 0.45) << "a third";
  }
  // It has no cells of its own.
  ASSERT_EQ(record.results.size(), 4U);
  EXPECT_EQ(record.shapes.size(), 2U);
  for (const TimeResult& result : record.results) {
    EXPECT_NE(result.cell.metric, "empty");
    EXPECT_GE(result.empty_ns, 3e3);
    EXPECT_LT(result.empty_ns, 5e3);
  }
}

TEST(TimeRun, MetricsOfTheRegistryPayForNoInterface) {
  const MetricRow plugin = spinning_row<Overlapping<5>>("plugin");
  const MetricRow empty = spinning_row<Spinning<1>>("empty");
  TimeOptions options = boxes_options({&plugin, find_metric("ratio_ray")});
  options.starts = {TimeStart::cold};
  options.empty = &empty;
  const TimeRecord record = run_time(options);
  ASSERT_EQ(record.results.size(), 2U);
  EXPECT_TRUE(record.results[0].empty_ns.has_value());
  EXPECT_FALSE(record.results[1].empty_ns.has_value());
  EXPECT_EQ(record.results[0].quantity, "");
  EXPECT_EQ(record.results[1].quantity, "ratio");
}

TEST(TimeRun, ComparesNothingWhereOneOfTwoIsNotTimed) {
  const MetricRow now = spinning_row<Spinning<5>>("now");
  MetricRow small = spinning_row<Spinning<5>>("now_before");
  small.traits.largest_default_vertices = 4;
  const MetricRow throwing = spinning_row<Throwing>("throwing");
  TimeOptions options = boxes_options({&now, &small, &throwing});
  options.compared = {{&now, &small}, {&now, &throwing}};
  EXPECT_TRUE(run_time(options).ratios.empty());
}

TEST(TimeRun, GivingUpCountsAsNoTimeInARatio) {
  TimeOptions options;
  const std::vector<TimedPair> pairs = pairs_of_the_ratio(options.seed);
  const MetricRow now = spinning_row<Overlapping<5>>("now");
  const MetricRow quiet = giving_up<false>("quiet", every_tenth(pairs));
  const MetricRow loud = giving_up<true>("loud", every_tenth(pairs));
  options = boxes_options({&now, &quiet, &loud});
  options.starts = {TimeStart::cold};
  options.compared = {{&now, &quiet}, {&loud, &now}};
  const TimeRecord record = run_time(options);
  ASSERT_EQ(record.ratios.size(), 2U);
  for (const TimeRatio& ratio : record.ratios) {
    // Each is asked alone, since it takes more than the clock needs.
    EXPECT_EQ(ratio.left_out, (ratio.pairs + 9) / 10) << ratio.before;
    EXPECT_EQ(ratio.right_share, 1) << ratio.before;
    EXPECT_TRUE(ratio.ratio.has_value()) << ratio.reason;
    EXPECT_GE(ratio.median_ns, 5e3);
    EXPECT_GE(ratio.before_ns, 5e3);
  }
}

TEST(TimeRun, WhatIsWrongOrGivesNoAnswerHasNoRatio) {
  Places places;
  for (const TimedPair& pair : pairs_of_the_ratio(TimeOptions().seed)) {
    places.insert(pair.pair.X_WB.t.x());
  }
  const MetricRow now = spinning_row<Overlapping<5>>("now");
  const MetricRow wrong = spinning_row<Spinning<1>>("wrong");
  const MetricRow dumb = giving_up<false>("dumb", places);
  TimeOptions options = boxes_options({&now, &wrong, &dumb});
  options.starts = {TimeStart::cold};
  options.compared = {{&now, &wrong}, {&wrong, &now}, {&now, &dumb}};
  const TimeRecord record = run_time(options);
  ASSERT_EQ(record.ratios.size(), 3U);
  for (const TimeRatio& ratio : record.ratios) {
    EXPECT_FALSE(ratio.ratio || ratio.low || ratio.high) << ratio.before;
  }
  EXPECT_EQ(record.ratios[0].before_right_share, 0);
  EXPECT_EQ(record.ratios[0].reason, "wrong right in less than 99.9 % of what was judged");
  EXPECT_EQ(record.ratios[1].right_share, 0);
  EXPECT_EQ(record.ratios[1].reason, record.ratios[0].reason);
  EXPECT_EQ(record.ratios[2].reason, "no pair was answered by both");
  EXPECT_EQ(record.ratios[2].left_out, record.ratios[2].pairs);
  EXPECT_FALSE(record.ratios[2].median_ns.has_value());
}

TEST(TimeRun, TwoPassesGiveNoInterval) {
  const MetricRow now = spinning_row<Overlapping<5>>("now");
  const MetricRow before = spinning_row<Overlapping<10>>("now_before");
  TimeOptions options = boxes_options({&now, &before});
  options.compared = {{&now, &before}};
  options.budget_s = 0;
  const TimeRecord record = run_time(options);
  ASSERT_EQ(record.ratios.size(), 2U);
  for (const TimeRatio& ratio : record.ratios) {
    EXPECT_EQ(ratio.passes, 2U);
    EXPECT_TRUE(ratio.ratio.has_value());
    EXPECT_FALSE(ratio.low || ratio.high);
  }
}

TEST(TimeRun, TheTwoOfARatioAreFirstInTurnsOverAllPasses) {
  Places own;
  for (const TimedPair& pair : pairs_of_the_ratio(TimeOptions().seed)) {
    own.insert(pair.pair.X_WB.t.x());
  }
  // Who was asked, at what place.
  std::vector<std::pair<char, double>> asked;
  const auto note = [&](char who) {
    return [&, who](const Pose& X_WB) {
      if (own.contains(X_WB.t.x())) asked.emplace_back(who, X_WB.t.x());
    };
  };
  const MetricRow now = watched("now", note('n'));
  const MetricRow before = watched("before", note('b'));
  TimeOptions options = boxes_options({&now, &before});
  options.starts = {TimeStart::cold};
  options.compared = {{&now, &before}};
  // Less than a motion takes: one block in each pass.
  const TimeRecord record = run_time(options);
  ASSERT_EQ(record.ratios.size(), 1U);
  Places seen;
  std::string first;  // asked, of each block
  for (std::size_t k = 0; k < asked.size(); ++k) {
    const bool fresh = seen.insert(asked[k].second).second;
    if (fresh && k % (2 * kTimeMotionSteps) == 0) first += asked[k].first;
  }
  EXPECT_EQ(first, "nbnbn");
}

TEST(TimeRun, StopsWithinARatio) {
  const Places own = every_tenth(pairs_of_the_ratio(TimeOptions().seed));
  int asked = 0;
  const auto count = [&](const Pose& X_WB) { asked += own.contains(X_WB.t.x()) ? 1 : 0; };
  const MetricRow now = watched("now", count);
  const MetricRow before = watched("before", count);
  TimeOptions options = boxes_options({&now, &before});
  options.cell_s = 1;  // several blocks
  options.starts = {TimeStart::cold};
  options.compared = {{&now, &before}};
  options.stop_requested = [&asked] { return asked > 0; };
  const TimeRecord record = run_time(options);
  ASSERT_EQ(record.ratios.size(), 1U);
  EXPECT_EQ(record.ratios[0].pairs, kTimeMotionSteps);
}

}  // namespace
}  // namespace touchstone
