// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/energy/scene_steps.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "dynamics/scenes/scene_library.hpp"
#include "metrics/registry.hpp"

namespace touchstone {
namespace {

TEST(SceneSteps, AreOfEachSceneWhoseStepsHaveContacts) {
  const auto steps =
      scene_steps([](std::string_view name) { return find_metric(name)->make(); }, 2);
  std::map<std::string, int> taken;
  for (const AskedStep& asked : steps) {
    EXPECT_EQ(asked.group, "scenes");
    const std::string& name = asked.file.name;
    ++taken[name.substr(0, name.rfind('-', name.rfind('-') - 1))];
    EXPECT_FALSE(asked.file.step.mu.empty());
    EXPECT_NE(asked.file.step.bodies, nullptr);
  }
  std::string without;
  for (const SceneRow& row : scene_library()) {
    EXPECT_LE(taken[row.name], 2) << row.name;
    if (taken[row.name] == 0) without += row.name + " ";
  }
  // They have joints alone.
  EXPECT_EQ(without,
            "links hinge-pendulum conical-pendulum point-pendulum four-bar joined-boxes "
            "gliding-box ");
}

}  // namespace
}  // namespace touchstone
