// SPDX-License-Identifier: GPL-3.0-or-later
// `reproduce converge`: the order of convergence of Hart's problems.
#include <unistd.h>

#include <charconv>
#include <filesystem>
#include <system_error>
#include <utility>

#include "benchmarks/converge/converge_run.hpp"
#include "cli/choice/method_choice.hpp"
#include "cli/commands.hpp"
#include "cli/motion/energy_csv.hpp"
#include "cli/options/select.hpp"
#include "cli/papers/names.hpp"
#include "cli/process/output_file.hpp"
#include "reports/converge_record.hpp"
#include "reports/converge_text.hpp"
#include "reports/terminal.hpp"
#include "schema/nearest_name.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

constexpr double kMaxGamma = 2;
constexpr double kMaxStepsOfRun = 1e7;

struct ConvergeArguments : RunArguments, MethodArguments {
  Typed<std::vector<std::string>> scenes;
  Typed<std::vector<double>> dt, gamma;
  Typed<std::vector<StepPattern>> patterns{ConvergeOptions().patterns};
  Typed<int> starts{ConvergeOptions().starts};
  Typed<bool> frictionless;
};

/// A number from 0 to 2.
Result<double> parse_gamma(std::string_view option, std::string_view word) {
  double value = -1;
  const char* end = word.data() + word.size();
  const auto [stop, error] = std::from_chars(word.data(), end, value);
  if (error == std::errc() && stop == end && value >= 0 && value <= kMaxGamma) return value;
  return Error{std::string(option) + ": '" + std::string(word) + "' is not a number from 0 to 2"};
}

Result<StepPattern> parse_pattern(std::string_view option, std::string_view word) {
  if (const auto pattern = find_pattern(word)) return *pattern;
  std::vector<std::string> known;
  for (const StepPattern pattern : step_patterns()) known.emplace_back(pattern_name(pattern));
  return Error{std::string(option) + ": " +
               unknown_name("pattern", word, known, "reproduce converge --help")};
}

Result<ConvergeOptions> converge_options(const ConvergeArguments& typed) {
  ConvergeOptions options;
  options.metric_source = guarded_metric;
  options.scenes = *typed.scenes;
  options.dt = *typed.dt;
  options.gamma = *typed.gamma;
  options.patterns = *typed.patterns;
  options.starts = *typed.starts;
  options.seed = *typed.seed;
  options.contacts = *typed.contacts;
  options.stepper = *typed.stepper;
  options.frictionless = *typed.frictionless;
  options.keep_steps = typed.tables.given();
  options.jobs = *typed.jobs;
  options.stop_requested = stop_requested;
  Scene scene;  // has the default options of the problems
  scene.name = "the problems";
  if (auto error = take_methods(typed, false, scene)) return std::move(*error);
  options.events = scene.events;
  options.model = scene.model;
  options.peg = scene.peg;
  std::vector<ConvergeRun> described;
  const auto scenes = converge_scenes(options, described);
  if (!scenes) return scenes.error();
  for (const Scene& each : scenes.value()) {
    if (static_cast<double>(step_count(each)) <= kMaxStepsOfRun) continue;
    return Error{each.name + ": dt " + exact_text(each.dt) + " s makes more than 1e7 steps"};
  }
  return options;
}

/// "3-dice3-constant-gamma1-start0-dt0.01.csv"
bool is_table_of_run(const std::string& name) {
  const std::size_t digits = name.find_first_not_of("0123456789");
  if (digits == 0 || digits == std::string::npos || name[digits] != '-') return false;
  const std::size_t end = name.find('-', digits + 1);
  if (end == std::string::npos || !name.ends_with(".csv")) return false;
  return is_problem_of_hart(name.substr(digits + 1, end - digits - 1)) &&
         name.find("-gamma") != std::string::npos && name.find("-dt") != std::string::npos;
}

/// Tables of an earlier call, whose numbers would be taken for those of this one.
void remove_tables_of_runs(const std::string& directory) {
  std::error_code error;
  std::vector<std::filesystem::path> old;
  for (const auto& entry : std::filesystem::directory_iterator(directory, error)) {
    if (is_table_of_run(entry.path().filename().string())) old.push_back(entry.path());
  }
  for (const std::filesystem::path& path : old) std::filesystem::remove(path, error);
}

/// Makes the directory unless there is one, and in it runs.csv, a row for each run, and a file of
/// the steps of each.
std::optional<Error> write_converge_csv(const std::string& directory,
                                        const std::vector<ConvergeRun>& runs) {
  if (const auto error = make_csv_directory(directory)) return error;
  remove_tables_of_runs(directory);
  if (const auto error = write_file(directory + "/runs.csv", converge_run_fields().csv(runs)))
    return error;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const ConvergeRun& run = runs[i];
    const std::string what = run.scene + "-" + std::string(pattern_name(run.pattern)) + "-gamma" +
                             exact_text(run.gamma) + "-start" + std::to_string(run.start);
    const std::string path = directory + "/" + csv_name(i, what, run.dt);
    if (const auto error = write_file(path, infeasible_step_fields().csv(run.steps))) return error;
  }
  return std::nullopt;
}

int measure_convergence(const ConvergeArguments& typed) {
  auto chosen = converge_options(typed);
  if (!chosen) return fail("reproduce converge: " + chosen.reason(), kExitBadInput);
  ConvergeOptions options = std::move(chosen).value();
  return run_recorded(typed, "steps", Interrupted::kept, [&](Progress& progress) -> Result<Made> {
    options.progress = progress.timed_updates();
    const auto ran = run_converge(options);
    if (!ran) return ran.error();
    const std::vector<ConvergeRun>& runs = ran.value();
    const auto write = [runs](const std::string& directory) {
      return write_converge_csv(directory, runs);
    };
    return Made{runs.empty() ? "" : converge_text(runs, columns_of(STDOUT_FILENO)),
                converge_record().document(converge_record_of(runs, options)),
                !any_run_failed(runs),
                "",
                "",
                write,
                how_many(runs.size(), "run")};
  });
}

}  // namespace

RunArguments& add_converge(Command& command) {
  ConvergeArguments& a = command.runs(measure_convergence);
  add_problems(command, a.scenes);
  command.group("What is run");
  command.dt(a.dt, parse_positive,
             "Steps [s], several with commas (default: .02,.01,.005,.002,.001)");
  command.list("--gamma", "G", a.gamma, parse_gamma,
               "Part of an overlap that a step takes back, 0 to 2; several with commas (default: "
               "1, in space .3,1)");
  command.list("--steps", "NAME", a.patterns, parse_pattern,
               "constant, alternating (2h/3, 4h/3), shrinking, growing (geometric, h to h/10); "
               "several with commas (default: constant)");
  a.add_starts(command, a.starts, "Starts, each a little different");
  command.jobs(a.jobs);
  command.group("With what");
  add_method_options(command, a);
  command.flag("--frictionless", a.frictionless, "Without friction");
  return a.add_tables(command, "Write the runs, and the steps of each, as tables");
}

}  // namespace touchstone
