// SPDX-License-Identifier: GPL-3.0-or-later
// What counts as one query while a metric is timed: the limit of processor time is for one.
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "benchmarks/timing/time_group.hpp"
#include "benchmarks/timing/time_run.hpp"
#include "geometry/query_scope.hpp"

namespace touchstone {
namespace {

/// ThreadRecord::turn() at each call of a metric.
struct Turns {
  std::vector<std::uint64_t> prepared;
  std::vector<std::uint64_t> asked;
};

/// Answers after a CPU time, and notes the turns.
class Noting : public Metric {
 public:
  Noting(Turns* turns, double query_ns) : turns_(turns), query_ns_(query_ns) {}

  std::unique_ptr<Shape> prepare(const Polytope& /*polytope*/) const override {
    turns_->prepared.push_back(ThreadRecord::own().turn());
    return std::make_unique<Shape>();
  }

  Answer evaluate(const Shape& /*A*/, const Pose& /*X_WA*/, const Shape& /*B*/,
                  const Pose& /*X_WB*/, Workspace& /*workspace*/) const override {
    turns_->asked.push_back(ThreadRecord::own().turn());
    const double end = thread_cpu_ns() + query_ns_;
    while (thread_cpu_ns() < end) {
    }
    Answer answer;
    answer.status = AnswerStatus::sign_only;
    answer.sign = -1;
    return answer;
  }

 private:
  Turns* turns_;
  double query_ns_;
};

Turns turns_of(double query_ns) {
  Turns turns;
  const MetricRow metric = {
      .name = "noting", .summary = "", .traits = {}, .make = [&] {
        return std::unique_ptr<Metric>(std::make_unique<Noting>(&turns, query_ns));
      }};
  TimeOptions options;
  options.metrics = {&metric};
  options.groups = plan_time({{"boxes"}, {"shallow"}, {}}).value();
  options.starts = {TimeStart::cold};
  options.cell_s = 0.05;
  run_time(options);
  return turns;
}

/// How many of them are of a query, and differ from the one before.
std::size_t queries(const std::vector<std::uint64_t>& turns) {
  std::size_t count = 0;
  std::uint64_t last = 0;
  for (const std::uint64_t turn : turns) {
    if (turn % 2 == 1 && turn != last) ++count;
    last = turn;
  }
  return count;
}

TEST(TimeQueries, EachPreparationIsOne) {
  const Turns turns = turns_of(1e5);
  ASSERT_GT(turns.prepared.size(), 1U);
  EXPECT_EQ(queries(turns.prepared), turns.prepared.size());
}

TEST(TimeQueries, EachSlowOneIsOneAndAllOfAFastRepetitionAreOne) {
  const Turns slow = turns_of(1.5 * kSlowQuery_ns);
  ASSERT_GE(slow.asked.size(), 2 * kMinQueries);
  EXPECT_EQ(queries(slow.asked), slow.asked.size());
  const Turns fast = turns_of(0.05 * kSlowQuery_ns);
  EXPECT_LT(queries(fast.asked), fast.asked.size() / 2);
}

}  // namespace
}  // namespace touchstone
