// SPDX-License-Identifier: GPL-3.0-or-later
// The runners of a campaign's metrics, for one thread, and what the machine does to workers told
// from what a metric does.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "harness/asking/runner.hpp"
#include "metrics/metric_row.hpp"

namespace touchstone {

/// Made for one thread. A runner is made when it is first needed.
class MetricRunners {
 public:
  /// The metrics and options outlive the runners.
  MetricRunners(const std::vector<const MetricRow*>& metrics, const RunnerOptions& options);

  /// One outcome for each pair of `metric` (a position). A batch whose worker was killed from
  /// outside is put once more. Throws HarnessError if no worker can start, and if one ended
  /// for want of memory that it is promised.
  std::vector<RunOutcome> ask(std::size_t metric, std::span<const Pair* const> pairs);

 private:
  void blame_memory(const MetricRow& metric, const RunOutcome& outcome) const;

  const std::vector<const MetricRow*>& metrics_;
  const RunnerOptions& options_;
  bool memory_is_short_ = false;
  std::vector<std::unique_ptr<Runner>> runners_;  ///< by position
};

}  // namespace touchstone
