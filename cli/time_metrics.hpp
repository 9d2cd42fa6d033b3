// SPDX-License-Identifier: GPL-3.0-or-later
// Which metrics `touchstone time` asks: of this program, a plug-in, another build, the peers.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "benchmarks/timing/time_run.hpp"
#include "cli/plugin_choice.hpp"
#include "geometry/result.hpp"

namespace touchstone {

struct TimeMetricArguments {
  std::vector<std::string> metrics;
  PluginArguments plugin;
  std::string before;  ///< LIB.so or LIB.so:METRIC,...; empty: none
  bool peers = false;
};

/// Where there is another build or a peer, all of them are asked through the plug-in interface, so
/// that each pays for it alike.
struct TimeMetrics {
  std::vector<const MetricRow*> rows;
  std::vector<TimeComparedMetrics> compared;
  std::vector<std::shared_ptr<const MetricRow>> owned;  ///< what the others may point to
};

Result<TimeMetrics> choose_time_metrics(const TimeMetricArguments& arguments,
                                        const PluginChoice& plugin);

}  // namespace touchstone
