// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "benchmarks/energy/energy_run.hpp"
#include "schema/nearest_name.hpp"

namespace touchstone {
namespace {

template <class T>
void prefer(std::optional<T>& chosen, const std::optional<T>& typed) {
  if (typed) chosen = typed;
}

SceneChoice overridden(SceneChoice choice, const SceneChoice& typed) {
  prefer(choice.vertices_A, typed.vertices_A);
  prefer(choice.vertices_B, typed.vertices_B);
  prefer(choice.dt, typed.dt);
  prefer(choice.t_end, typed.t_end);
  prefer(choice.friction, typed.friction);
  prefer(choice.directions, typed.directions);
  prefer(choice.scale, typed.scale);
  prefer(choice.displaced, typed.displaced);
  prefer(choice.yaw, typed.yaw);
  prefer(choice.clearance, typed.clearance);
  prefer(choice.walls, typed.walls);
  prefer(choice.bodies, typed.bodies);
  prefer(choice.seed, typed.seed);
  prefer(choice.both_ends, typed.both_ends);
  return choice;
}

}  // namespace

Result<std::vector<EnergyTask>> energy_tasks(const std::vector<std::string>& scenes,
                                             const SceneChoice& overrides, SuiteExtent extent) {
  std::vector<EnergyTask> tasks;
  for (const std::string& name : scenes) {
    const SceneRow* row = find_scene(name);
    if (row == nullptr) return unknown_row("scene", name, scene_library(), "list scenes");
    std::vector<SceneChoice> seen;
    for (const EnergyCase& energy_case : energy_cases(name, extent)) {
      const SceneChoice choice = overridden(energy_case.choice, overrides);
      // The suite's chain that hangs from both ends is not one of a single rod.
      const bool hangs = choice.both_ends.value_or(false) && !overrides.both_ends;
      if (hangs && choice.bodies == 1) continue;
      auto scene = make_scene(*row, choice);
      if (!scene) return scene.error();
      // What is chosen for all makes some cases of the suite the same, as is what a scene has
      // anyway.
      SceneChoice made = choice;
      made.dt = scene.value().dt;
      made.t_end = scene.value().t_end;
      if (std::find(seen.begin(), seen.end(), made) != seen.end()) continue;
      seen.push_back(made);
      if (step_count(scene.value()) == 0) {
        return Error{name + ": t_end is shorter than half a step"};
      }
      tasks.push_back({std::move(scene).value(), choice});
    }
  }
  return tasks;
}

}  // namespace touchstone
