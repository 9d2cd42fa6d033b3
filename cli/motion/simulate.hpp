// SPDX-License-Identifier: GPL-3.0-or-later
// `touchstone simulate`: one scene, of the library or a file, and what can be done with it.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "benchmarks/energy/energy_run.hpp"
#include "benchmarks/energy/recorded_run.hpp"
#include "cli/motion/motion_options.hpp"

namespace touchstone {

/// Vertices of the moving and, if typed, of the fixed sphere.
using VerticesChoice = std::array<std::optional<int>, 2>;

struct SimulateArguments : MotionArguments {
  SimulateArguments() : MotionArguments("simulate") {}

  Typed<std::string> scene;
  Typed<std::vector<VerticesChoice>> vertices;
  Typed<std::vector<int>> bodies;
  Typed<double> scale;
  Typed<std::uint64_t> seed;
  Typed<bool> both_ends;
  Typed<std::string> write_scene, record, trajectory, steps, replay, html;
  Typed<std::string> format{"json"};
  Typed<std::uint64_t> every{1};
  Typed<std::vector<std::string>> judge;
};

/// Runs the scene under a progress line of the command, until it ends or is ended (run_recorded).
Result<RecordedRun> run_with_progress(const std::string& command, const Scene& scene,
                                      std::uint64_t every, const SeeStep& see, double time_limit_s);

/// Says how a run ended that was recorded or written, as judged ones do. The exit code.
int end_of_run(const SimulateArguments& typed, std::uint64_t steps, std::uint64_t unsolved_steps,
               const std::string& cut_short, const std::string& fault);

// What is done instead of judging the run of a scene. Each returns the exit code.

/// Writes the scene down and runs nothing.
int write_scene(const SimulateArguments& typed, const Scene& scene);
/// Runs it to its end and writes down its states, one in every few steps.
int record_scene(const SimulateArguments& typed, const Scene& scene);
/// Runs a recorded scene again and compares the states bit for bit.
int replay_recording(const SimulateArguments& typed);
/// Runs it and writes what --judge reads.
int write_trajectory(const SimulateArguments& typed, const Scene& scene);
/// Runs it and writes down the contact problems of its steps, one step in every few.
int write_steps(const SimulateArguments& typed, const Scene& scene);
/// Judges motion of the scene that other programs computed.
int judge_trajectories(const SimulateArguments& typed, const Scene& scene);
/// Runs one scene in several ways, and writes a page on which one watches them side by side.
int write_movie(const SimulateArguments& typed, std::vector<EnergyTask> chosen);

}  // namespace touchstone
