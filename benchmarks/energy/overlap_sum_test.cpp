// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/energy/overlap_sum.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "benchmarks/energy/energy_test_options.hpp"
#include "dynamics/planar.hpp"
#include "geometry/shapes.hpp"

namespace touchstone {
namespace {

/// Cubes of 2 m in a row, at rest without gravity, each in the next by 0.5 m: 2 m^3 for a pair, in
/// the plane 1 m^2. The last one is far away.
Scene row(bool planar) {
  Scene scene;
  scene.gravity_W = Vec3::Zero();
  if (planar) scene.planar = Axis::z;
  for (int i = 0; i < 5; ++i) {
    Body cube;
    cube.name = "cube" + std::to_string(i);
    cube.shape = make_box(Vec3(1, 1, 1));
    scene.bodies.push_back(cube);
    scene.start.emplace_back();
    scene.start.back().p_W = Vec3(i == 4 ? 50 : 1.5 * i, 0, 0);
  }
  if (planar) settle_planar(scene);
  return scene;
}

double measured(const Scene& scene) {
  const auto method = make_contacts_of("certified", energy_test_options().metric_source);
  const auto stepper = find_stepper(scene.stepper)->make();
  const Simulation simulation(scene, *method, *stepper);
  return OverlapSum(scene).measure(simulation);
}

TEST(OverlapSum, AddsUpThePairsThatOverlap) {
  EXPECT_EQ(measured(row(false)), 6);
  EXPECT_EQ(measured(row(true)), 3);
}

TEST(OverlapSum, IsZeroOfWhatTouchesOrIsApart) {
  for (const bool planar : {false, true}) {
    for (const double pitch : {2.0, 2.5}) {
      Scene scene = row(planar);
      for (std::size_t i = 0; i < 4; ++i) scene.start[i].p_W.x() = pitch * static_cast<double>(i);
      EXPECT_EQ(measured(scene), 0) << planar << " " << pitch;
    }
  }
}

// Turned by 0.1 rad each, so that no facets are coplanar.
TEST(OverlapSum, TakesRationalsOnlyWhereDoublesLeaveADoubt) {
  OverlapMeter meter;
  for (const bool turned : {false, true}) {
    Scene scene = row(true);
    for (std::size_t i = 0; turned && i < 5; ++i) {
      const double half = 0.05 * static_cast<double>(i);
      scene.start[i].q_WB = Eigen::Quaterniond(std::cos(half), 0, 0, std::sin(half));
    }
    const auto method = make_contacts_of("certified", energy_test_options().metric_source);
    const auto stepper = find_stepper(scene.stepper)->make();
    const Simulation simulation(scene, *method, *stepper);
    OverlapSum overlaps(scene);
    EXPECT_GT(overlaps.measure(simulation), 2);
    EXPECT_EQ(overlaps.asked(), 3U);
    const std::vector<BodyState>& states = simulation.states();
    for (std::size_t i = 0; i < 3; ++i) {
      const Pair pair = {scene.bodies[i].shape, states[i].pose(), scene.bodies[i + 1].shape,
                         states[i + 1].pose()};
      EXPECT_EQ(meter.rounded_projected_area(pair, static_cast<int>(*scene.planar)).exact, !turned);
    }
  }
}

TEST(OverlapSum, LeavesOutWhatHasNotEnteredJointsAndFixedPairs) {
  Scene scene = row(false);
  scene.bodies[1].enters = 1;
  EXPECT_EQ(measured(scene), 2) << "of the third and fourth";
  scene = row(false);
  scene.joints.emplace_back();
  scene.joints[0].body = "cube3";
  scene.joints[0].other = "cube2";
  EXPECT_EQ(measured(scene), 4);
  scene = row(false);
  scene.bodies[0].fixed = scene.bodies[1].fixed = true;
  EXPECT_EQ(measured(scene), 4);
}

TEST(OverlapStatistics, AreQuartilesMeanAndMaximum) {
  const OverlapStatistics s = overlap_statistics({4, 0, 1, 3, 2, 10, 0, 0});
  EXPECT_EQ(s.steps, 8U);
  EXPECT_EQ(s.lower, 0);
  EXPECT_EQ(s.median, 1.5);
  EXPECT_EQ(s.upper, 3.25);
  EXPECT_EQ(s.mean, 2.5);
  EXPECT_EQ(s.max, 10);
  EXPECT_EQ(overlap_statistics({}).steps, 0U);
}

}  // namespace
}  // namespace touchstone
