// SPDX-License-Identifier: GPL-3.0-or-later
// `touchstone solve FILE|DIR...`: contact solvers put to problems, and their answers judged.
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "cli/commands.hpp"
#include "cli/run/run_command.hpp"
#include "harness/plugins/printable.hpp"
#include "harness/steps/solve_run.hpp"
#include "harness/steps/step_families.hpp"
#include "harness/steps/step_file.hpp"
#include "reports/solve_record.hpp"
#include "reports/solve_text.hpp"
#include "reports/terminal.hpp"

namespace touchstone {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 3> kSuffixes = {".json", ".hdf5", ".dat"};
constexpr double kMaxTimeLimitS = 1e6;
constexpr double kTimeLimitS = 10;
constexpr std::uint64_t kProblemsOfFamily = 20;
constexpr std::uint64_t kMaxProblems = 1'000'000;

struct SolveArguments : RunArguments {
  Typed<std::vector<std::string>> solvers;
  Typed<double> time_limit{kTimeLimitS};
};

/// The problem files of a folder, sorted by name. Files with other suffixes are ignored.
Result<std::vector<std::string>> files_in(const std::string& folder) {
  std::vector<std::string> files;
  std::error_code failed;
  for (fs::directory_iterator entry(folder, failed), end; !failed && entry != end;
       entry.increment(failed)) {
    const std::string suffix = entry->path().extension().string();
    const bool problem = std::find(kSuffixes.begin(), kSuffixes.end(), suffix) != kSuffixes.end();
    if (problem) files.push_back(entry->path().string());
  }
  if (failed) return Error{folder + ": cannot be read: " + failed.message()};
  if (files.empty()) return Error{folder + ": has no file that ends with .json, .hdf5 or .dat"};
  std::sort(files.begin(), files.end());
  return files;
}

std::string folder_name(const std::string& folder) {
  const fs::path path = fs::absolute(fs::path(folder) / "x").lexically_normal();
  return printable(path.parent_path().filename().string());
}

/// The problems that a word names: those of a file or a folder, or one of a family by its id.
Result<std::vector<AskedStep>> problems_of_word(const std::string& word) {
  if (is_step_id(word)) {
    auto made = step_of_id(word);
    if (!made) return made.error();
    return std::vector<AskedStep>{std::move(made).value()};
  }
  std::vector<std::string> files{word};
  std::string group = "files";
  std::error_code failed;
  if (fs::is_directory(word, failed)) {
    auto found = files_in(word);
    if (!found) return found.error();
    files = std::move(found).value();
    group = folder_name(word);
  }
  std::vector<AskedStep> problems;
  for (const std::string& path : files) {
    auto file = read_step_file(path);
    if (!file) return file.error();
    problems.push_back({std::move(file).value(), group});
  }
  return problems;
}

/// With no word and no family: some of all families.
Result<std::vector<AskedStep>> chosen_problems(const SolveArguments& typed) {
  std::vector<AskedStep> problems;
  for (const std::string& word : *typed.files) {
    auto named = problems_of_word(word);
    if (!named) return named.error();
    for (AskedStep& problem : std::move(named).value()) problems.push_back(std::move(problem));
  }
  const std::vector<std::string>& words = *typed.families;
  if (words.empty() && !problems.empty()) return problems;
  const auto families = select_step_families(words);
  if (!families) return families.error();
  const std::uint64_t seed = *typed.seed;
  const std::uint64_t cases = *typed.cases;
  for (const StepFamily* family : families.value()) {
    for (std::uint64_t k = 0; k < cases; ++k) problems.push_back(step_case(*family, seed, k));
  }
  return problems;
}

Result<std::vector<std::unique_ptr<StepRunner>>> make_solvers(const SolveArguments& typed) {
  std::vector<std::string> words = *typed.solvers;
  if (words.empty()) words = own_step_solvers();
  RunnerOptions options = own_workers();
  options.query_limit_s = *typed.time_limit;
  std::vector<std::unique_ptr<StepRunner>> solvers;
  for (const std::string& word : words) {
    auto solver = make_step_runner(word, options);
    if (!solver) return Error{"--solver: " + solver.reason()};
    const std::string& name = solver.value()->traits().name;
    if (name == kStoredSolutions)
      return Error{"--solver: " + name + " is reserved for impulses that come with problems"};
    for (const auto& other : solvers) {
      if (other->traits().name == name) return Error{"--solver: two have the name " + name};
    }
    solvers.push_back(std::move(solver).value());
  }
  return solvers;
}

int solve(const SolveArguments& typed) {
  auto problems = chosen_problems(typed);
  if (!problems) return fail(problems.reason(), kExitBadInput);
  auto solvers = make_solvers(typed);
  if (!solvers) return fail(solvers.reason(), kExitBadInput);
  return run_recorded(typed, "problems", Interrupted::shown, [&](Progress& progress) {
    const SolveRun run =
        run_solvers(problems.value(), solvers.value(), {1, stop_requested, progress.updates()});
    Made made{solve_text(run, columns_of(STDOUT_FILENO)), solve_record().document(run),
              run.as_expected()};
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
                "Problems: touchstone.step/1, FCLIB's local HDF5, siconos' text form, folders of "
                "such files, or ids such as step-one:42:7");
  add_family_option(command, a.families,
                    "Family of problems, or the beginning of names ('step-mu'); repeatable, or "
                    "several with commas (default without FILE: all)");
  a.cases = kProblemsOfFamily;
  command.cases(a.cases, {1, kMaxProblems}, "Problems of each family");
  command.seed(a.seed, "Seed of the problems");
  command.texts("--solver", "NAME", a.solvers,
                "A solver of this program or a library, ./mine.so; repeatable, or several with "
                "commas (default: all of this program)",
                true);
  command.time_limit(a.time_limit, kMaxTimeLimitS,
                     "Seconds of processor time that a solver may take for a problem");
  a.add_record(command);
}

}  // namespace touchstone
