// SPDX-License-Identifier: GPL-3.0-or-later
// Table I of Yi & Drumwright (contact data): the error in signed distance on overlapping 2 x 2 x 2
// boxes. Departures: the truth is exact where theirs was a Minkowski difference in doubles; the
// sample is the family random-boxes.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/campaign/campaign.hpp"

namespace touchstone {

/// The second set of rows is over errors above this [m].
inline constexpr double kTable1LargeError = 1e-6;

/// The paper's figures [m].
struct Table1Paper {
  std::string algorithm;  ///< name of the algorithm in the paper
  double min = 0, max = 0, mean = 0, std = 0;
};

struct Table1Row {
  std::string algorithm;       ///< the metric's name
  bool large_only = false;     ///< over errors > kTable1LargeError, not all
  ErrorSummary error;          ///< |value - phi| [m]
  std::uint64_t answered = 0;  ///< pairs with a finite value
  std::uint64_t missing = 0;   ///< pairs without: no answer, only a sign, crashed or timed out
  std::optional<Table1Paper> paper;
};

struct Table1Options {
  std::vector<const MetricRow*> metrics;
  std::uint64_t pairs = 10'000;  ///< overlapping ones
  std::uint64_t seed = 42;
  int jobs = 1;
  /// How a metric is run.
  std::function<RunnerOptions(const MetricRow&)> runner_for = [](const MetricRow& /*metric*/) {
    return RunnerOptions();
  };
  /// Called by one thread at a time with the numbers of overlapping pairs judged and wanted.
  std::function<void(std::uint64_t done, std::uint64_t total)> progress;
};

struct Table1Result {
  std::uint64_t pairs = 0;
  std::uint64_t drawn = 0;  ///< cases of random-boxes up to the last pair used
  std::uint64_t seed = 0;
  std::vector<Table1Row> rows;  ///< by metric, all errors before large ones
};

/// The metrics of the table, in its order.
std::vector<const MetricRow*> table1_metrics();

/// Judges the metrics on overlapping random boxes; those of single precision on the pairs rounded to
/// that. The number of jobs does not change a figure.
Table1Result run_table1(const Table1Options& options);

}  // namespace touchstone
