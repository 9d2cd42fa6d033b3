// SPDX-License-Identifier: GPL-3.0-or-later
// Which metrics `touchstone time` asks: those that were chosen, and an earlier build of them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "benchmarks/timing/time_run.hpp"
#include "cli/choice/metric_choice.hpp"
#include "geometry/result.hpp"

namespace touchstone {

/// What times are compared with: --baseline names LIB.so or LIB.so:METRIC,METRIC
struct Baseline {
  std::string library;               ///< empty: none
  std::vector<std::string> metrics;  ///< none: all that are timed
  std::uint64_t batch = 0;           ///< --batch: pairs in a batch; 0: no batches are timed
};

Result<Baseline> parse_baseline(const std::string& typed);

/// Where there is a baseline or a peer, or a plug-in is asked in batches, all of them are asked
/// through the plug-in interface, so that each pays for it alike.
struct TimeMetrics {
  std::vector<const MetricRow*> rows;
  std::vector<TimeComparedMetrics> compared;
  const MetricRow* empty = nullptr;                     ///< TimeOptions::empty
  std::vector<std::shared_ptr<const MetricRow>> owned;  ///< what the others may point to
};

/// Loads the library of the baseline into this process. The rows may point into `choice`.
Result<TimeMetrics> choose_time_metrics(const MetricChoice& choice, const Baseline& baseline);

}  // namespace touchstone
