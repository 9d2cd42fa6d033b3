// SPDX-License-Identifier: GPL-3.0-or-later
// Batches that are timed against one by one.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "benchmarks/timing/spinning_metrics.hpp"
#include "metrics/batch.hpp"

namespace touchstone {
namespace {

/// Takes 40 us alone and 10 us in a batch; there its answers to pairs at some places are others.
class InBatches : public Overlapping<40>, public BatchMetric {
 public:
  explicit InBatches(Places others) : others_(std::move(others)) {}
  void answer_batch(std::span<const BatchQuery> queries, Workspace& workspace,
                    BatchAnswer* answers) const override {
    const Overlapping<10> quick;
    for (std::size_t k = 0; k < queries.size(); ++k) {
      const BatchQuery& q = queries[k];
      answers[k] = plain_answer(quick.evaluate(*q.A, *q.X_WA, *q.B, *q.X_WB, workspace));
      if (others_.contains(q.X_WB->t.x())) ++answers[k].iterations;
    }
  }

 private:
  Places others_;
};

MetricRow in_batches(const std::string& name, const Places& others) {
  return {.name = name, .summary = "", .traits = {}, .make = [others] {
            return std::unique_ptr<Metric>(std::make_unique<InBatches>(others));
          }};
}

TEST(TimeRun, BatchesAreTimedAgainstOneByOneAndTheirBitsCounted) {
  const Places tenth = every_tenth(pairs_of_the_ratio(TimeOptions().seed));
  const MetricRow same = in_batches("same", {});
  const MetricRow other = in_batches("other", tenth);
  const MetricRow empty = spinning_row<Spinning<3>>("empty");
  TimeOptions options = boxes_options({&same, &other});
  options.starts = {TimeStart::cold};
  options.empty = &empty;
  options.compared = {{&same, &same, 20}, {&other, &other, 20}};
  const TimeRecord record = run_time(options);
  ASSERT_EQ(record.ratios.size(), 2U);
  for (const TimeRatio& ratio : record.ratios) {
    EXPECT_EQ(ratio.before, ratio.cell.metric);
    EXPECT_EQ(ratio.batch, 20U);
    EXPECT_GE(ratio.pairs, 5 * 60U);
    EXPECT_EQ(ratio.pairs % 20, 0U);
    EXPECT_EQ(ratio.left_out, 0U);
    EXPECT_EQ(ratio.reason, "");
    // A quarter, and what else a query takes; less where a busy machine stops single queries. Both
    // medians are at least what a query spins.
    EXPECT_LT(ratio.ratio, 0.6);
    EXPECT_GE(ratio.median_ns, 10e3);
    EXPECT_GE(ratio.before_ns, 40e3);
    // The cost of the plug-in interface is not subtracted: one call of it serves many pairs.
    EXPECT_FALSE(ratio.net_ratio || ratio.empty_ns);
  }
  EXPECT_EQ(record.ratios[0].same_bits, record.ratios[0].pairs);
  EXPECT_EQ(record.ratios[1].same_bits, record.ratios[1].pairs * 9 / 10);
}

TEST(TimeRun, WrongAnswersInBatchesHaveNoRatio) {
  const MetricRow wrong = spinning_row<Spinning<5>>("wrong");
  TimeOptions options = boxes_options({&wrong});
  options.starts = {TimeStart::cold};
  options.compared = {{&wrong, &wrong, 10}};
  const TimeRecord record = run_time(options);
  ASSERT_EQ(record.ratios.size(), 1U);
  EXPECT_FALSE(record.ratios[0].ratio.has_value());
  EXPECT_EQ(record.ratios[0].reason, "wrong right in less than 99.9 % of what was judged");
}

/// Right one by one, and in batches but for the answers from the place `kRight` on.
template <std::size_t kRight>
class WrongLateInBatches : public Overlapping<5>, public BatchMetric {
 public:
  void answer_batch(std::span<const BatchQuery> queries, Workspace& workspace,
                    BatchAnswer* answers) const override {
    for (std::size_t k = 0; k < queries.size(); ++k) {
      const BatchQuery& q = queries[k];
      answers[k] = plain_answer(evaluate(*q.A, *q.X_WA, *q.B, *q.X_WB, workspace));
      if (k >= kRight) answers[k].sign = 1;
    }
  }
};

TEST(TimeRun, WhatIsWrongInBatchesAloneHasNoRatio) {
  const MetricRow all = spinning_row<WrongLateInBatches<0>>("all");
  const MetricRow late = spinning_row<WrongLateInBatches<150>>("late");
  MetricRow single = spinning_row<WrongLateInBatches<3>>("single");
  single.traits.scalar = Scalar::float32;
  TimeOptions options = boxes_options({&all, &late, &single});
  options.starts = {TimeStart::cold};
  options.compared = {{&all, &all, 10}, {&late, &late, 200}, {&single, &single, 4}};
  const TimeRecord record = run_time(options);
  ASSERT_EQ(record.ratios.size(), 3U);
  for (const TimeRatio& ratio : record.ratios) {
    EXPECT_FALSE(ratio.ratio || ratio.low || ratio.high) << ratio.before;
    EXPECT_EQ(ratio.before_right_share, 1) << ratio.before;
    EXPECT_EQ(ratio.reason,
              ratio.before + " in batches right in less than 99.9 % of what was judged");
  }
  EXPECT_EQ(record.ratios[0].right_share, 0);
  EXPECT_EQ(record.ratios[1].right_share, 0.75) << "more places than there are judged pairs";
  EXPECT_EQ(record.ratios[2].right_share, 0.75);
}

/// Takes that many microseconds one by one, and notes how many are asked at once.
class Slowing : public Overlapping<1>, public BatchMetric {
 public:
  Slowing(double microseconds, std::set<std::size_t>& sizes)
      : ns_(1e3 * microseconds), sizes_(sizes) {}
  Answer evaluate(const Shape& A, const Pose& X_WA, const Shape& B, const Pose& X_WB,
                  Workspace& workspace) const override {
    const double end = thread_cpu_ns() + ns_;
    while (thread_cpu_ns() < end) {
    }
    return Overlapping<1>::evaluate(A, X_WA, B, X_WB, workspace);
  }
  void answer_batch(std::span<const BatchQuery> queries, Workspace& workspace,
                    BatchAnswer* answers) const override {
    if (queries.size() > 1) sizes_.insert(queries.size());
    const BatchQuery& q = queries[0];
    const Answer answer = Overlapping<1>::evaluate(*q.A, *q.X_WA, *q.B, *q.X_WB, workspace);
    std::fill_n(answers, queries.size(), plain_answer(answer));
  }

 private:
  double ns_;
  std::set<std::size_t>& sizes_;
};

TEST(TimeRun, AllPassesAskBatchesOfTheSizeThatIsTold) {
  std::set<std::size_t> sizes;
  int passes = 0;
  // In the second pass, so many would take more than half a second.
  const MetricRow slowing = {.name = "slowing", .summary = "", .traits = {}, .make = [&] {
                               return std::make_unique<Slowing>(++passes == 1 ? 10 : 600, sizes);
                             }};
  TimeOptions options = boxes_options({&slowing});
  options.starts = {TimeStart::cold};
  options.compared = {{&slowing, &slowing, 1000}};
  options.budget_s = 0;
  const TimeRecord record = run_time(options);
  ASSERT_EQ(record.ratios.size(), 1U);
  EXPECT_EQ(passes, 2);
  EXPECT_EQ(record.ratios[0].batch, 1000U);
  EXPECT_EQ(sizes, std::set<std::size_t>{1000});
}

}  // namespace
}  // namespace touchstone
