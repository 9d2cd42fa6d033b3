// SPDX-License-Identifier: GPL-3.0-or-later
#include <unistd.h>

#include <charconv>
#include <iostream>
#include <utility>

#include "benchmarks/converge/converge_run.hpp"
#include "cli/case_input.hpp"
#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/converge_arguments.hpp"
#include "cli/converge_files.hpp"
#include "cli/end_signal.hpp"
#include "cli/energy_csv.hpp"
#include "cli/file_names.hpp"
#include "cli/model_choice.hpp"
#include "cli/progress.hpp"
#include "cli/select.hpp"
#include "reports/converge_text.hpp"
#include "reports/number_text.hpp"
#include "reports/terminal.hpp"

namespace touchstone {
namespace {

constexpr int kMaxConvergeStarts = 1000;
constexpr double kMaxGamma = 2;
constexpr double kMaxStepsOfRun = 1e7;

/// 0 to 2.
Result<double> parse_gamma(const std::string& typed) {
  double value = -1;
  const char* end = typed.data() + typed.size();
  const auto [stop, error] = std::from_chars(typed.data(), end, value);
  if (error == std::errc() && stop == end && value >= 0 && value <= kMaxGamma) return value;
  return Error{"--gamma: '" + typed + "' is not a number from 0 to 2"};
}

std::optional<Error> parse_lists(const ConvergeArguments& arguments, ConvergeOptions& options) {
  for (const std::string& typed : arguments.dt) {
    const auto dt = parse_positive("--dt", typed);
    if (!dt) return dt.error();
    options.dt.push_back(dt.value());
  }
  for (const std::string& typed : arguments.gamma) {
    const auto gamma = parse_gamma(typed);
    if (!gamma) return gamma.error();
    options.gamma.push_back(gamma.value());
  }
  if (!arguments.patterns.empty()) options.patterns.clear();
  for (const std::string& typed : arguments.patterns) {
    const auto pattern = find_pattern(typed);
    if (!pattern) {
      return Error{"--steps: '" + typed +
                   "' is not one of constant, alternating, shrinking and growing"};
    }
    options.patterns.push_back(*pattern);
  }
  return std::nullopt;
}

/// The scenes have the default options.
std::optional<Error> parse_events(const ConvergeArguments& arguments, ConvergeOptions& options) {
  Scene scene;
  scene.name = "the problems";
  if (!arguments.contacts.empty()) scene.contacts = arguments.contacts;
  auto error = take_event_choice(arguments.events, scene);
  options.events = scene.events;
  if (!error) error = take_model_choice(arguments.model, scene);
  options.frictionless = arguments.frictionless;
  options.model = scene.model;
  options.peg = scene.peg;
  return error;
}

Result<ConvergeOptions> parse_converge_options(const ConvergeArguments& arguments) {
  ConvergeOptions options;
  options.metric_source = guarded_metric;
  options.scenes = arguments.scenes;
  options.contacts = arguments.contacts;
  options.stepper = arguments.stepper;
  options.keep_steps = arguments.csv.has_value();
  if (const auto error = parse_lists(arguments, options)) return *error;
  if (const auto error = parse_events(arguments, options)) return *error;
  auto error = take_count("--starts", arguments.starts, 1, kMaxConvergeStarts, options.starts);
  if (!error) error = take_seed(arguments.seed, options.seed);
  if (!error) error = take_jobs(arguments.jobs, options.jobs);
  if (!error && arguments.csv) error = try_csv_directory(*arguments.csv);
  if (error) return *error;
  std::vector<ConvergeRun> described;
  const auto scenes = converge_scenes(options, described);
  if (!scenes) return scenes.error();
  for (const Scene& scene : scenes.value()) {
    if (static_cast<double>(step_count(scene)) <= kMaxStepsOfRun) continue;
    return Error{scene.name + ": dt " + exact_text(scene.dt) + " s makes more than 1e7 steps"};
  }
  return options;
}

int report_interrupted_runs(const std::vector<ConvergeRun>& ended, const OutputFile& json) {
  if (!ended.empty() && !json.on_stdout()) {
    std::cout << "PARTIAL, as the run was interrupted:\n\n"
              << converge_text(ended, columns_of(STDOUT_FILENO));
  }
  return complain("converge: interrupted after " + std::to_string(ended.size()) +
                      (ended.size() == 1 ? " run" : " runs"),
                  kExitBySignal + end_signal());
}

int converge(const ConvergeArguments& arguments) {
  auto parsed = parse_converge_options(arguments);
  if (!parsed) return complain("converge: " + parsed.reason(), kExitBadInput);
  ConvergeOptions options = std::move(parsed).value();
  auto json = open_json(arguments.json);
  if (!json) return complain(json.reason(), kExitBadInput);
  OutputFile output = std::move(json).value();
  double elapsed_s = 0;
  std::optional<Result<std::vector<ConvergeRun>>> ran;
  {
    Progress progress("converge", "steps");
    options.progress = [&progress](std::uint64_t done, std::uint64_t total, double left_s) {
      progress.expect_left(left_s);
      progress.update(done, total);
    };
    options.stop_requested = [] { return end_signal() != 0; };
    catch_end_signals();
    ran = run_converge(options);
    elapsed_s = progress.elapsed_s();
  }
  if (!*ran) return complain("converge: " + ran->reason(), kExitBadInput);
  const std::vector<ConvergeRun>& runs = ran->value();
  // What has ended is kept, whether or not the rest has.
  std::string csv_written;
  if (arguments.csv) {
    if (const auto error = write_converge_csv(*arguments.csv, runs)) {
      return complain(error->reason, kExitHarnessFailed);
    }
    csv_written = "wrote " + *arguments.csv + "\n";
  }
  if (end_signal() != 0) {
    if (output.wanted()) {
      if (const auto error = output.write(converge_json(runs, options))) {
        return complain(error->reason, kExitHarnessFailed);
      }
    }
    return report_interrupted_runs(runs, output);
  }
  return report(output, converge_json(runs, options),
                converge_text(runs, columns_of(STDOUT_FILENO)) + csv_written, elapsed_s,
                options.jobs, any_run_failed(runs) ? kExitJudgedWrong : kExitAsExpected);
}

int converge_command(ConvergeArguments arguments) {
  if (arguments.json && is_problem_of_hart(*arguments.json)) {
    arguments.scenes.push_back(*arguments.json);
    arguments.json = "";
  }
  FileNames names;
  names.writes("--json", arguments.json);
  names.fills("--csv", arguments.csv);
  if (const auto clash = names.clash()) return complain(clash->reason, kExitBadInput);
  if (arguments.conjecture) return run_conjecture(arguments);
  if (arguments.contraction) return run_contraction(arguments);
  if (arguments.cases || !arguments.families.empty()) {
    return complain("converge: --family and --cases go with --conjecture", kExitBadInput);
  }
  return converge(arguments);
}

}  // namespace

void add_converge(CommandLine& line) {
  Command command = line.command(
      "converge", "Measures how overlaps shrink with the step in the problems of Hart's thesis");
  ConvergeArguments& a = command.runs(converge_command);
  command.option("SCENE", "", a.scenes, "balance2, pyramid1, dice3, setup6 (default: all)");
  command
      .option("--dt", "H", a.dt, "Steps [s], several with commas (default: .02,.01,.005,.002,.001)")
      .with_commas();
  command
      .option("--gamma", "G", a.gamma,
              "Part of an overlap that a step takes back, 0 to 2; several with commas (default: 1, "
              "in space .3,1)")
      .with_commas();
  command
      .option("--steps", "NAME", a.patterns,
              "constant, alternating (2h/3, 4h/3), shrinking, growing (geometric, h to h/10); "
              "several with commas (default: constant)")
      .with_commas();
  command.option("--starts", "N", a.starts, "Starts, each a little different (default: 5)");
  command.option("--seed", "S", a.seed, "Of the starts, or of the families (default: 42)");
  command.option("--contacts", "NAME", a.contacts, "Contact method (touchstone list contacts)")
      .names_something();
  add_event_choice(command, a.events);
  add_model_choice(command, a.model);
  command.flag("--frictionless", a.frictionless, "Without friction, as the contact models want it");
  command.option("--stepper", "NAME", a.stepper, "Time stepper (touchstone list steppers)");
  command.option("--csv", "DIR", a.csv,
                 "Runs, and the steps of each (cases, and kinds of contact), as tables to DIR");
  command.flag("--contraction", a.contraction,
               "Instead: how fast the maps chi_1, chi_2, chi_3 contract, against mu");
  command.flag("--conjecture", a.conjecture,
               "Instead: whether the planes of contracted bodies come to be the depth apart, over "
               "families of cases");
  add_family_option(command, a.families);
  command.option("--cases", "N", a.cases, "Of --conjecture: cases of each family (default: 25)");
  command.option("--jobs", "N", a.jobs, "Cores to work on (default: all)");
  add_json_option(command, a.json);
}

}  // namespace touchstone
