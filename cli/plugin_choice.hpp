// SPDX-License-Identifier: GPL-3.0-or-later
// A plug-in beside the metrics of this program, for commands that select among both.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cli/commands.hpp"
#include "cli/plugin_options.hpp"
#include "contact/registry.hpp"
#include "geometry/result.hpp"
#include "harness/runners/guarded_metric.hpp"
#include "metrics/metric_row.hpp"

namespace touchstone {

struct PluginChoice {
  std::shared_ptr<const MetricRow> row;  ///< nullptr where none was typed
  RunnerOptions runner = {};             ///< how the plug-in's workers are run
  /// Counted by the metrics that source() made of the plug-in.
  std::shared_ptr<AnswerFaults> faults = std::make_shared<AnswerFaults>();

  /// How `metric` is run: a plug-in by its own limits.
  RunnerOptions runner_for(const MetricRow& metric) const;
  /// The plug-in and the metrics of this program, each guarded, by name.
  MetricSource source() const;
};

/// --plugin.
void add_plugin_choice(Command& command, PluginArguments& arguments);
/// --exec, besides.
void add_exec_choice(Command& command, PluginArguments& arguments);

Result<PluginChoice> choose_plugin(const PluginArguments& arguments);

/// Metrics as select_metrics has them, and after them the plug-in: alone if no metric is typed.
Result<std::vector<const MetricRow*>> select_with_plugin(const std::vector<std::string>& names,
                                                         const PluginChoice& choice,
                                                         bool variants = false);

}  // namespace touchstone
