// SPDX-License-Identifier: GPL-3.0-or-later
// Piles whose bodies are one large island.
#include <gtest/gtest.h>

#include "benchmarks/energy/energy_test_options.hpp"

namespace touchstone {
namespace {

/// Tetrahedra that fall on each other, until most of them have landed.
EnergyResult run_pile(const char* stepper) {
  SceneChoice choice;
  choice.bodies = 50;
  choice.t_end = 0.9;
  const auto scene = make_scene(*find_scene("tetra-pile"), choice);
  EXPECT_TRUE(scene.ok());
  EnergyOptions options = energy_test_options();
  options.stepper = stepper;
  const auto results = run_energy({{scene.value(), choice}}, options);
  EXPECT_TRUE(results.ok());
  return results.value().at(0);
}

TEST(Pile, EveryStepIsSolvedAsPosed) {
  for (const char* stepper : {"stewart_trinkle", "relaxed"}) {
    const EnergyResult result = run_pile(stepper);
    EXPECT_EQ(result.not_as_posed, 0U) << stepper;
    EXPECT_GT(result.largest_bodies, 30) << stepper;
    EXPECT_GT(result.largest_contacts, 100) << stepper;
    EXPECT_EQ(result.findings.at(0).verdict, EnergyVerdict::right)
        << result.findings.at(0).observable;
  }
}

/// The scene, run for 20 steps as it is, or with its first body sent sideways and no wall to stop
/// it.
EnergyFinding count_outside(const char* name, bool walls) {
  SceneChoice choice;
  choice.bodies = 6;
  choice.t_end = 0.1;
  Scene scene = make_scene(*find_scene(name), choice).value();
  if (!walls) {
    scene.start[0].v_W = Vec3(100, 0, 0);
    for (std::size_t i = scene.bodies.size(); i-- > 0;) {
      if (!scene.bodies[i].name.starts_with("wall")) continue;
      scene.bodies.erase(scene.bodies.begin() + static_cast<std::ptrdiff_t>(i));
      scene.start.erase(scene.start.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }
  const auto results = run_energy({{scene, choice}}, energy_test_options());
  EXPECT_EQ(results.value().at(0).findings.at(0).observable, "outside");
  return results.value().at(0).findings.at(0);
}

TEST(Pile, ABodyThatLeavesItsBoxIsCounted) {
  for (const char* name : {"tetra-pile", "brazil-nut"}) {
    const EnergyFinding held = count_outside(name, true);
    EXPECT_EQ(held.measured, 0) << name;
    EXPECT_EQ(held.verdict, EnergyVerdict::right) << name;
    const EnergyFinding left = count_outside(name, false);
    EXPECT_GE(left.measured, 1) << name;
    EXPECT_EQ(left.verdict, EnergyVerdict::wrong) << name;
  }
}

}  // namespace
}  // namespace touchstone
