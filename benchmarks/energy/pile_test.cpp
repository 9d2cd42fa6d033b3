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

}  // namespace
}  // namespace touchstone
