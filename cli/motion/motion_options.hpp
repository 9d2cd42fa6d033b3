// SPDX-License-Identifier: GPL-3.0-or-later
// The options that `energy` and `simulate` share, and what they choose of a scene.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/choice/method_choice.hpp"
#include "cli/choice/metric_choice.hpp"
#include "cli/options/command_line.hpp"
#include "dynamics/scenes/scene_library.hpp"
#include "geometry/result.hpp"

namespace touchstone {

/// Most steps that --max-steps allows a run.
inline constexpr std::uint64_t kMaxStepsOfRun = 1'000'000'000;

struct MotionArguments : Arguments, MethodArguments {
  explicit MotionArguments(std::string command_name) : command(std::move(command_name)) {}

  std::string command;  ///< begins its messages
  Typed<std::vector<double>> dt;
  Typed<double> t_end;
  Typed<std::string> friction;
  Typed<std::string> directions;
  MetricArguments metrics;
  Typed<double> time_limit;  ///< a run is ended after so long [s]
  Typed<std::uint64_t> max_steps{10'000'000};
  Typed<int> jobs;
  Typed<bool> overlap;
  Typed<std::string> csv, json;

  /// Whether contacts are found by --metric.
  bool by_metric() const { return !metrics.names.peek().empty(); }
};

/// What is chosen of every scene: its step, length and friction.
void add_scene_choice(Command& command, MotionArguments& arguments);
/// How contacts are found and steps are made.
void add_methods(Command& command, MotionArguments& arguments);
void add_run_limits(Command& command, MotionArguments& arguments);
/// What is measured, and where it goes.
void add_measurements(Command& command, MotionArguments& arguments);

/// Replaces each choice by one for each of the values; without values they stay.
template <class Value, class Set>
void vary(std::vector<SceneChoice>& choices, const std::vector<Value>& values, const Set& set) {
  if (values.empty()) return;
  std::vector<SceneChoice> varied;
  for (const SceneChoice& choice : choices) {
    for (const Value& value : values) set(varied.emplace_back(choice), value);
  }
  choices = std::move(varied);
}

/// Sets --t-end, --friction and --directions. Returns what is wrong with them, or nothing.
std::optional<Error> take_scene_choice(const MotionArguments& arguments, SceneChoice& choice);
/// One choice for each --dt.
void vary_dt(const MotionArguments& arguments, std::vector<SceneChoice>& choices);

/// Whether a file of that name is there, or whoever opens it can say why it cannot be told; "-" too.
bool may_be_file(const std::string& name);
Error unknown_scene(const std::string& name);

/// Rejects a scene of more steps, in one line that says how many it has.
std::optional<Error> check_most_steps(const Scene& scene, std::uint64_t max_steps);
/// Rejects a scene without a step, too.
std::optional<Error> check_steps(const Scene& scene, std::uint64_t max_steps);

/// Prints one line that names the command, and returns the exit code.
int end_with_line(const MotionArguments& arguments, const std::string& reason, int exit_code);

}  // namespace touchstone
