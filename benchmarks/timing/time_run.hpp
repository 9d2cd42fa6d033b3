// SPDX-License-Identifier: GPL-3.0-or-later
// `touchstone time`: every metric on the same pairs, judged first, then timed interleaved.
//
// The plan is gone through kTimePasses times, with freshly prepared shapes each time, so that a
// cell's repetitions are spread over the whole run and over several layouts of memory: what changes
// slowly is then noise within a run, not a difference between two runs.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "benchmarks/timing/time_plan.hpp"
#include "harness/asking/runner.hpp"
#include "harness/compare/time_record.hpp"
#include "metrics/metric_row.hpp"

namespace touchstone {

inline constexpr int kTimePasses = 5;
inline constexpr int kTimeRepetitions = 15;  ///< how often a cell is timed, in all passes together
inline constexpr std::uint64_t kMinQueries = 30;  ///< queries in a repetition, at least
inline constexpr std::uint64_t kMaxQueries = 1000;
/// A repetition goes through its pairs until it lasts this long, so that an interrupt does not
/// matter [ns].
inline constexpr double kShortestRepetition_ns = 1e6;
/// From here on each query that is timed is a QueryScope of its own, as a repetition may take
/// longer than one query may; the scope itself takes some 10 ns [ns].
inline constexpr double kSlowQuery_ns = 1e6;

/// A metric of this build, and the same of another one, or itself where `batch` is given. Both are
/// among TimeOptions::metrics.
struct TimeComparedMetrics {
  const MetricRow* metric = nullptr;
  const MetricRow* before = nullptr;
  /// The metric is asked in batches of so many pairs, fewer where such a batch takes half a second;
  /// 0: one by one.
  std::uint64_t batch = 0;
};

struct TimeOptions {
  std::vector<const MetricRow*> metrics;
  /// Whose ratio is measured besides, on pairs of its own.
  std::vector<TimeComparedMetrics> compared;
  /// A metric that returns at once, timed beside those that are not of the registry, which are asked
  /// through the plug-in interface as it is; nullptr: none.
  const MetricRow* empty = nullptr;
  std::vector<TimeGroup> groups;
  std::uint64_t seed = 42;
  /// For all repetitions of a cell together: beyond it there are fewer queries in each, down to
  /// kMinQueries, then fewer repetitions, down to one in each pass [s].
  double cell_s = 2;
  /// A cell that takes longer even so is left out [s].
  double slow_cell_s = 2;
  /// For the whole run: passes for which no time is left are not made, but two always are [s].
  double budget_s = std::numeric_limits<double>::infinity();
  std::vector<TimeStart> starts{kAllTimeStarts.begin(), kAllTimeStarts.end()};
  /// How many pairs of a cell are judged, with the oracle's truth also of larger bodies; 0: few.
  std::uint64_t judged = 0;
  /// Also metrics at sizes above their largest by default.
  bool beyond_default_sizes = false;
  RunnerOptions runner;
  /// Called after each cell of each pass: how many of these are done, and how many there will be.
  std::function<void(std::uint64_t done, std::uint64_t total)> progress;
  /// Asked between the cells of one regime and start and those of the next, and between the blocks
  /// of a ratio: true ends the run, with a record of what was timed. May be empty.
  std::function<bool()> stop_requested;
  /// Called after each time that a metric's code was called in this process, with the metric's
  /// name, outside of what is timed: puts right what a plug-in changes. May be empty.
  std::function<void(const std::string& metric)> after_metric;
  /// Called for each pair that cost a worker process of a metric, or ended in an exception, before
  /// anything of that cell is timed: where it is asked, and how it ended. May be empty.
  std::function<void(const std::string& metric, const std::string& what)> lost;
};

/// What `touchstone time --quick` measures, but for the metrics and how they are run: less than a
/// minute on two busy cores.
TimeOptions quick_time_options();

/// Why a metric's traits rule out a family and size before anything is measured; else empty.
std::string why_not_timed(const TimeOptions& options, const MetricRow& row, const TimeGroup& group);

/// Everything but the context. Throws HarnessError where the harness itself fails.
TimeRecord run_time(const TimeOptions& options);

}  // namespace touchstone
