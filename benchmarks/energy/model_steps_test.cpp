// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/energy/model_steps.hpp"

#include <gtest/gtest.h>

#include "benchmarks/converge/converge_run.hpp"
#include "benchmarks/energy/energy_test_options.hpp"

namespace touchstone {
namespace {

Scene scene_of(const char* name, const char* model) {
  auto made = make_scene(*find_scene(name), {});
  EXPECT_TRUE(made.ok()) << made.reason();
  Scene scene = std::move(made).value();
  scene.model = model;
  return scene;
}

EnergyResult run(const Scene& scene) {
  auto results = run_energy({{scene, std::nullopt}}, energy_test_options());
  EXPECT_TRUE(results.ok()) << results.reason();
  return results.value().at(0);
}

// The sums of the report of each step, taken here one by one.
TEST(ModelSteps, AreThoseOfAllStepsTogether) {
  Scene scene = scene_of("two-corners", "peg");
  scene.peg.corrections = 3;
  const auto method =
      make_contacts(*find_contact_row(scene.contacts), energy_test_options().metric_source, {});
  const auto stepper = find_stepper(scene.stepper)->make();
  Simulation simulation(scene, *method, *stepper);
  int potential = 0, traps = 0, corrections = 0, nodes = 0, borrowed = 0, fallbacks = 0;
  while (simulation.steps() < step_count(scene)) {
    const StepReport& report = simulation.step();
    ASSERT_TRUE(report.taken) << report.fault;
    potential += report.potential;
    traps += report.traps;
    corrections += report.corrections;
    nodes += report.nodes;
    borrowed += report.borrowed;
    fallbacks += report.fallbacks;
  }
  ASSERT_GT(traps, 0);
  ASSERT_GT(corrections, 0);
  const ModelSteps steps = run(scene).model;
  EXPECT_EQ(steps.model, "peg");
  EXPECT_EQ(steps.potential, static_cast<std::uint64_t>(potential));
  EXPECT_EQ(steps.traps, static_cast<std::uint64_t>(traps));
  EXPECT_EQ(steps.corrections, static_cast<std::uint64_t>(corrections));
  EXPECT_EQ(steps.nodes, static_cast<std::uint64_t>(nodes));
  EXPECT_EQ(steps.borrowed, static_cast<std::uint64_t>(borrowed));
  EXPECT_EQ(steps.fallbacks, static_cast<std::uint64_t>(fallbacks));
}

TEST(ModelSteps, OfManifoldAreNotCounted) {
  const ModelSteps steps = run(scene_of("two-corners", "manifold")).model;
  EXPECT_FALSE(steps.counted());
  EXPECT_EQ(steps.potential, 0U);
}

TEST(ModelSteps, EveryRunOfAConvergenceHasItsOwn) {
  ConvergeOptions options;
  options.metric_source = energy_test_options().metric_source;
  options.scenes = {"balance2"};
  options.dt = {0.02, 0.01};
  options.starts = 1;
  options.frictionless = true;
  options.model = "plane";
  const auto runs = run_converge(options);
  ASSERT_TRUE(runs.ok()) << runs.reason();
  ASSERT_EQ(runs.value().size(), 2U);
  for (const ConvergeRun& run : runs.value()) {
    EXPECT_EQ(run.model.model, "plane");
    EXPECT_GT(run.model.potential, 0U);
    EXPECT_EQ(run.model.fallbacks, 0U) << "plane has no other model to fall back to";
  }
  EXPECT_NE(runs.value()[0].model.potential, runs.value()[1].model.potential);
}

}  // namespace
}  // namespace touchstone
