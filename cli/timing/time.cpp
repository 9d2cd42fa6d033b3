// SPDX-License-Identifier: GPL-3.0-or-later
#include <unistd.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "benchmarks/timing/time_context.hpp"
#include "benchmarks/timing/time_run.hpp"
#include "cli/choice/metric_choice.hpp"
#include "cli/choice/peers.hpp"
#include "cli/commands.hpp"
#include "cli/process/console.hpp"
#include "cli/process/fault_guard.hpp"
#include "cli/process/output_file.hpp"
#include "cli/process/progress.hpp"
#include "cli/report_context.hpp"
#include "cli/timing/time_metrics.hpp"
#include "harness/plugins/host_environment.hpp"
#include "reports/terminal.hpp"
#include "reports/time_svg.hpp"
#include "reports/time_text.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

/// Time of a cell of the default subset, which is to take less than five minutes in all [s].
constexpr double kDefaultCell_s = 0.15;
constexpr double kDefaultRun_s = 285;
/// Longest time of a slow cell that was asked for by metric and size [s].
constexpr double kWantedSlowCell_s = 300;
/// In the isolated judging: no metric needs as much at sizes where it is timed [s].
constexpr double kQueryLimit_s = 0.5;
/// After which a plug-in that sleeps there is ended [s].
constexpr double kWallLimit_s = 5;

struct TimeArguments : Arguments {
  MetricArguments metrics;
  Typed<std::string> baseline;
  Typed<std::vector<std::string>> families;
  Typed<std::vector<std::string>> regimes;
  Typed<std::vector<std::string>> vertices;
  Typed<std::vector<std::string>> starts;
  Typed<std::uint64_t> judged;
  Typed<std::string> json;
  Typed<std::string> csv;
  Typed<std::string> svg;
  Typed<bool> full;
  Typed<bool> quick;
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
      print_note("time: " + family + " has no size " + text(typed) + "; using " + text(group.size) +
                 ", the nearest by ratio");
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
Result<TimeOptions> chosen_options(const TimeArguments& typed) {
  if (*typed.quick) return quick_time_options();
  const TimeSelection selection{*typed.families, *typed.regimes, *typed.vertices, *typed.starts};
  TimeOptions options;
  const auto starts = plan_starts(selection);
  if (!starts) return starts.error();
  options.starts = starts.value();
  options.judged = *typed.judged;
  const auto groups = plan_time(selection);
  if (!groups) return groups.error();
  options.groups = groups.value();
  const bool anything_typed = typed.metrics.names.given() || typed.families.given() ||
                              typed.regimes.given() || typed.vertices.given() ||
                              typed.starts.given() || typed.judged.given();
  if (!anything_typed) {
    options.cell_s = kDefaultCell_s;
    options.budget_s = kDefaultRun_s;
  }
  if (typed.metrics.names.given() && typed.vertices.given()) {
    options.beyond_default_sizes = true;
    options.slow_cell_s = kWantedSlowCell_s;
  }
  return options;
}

/// Standard output and all else that foreign code in this process may change, where there is some:
/// to the end of the program.
HostEnvironment* host_of(bool foreign) {
  return foreign ? new HostEnvironment : nullptr;  // NOLINT(*-owning-memory): never freed
}

/// After code of a plug-in. Ends the program if what it needs was closed: it cannot print, and does
/// not know what else is gone.
void restore_host(HostEnvironment& host, const std::string& whose) {
  if (host.restore(whose)) return;
  fail(
      "time: " + (whose.empty() ? "a plug-in" : whose) +
          " closed descriptors that it had not opened: a fault of the plug-in, and nothing is kept",
      kExitBadInput);
  ::_exit(kExitBadInput);
}

struct Measured {
  TimeRecord record;
  double elapsed_s = 0;
  std::set<std::string> faulty;  ///< plug-ins that crashed or hung in a worker, each noted once
};

/// All that runs code of a metric.
Result<Measured> measure_times(TimeOptions options, const MetricChoice& choice,
                               const Baseline& baseline, HostEnvironment* host) {
  const auto metrics = choose_time_metrics(choice, baseline);
  if (!metrics) return metrics.error();
  options.metrics = metrics.value().rows;
  options.compared = metrics.value().compared;
  options.empty = metrics.value().empty;
  options.runner = own_workers();
  options.runner.query_limit_s = kQueryLimit_s;
  if (!choice.plugins.empty()) {
    options.runner.wall_limit_s = kWallLimit_s;
    options.runner.asks_again = false;
  }
  Measured measured;
  options.lost = [&](const std::string& metric, const std::string& what) {
    const bool is_plugin = std::any_of(choice.plugins.begin(), choice.plugins.end(),
                                       [&](const auto& row) { return row->name == metric; });
    if (is_plugin && measured.faulty.insert(metric).second) {
      print_note("time: " + metric + ": " + what + "; such pairs are not timed");
    }
  };
  if (choice.with_peers) {
    const std::string missing = missing_peers(choice.plugin_runner);
    if (!missing.empty())
      print_note("time: peers that are missing: " + missing + " (docs/peers.md)");
  }
  if (host != nullptr) {
    restore_host(*host, baseline.library);
    options.after_metric = [host](const std::string& metric) { restore_host(*host, metric); };
  }
  say_other_sizes(options.groups);
  Progress progress("time", "cells");
  options.progress = progress.updates();
  measured.record = run_time_in_context(options);
  measured.elapsed_s = progress.elapsed_s();
  return measured;
}

/// Where the record goes.
struct TimeOutputs {
  std::vector<OutputFile> files;  ///< json, csv and svg
  int terminal = STDOUT_FILENO;

  static std::vector<std::string> paths(const TimeArguments& typed) {
    return {*typed.json, *typed.csv, *typed.svg};
  }
  /// Whether none is standard output, where nothing else may go then.
  static bool leave_terminal(const TimeArguments& typed) {
    const std::vector<std::string> all = paths(typed);
    return std::find(all.begin(), all.end(), "-") == all.end();
  }
  static Result<TimeOutputs> open(const TimeArguments& typed) {
    TimeOutputs outputs;
    for (const std::string& path : paths(typed)) {
      auto file = OutputFile::open(path);
      if (!file) return file.error();
      outputs.files.push_back(std::move(file).value());
    }
    return outputs;
  }
  bool on_terminal() const {
    return std::none_of(files.begin(), files.end(),
                        [](const OutputFile& file) { return file.on_stdout(); });
  }
  /// Standard output is this descriptor.
  void print_to(int descriptor) {
    terminal = descriptor;
    for (OutputFile& file : files) file.take_for_stdout(descriptor);
  }
  std::optional<Error> write(const TimeRecord& record, bool full, double elapsed_s) {
    for (std::size_t k = 0; k < files.size(); ++k) {
      if (!files[k].wanted()) continue;
      const auto error = files[k].write(k == 0   ? time_record().document(record)
                                        : k == 1 ? time_csv(record)
                                                 : time_svg(record, made_by()));
      if (error) return error;
    }
    if (!on_terminal()) return std::nullopt;
    std::string text =
        time_record_text(record, full, columns_of(terminal)) + time_text(elapsed_s) + "\n";
    for (const OutputFile& file : files) text += wrote_text(file);
    auto table = OutputFile::open("-");
    if (!table) return table.error();
    OutputFile out = std::move(table).value();
    out.take_for_stdout(terminal);
    return out.write(text);
  }
};

int time_metrics(const TimeOptions& options, const MetricChoice& choice, const Baseline& baseline,
                 bool full, TimeOutputs outputs) {
  HostEnvironment* const host = host_of(!choice.plugins.empty() || !baseline.library.empty());
  if (host != nullptr) end_for_faults_of_plugins();
  const auto measured = measure_times(options, choice, baseline, host);
  if (!measured) return fail(measured.reason(), kExitBadInput);
  const auto& [record, elapsed_s, faulty] = measured.value();
  if (host != nullptr) {
    restore_host(*host, "a plug-in at its end");
    host->ignore_output();
    outputs.print_to(host->output());
    for (const std::string& line : host->changes())
      print_note("time: " + line + ": it was put back");
  }
  if (const auto error = outputs.write(record, full, elapsed_s)) {
    return fail(error->reason, kExitHarnessFailed);
  }
  if (record.results.empty()) return fail(nothing_timed(record), kExitBadInput);
  // That peers fail is known, and nobody's own fault.
  return !faulty.empty() && !choice.with_peers ? kExitJudgedWrong : kExitAsExpected;
}

int time(const TimeArguments& typed) {
  const auto options = chosen_options(typed);
  if (!options) return fail(options.reason(), kExitBadInput);
  const auto baseline = parse_baseline(*typed.baseline);
  if (!baseline) return fail(baseline.reason(), kExitBadInput);
  const bool full = TimeOutputs::leave_terminal(typed) && *typed.full;
  // Metrics that are named behind the library stand alone.
  const auto choice = choose_metrics(typed.metrics, baseline.value().metrics.empty());
  if (!choice) return fail(choice.reason(), kExitBadInput);
  if (const auto error = typed.unread_option()) return fail(error->reason, kExitBadInput);
  auto outputs = TimeOutputs::open(typed);
  if (!outputs) return fail(outputs.reason(), kExitBadInput);
  return time_metrics(options.value(), choice.value(), baseline.value(), full,
                      std::move(outputs).value());
}

}  // namespace

void add_time(CommandLine& line) {
  Command command = line.command("time", "Time against the size of the bodies, for every metric");
  TimeArguments& a = command.runs(time);
  command.group("What to time");
  add_metric_option(command, a.metrics, "Metrics (default: all)");
  command.text(
      "--baseline", "LIB[:NAME,...]", a.baseline,
      "An earlier build, of Touchstone's metrics or of a plug-in: what is timed is timed in "
      "pairs with it, and the ratio shown; with names these alone (docs/time.md)");
  command.group("With what");
  constexpr const char* kChosen = "without --quick, whose cells are fixed";
  add_family_option(command, a.families,
                    "random-hulls, boxes, icospheres, uv-spheres or prisms (default: all)")
      .only(kChosen);
  command
      .texts("--regime", "NAME", a.regimes,
             "separated, near, kissing, shallow or deep (default: all)", true)
      .only(kChosen);
  command
      .texts("--vertices", "N", a.vertices,
             "Vertices of both bodies, or of A and of B (8x200), as near as the family has them",
             true)
      .only(kChosen);
  command.texts("--start", "NAME", a.starts, "cold or warm (default: both)", true).only(kChosen);
  command
      .cases(a.judged, {1, kMaxQueries},
             "Cases of a cell that are judged (default: 100; 30 above 100 vertices)")
      .only(kChosen);
  command.quick(a.quick,
                "A small subset, less than a minute: hulls of 8 to 1002 vertices and boxes, "
                "separated and shallow, cold and warm");
  command.group("Output");
  command.full(a.full, "Show every cell")
      .only("in the table, which --json -, --csv - and --svg - leave out");
  add_json_option(command, a.json);
  command.csv(a.csv, "Write the results as CSV; - is standard output");
  command.svg(a.svg, "Draw times against vertices, for print; - is standard output");
  command.footer(
      "Options that take names are repeatable, and take several with commas. Without any option: a "
      "subset that takes less than five minutes. A metric is left out above its largest size by "
      "default unless both --metric and --vertices are given.\n"
      "Exit code 1: a plug-in crashed, or gave no answer in time. Exit code 2: bad usage, nothing "
      "that was asked for could be timed, or a plug-in crashed while it was timed.");
}

}  // namespace touchstone
