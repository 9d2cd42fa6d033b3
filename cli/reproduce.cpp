// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <functional>
#include <iostream>
#include <map>
#include <utility>

#include "benchmarks/peg/peg_figures.hpp"
#include "cli/case_input.hpp"
#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/end_signal.hpp"
#include "cli/file_names.hpp"
#include "cli/output_file.hpp"
#include "cli/progress.hpp"
#include "cli/reproduce_peg.hpp"
#include "cli/select.hpp"
#include "metrics/metric_row.hpp"
#include "reports/converge_text.hpp"
#include "reports/energy_text.hpp"
#include "reports/number_text.hpp"
#include "reports/reproduce_text.hpp"
#include "reports/thesis_text.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kMaxPairs = 10'000'000;
constexpr std::uint64_t kMaxSteps = 1'000'000;

struct ReproduceArguments {
  std::string what;
  std::optional<std::string> pairs, seed, steps, jobs, json, csv, svg;
  PegFigureArguments peg;
};

/// What a table needs of the command line, and what it leaves there.
struct Order {
  Order(const ReproduceArguments& typed, int cores) : arguments(typed), jobs(cores) {}
  const ReproduceArguments& arguments;
  int jobs;
  std::function<void(std::uint64_t, std::uint64_t)> progress;
  std::string text;
  std::string json, csv, svg;
  int exit_code = kExitAsExpected;
};

std::optional<Error> make_table1(Order& order) {
  Table1Options options;
  auto error = take_count("--pairs", order.arguments.pairs, 1, kMaxPairs, options.pairs);
  if (!error) error = take_seed(order.arguments.seed, options.seed);
  if (error) return error;
  options.jobs = order.jobs;
  options.metrics = table1_metrics();
  options.runner = own_workers();
  options.progress = order.progress;
  const Table1Result result = run_table1(options);
  order.text = table1_text(result);
  order.json = table1_json(result);
  return std::nullopt;
}

std::optional<Error> make_table2(Order& order) {
  Table2Options options;
  auto error = take_count("--steps", order.arguments.steps, 1, kMaxSteps, options.steps);
  if (error) return error;
  options.metric_source = guarded_metric;
  options.progress = order.progress;
  order.jobs = 1;
  const double floor_ns = support_pair_ns();
  const std::vector<Table2Row> rows = run_table2(options);
  order.text = table2_text(rows, floor_ns);
  order.json = table2_json(rows, floor_ns);
  return std::nullopt;
}

std::optional<Error> make_figure5(Order& order) {
  const std::vector<Figure5Claim> claims = figure5_claims();
  std::vector<EnergyTask> tasks;
  tasks.reserve(claims.size());
  for (const Figure5Claim& claim : claims) tasks.push_back(claim.task);
  EnergyOptions options;
  options.metric_source = guarded_metric;
  options.jobs = order.jobs;
  options.progress = [&order](std::uint64_t done, std::uint64_t total, double) {
    if (order.progress) order.progress(done, total);
  };
  const auto results = run_energy(tasks, options);
  if (!results) return results.error();
  order.text = figure5_text(claims, results.value());
  order.json = figure5_json(claims, results.value());
  order.exit_code = any_verdict_wrong(results.value(), {}) ? kExitJudgedWrong : kExitAsExpected;
  return std::nullopt;
}

std::optional<Error> make_thesis_figure(Order& order) {
  const ThesisFigure& figure = *find_thesis_figure(order.arguments.what);
  ThesisOutput made;
  const auto stop_requested = [] { return end_signal() != 0; };
  catch_end_signals();
  if (figure.times.empty()) {
    ConvergeOptions options = thesis_plot(figure);
    options.metric_source = guarded_metric;
    options.jobs = order.jobs;
    options.stop_requested = stop_requested;
    options.progress = [&order](std::uint64_t done, std::uint64_t total, double) {
      if (order.progress) order.progress(done, total);
    };
    const auto runs = run_converge(options);
    if (!runs) return runs.error();
    if (stop_requested()) return std::nullopt;
    made = thesis_plot_output(figure, runs.value());
    order.exit_code = any_run_failed(runs.value()) ? kExitJudgedWrong : kExitAsExpected;
  } else {
    order.jobs = 1;
    const ThesisMotion motion =
        thesis_motion(figure, guarded_metric, order.progress, stop_requested);
    if (stop_requested()) return std::nullopt;
    made = thesis_frames_output(figure, motion);
    const bool sound = motion.fault.empty() && motion.unsolved == 0;
    order.exit_code = sound ? kExitAsExpected : kExitJudgedWrong;
  }
  order.text = made.text;
  order.json = made.json;
  order.csv = made.csv;
  order.svg = made.svg;
  return std::nullopt;
}

std::optional<Error> make_geometry_figure(Order& order) {
  const GeometryFigure& figure = *find_geometry_figure(order.arguments.what);
  order.jobs = 1;
  const ThesisOutput made = thesis_geometry_output(figure, figure.make());
  order.text = made.text;
  order.json = made.json;
  order.csv = made.csv;
  order.svg = made.svg;
  return std::nullopt;
}

std::optional<Error> make_peg_figure(Order& order) {
  PegFigureArguments arguments = order.arguments.peg;
  arguments.seed = order.arguments.seed;
  auto made = reproduce_peg_figure(order.arguments.what, arguments, order.jobs, order.progress);
  if (!made) return made.error();
  PegFigureOutput output = std::move(made).value();
  order.text = std::move(output.text);
  order.json = std::move(output.json);
  order.csv = std::move(output.csv);
  order.svg = std::move(output.svg);
  order.exit_code = output.exit_code;
  return std::nullopt;
}

struct Table {
  const char* unit;  ///< what its progress counts
  std::optional<Error> (*make)(Order&);
  std::vector<const char*> options;  ///< options that it takes
};

const std::map<std::string, Table>& tables() {
  static const std::map<std::string, Table> kTables = [] {
    std::map<std::string, Table> all = {
        {"figure5", {"runs", make_figure5, {"--jobs"}}},
        {"table1", {"pairs", make_table1, {"--pairs", "--seed", "--jobs"}}},
        {"table2", {"scenarios", make_table2, {"--steps"}}},
    };
    for (const ThesisFigure& figure : thesis_figures()) {
      all[figure.name] = {"steps", make_thesis_figure, {"--jobs", "--csv", "--svg"}};
    }
    for (const GeometryFigure& figure : geometry_figures()) {
      all[figure.name] = {"figures", make_geometry_figure, {"--csv", "--svg"}};
    }
    for (const PegFigure& figure : peg_figures()) {
      all[figure.name] = {"steps",
                          make_peg_figure,
                          {"--jobs", "--seed", "--csv", "--svg", "--dt", "--starts", "--model",
                           "--bodies", "--full"}};
    }
    return all;
  }();
  return kTables;
}

/// An option that was typed and that this table does not have.
std::string misplaced_option(const ReproduceArguments& arguments, const Table& table) {
  const std::vector<std::pair<const char*, bool>> typed = {
      {"--pairs", arguments.pairs.has_value()},
      {"--seed", arguments.seed.has_value()},
      {"--steps", arguments.steps.has_value()},
      {"--jobs", arguments.jobs.has_value()},
      {"--csv", arguments.csv.has_value()},
      {"--svg", arguments.svg.has_value()},
      {"--dt", !arguments.peg.dt.empty()},
      {"--starts", arguments.peg.starts.has_value()},
      {"--model", !arguments.peg.models.empty()},
      {"--bodies", arguments.peg.bodies.has_value()},
      {"--full", arguments.peg.full}};
  for (const auto& [name, given] : typed) {
    const auto known = [option = std::string(name)](const char* other) { return option == other; };
    if (given && std::none_of(table.options.begin(), table.options.end(), known)) return name;
  }
  return "";
}

struct DrawnFiles {
  OutputFile csv, svg;
};

Result<DrawnFiles> open_files(const ReproduceArguments& arguments) {
  FileNames names;
  names.writes("--json", arguments.json);
  names.writes("--csv", arguments.csv);
  names.writes("--svg", arguments.svg);
  if (const auto clash = names.clash()) return *clash;
  auto csv = OutputFile::open(arguments.csv);
  if (!csv) return csv.error();
  auto svg = OutputFile::open(arguments.svg);
  if (!svg) return svg.error();
  return DrawnFiles{std::move(csv).value(), std::move(svg).value()};
}

int reproduce(ReproduceArguments arguments) {
  reclaim_word(arguments.what, arguments.json);
  const auto table = tables().find(arguments.what);
  if (table == tables().end()) {
    return complain(
        "reproduce: which? figure5, table1, table2, thesis-figure3 to 10, 12, 16, 18 to 26 and "
        "peg-figure21, 22, 24 are known (figures 1, 2, 11, 13 to 15 and 17 of the thesis show "
        "nothing to compute)" +
            (arguments.what.empty() ? std::string() : ", '" + arguments.what + "' is not"),
        kExitBadInput);
  }
  const std::string misplaced = misplaced_option(arguments, table->second);
  if (!misplaced.empty()) {
    return complain("reproduce " + arguments.what + ": takes no " + misplaced, kExitBadInput);
  }
  int jobs = 1;
  if (const auto error = take_jobs(arguments.jobs, jobs)) {
    return complain(error->reason, kExitBadInput);
  }
  auto json = open_json(arguments.json);
  if (!json) return complain(json.reason(), kExitBadInput);
  OutputFile output = std::move(json).value();
  auto opened = open_files(arguments);
  if (!opened) return complain("reproduce: " + opened.reason(), kExitBadInput);
  DrawnFiles files = std::move(opened).value();
  Order order(arguments, jobs);
  double elapsed_s = 0;
  {
    Progress progress("reproduce " + arguments.what, table->second.unit);
    order.progress = progress.updates();
    const auto error = table->second.make(order);
    if (error) return complain(error->reason, kExitBadInput);
    elapsed_s = progress.elapsed_s();
  }
  if (end_signal() != 0) {
    return complain("reproduce: interrupted; a part of " + arguments.what +
                        " would be no figure, and nothing is kept",
                    kExitBySignal + end_signal());
  }
  for (const bool drawn : {false, true}) {
    OutputFile& file = drawn ? files.svg : files.csv;
    if (!file.wanted()) continue;
    const auto error = file.write(drawn ? order.svg : order.csv);
    if (error) return complain(error->reason, kExitHarnessFailed);
    if (!file.on_stdout()) order.text += "wrote " + file.path() + "\n";
  }
  if (files.csv.on_stdout() || files.svg.on_stdout()) {
    // Nothing else goes there.
    if (const auto error = output.write(order.json)) {
      return complain(error->reason, kExitHarnessFailed);
    }
    std::cerr << order.text;
    return order.exit_code;
  }
  return report(output, order.json, order.text, elapsed_s, order.jobs, order.exit_code);
}

}  // namespace

void add_reproduce(CommandLine& line) {
  Command command = line.command("reproduce", "Makes a table or figure of the papers again");
  ReproduceArguments& a = command.runs(reproduce);
  command.option("WHAT", "TEXT", a.what,
                 "Of Yi & Drumwright: table1 (signed distance of two boxes), table2 (time of a "
                 "simulation step), figure5 (what is said of the two energy scenarios); of Hart's "
                 "thesis: thesis-figure3 to 10, 12, 16, 18 to 26");
  command.option("--pairs", "N", a.pairs, "table1: overlapping pairs (default: 10000)");
  command.option("--seed", "S", a.seed, "table1: seed of the boxes (default: 42)");
  command.option("--steps", "N", a.steps, "table2: steps of each scenario (default: 300)");
  command.option("--jobs", "J", a.jobs, "Threads (default: one for each core)");
  command.option("--csv", "FILE", a.csv, "thesis- or peg-figureN: its numbers as a table to FILE");
  command.option("--svg", "FILE", a.svg, "thesis- or peg-figureN: the figure, drawn, to FILE");
  add_peg_figure_options(command, a.peg);
  add_json_option(command, a.json);
}

}  // namespace touchstone
