// SPDX-License-Identifier: GPL-3.0-or-later
// `touchstone solve FILE|DIR...`: contact solvers put to problems, and their answers judged.
#include <unistd.h>

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/choice/plugin_file.hpp"
#include "cli/commands.hpp"
#include "cli/motion/energy_csv.hpp"
#include "cli/process/output_file.hpp"
#include "cli/run/run_command.hpp"
#include "cli/solve/step_problems.hpp"
#include "harness/steps/step_shrink.hpp"
#include "reports/ask_command.hpp"
#include "reports/solve_junit.hpp"
#include "reports/solve_record.hpp"
#include "reports/solve_svg.hpp"
#include "reports/solve_text.hpp"
#include "reports/terminal.hpp"
#include "schema/nearest_name.hpp"

namespace touchstone {
namespace {

constexpr double kMaxTimeLimitS = 1e6;
constexpr double kTimeLimitS = 10;
constexpr std::uint64_t kProblemsOfFamily = 20;
constexpr std::uint64_t kMaxProblems = 1'000'000;
constexpr const char* kWithFamilies = "with --family, or without FILE";

struct SolveArguments : RunArguments {
  Typed<std::vector<std::string>> solvers;
  Typed<double> time_limit{kTimeLimitS};
  Typed<bool> shrink;
  Typed<std::string> cone;
};

RunnerOptions solver_workers(const SolveArguments& typed) {
  RunnerOptions options = own_workers();
  options.query_limit_s = *typed.time_limit;
  return options;
}

/// The solvers that one value of --solver names: own ones, those of a library, or a program.
Result<StepRunners> make_named(const std::string& word, const RunnerOptions& options) {
  const bool is_path = word.find_first_of("/.") != std::string::npos && is_file(word);
  if (is_path && is_directory(word)) return no_directory(word);
  if (!is_path || is_library(word)) return make_step_runners(word, options);
  if (!can_be_plugin(word)) return no_plugin(word, "docs/solvers.md");
  const std::string path = (std::filesystem::path(".") / word).string();
  auto program = make_solver_program(shell_word(path), options);
  if (!program) return program.error();
  StepRunners one;
  one.push_back(std::move(program).value());
  return one;
}

Result<StepRunners> make_solvers(const SolveArguments& typed) {
  std::vector<std::string> words = *typed.solvers;
  if (words.empty()) words = own_step_solvers();
  StepRunners solvers;
  for (const std::string& word : words) {
    auto made = make_named(word, solver_workers(typed));
    if (!made) return Error{"--solver: " + made.reason()};
    for (auto& solver : std::move(made).value()) {
      const std::string& name = solver->traits().name;
      if (name != word && is_own_step_solver(name)) {
        return Error{"--solver: " + word + " has the name " + name +
                     " of a solver of this program"};
      }
      if (name == kStoredSolutions) {
        return Error{"--solver: " + name + " is reserved for impulses that come with problems"};
      }
      for (const auto& other : solvers) {
        if (other->traits().name == name) return Error{"--solver: two have the name " + name};
      }
      solvers.push_back(std::move(solver));
    }
  }
  return solvers;
}

/// The tables of `--csv`. Returns why they cannot be written, or nothing.
std::optional<Error> write_tables(const SolveRun& run, const std::string& directory) {
  if (auto error = make_csv_directory(directory)) return error;
  for (const SolveTable& table : solve_tables(run)) {
    if (auto error = write_file(directory + "/" + table.name, table.text)) return error;
  }
  return std::nullopt;
}

int solve(const SolveArguments& typed) {
  StepChoice choice;
  choice.words = *typed.files;
  choice.families = *typed.families;
  if (choice.makes_families()) {
    choice.cases = *typed.cases;
    choice.seed = *typed.seed;
  }
  choice.cone = *typed.cone;
  const auto problems = chosen_steps(choice);
  if (!problems) return fail(problems.reason(), kExitBadInput);
  auto solvers = make_solvers(typed);
  if (!solvers) return fail(solvers.reason(), kExitBadInput);
  // Solves what is left of a problem that another one says has no solution.
  const auto own = make_step_runners(own_step_solvers().back(), solver_workers(typed));
  const bool shrinks = *typed.shrink;
  return run_recorded(typed, "problems", Interrupted::shown, [&](Progress& progress) {
    const RunControl control{1, stop_requested, progress.updates()};
    SolveRun run = run_solvers(problems.value(), solvers.value(), control);
    if (shrinks) {
      shrink_failures(run, problems.value(), solvers.value(), *own.value().front(), control);
    }
    Made made{solve_text(run, columns_of(STDOUT_FILENO)), solve_record().document(run),
              run.as_expected()};
    if (typed.cone.given()) made.text += "All posed with the cone " + choice.cone + " (--cone).\n";
    made.svg = profile_svg(run);
    made.junit = solve_junit_xml(run);
    made.write_tables = [run](const std::string& directory) {
      return write_tables(run, directory);
    };
    made.ended = how_many(run.problems.size(), "problem");
    made.marked_partial = run.partial && !run.problems.empty();
    return made;
  });
}

}  // namespace

void add_solve(CommandLine& line) {
  Command command = line.command(
      "solve", "Judges contact solvers on problems of single time steps (docs/solvers.md)");
  SolveArguments& a = command.runs(solve);
  a.name = "solve";
  command.reads("FILE", a.files,
                "Problems: touchstone.step/1, FCLIB's HDF5, siconos' text form, folders of "
                "such files, ids such as step-one:42:7, or scenes of the library");
  add_family_option(command, a.families,
                    "Family of problems, or its name without the number ('step-mu'; list "
                    "problems); repeatable, or several with commas (default without FILE: all)");
  a.cases = kProblemsOfFamily;
  command.cases(a.cases, {1, kMaxProblems}, "Problems of each family").only(kWithFamilies);
  command.seed(a.seed, "Seed of the problems").only(kWithFamilies);
  command.texts("--solver", "NAME", a.solvers,
                "A solver of this program (" + one_of(own_step_solvers()) +
                    "; chain where bodies have polygons), a library, ./mine.so, or a program, "
                    "'python3 mine.py'; repeatable, or several with commas (default: those that "
                    "take any problem)",
                true);
  command.text("--cone", "CONE", a.cone,
               "Pose all problems with this friction cone, round, box or a polygon's even number "
               "of directions, in place of their own");
  command.time_limit(a.time_limit, kMaxTimeLimitS,
                     "Seconds of processor time that a solver may take for a problem");
  command.shrink(a.shrink,
                 "Find the fewest contacts with which a failure stays, for the first of "
                 "each solver and word");
  a.add_tables(command, "Write tables of solvers, answers and the performance profile to DIR");
  command.svg(a.svg, "Draw the performance profile");
  command.junit(a.junit, "Write JUnit XML: a suite for each solver, a case for each group");
}

}  // namespace touchstone
