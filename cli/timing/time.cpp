// SPDX-License-Identifier: GPL-3.0-or-later
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <iostream>
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
#include "cli/timing/time_worker.hpp"
#include "geometry/query_scope.hpp"
#include "harness/plugins/host_environment.hpp"
#include "include/touchstone/plugin.h"
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
  Typed<std::uint64_t> batch;
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
  if (auto error = assign(options.starts, plan_starts(selection))) return std::move(*error);
  options.judged = *typed.judged;
  if (auto error = assign(options.groups, plan_time(selection))) return std::move(*error);
  const bool anything_typed = typed.metrics.names.given() || typed.families.given() ||
                              typed.regimes.given() || typed.vertices.given() ||
                              typed.starts.given() || typed.judged.given() || typed.batch.given();
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

struct Measured {
  TimeRecord record;
  std::set<std::string> faulty;  ///< plug-ins that crashed or hung on some pairs, each noted once
};

/// Whether code is timed that this program does not vouch for.
bool is_foreign(const MetricChoice& choice, const Baseline& baseline) {
  return !choice.plugins.empty() || !baseline.library.empty();
}

/// After code of a plug-in. Ends the process if what it needs was closed: it does not know what
/// else is gone. A thread of a plug-in may hold the lock of standard output: that, too, is a query
/// of the plug-in that takes too long.
void restore_host(HostEnvironment& host, const std::string& whose) {
  {
    const QueryScope scope(QueryKind::metric, plugin_asked_last());
    if (!host.restore(whose)) blame_plugin("closed descriptors that it had not opened");
  }
  note_end_of_plugin();
}

/// Prepares and times the metrics. `host` is restored after each call of a plug-in; nullptr if only
/// metrics of this program are timed.
Result<Measured> measure_times(TimeOptions options, const MetricChoice& choice,
                               const Baseline& baseline, HostEnvironment* host) {
  const auto metrics = [&] {
    std::optional<QueryScope> loading;
    if (!baseline.library.empty()) {
      loading.emplace(QueryKind::metric, lasting_name(baseline.library));
    }
    return choose_time_metrics(choice, baseline);
  }();
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
  return measured;
}

/// In a worker of this command (time_worker.hpp).
int send_measured(const TimeOptions& options, const MetricChoice& choice,
                  const Baseline& baseline) {
  HostEnvironment host;
  const auto measured = measure_times(options, choice, baseline, &host);
  if (!measured) return send_failure(measured.reason(), kExitBadInput);
  restore_host(host, "a plug-in at its end");
  for (const std::string& line : host.changes()) print_note("time: " + line + ": it was put back");
  // That peers fail is known, and nobody's own fault.
  send_times(measured.value().record, !measured.value().faulty.empty() && !choice.with_peers);
  return kExitAsExpected;
}

/// The plug-ins that are timed: "mine, yours, old/mine.so".
std::string foreign_names(const MetricChoice& choice, const Baseline& baseline) {
  std::string names = baseline.library;
  for (const auto& plugin : choice.plugins) names += (names.empty() ? "" : ", ") + plugin->name;
  return names;
}

Result<SentTimes> times_of(const TimeOptions& options, const MetricChoice& choice,
                           const Baseline& baseline) {
  if (is_foreign(choice, baseline)) return times_of_worker(foreign_names(choice, baseline));
  auto measured = measure_times(options, choice, baseline, nullptr);
  if (!measured) return measured.error();
  return SentTimes{std::move(measured).value().record};
}

/// Where the record goes.
struct TimeOutputs {
  std::vector<OutputFile> files;  ///< json, csv and svg

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
      if (auto error = outputs.files.emplace_back().open(path)) return std::move(*error);
    }
    return outputs;
  }
  bool on_terminal() const {
    return std::none_of(files.begin(), files.end(),
                        [](const OutputFile& file) { return file.on_stdout(); });
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
    std::cout << time_record_text(record, full, columns_of(STDOUT_FILENO)) << time_text(elapsed_s)
              << "\n";
    for (const OutputFile& file : files) std::cout << wrote_text(file);
    return std::nullopt;
  }
};

int time(const TimeArguments& typed) {
  const auto options = chosen_options(typed);
  if (!options) return fail(options.reason(), kExitBadInput);
  const auto parsed = parse_baseline(*typed.baseline);
  if (!parsed) return fail(parsed.reason(), kExitBadInput);
  Baseline baseline = parsed.value();
  baseline.batch = *typed.batch;
  const bool full = TimeOutputs::leave_terminal(typed) && *typed.full;
  // Metrics that are named behind the library stand alone.
  const auto choice = choose_metrics(typed.metrics, baseline.metrics.empty());
  if (!choice) return fail(choice.reason(), kExitBadInput);
  if (const auto error = typed.unread_option()) return fail(error->reason, kExitBadInput);
  if (is_time_worker()) return send_measured(options.value(), choice.value(), baseline);
  auto opened = TimeOutputs::open(typed);
  if (!opened) return fail(opened.reason(), kExitBadInput);
  TimeOutputs outputs = std::move(opened).value();
  const auto begin = std::chrono::steady_clock::now();
  const auto times = times_of(options.value(), choice.value(), baseline);
  if (!times) return fail(times.reason(), kExitBadInput);
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
  const auto& [record, faulty] = times.value();
  if (const auto error = outputs.write(record, full, elapsed.count())) {
    return fail(error->reason, kExitHarnessFailed);
  }
  if (record.results.empty()) return fail(nothing_timed(record), kExitBadInput);
  return faulty ? kExitJudgedWrong : kExitAsExpected;
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
  command.count("--batch", "N", a.batch, {1, TOUCHSTONE_MAX_BATCH},
                "Ask what takes batches in batches of N as well, and show the ratio to one by one");
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
