// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/energy/late_bodies.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "benchmarks/energy/energy_run.hpp"
#include "benchmarks/energy/energy_test_options.hpp"
#include "benchmarks/energy/recorded_run.hpp"
#include "benchmarks/energy/trajectory.hpp"
#include "geometry/shapes.hpp"

namespace touchstone {
namespace {

using testing::ElementsAre;

/// Cubes of 1 m above each other fall on a floor; the upper two enter later, fast and high up,
/// where they have most of the scene's energy. The last one's place is never free.
Scene falling() {
  Scene scene;
  scene.name = "falling";
  scene.dt = 0.01;
  scene.t_end = 1;
  for (int i = 0; i < 4; ++i) {
    Body cube;
    cube.name = "cube" + std::to_string(i + 1);
    cube.shape = make_box(Vec3(0.5, 0.5, 0.5));
    cube.inertia = Vec3::Constant(1.0 / 6);
    cube.enters = 0.25 * (i == 3 ? 2 : i);
    scene.bodies.push_back(cube);
    scene.start.emplace_back();
    scene.start.back().p_W = Vec3(0, 0.5 + 40.0 * i, 0);
    scene.start.back().v_W = Vec3(0, i == 0 ? 0 : -1, 0);
  }
  scene.start[3].p_W = Vec3(4.8, 0.2, 0);
  Body floor;
  floor.name = "floor";
  floor.fixed = true;
  floor.shape = make_box(Vec3(5, 1, 5));
  scene.bodies.push_back(floor);
  scene.start.emplace_back();
  scene.start.back().p_W = Vec3(0, -1, 0);
  return scene;
}

TEST(LateBodies, WhatTheyBringIsNoGainAndNoDrift) {
  const auto results = run_energy({{falling(), std::nullopt}}, energy_test_options());
  ASSERT_TRUE(results.ok()) << results.reason();
  const EnergyResult& run = results.value().at(0);
  EXPECT_EQ(run.steps, 100U);
  EXPECT_EQ(run.late.entered, 2);
  EXPECT_NEAR(run.late.energy_J, 2 * 0.5 + 9.81 * (40.5 + 80.5), 1e-9);
  EXPECT_EQ(run.gains.steps, 0U) << run.gains.largest_J;
  EXPECT_EQ(run.gains.wrong_steps, 0U);
  // What semi-implicit Euler loses of a free fall: g h/2 for each m/s that is gained.
  const double lost = 9.81 * 9.81 * 0.01 / 2 * (0.75 + 0.5);
  EXPECT_NEAR(run.energy_drift, -lost, 0.5) << "and the fall on the floor";
  EXPECT_EQ(run.late.delayed, 1);
  EXPECT_NEAR(run.late.max_delay_s, 0.5, 1e-9);
  EXPECT_EQ(run.late.most_delayed, "cube4");
  EXPECT_THAT(run.late.never, ElementsAre("cube4"));
}

TEST(LateBodies, ABodyWhoseTimeDoesNotComeIsNotMissed) {
  Scene scene = falling();
  scene.t_end = 0.3;
  const auto results = run_energy({{scene, std::nullopt}}, energy_test_options());
  ASSERT_TRUE(results.ok()) << results.reason();
  EXPECT_EQ(results.value().at(0).late.entered, 1);
  EXPECT_TRUE(results.value().at(0).late.never.empty());
}

TEST(LateBodies, AGainBesideAnEntryIsStillSeen) {
  Scene scene = falling();
  // Throws the first cube out of the floor in the steps in which others enter.
  scene.start[0].p_W.y() = 0.2;
  scene.bodies[0].enters = 0;
  scene.bodies[1].enters = 0.01;
  const auto results = run_energy({{scene, std::nullopt}}, energy_test_options());
  ASSERT_TRUE(results.ok()) << results.reason();
  EXPECT_GT(results.value().at(0).gains.wrong_steps, 0U);
}

TEST(LateBodies, ARecordedRunHasThemAtTheirStart) {
  const Scene scene = falling();
  std::vector<std::vector<BodyState>> first, second;
  for (auto* states : {&first, &second}) {
    const auto run =
        run_recorded(scene, 1, energy_test_options().metric_source, [&](const Simulation& seen) {
          states->push_back(seen.states());
          return true;
        });
    ASSERT_TRUE(run.ok()) << run.reason();
  }
  ASSERT_EQ(first.size(), 101U);
  EXPECT_EQ(first[25][1].p_W, scene.start[1].p_W);
  EXPECT_NE(first[26][1].p_W, scene.start[1].p_W);
  for (std::size_t k = 0; k < first.size(); ++k) {
    EXPECT_EQ(first[k][3].p_W, scene.start[3].p_W);
    for (std::size_t i = 0; i < first[k].size(); ++i) {
      EXPECT_EQ(first[k][i].p_W, second[k][i].p_W);
    }
  }
}

TEST(LateBodies, ATrajectoryDoesNotSayWhenTheyEnter) {
  const auto refused = no_trajectory(falling());
  ASSERT_TRUE(refused.has_value());
  EXPECT_EQ(refused->reason,
            "falling has bodies that enter later: trajectories are of scenes in space, of one dt, "
            "in a frame at rest");
}

}  // namespace
}  // namespace touchstone
