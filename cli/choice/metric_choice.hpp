// SPDX-License-Identifier: GPL-3.0-or-later
// What --metric names: metrics of this program, plug-ins, programs, and the peers.
//
// A word without a slash and without a space is a name of `list metrics`, `all` of them, or
// `peers`, never a command. A word with a space is one command for /bin/sh. A path is a library if
// its file is an ELF shared object and no program, else a program to start; NAME=PATH gives it
// another name.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cli/options/command_line.hpp"
#include "contact/registry.hpp"
#include "geometry/result.hpp"
#include "harness/runners/guarded_metric.hpp"
#include "metrics/metric_row.hpp"

namespace touchstone {

/// What plug-ins may use up.
struct LimitArguments {
  Typed<double> query_limit{2};             ///< [s]
  Typed<double> wall_limit;                 ///< [s]; 0: that of the kind of plug-in
  Typed<std::uint64_t> memory_limit{4096};  ///< [MB]
  Typed<bool> in_process{false};
};

struct MetricArguments {
  Typed<std::vector<std::string>> names;
  LimitArguments limits;
};

inline constexpr const char* kTakenMetrics =
    "a name of 'list metrics', a plug-in (./mine.so), a program ('python3 mine.py') or peers; "
    "NAME=PATH names it; repeatable, or several with commas";
/// --metric. `help`: what the metrics are for, and which ones are taken by default. `taken`: what
/// may be named.
Option add_metric_option(Command& command, MetricArguments& arguments, const std::string& help,
                         const std::string& taken = kTakenMetrics);
/// --query-limit, --wall-limit and --memory-limit. `heading`: that of the help.
void add_limit_options(Command& command, LimitArguments& limits,
                       const std::string& heading = "Limits of plug-ins");
/// --in-process.
void add_in_process_option(Command& command, LimitArguments& limits);

/// The metrics of one run. Copies share the rows of plug-ins.
struct MetricChoice {
  std::vector<const MetricRow*> rows;  ///< in the order typed, each once
  std::vector<std::shared_ptr<const MetricRow>> plugins;
  RunnerOptions plugin_runner = {};
  bool with_peers = false;
  std::string limits;  ///< the limits that were typed, as options: " --query-limit 1"
  /// Counted by the metrics that source() makes of plug-ins.
  std::shared_ptr<AnswerFaults> faults = std::make_shared<AnswerFaults>();

  bool is_plugin(const MetricRow& metric) const;
  /// How `metric` is run: a plug-in by its own limits.
  RunnerOptions runner_for(const MetricRow& metric) const;
  /// The plug-ins and the metrics of this program, each guarded, by name.
  MetricSource source() const;
};

/// The metrics that were typed; without any, all of the registry if `all_by_default`, else none.
/// Names of ratio_variants() count if `variants`. Plug-ins are loaded; peers that cannot be are left
/// out with a note.
Result<MetricChoice> choose_metrics(const MetricArguments& arguments, bool all_by_default,
                                    bool variants = false);

}  // namespace touchstone
