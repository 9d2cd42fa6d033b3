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
#include "harness/steps/solve_run.hpp"
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

struct SolveArguments : RunArguments {
  Typed<std::vector<std::string>> files;
  Typed<std::vector<std::string>> solvers;
  Typed<double> time_limit{kTimeLimitS};
};

/// The problem files of a folder, by name; what else lies there is no problem.
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
  return fs::absolute(fs::path(folder) / "x").lexically_normal().parent_path().filename().string();
}

Result<std::vector<AskedStep>> read_problems(const std::vector<std::string>& words) {
  std::vector<AskedStep> problems;
  for (const std::string& word : words) {
    std::vector<std::string> files{word};
    std::string group = "files";
    std::error_code failed;
    if (fs::is_directory(word, failed)) {
      auto found = files_in(word);
      if (!found) return found.error();
      files = std::move(found).value();
      group = folder_name(word);
    }
    for (const std::string& path : files) {
      auto file = read_step_file(path);
      if (!file) return file.error();
      problems.push_back({std::move(file).value(), group});
    }
  }
  if (problems.empty()) return Error{"solve: which problem? a file or a folder of them"};
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
    if (name == kStoredSolutions) return Error{"--solver: " + name + " is no name of a solver"};
    for (const auto& other : solvers) {
      if (other->traits().name == name) return Error{"--solver: two have the name " + name};
    }
    solvers.push_back(std::move(solver).value());
  }
  return solvers;
}

int solve(const SolveArguments& typed) {
  auto problems = read_problems(*typed.files);
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
                "Problems: touchstone.step/1, FCLIB's local HDF5, siconos' text form, or folders "
                "of such files");
  command.texts("--solver", "NAME", a.solvers,
                "A solver of this program or a library, ./mine.so; repeatable, or several with "
                "commas (default: all of this program)",
                true);
  command.time_limit(a.time_limit, kMaxTimeLimitS,
                     "Seconds of processor time that a solver may take for a problem");
  a.add_record(command);
}

}  // namespace touchstone
