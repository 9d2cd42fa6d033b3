// SPDX-License-Identifier: GPL-3.0-or-later
// The command line of `touchstone energy`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/command_line.hpp"
#include "cli/event_choice.hpp"
#include "cli/model_choice.hpp"
#include "cli/plugin_options.hpp"
#include "dynamics/scenes/scene_library.hpp"
#include "geometry/result.hpp"

namespace touchstone {

/// Most steps of a run by default, and with --max-steps.
inline constexpr std::uint64_t kMaxStepsUnasked = 10'000'000;
inline constexpr std::uint64_t kMaxStepsAsked = 1'000'000'000;

/// The words typed behind `energy`, not yet parsed.
struct EnergyArguments {
  std::vector<std::string> scenes;
  std::string contacts, stepper;
  std::vector<std::string> metrics;
  PluginArguments plugin;
  EventArguments events;
  ModelArguments model;
  std::vector<std::string> dt, vertices, bodies;
  std::optional<std::string> t_end, friction, directions, scale, seed, jobs, time_limit;
  std::optional<std::string> json, csv, write_scene, record, replay;
  std::optional<std::string> record_every, max_steps, write_trajectory;
  std::vector<std::string> trajectories;
  bool both_ends = false;
  bool full = false;
  bool quick = false;
  bool overlap = false;
};

void add_energy_options(Command& command, EnergyArguments& arguments);

/// What is chosen of every scene, once for each --vertices and each --dt.
Result<std::vector<SceneChoice>> parse_choices(const EnergyArguments& arguments);

/// How long a run may take where a metric or plug-in is handed in and nothing else is said [s].
inline constexpr double kTimeLimitOfMetric = 30;
/// How long a run may take [s]; 0: as long as it does.
Result<double> parse_time_limit(const EnergyArguments& arguments);

/// How many steps a run may have.
Result<std::uint64_t> parse_max_steps(const EnergyArguments& arguments);

}  // namespace touchstone
