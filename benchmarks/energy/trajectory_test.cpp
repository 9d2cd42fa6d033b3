// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/energy/trajectory.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "benchmarks/energy/trajectory_judge.hpp"
#include "benchmarks/energy/trajectory_run.hpp"
#include "dynamics/scenes/scene_library.hpp"
#include "geometry/shapes.hpp"
#include "metrics/registry.hpp"

namespace touchstone {
namespace {

using testing::DoubleNear;
using testing::HasSubstr;

std::unique_ptr<Metric> metric_of(std::string_view name) {
  const MetricRow* row = find_metric(name);
  return row == nullptr ? nullptr : row->make();
}

Body cube(const char* name) {
  Body body;
  body.name = name;
  body.shape = make_box(Vec3(0.5, 0.5, 0.5));
  body.inertia = Vec3::Constant(1.0 / 6);
  return body;
}

/// Two cubes of mass 1, one above the other, 1 m between their faces.
Scene two_cubes() {
  Scene scene;
  scene.name = "two";
  scene.bodies = {cube("upper"), cube("lower")};
  scene.start.resize(2);
  scene.start[0].p_W = Vec3(0, 2, 0);
  scene.dt = 0.1;
  scene.t_end = 0.3;
  return scene;
}

/// The scene at rest, for so many steps.
Trajectory at_rest(const Scene& scene, std::size_t steps) {
  Trajectory run;
  run.engine = "by hand";
  run.scene = scene.name;
  run.dt = scene.dt;
  for (const Body& body : scene.bodies) run.bodies.push_back(body.name);
  run.took_s.assign(steps, 1e-3);
  run.states.assign(steps + 1, scene.start);
  return run;
}

TEST(TrajectoryJudge, TimesAreMeanMedianAndQuantile) {
  const Scene scene = two_cubes();
  Trajectory run = at_rest(scene, 4);
  run.took_s = {4e-3, 1e-3, 2e-3, 3e-3};
  const TrajectoryFindings found = judge_trajectory(scene, run);
  EXPECT_DOUBLE_EQ(found.mean_ms, 2.5);
  EXPECT_DOUBLE_EQ(found.median_ms, 2.5);
  EXPECT_DOUBLE_EQ(found.p90_ms, 3.7) << "of four numbers: seven tenths from the third to the last";
}

TEST(TrajectoryJudge, FreeFallLosesWhatTheSchemeLosesAndKeepsItsMomentum) {
  Scene scene = two_cubes();
  // Gravity has a moment about the origin, and none about the centre of mass.
  scene.start[0].p_W.x() = 3;
  Trajectory run = at_rest(scene, 3);
  const double h = scene.dt;
  const double g = 9.81;
  for (std::size_t k = 1; k <= 3; ++k) {
    for (std::size_t i = 0; i < 2; ++i) {
      BodyState& state = run.states[k][i];
      state = run.states[k - 1][i];
      state.v_W.y() -= h * g;
      advance(state, h);
    }
  }
  const TrajectoryFindings found = judge_trajectory(scene, run);
  EXPECT_EQ(found.max_overlap_m, 0);
  EXPECT_EQ(found.overlap_bodies, "");
  EXPECT_EQ(found.gaining_steps, 0U);
  EXPECT_EQ(found.max_gain_J, 0);
  // Semi-implicit Euler loses m g^2 h^2/2 in a step.
  EXPECT_NEAR(found.energy_drift_J, -3 * 2 * 0.5 * g * g * h * h, 1e-12);
  EXPECT_NEAR(found.kinetic_end_J, 2 * 0.5 * 9 * g * g * h * h, 1e-12);
  EXPECT_THAT(found.momentum_drift, testing::Optional(DoubleNear(0, 1e-12)));
  EXPECT_THAT(found.angular_momentum_drift, testing::Optional(DoubleNear(0, 1e-12)));
  EXPECT_NEAR(found.moved_m, 6 * g * h * h, 1e-12);
  EXPECT_THAT(found.lowest_m, testing::Optional(DoubleNear(-6 * g * h * h, 1e-12)));
  EXPECT_EQ(found.median_ms, 1);
  EXPECT_DOUBLE_EQ(found.mean_ms, 1);
  EXPECT_EQ(found.samples.size(), 4U);
}

TEST(TrajectoryJudge, TheDeepestOverlapIsNamedWithItsTime) {
  const Scene scene = two_cubes();
  Trajectory run = at_rest(scene, 3);
  run.states[1][0].p_W.y() = 0.98;
  run.states[2][0].p_W.y() = 0.75;
  const TrajectoryFindings found = judge_trajectory(scene, run);
  EXPECT_NEAR(found.max_overlap_m, 0.25, 1e-15);
  EXPECT_DOUBLE_EQ(found.max_overlap_s, 0.2);
  EXPECT_EQ(found.overlap_bodies, "upper and lower");
  EXPECT_NEAR(found.samples[1].overlap_m, 0.02, 1e-15);
  EXPECT_EQ(found.samples[3].overlap_m, 0);
}

TEST(TrajectoryJudge, GainsAreCountedAndSummed) {
  const Scene scene = two_cubes();
  Trajectory run = at_rest(scene, 3);
  run.states[1][0].v_W.x() = 1;                            // gains 0.5 J
  run.states[2][0].v_W.x() = 0;                            // loses it
  run.states[3][1].w_W = Vec3(0, std::sqrt(12.0 * 2), 0);  // gains 2 J
  const TrajectoryFindings found = judge_trajectory(scene, run);
  EXPECT_NEAR(found.max_gain_J, 2, 1e-12);
  EXPECT_NEAR(found.max_gain_s, 0.3, 1e-15);
  EXPECT_EQ(found.gaining_steps, 2U);
  EXPECT_NEAR(found.gain_sum_J, 2.5, 1e-12);
  EXPECT_THAT(found.momentum_drift, testing::Optional(testing::Gt(1.0)));
}

TEST(TrajectoryJudge, ANumberThatOverflowsIsNoGain) {
  const Scene scene = two_cubes();
  Trajectory run = at_rest(scene, 3);
  run.states[2][0].v_W.x() = run.states[3][0].v_W.x() = 1e200;
  const TrajectoryFindings found = judge_trajectory(scene, run);
  EXPECT_EQ(found.gaining_steps, 1U) << "to infinity, but not from there";
  EXPECT_EQ(found.max_gain_J, HUGE_VAL);
  EXPECT_EQ(found.gain_sum_J, HUGE_VAL);
}

TEST(TrajectoryJudge, AFixedBodyTakesMomentum) {
  Scene scene = two_cubes();
  scene.bodies[1].fixed = true;
  const TrajectoryFindings found = judge_trajectory(scene, at_rest(scene, 1));
  EXPECT_FALSE(found.momentum_drift);
  EXPECT_FALSE(found.angular_momentum_drift);
}

TEST(TrajectoryJudge, IdealSpheresAndJoinedBodies) {
  Scene scene = two_cubes();
  scene.bodies[0].shape = make_capsule(0.5);
  Trajectory run = at_rest(scene, 1);
  run.states[1][0].p_W.y() = 0.9;
  EXPECT_NEAR(judge_trajectory(scene, run).max_overlap_m, 0.1, 1e-12);
  scene.bodies[1].shape = make_capsule(0.6);
  EXPECT_NEAR(judge_trajectory(scene, run).max_overlap_m, 0.2, 1e-12);
  scene.joints.push_back({Joint::Kind::ball, "lower", "upper", Vec3(0, 1, 0)});
  EXPECT_EQ(judge_trajectory(scene, run).max_overlap_m, 0);
}

TEST(TrajectoryJudge, OurOwnRunIsJudgedAsAnyOther) {
  SceneChoice choice;
  choice.t_end = 0.1;
  const Scene scene = make_scene(*find_scene("stack"), choice).value();
  const auto run = run_trajectory(scene, metric_of);
  ASSERT_TRUE(run.ok()) << run.reason();
  const Trajectory& trajectory = run.value().trajectory;
  EXPECT_EQ(trajectory.states.size(), 11U);
  EXPECT_EQ(trajectory.fault, "");
  EXPECT_FALSE(not_of_scene(trajectory, scene));
  const TrajectoryFindings found = judge_trajectory(scene, trajectory);
  EXPECT_LT(found.max_overlap_m, 1e-9);
  EXPECT_LT(found.max_gain_J, 1e-9);
  EXPECT_LT(found.moved_m, 1e-9);
}

TEST(TrajectoryJudge, OurOwnRunSaysWhatEndedIt) {
  const Scene scene = make_scene(*find_scene("stack"), {}).value();
  int asked = 0;
  RunLimits limits;
  limits.stop_requested = [&asked] { return ++asked > 7; };
  const auto run = run_trajectory(scene, metric_of, {}, limits);
  ASSERT_TRUE(run.ok()) << run.reason();
  const Trajectory& trajectory = run.value().trajectory;
  EXPECT_GT(trajectory.took_s.size(), 0U);
  EXPECT_LT(trajectory.took_s.size(), 20U);
  EXPECT_EQ(trajectory.states.size(), trajectory.took_s.size() + 1);
  EXPECT_THAT(run.value().cut_short, HasSubstr("it was interrupted at 0."));
  EXPECT_EQ(trajectory.fault, run.value().cut_short);
}

TEST(Trajectory, NamesTheFirstThingThatIsNotOfTheScene) {
  const Scene scene = two_cubes();
  Trajectory run = at_rest(scene, 1);
  EXPECT_FALSE(not_of_scene(run, scene));
  run.states[0][1].p_W.x() = 1e-3;
  EXPECT_THAT(not_of_scene(run, scene)->reason, HasSubstr("its lower starts elsewhere"));
  run.bodies[0] = "other";
  EXPECT_THAT(not_of_scene(run, scene)->reason, HasSubstr("its body 1 is 'other'"));
  run.bodies.pop_back();
  EXPECT_THAT(not_of_scene(run, scene)->reason, HasSubstr("it has 1 bodies, two has 2"));
  run.dt = 0.2;
  EXPECT_THAT(not_of_scene(run, scene)->reason, HasSubstr("its dt is 0.2, that of two 0.1"));
}

}  // namespace
}  // namespace touchstone
