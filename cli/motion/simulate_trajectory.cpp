// SPDX-License-Identifier: GPL-3.0-or-later
#include <unistd.h>

#include <utility>

#include "benchmarks/energy/trajectory_judge.hpp"
#include "benchmarks/energy/trajectory_run.hpp"
#include "cli/commands.hpp"
#include "cli/motion/energy_csv.hpp"
#include "cli/motion/movie_files.hpp"
#include "cli/motion/simulate.hpp"
#include "cli/process/console.hpp"
#include "cli/process/end_signal.hpp"
#include "cli/process/output_file.hpp"
#include "cli/process/progress.hpp"
#include "reports/distinct_names.hpp"
#include "reports/run_end_text.hpp"
#include "reports/terminal.hpp"
#include "reports/trajectory_text.hpp"
#include "schema/input_file.hpp"

namespace touchstone {
namespace {

/// States of bodies in a trajectory. A file of more would be too large to be read back.
constexpr std::uint64_t kMaxStates = 500'000;

std::optional<Error> write_trajectory_csv(const std::string& directory,
                                          const std::vector<JudgedTrajectory>& judged) {
  if (const auto error = make_csv_directory(directory)) return error;
  for (std::size_t i = 0; i < judged.size(); ++i) {
    const Trajectory& run = judged[i].run;
    const std::string name = csv_name(i, run.scene + "-" + run.engine, run.dt);
    const auto error = write_file(directory + "/" + name, trajectory_csv(judged[i].found));
    if (error) return error;
  }
  return std::nullopt;
}

/// Runs are named by their engines, or by their files where engines have several.
std::vector<Movie> movies_of(const std::vector<JudgedTrajectory>& judged,
                             const std::vector<std::string>& files) {
  const auto engines = distinct_names(judged, [](const auto& one) { return one.run.engine; });
  std::vector<Movie> movies;
  for (std::size_t i = 0; i < judged.size(); ++i) {
    movies.push_back(movie_of(judged[i].run, judged[i].found));
    if (engines.size() < judged.size()) movies.back().name = input_name(files[i]);
  }
  return movies;
}

}  // namespace

int judge_trajectories(const SimulateArguments& typed, const Scene& scene) {
  if (const auto error = no_trajectory(scene)) {
    return end_with_line(typed, "--judge: " + error->reason, kExitBadInput);
  }
  const std::string& csv = *typed.csv;
  const std::string& record = *typed.json;
  const std::string& movie = *typed.html;
  if (const auto error = typed.unread_option()) return fail(error->reason, kExitBadInput);
  const std::string fault = movie.empty() ? "" : movie_fault(scene);
  if (!fault.empty()) return end_with_line(typed, fault, kExitBadInput);
  MotionRecord motion;
  std::vector<JudgedTrajectory>& judged = motion.results;
  for (const std::string& path : *typed.judge) {
    auto run = read_trajectory_file(path);
    if (!run) return fail(run.reason(), kExitBadInput);
    if (const auto error = not_of_scene(run.value(), scene)) {
      return fail(input_name(path) + ": " + error->reason, kExitBadInput);
    }
    judged.push_back({std::move(run).value(), {}});
  }
  OutputFile output;
  if (const auto error = output.open(record)) return fail(error->reason, kExitBadInput);
  OutputFile page;
  if (const auto error = page.open(movie)) return fail(error->reason, kExitBadInput);
  if (!csv.empty()) {
    const auto error = try_csv_directory(csv);
    if (error) return fail(error->reason, kExitBadInput);
  }
  std::size_t missed = 0;
  for (JudgedTrajectory& one : judged) {
    one.found = judge_trajectory(scene, one.run);
    missed += one.found.end.missed();
  }
  std::string text = trajectory_text(judged, columns_of(STDOUT_FILENO));
  if (missed > 0) text += "exit code 1: " + missed_text(missed) + "\n";
  if (!csv.empty()) {
    const auto error = write_trajectory_csv(csv, judged);
    if (error) return fail(error->reason, kExitHarnessFailed);
    text += "wrote " + csv + "\n";
  }
  if (page.wanted()) {
    const int shown = show_movies(page, scene, movies_of(judged, *typed.judge));
    if (shown != kExitAsExpected) return shown;
  }
  return show(output, motion_record().document(motion), text,
              missed == 0 ? kExitAsExpected : kExitJudgedWrong);
}

int write_trajectory(const SimulateArguments& typed, const Scene& scene) {
  auto wrong = check_steps(scene, *typed.max_steps);
  if (!wrong) wrong = no_trajectory(scene);
  if (wrong) return end_with_line(typed, "--trajectory: " + wrong->reason, kExitBadInput);
  const std::uint64_t states = (step_count(scene) + 1) * scene.bodies.size();
  if (states > kMaxStates) {
    return end_with_line(typed,
                         "--trajectory: " + std::to_string(states) +
                             " states of bodies are more than the " + std::to_string(kMaxStates) +
                             " of a file: --t-end makes them fewer",
                         kExitBadInput);
  }
  const double time_limit_s = *typed.time_limit;
  const std::string& path = *typed.trajectory;
  if (const auto error = typed.unread_option()) return fail(error->reason, kExitBadInput);
  OutputFile out;
  if (const auto error = out.open(path)) return fail(error->reason, kExitBadInput);
  std::optional<Result<TrajectoryRun>> ran;
  {
    Progress progress("simulate", "steps");
    catch_end_signals();
    ran = run_trajectory(scene, guarded_metric, progress.updates(),
                         {time_limit_s, [] { return received_signal() != 0; }});
  }
  if (!*ran) return end_with_line(typed, ran->reason(), kExitBadInput);
  const Trajectory& run = ran->value().trajectory;
  const int shown = show(out, trajectory_json(run), "", kExitAsExpected,
                         std::to_string(run.took_s.size()) + " steps, " + run.settings);
  if (shown != kExitAsExpected) return shown;
  const std::string& cut_short = ran->value().cut_short;
  if (!cut_short.empty() && received_signal() == 0) {
    print_note("simulate: " + cut_short + ", after " + std::to_string(run.took_s.size()) +
               " steps");
  }
  return end_of_run(typed, run.took_s.size(), ran->value().unsolved_steps, cut_short, run.fault);
}

}  // namespace touchstone
