// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <iostream>

#include "benchmarks/timing/time_context.hpp"
#include "benchmarks/timing/time_run.hpp"
#include "cli/case_input.hpp"
#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/file_names.hpp"
#include "cli/output_file.hpp"
#include "cli/plugin_choice.hpp"
#include "cli/progress.hpp"
#include "cli/select.hpp"
#include "cli/time_metrics.hpp"
#include "harness/plugins/host_environment.hpp"
#include "reports/number_text.hpp"
#include "reports/time_text.hpp"

namespace touchstone {
namespace {

/// Time of a cell of the default subset, which is to take less than five minutes in all [s].
constexpr double kDefaultCell_s = 0.15;
constexpr double kDefaultRun_s = 285;
/// Longest time of a slow cell that was asked for by metric and size [s].
constexpr double kWantedSlowCell_s = 300;
/// In the isolated judging: no metric needs as much at sizes where it is timed [s].
constexpr double kQueryLimit_s = 0.5;

struct TimeArguments {
  TimeMetricArguments metrics;
  TimeSelection selection;
  std::optional<std::string> judged;
  std::optional<std::string> json;
  std::optional<std::string> csv;
  bool full = false;
  bool quick = false;
};

/// Notes sizes that a family does not have, and which sizes are measured instead.
void say_other_sizes(const std::vector<TimeGroup>& groups) {
  for (const TimeGroup& group : groups) {
    for (const TimeSize& typed : group.typed) {
      const std::string family = group.family->name;
      const auto text = [](const TimeSize& size) {
        return std::to_string(size.a) + "x" + std::to_string(size.b);
      };
      if (typed == group.size) continue;
      remark("time: " + family + " of " + text(typed) + " vertices do not exist; " +
             text(group.size) + ", the nearest by ratio, in their place");
    }
  }
}

/// What is said of a record without a time: that nothing was timed, and the first reason.
std::string nothing_timed(const TimeRecord& record) {
  std::string line = "time: nothing was timed";
  if (record.left_out.empty()) return line;
  const TimeLeftOut& first = record.left_out.front();
  return line + ": " + first.cell.metric + " on " + first.cell.family + ": " + first.reason;
}

/// What is timed, and for how long; the metrics are not in it yet.
Result<TimeOptions> chosen_options(const TimeArguments& arguments) {
  const TimeSelection& selection = arguments.selection;
  if (arguments.quick) {
    const char* typed = !selection.families.empty()   ? "--family"
                        : !selection.regimes.empty()  ? "--regime"
                        : !selection.vertices.empty() ? "--vertices"
                        : !selection.starts.empty()   ? "--start"
                        : arguments.judged            ? "--judge"
                                                      : nullptr;
    if (typed == nullptr) return quick_time_options();
    return Error{"--quick: chooses families, regimes and sizes itself; not with " +
                 std::string(typed)};
  }
  TimeOptions options;
  const auto starts = plan_starts(selection);
  if (!starts) return starts.error();
  options.starts = starts.value();
  if (const auto error = take_count("--judge", arguments.judged, 1, kMaxQueries, options.judged)) {
    return *error;
  }
  const auto groups = plan_time(selection);
  if (!groups) return groups.error();
  options.groups = groups.value();
  say_other_sizes(options.groups);
  const bool metrics_typed = !arguments.metrics.metrics.empty();
  const bool anything_typed = metrics_typed || !selection.families.empty() ||
                              !selection.regimes.empty() || !selection.vertices.empty() ||
                              !selection.starts.empty() || arguments.judged;
  if (!anything_typed) {
    options.cell_s = kDefaultCell_s;
    options.budget_s = kDefaultRun_s;
  }
  if (metrics_typed && !selection.vertices.empty()) {
    options.beyond_default_sizes = true;
    options.slow_cell_s = kWantedSlowCell_s;
  }
  return options;
}

Result<TimeOptions> time_options(const TimeArguments& arguments, const TimeMetrics& metrics) {
  auto chosen = chosen_options(arguments);
  if (!chosen) return chosen;
  TimeOptions options = std::move(chosen).value();
  options.metrics = metrics.rows;
  options.compared = metrics.compared;
  options.runner = own_workers();
  options.runner.query_limit_s = kQueryLimit_s;
  return options;
}

/// Standard output and all else that foreign code in this process may change, where there is some:
/// to the end of the program.
HostEnvironment* host_of(const TimeMetricArguments& metrics) {
  static std::optional<HostEnvironment> host;
  const bool foreign = !metrics.plugin.library.empty() || !metrics.before.empty() || metrics.peers;
  if (foreign) host.emplace();
  return host ? &*host : nullptr;
}

/// All that runs code of a metric. Its progress took `elapsed_s`.
Result<TimeRecord> measure_times(const TimeArguments& arguments, HostEnvironment* host,
                                 double& elapsed_s) {
  const auto plugin = choose_plugin(arguments.metrics.plugin);
  if (!plugin) return plugin.error();
  const auto metrics = choose_time_metrics(arguments.metrics, plugin.value());
  if (!metrics) return metrics.error();
  auto made = time_options(arguments, metrics.value());
  if (!made) return made.error();
  TimeOptions options = std::move(made).value();
  if (host != nullptr) {
    host->restore(arguments.metrics.before);
    options.after_metric = [host](const std::string& metric) { host->restore(metric); };
  }
  Progress progress("time", "cells");
  options.progress = progress.updates();
  TimeRecord record = run_time_in_context(options);
  elapsed_s = progress.elapsed_s();
  return record;
}

int time(const TimeArguments& arguments) {
  FileNames names;
  names.writes("--json", arguments.json);
  names.writes("--csv", arguments.csv);
  if (const auto clash = names.clash()) return complain(clash->reason, kExitBadInput);
  auto json = open_json(arguments.json);
  if (!json) return complain(json.reason(), kExitBadInput);
  OutputFile json_output = std::move(json).value();
  auto csv = OutputFile::open(arguments.csv);
  if (!csv) return complain(csv.reason(), kExitBadInput);
  OutputFile csv_output = std::move(csv).value();

  HostEnvironment* const host = host_of(arguments.metrics);
  double elapsed_s = 0;
  const auto measured = measure_times(arguments, host, elapsed_s);
  if (!measured) return complain(measured.reason(), kExitBadInput);
  const TimeRecord& record = measured.value();
  if (host != nullptr) {
    host->restore("a plug-in at its end");
    host->give_output_back();
    for (const std::string& line : host->changes()) remark("time: " + line + ": it was put back");
  }
  for (OutputFile* output : {&json_output, &csv_output}) {
    if (!output->wanted()) continue;
    const auto error = output->write(output == &json_output ? time_json(record) : time_csv(record));
    if (error) return complain(error->reason, kExitHarnessFailed);
  }
  if (!json_output.on_stdout() && !csv_output.on_stdout()) {
    std::cout << time_record_text(record, arguments.full) << time_text(elapsed_s) << "\n";
    for (const OutputFile* output : {&json_output, &csv_output}) {
      if (output->wanted()) std::cout << "wrote " << output->path() << "\n";
    }
  }
  // What a plug-in prints when the program ends is not for whoever reads the record.
  if (host != nullptr && std::cout.flush()) host->take_output();
  if (record.results.empty()) return complain(nothing_timed(record), kExitBadInput);
  return kExitAsExpected;
}

}  // namespace

void add_time(CommandLine& line) {
  Command command = line.command("time", "Time against the size of the bodies, for every metric");
  TimeArguments& a = command.runs(time);
  const auto repeatable = [&](const char* name, const char* type, std::vector<std::string>& words,
                              const char* help) { command.option(name, type, words, help).list(); };
  repeatable("--metric", "NAME", a.metrics.metrics,
             "Metric (touchstone list metrics; default: all)");
  add_plugin_choice(command, a.metrics.plugin);
  command
      .option("--before", "LIB[:NAME,...]", a.metrics.before,
              "Metrics of another build beside ours, and the ratio of both (docs/time.md); with "
              "names these alone")
      .names_something();
  command.flag("--peers", a.metrics.peers,
               "Also the peers that ./touchstone peers has built (docs/peers.md)");
  repeatable("--family", "NAME", a.selection.families,
             "random-hulls, boxes, icospheres, uv-spheres or prisms (default: all)");
  repeatable("--regime", "NAME", a.selection.regimes,
             "separated, near, kissing, shallow or deep (default: all)");
  repeatable("--vertices", "N", a.selection.vertices,
             "Vertices of both bodies, or of A and of B (8x200), as near as the family has them");
  repeatable("--start", "NAME", a.selection.starts, "cold or warm (default: both)");
  command.option("--judge", "N", a.judged,
                 "Judge so many pairs of a cell (default: 100; 30 above 100 vertices)");
  command.flag("--quick", a.quick,
               "A small subset, less than a minute: hulls of 8 to 1002 vertices and boxes, "
               "separated and shallow, cold and warm");
  command.flag("--full", a.full, "Show every cell");
  add_json_option(command, a.json);
  command.option("--csv", "OUT", a.csv, "The results as CSV to OUT").names_something();
  command.footer(
      "All options are repeatable. Without any, a subset that takes less than five minutes. A "
      "metric is left out\nabove its largest size by default unless both --metric and --vertices "
      "are given.\nExit code 2: bad usage, or nothing that was asked for could be timed.");
}

}  // namespace touchstone
