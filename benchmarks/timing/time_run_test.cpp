// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/timing/time_run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <set>
#include <stdexcept>
#include <utility>

#include "benchmarks/timing/time_engine.hpp"
#include "benchmarks/timing/time_group.hpp"
#include "benchmarks/timing/time_pairs.hpp"
#include "harness/compare/time_compare.hpp"
#include "metrics/registry.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;

/// Answers after `Microseconds` of CPU time.
template <int Microseconds>
class Spinning : public Metric {
 public:
  std::unique_ptr<Shape> prepare(const Polytope& /*polytope*/) const override {
    return std::make_unique<Shape>();
  }
  Answer evaluate(const Shape& /*A*/, const Pose& /*X_WA*/, const Shape& /*B*/,
                  const Pose& /*X_WB*/, Workspace& /*workspace*/) const override {
    const double end = thread_cpu_ns() + 1e3 * Microseconds;
    while (thread_cpu_ns() < end) {
    }
    Answer answer;
    answer.status = AnswerStatus::answered;
    answer.work.iterations = 3;
    return answer;
  }
};

/// The first coordinate of B's place, which tells the pairs of a family apart.
using Places = std::set<double>;

/// What the ratio of two metrics is measured on: the pairs behind the ring, boxes in shallow
/// contact.
std::vector<TimedPair> pairs_of_the_ratio(std::uint64_t seed) {
  const TimeGroup group = plan_time({{"boxes"}, {"shallow"}, {}}).value().front();
  TimePairs pairs(*group.family, group.size, seed);
  return pairs.range(TimeRegime::shallow, TimeStart::cold, kMaxQueries, 2000);
}

/// The place of every tenth pair of these.
Places every_tenth(const std::vector<TimedPair>& pairs) {
  Places places;
  for (std::size_t k = 0; k < pairs.size(); k += 10) places.insert(pairs[k].pair.X_WB.t.x());
  return places;
}

/// Says after `Microseconds` of CPU time that the bodies overlap, which they do.
template <int Microseconds>
class Overlapping : public Spinning<Microseconds> {
 public:
  Answer evaluate(const Shape& A, const Pose& X_WA, const Shape& B, const Pose& X_WB,
                  Workspace& workspace) const override {
    Answer answer = Spinning<Microseconds>::evaluate(A, X_WA, B, X_WB, workspace);
    answer.status = AnswerStatus::sign_only;
    answer.sign = -1;
    return answer;
  }
};

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

class Throwing : public Spinning<1> {
 public:
  Answer evaluate(const Shape& /*A*/, const Pose& /*X_WA*/, const Shape& /*B*/,
                  const Pose& /*X_WB*/, Workspace& /*workspace*/) const override {
    throw std::runtime_error("never");
  }
};

template <class M>
MetricRow row(const std::string& name) {
  return {.name = name, .summary = "", .traits = {}, .make = [] {
            return std::unique_ptr<Metric>(std::make_unique<M>());
          }};
}

TimeOptions options_for(const std::vector<const MetricRow*>& metrics) {
  TimeOptions options;
  options.metrics = metrics;
  options.groups = plan_time({{"boxes"}, {"shallow"}, {}}).value();
  options.cell_s = 0.05;
  return options;
}

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
  const MetricRow slow = row<Spinning<40>>("slow");
  const MetricRow quick = row<Spinning<10>>("quick");
  const TimeRecord record = run_time(options_for({&slow, &quick}));
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
  const MetricRow metric = row<Spinning<1>>("quick");
  TimeOptions options = options_for({&metric});
  options.budget_s = 0;
  const TimeRecord record = run_time(options);
  const TimeResult* result = find(record, "quick", "cold");
  ASSERT_NE(result, nullptr);
  EXPECT_EQ(result->samples_ns.size(),
            static_cast<std::size_t>(2 * kTimeRepetitions / kTimePasses));
}

TEST(TimeRun, GivesFewerRepetitionsToSlowCellsAndSaysWhatItLeavesOut) {
  const MetricRow slow = row<Spinning<200>>("slow");
  const MetricRow slowest = row<Spinning<2000>>("slowest");
  const MetricRow throwing = row<Throwing>("throwing");
  MetricRow small = row<Spinning<1>>("small");
  small.traits.largest_default_vertices = 4;
  TimeOptions options = options_for({&slow, &slowest, &throwing, &small});
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
  const MetricRow metric = row<Spinning<1>>("quick");
  TimeOptions options = options_for({&metric});
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
  TimeOptions options = options_for({seidel, sat});
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

TEST(TimeRun, MeasuresTheRatioOfTwoMetricsOnPairsOfTheirOwn) {
  const MetricRow now = row<Overlapping<5>>("now");
  const MetricRow before = row<Overlapping<50>>("now_before");
  const MetricRow third = row<Spinning<5>>("third");
  TimeOptions options = options_for({&now, &before, &third});
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

TEST(TimeRun, ComparesNothingWhereOneOfTwoIsNotTimed) {
  const MetricRow now = row<Spinning<5>>("now");
  MetricRow small = row<Spinning<5>>("now_before");
  small.traits.largest_default_vertices = 4;
  const MetricRow throwing = row<Throwing>("throwing");
  TimeOptions options = options_for({&now, &small, &throwing});
  options.compared = {{&now, &small}, {&now, &throwing}};
  EXPECT_TRUE(run_time(options).ratios.empty());
}

TEST(TimeRun, GivingUpCountsAsNoTimeInARatio) {
  TimeOptions options;
  const std::vector<TimedPair> pairs = pairs_of_the_ratio(options.seed);
  const MetricRow now = row<Overlapping<5>>("now");
  const MetricRow quiet = giving_up<false>("quiet", every_tenth(pairs));
  const MetricRow loud = giving_up<true>("loud", every_tenth(pairs));
  options = options_for({&now, &quiet, &loud});
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
  const MetricRow now = row<Overlapping<5>>("now");
  const MetricRow wrong = row<Spinning<1>>("wrong");
  const MetricRow dumb = giving_up<false>("dumb", places);
  TimeOptions options = options_for({&now, &wrong, &dumb});
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
  const MetricRow now = row<Overlapping<5>>("now");
  const MetricRow before = row<Overlapping<10>>("now_before");
  TimeOptions options = options_for({&now, &before});
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
  TimeOptions options = options_for({&now, &before});
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
  TimeOptions options = options_for({&now, &before});
  options.cell_s = 1;  // several blocks
  options.starts = {TimeStart::cold};
  options.compared = {{&now, &before}};
  options.stop_requested = [&asked] { return asked > 0; };
  const TimeRecord record = run_time(options);
  ASSERT_EQ(record.ratios.size(), 1U);
  EXPECT_EQ(record.ratios[0].pairs, kTimeMotionSteps);
}

TEST(TimeRun, SaysNothingOfPointsWhereAMetricGivesNone) {
  const MetricRow with = row<Spinning<1>>("with");
  MetricRow without = row<Spinning<1>>("without");
  without.traits.gives = in_every_regime({.witnesses = false});
  const TimeRecord record = run_time(options_for({&with, &without}));
  const TimeResult* gives = find(record, "with", "cold");
  const TimeResult* gives_none = find(record, "without", "cold");
  ASSERT_TRUE(gives != nullptr && gives_none != nullptr);
  EXPECT_EQ(gives->witness_share, 0);
  EXPECT_FALSE(gives_none->witness_share.has_value());
  EXPECT_EQ(gives_none->right_share, 0);
}

TEST(TimeRun, ComparingTwoRunsFindsASlowdownOfTwentyPercent) {
  const MetricRow before = row<Spinning<50>>("one");
  const MetricRow after = row<Spinning<60>>("one");
  const MetricRow other = row<Spinning<30>>("other");
  const auto with_the_same_floor = [](TimeRecord record) {
    // What else runs here must not look like another machine.
    for (TimeResult& result : record.results) result.floor_ns = 1;
    return record;
  };
  const auto compared =
      compare_time_records(with_the_same_floor(run_time(options_for({&before, &other}))),
                           with_the_same_floor(run_time(options_for({&after, &other}))));
  ASSERT_TRUE(compared.ok());
  for (const TimeCellChange& change : compared.value().cells) {
    EXPECT_EQ(change.change, change.cell.metric == "one" ? TimeChange::slower : TimeChange::same)
        << change.cell.metric << " " << change.ratio();
  }
}

}  // namespace
}  // namespace touchstone
