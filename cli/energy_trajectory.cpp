// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/energy_trajectory.hpp"

#include <unistd.h>

#include <iostream>
#include <utility>

#include "benchmarks/energy/trajectory_judge.hpp"
#include "benchmarks/energy/trajectory_run.hpp"
#include "cli/case_input.hpp"
#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/end_signal.hpp"
#include "cli/energy_csv.hpp"
#include "cli/energy_scenes.hpp"
#include "cli/output_file.hpp"
#include "cli/progress.hpp"
#include "reports/terminal.hpp"
#include "reports/trajectory_text.hpp"
#include "schema/input_file.hpp"

namespace touchstone {
namespace {

/// States of bodies in a trajectory. A file of more would be too large to be read back.
constexpr std::uint64_t kMaxStates = 500'000;

/// The scene that the trajectories are of.
Result<Scene> scene_of(const EnergyArguments& arguments, const std::vector<SceneChoice>& choices) {
  EnergyArguments asked = arguments;
  // What is measured may be kept, unlike what select_scene is for otherwise.
  asked.json.reset();
  asked.csv.reset();
  return select_scene(asked, choices, "--trajectory");
}

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

/// How our own run ended, as a run of `energy` that measures would.
int end_of_trajectory(const TrajectoryRun& ran) {
  const std::string steps = std::to_string(ran.trajectory.took_s.size()) + " steps";
  if (!ran.cut_short.empty()) {
    const std::string line = "energy: " + ran.cut_short + ", after " + steps;
    if (end_signal() != 0) return complain(line, kExitBySignal + end_signal());
    remark(line);
  } else if (!ran.trajectory.fault.empty()) {
    return complain("energy: it ended early, after " + steps + ": " + ran.trajectory.fault,
                    kExitJudgedWrong);
  }
  if (ran.unsolved_steps == 0) return kExitAsExpected;
  return complain("energy: " + std::to_string(ran.unsolved_steps) + " of " + steps +
                      " were not solved as posed",
                  kExitJudgedWrong);
}

}  // namespace

int judge_trajectories(const EnergyArguments& arguments, const std::vector<SceneChoice>& choices) {
  if (arguments.write_scene || arguments.record || arguments.write_trajectory) {
    return complain("energy: --trajectory runs nothing that could be written or recorded",
                    kExitBadInput);
  }
  const auto scene = scene_of(arguments, choices);
  if (!scene) return complain(scene.reason(), kExitBadInput);
  if (const auto error = no_trajectory(scene.value())) {
    return complain("energy: --trajectory: " + error->reason, kExitBadInput);
  }
  std::vector<JudgedTrajectory> judged;
  for (const std::string& path : arguments.trajectories) {
    auto run = read_trajectory_file(path);
    if (!run) return complain(run.reason(), kExitBadInput);
    if (const auto error = not_of_scene(run.value(), scene.value())) {
      return complain(input_name(path) + ": " + error->reason, kExitBadInput);
    }
    judged.push_back({std::move(run).value(), {}});
  }
  auto json = open_json(arguments.json);
  if (!json) return complain(json.reason(), kExitBadInput);
  OutputFile output = std::move(json).value();
  if (arguments.csv) {
    const auto error = try_csv_directory(*arguments.csv);
    if (error) return complain(error->reason, kExitBadInput);
  }
  for (JudgedTrajectory& one : judged) one.found = judge_trajectory(scene.value(), one.run);
  if (output.wanted()) {
    const auto error = output.write(motion_json(judged));
    if (error) return complain(error->reason, kExitHarnessFailed);
  }
  if (arguments.csv) {
    const auto error = write_trajectory_csv(*arguments.csv, judged);
    if (error) return complain(error->reason, kExitHarnessFailed);
  }
  if (!output.on_stdout()) std::cout << trajectory_text(judged, columns_of(STDOUT_FILENO));
  return kExitAsExpected;
}

int write_trajectory(const EnergyArguments& arguments, const Scene& scene, double time_limit_s) {
  if (const auto error = no_trajectory(scene)) {
    return complain("energy: --write-trajectory: " + error->reason, kExitBadInput);
  }
  const std::uint64_t states = (step_count(scene) + 1) * scene.bodies.size();
  if (states > kMaxStates) {
    return complain("energy: --write-trajectory: " + std::to_string(states) +
                        " states of bodies are more than the " + std::to_string(kMaxStates) +
                        " of a file: --t-end makes them fewer",
                    kExitBadInput);
  }
  auto output = OutputFile::open(arguments.write_trajectory);
  if (!output) return complain(output.reason(), kExitBadInput);
  OutputFile out = std::move(output).value();
  std::optional<Result<TrajectoryRun>> ran;
  {
    Progress progress("energy", "steps");
    catch_end_signals();
    ran = run_trajectory(scene, guarded_metric, progress.updates(),
                         {time_limit_s, [] { return end_signal() != 0; }});
  }
  if (!*ran) return complain("energy: " + ran->reason(), kExitBadInput);
  const Trajectory& run = ran->value().trajectory;
  if (const auto error = out.write(trajectory_json(run))) {
    return complain(error->reason, kExitHarnessFailed);
  }
  if (!out.on_stdout()) {
    std::cout << "wrote " << out.path() << ": " << run.took_s.size() << " steps, " << run.settings
              << "\n";
  }
  return end_of_trajectory(ran->value());
}

}  // namespace touchstone
