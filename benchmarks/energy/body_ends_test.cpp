// SPDX-License-Identifier: GPL-3.0-or-later
// Where bodies end, and the truths of what moves them.
#include "benchmarks/energy/body_ends.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "benchmarks/energy/energy_orders.hpp"
#include "benchmarks/energy/energy_run.hpp"
#include "benchmarks/energy/energy_test_options.hpp"

namespace touchstone {
namespace {

Scene pushed(const SceneChoice& choice = {}) {
  return make_scene(*find_scene("pushed-cube"), choice).value();
}

std::vector<EnergyResult> results_of(const std::vector<EnergyTask>& tasks) {
  EnergyOptions options = energy_test_options();
  options.ends = true;
  auto results = run_energy(tasks, options);
  EXPECT_TRUE(results.ok()) << results.reason();
  return std::move(results).value();
}

TEST(RunEnd, HasTheBodiesThatMoveAndWhatIsExpectedOfAny) {
  Scene scene = pushed();
  scene.bodies.push_back(scene.bodies[1]);
  scene.bodies.back().name = "wall";
  scene.bodies.back().path.reset();
  scene.start.emplace_back();
  scene.expect = {{"cube", Vec3(2.5, 0, 0), 0.1}, {"wall", Vec3(0, 3, 4), 4}};
  std::vector<BodyState> states = scene.start;
  states[0].p_W = Vec3(2.5, 0.05, 0);
  const RunEnd end = run_end(scene, states, true);
  ASSERT_EQ(end.bodies.size(), 2U);
  EXPECT_EQ(end.bodies[0].body, "cube");
  EXPECT_NEAR(end.bodies[0].moved_m, std::hypot(2, 0.05), 1e-15);
  EXPECT_EQ(end.bodies[1].body, "plate");
  ASSERT_EQ(end.expectations.size(), 2U);
  EXPECT_TRUE(end.expectations[0].met);
  EXPECT_EQ(end.expectations[1].away_m, 5);
  EXPECT_EQ(end.missed(), 1U);
  scene.steps = {0.3, 0.1};
  scene.t_end = 0.75;
  const RunEnd between = run_end(scene, states, true);
  EXPECT_EQ(between.asked_s, 0.75);
  EXPECT_NEAR(between.time_s.value(), 0.7, 1e-15);
  EXPECT_FALSE(run_end(scene, states, false).time_s.has_value());
  EXPECT_FALSE(run_end(scene, states, false).expectations[0].met) << "it ended before the end";
}

TEST(RunEnd, HasNoPlaceBeyondWhatARecordHolds) {
  const Scene scene = pushed();
  std::vector<BodyState> states = scene.start;
  states[0].p_W = Vec3(1e63, 2, 0);
  const RunEnd end = run_end(scene, states, false);
  EXPECT_EQ(end.bodies[0].position_m, Vec3(HUGE_VAL, 2, 0));
  EXPECT_EQ(end.bodies[0].moved_m, HUGE_VAL);
}

TEST(EnergyRun, EndsWithAFaultWhereAStateIsBeyondWhatARecordHolds) {
  EnergyTask task;
  task.scene = make_scene(*find_scene("slide-to-roll"), {}).value();
  task.scene.gravity_W = Vec3(1e52, 0, 0);
  task.scene.dt = 1e4;
  task.scene.t_end = 1e5;
  const EnergyResult result = results_of({task}).at(0);
  EXPECT_EQ(result.fault, "a state has a number beyond 1e60");
  EXPECT_EQ(result.findings.at(0).verdict, EnergyVerdict::wrong);
  EXPECT_LE(result.max_penetration, 1e61);
}

TEST(PathWork, OfThePushedCubeIsRightAndOfOrderOne) {
  std::vector<EnergyTask> tasks;
  for (const EnergyCase& one : energy_cases("pushed-cube", SuiteExtent::quick)) {
    tasks.push_back({pushed(one.choice), one.choice});
  }
  const auto results = results_of(tasks);
  for (const EnergyResult& result : results) {
    ASSERT_EQ(result.findings.size(), 3U);
    for (const EnergyFinding& finding : result.findings) {
      EXPECT_EQ(finding.verdict, EnergyVerdict::right) << finding.observable << ' ' << result.dt;
    }
    EXPECT_EQ(result.gains.steps, 0U);
    ASSERT_TRUE(result.end.has_value());
    EXPECT_EQ(result.end->bodies.size(), 2U);
  }
  const auto orders = energy_orders(results);
  ASSERT_EQ(orders.size(), 1U);
  EXPECT_NEAR(orders[0].order, 1, 1e-3);
  EXPECT_EQ(orders[0].verdict, EnergyVerdict::right);
}

TEST(PathWork, OfAPlateThatPushesAThousandthLessIsWrong) {
  SceneChoice choice;
  choice.dt = 1e-3;
  EnergyTask task = {pushed(choice), choice};
  task.scene.bodies[1].path->acceleration_W.x() *= 0.999;
  const auto results = results_of({task});
  for (const EnergyFinding& finding : results[0].findings) {
    EXPECT_EQ(finding.verdict, EnergyVerdict::wrong) << finding.observable;
  }
}

// The work of a path or a torque explains a gain, also where the bodies had no energy at first.
TEST(PathWork, IsNotGainedFromNothing) {
  Scene scene = pushed();
  scene.gravity_W.setZero();
  scene.friction = ContactFriction();
  scene.bodies[0].torque_W = Vec3(3, 0, 0);
  scene.bodies[0].force_W = Vec3(0, 2, 0);
  scene.t_end = 0.2;
  const auto results = results_of({{scene, std::nullopt}});
  EXPECT_EQ(results[0].gains.steps, 0U);
  EXPECT_EQ(results[0].gains.wrong_steps, 0U);
  EXPECT_GT(results[0].kinetic_end, 1);
  ASSERT_EQ(results[0].findings.size(), 3U) << "the work is measured of any scene with a path";
  EXPECT_EQ(results[0].findings[1].observable, "path_work_J");
}

}  // namespace
}  // namespace touchstone
