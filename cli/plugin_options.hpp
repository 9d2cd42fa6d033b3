// SPDX-License-Identifier: GPL-3.0-or-later
// Which plug-in was typed, and what it may use up.
#pragma once

#include <optional>
#include <string>

#include "cli/commands.hpp"
#include "geometry/result.hpp"
#include "metrics/metric_row.hpp"

namespace touchstone {

struct PluginArguments {
  std::string library;
  std::string command;  ///< the plug-in that --exec starts
  std::optional<std::string> query_limit;
  std::optional<std::string> wall_limit;
  std::optional<std::string> memory_limit;
  bool in_process = false;
};

inline constexpr const char* kWhichPlugin =
    "which plug-in? Give either its library or --exec with its command";

/// --query-limit, --wall-limit and --memory-limit.
void add_limit_options(Command& command, PluginArguments& arguments);
/// The limits that were typed, as options: " --query-limit 1".
std::string typed_limits(const PluginArguments& arguments);
/// PLUGIN, --exec, the limits and --in-process.
void add_plugin_options(Command& command, PluginArguments& arguments);

/// The runner of plug-ins that these arguments ask for.
Result<RunnerOptions> plugin_runner_options(const PluginArguments& arguments);

/// The plug-in as a row beside those of the registry.
Result<MetricRow> find_plugin(const PluginArguments& arguments, const RunnerOptions& runner);

}  // namespace touchstone
