// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/energy/scene_steps.hpp"

#include <algorithm>
#include <iterator>
#include <span>
#include <string>
#include <utility>

#include "benchmarks/energy/scene_run.hpp"
#include "dynamics/stepping/stepper.hpp"
#include "harness/steps/island_step.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kMaxSteps = 400;     ///< from each scene
constexpr std::uint64_t kBetweenTaken = 20;  ///< steps from one with a problem to the next one

SceneChoice small_choice(const SceneRow& row) {
  SceneChoice choice;
  if (row.reads.find('n') != std::string_view::npos) choice.bodies = 4;
  return choice;
}

Scene scene_with_cones(const SceneRow& row) {
  SceneChoice choice = small_choice(row);
  Scene scene = make_scene(row, choice).value();
  if (scene.friction.kind == FrictionKind::no_slip) {
    choice.friction = ContactFriction{FrictionKind::cone, 0.5};
    scene = make_scene(row, choice).value();
  }
  if (scene.model != kManifoldModel) {
    scene.model = kManifoldModel;
    scene.stepper = Scene().stepper;
  }
  return scene;
}

}  // namespace

std::vector<AskedStep> steps_of_scene(const SceneRow& row, const MetricSource& metrics,
                                      std::size_t most) {
  std::vector<AskedStep> taken;
  const Scene scene = scene_with_cones(row);
  SceneRun run(scene, metrics);
  std::uint64_t next = 0;
  for (std::uint64_t i = 0; i < kMaxSteps && taken.size() < most; ++i) {
    if (!run.simulation.step().taken) break;
    if (i < next) continue;
    const std::span<const IslandProblem> islands = run.simulation.islands();
    for (std::size_t k = 0; k < islands.size() && taken.size() < most; ++k) {
      if (islands[k].rows.contacts() == 0) continue;
      auto made = step_of_island(islands[k].rows, nullptr, scene.planar.has_value());
      if (!made) continue;
      StepFile file = std::move(made).value();
      file.name = row.name + "-" + std::to_string(i) + "-" + std::to_string(k);
      taken.push_back({std::move(file), "scenes"});
      next = i + kBetweenTaken;
    }
  }
  return taken;
}

std::vector<AskedStep> scene_steps(const MetricSource& metrics, std::size_t of_each) {
  std::vector<AskedStep> all;
  for (const SceneRow& row : scene_library()) {
    std::vector<AskedStep> some = steps_of_scene(row, metrics, of_each);
    std::move(some.begin(), some.end(), std::back_inserter(all));
  }
  return all;
}

}  // namespace touchstone
