// SPDX-License-Identifier: GPL-3.0-or-later
#include <utility>

#include "cli/commands.hpp"
#include "cli/motion/judged_runs.hpp"
#include "cli/motion/motion_options.hpp"
#include "cli/process/console.hpp"

namespace touchstone {
namespace {

struct EnergyArguments : MotionArguments {
  EnergyArguments() : MotionArguments("energy") {}
  Typed<std::vector<std::string>> scenes;
  Typed<bool> quick, full;
};

/// The suite's cases of the scenes that were named, or of all.
Result<std::vector<EnergyTask>> suite_tasks(const EnergyArguments& typed) {
  const SuiteExtent extent = *typed.full    ? SuiteExtent::full
                             : *typed.quick ? SuiteExtent::quick
                                            : SuiteExtent::plain;
  std::vector<SceneChoice> choices(1);
  if (auto error = take_scene_choice(typed, choices.front())) return std::move(*error);
  vary_dt(typed, choices);
  std::vector<EnergyTask> tasks;
  for (const std::string& name : typed.scenes->empty() ? suite_scenes() : *typed.scenes) {
    if (find_scene(name) == nullptr) {
      return may_be_file(name) ? Error{"a scene file is run by 'simulate " + name + "'"}
                               : unknown_scene(name);
    }
    for (const SceneChoice& choice : choices) {
      auto made = energy_tasks({name}, choice, extent);
      if (!made) return made;
      tasks.insert(tasks.end(), made.value().begin(), made.value().end());
    }
  }
  return tasks;
}

int energy(const EnergyArguments& typed) {
  auto tasks = suite_tasks(typed);
  if (!tasks) return end_with_line(typed, tasks.reason(), kExitBadInput);
  return judge_runs(typed, std::move(tasks).value());
}

}  // namespace

void add_energy(CommandLine& line) {
  Command command = line.command(
      "energy", "Runs scenes of the energy suite and checks their motion against exact mechanics");
  EnergyArguments& arguments = command.runs(energy);
  command.group("What to run");
  command.texts("SCENE", "", arguments.scenes,
                "Scenes of the library, in every variant of the suite (touchstone list scenes; "
                "default: all of the suite)",
                false);
  command.quick(arguments.quick, "Some cases of the suite: less than 90 seconds on two busy cores")
      .only("without --full");
  command.full(arguments.full, "Every mesh, step and scale");
  add_scene_choice(command, arguments);
  add_methods(command, arguments);
  add_run_limits(command, arguments);
  add_measurements(command, arguments);
}

}  // namespace touchstone
