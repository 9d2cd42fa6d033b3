// SPDX-License-Identifier: GPL-3.0-or-later
// Which runner asks a metric: one in this process, or one whose worker processes make crashes and
// endless loops data.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "harness/asking/runner.hpp"
#include "metrics/metric_row.hpp"

namespace touchstone {

/// A runner for `row`. Plug-ins, and metrics that run in workers, run there if
/// `options` have a worker command; all others in this process.
std::unique_ptr<Runner> make_runner(const MetricRow& row, const RunnerOptions& options);

// Metrics that run in workers because they failed in this process.

/// CPU time of one query in this process, beyond which its metric is moved to workers [s]: 60; in
/// the build of the tests what TOUCHSTONE_PLANT_LIMIT says. In workers it has as much.
double in_process_limit_s();

/// From now on the metric of this name runs in workers, whatever its trait says. To be called while
/// nothing else runs.
void move_to_workers(std::string name);
bool is_moved(const MetricRow& row);
/// Whether `row` runs in workers where there is a command for them.
bool runs_in_workers(const MetricRow& row);

/// The runners of a campaign's metrics, and what the machine does to workers told from what a
/// metric does. Made for one thread. A runner is made when it is first needed.
class MetricRunners {
 public:
  /// The metrics and options outlive the runners.
  MetricRunners(const std::vector<const MetricRow*>& metrics, const RunnerOptions& options);

  /// One outcome for each pair of `metric` (a position). A batch whose worker was killed from
  /// outside is put once more. Throws HarnessError if no worker can start, and if one ended
  /// for want of memory that it is promised.
  std::vector<RunOutcome> ask(std::size_t metric, std::span<const AskedPair> pairs);

 private:
  void blame_memory(const MetricRow& metric, const RunOutcome& outcome) const;

  const std::vector<const MetricRow*>& metrics_;
  const RunnerOptions& options_;
  bool memory_is_short_ = false;
  std::vector<std::unique_ptr<Runner>> runners_;  ///< by position
};

}  // namespace touchstone
