// SPDX-License-Identifier: GPL-3.0-or-later
// What the judge of motion accepts, refuses and leaves open.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cmath>

#include "benchmarks/energy/energy_orders.hpp"
#include "benchmarks/energy/energy_run.hpp"
#include "benchmarks/energy/energy_test_options.hpp"
#include "benchmarks/energy/observer.hpp"
#include "benchmarks/energy/truths.hpp"
#include "dynamics/scenes/jointed.hpp"
#include "geometry/shapes.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;

EnergyTask task(const char* scene, const SceneChoice& choice) {
  auto made = make_scene(*find_scene(scene), choice);
  EXPECT_TRUE(made.ok()) << made.reason();
  return {made.value(), choice};
}

EnergyResult run(const EnergyTask& task, const EnergyOptions& how = energy_test_options()) {
  auto results = run_energy({task}, how);
  EXPECT_TRUE(results.ok()) << results.reason();
  return results.value().at(0);
}

EnergyFinding finding_of(const EnergyResult& result, const std::string& observable) {
  for (const EnergyFinding& finding : result.findings) {
    if (finding.observable == observable) return finding;
  }
  ADD_FAILURE() << "no " << observable;
  return {};
}

SceneChoice at_step(double dt) {
  SceneChoice choice;
  choice.dt = dt;
  return choice;
}

bool accepts(const EnergyFinding& finding, double measured) {
  return measured <= *finding.truth + finding.tolerance &&
         measured >= *finding.truth - finding.tolerance_below.value_or(finding.tolerance);
}

TEST(EnergyJudge, NoConeOfTheSpinningBoxPassesAsAnother) {
  for (const double dt : {1e-2, 1e-3}) {
    std::vector<EnergyFinding> stops;
    for (const int directions : {4, 8, 16}) {
      SceneChoice choice = at_step(dt);
      choice.directions = directions;
      stops.push_back(run(task("spinning-box", choice)).findings[0]);
      EXPECT_EQ(stops.back().verdict, EnergyVerdict::right) << directions << " at " << dt;
    }
    for (const EnergyFinding& judge : stops) {
      for (const EnergyFinding& judged : stops) {
        EXPECT_EQ(accepts(judge, judged.measured), &judge == &judged);
      }
      EXPECT_FALSE(accepts(judge, spinning_box_stop_time(0.1, 0))) << "the round cone";
      EXPECT_LE(judge.tolerance, 1.56 * dt);
      EXPECT_LE(*judge.tolerance_below, 0.2 * dt);
    }
  }
}

TEST(EnergyJudge, TheRoundConeOfTheSpinningBoxPassesAsNoPolygon) {
  SceneChoice choice = at_step(1e-3);
  choice.directions = kRoundCone;
  const EnergyFinding stop = run(task("spinning-box", choice)).findings[0];
  EXPECT_EQ(stop.verdict, EnergyVerdict::right);
  EXPECT_NEAR(*stop.truth, 2.4027, 5e-5);
  for (const int directions : {4, 8, 16, 32}) {
    EXPECT_FALSE(accepts(stop, spinning_box_stop_time(0.1, directions))) << directions;
  }
}

TEST(EnergyJudge, AStopThatIsHalfAStepEarlyIsWrong) {
  SceneChoice choice = at_step(9e-3);
  choice.directions = 8;
  EnergyTask early = task("spinning-box", choice);
  EXPECT_EQ(run(early).findings[0].verdict, EnergyVerdict::right);
  early.scene.pairs.push_back({"box", "", {FrictionKind::cone, 0.1004}});
  const EnergyFinding stop = run(early).findings[0];
  EXPECT_NEAR(stop.measured, *stop.truth - 0.58 * 9e-3, 0.01 * 9e-3);
  EXPECT_EQ(stop.verdict, EnergyVerdict::wrong);
}

TEST(EnergyJudge, WhereNeighboursCannotBeToldApartThereIsNoVerdictAndAReason) {
  SceneChoice choice = at_step(1e-2);
  choice.directions = 64;
  const EnergyFinding stop = run(task("spinning-box", choice)).findings[0];
  EXPECT_EQ(stop.verdict, EnergyVerdict::no_truth);
  EXPECT_THAT(stop.unjudged, HasSubstr("the round cone could pass"));
  EXPECT_THAT(run(task("slide-to-roll", at_step(0.05))).findings[0].unjudged, HasSubstr("0.01 s"));
  EXPECT_THAT(run(task("rimless-wheel", at_step(0.01))).findings[0].unjudged,
              HasSubstr("0.0015 s"));
}

TEST(EnergyJudge, WhatRollsOffIsJudgedByItsStep) {
  double before = 1;
  for (const double dt : {1e-2, 1e-3, 1e-4}) {
    SceneChoice choice = at_step(dt);
    choice.vertices_A = 0;
    const EnergyResult result = run(task("roll-off", choice));
    const EnergyFinding error = finding_of(result, "energy_error_J");
    EXPECT_EQ(error.verdict, EnergyVerdict::right);
    EXPECT_GT(error.measured, 0.7 * error.tolerance) << "the tolerance says something";
    EXPECT_LT(error.tolerance, before / 5);
    before = error.tolerance;
    for (const char* name : {"leaving_time_s", "leaving_cosine"}) {
      EXPECT_EQ(finding_of(result, name).verdict, EnergyVerdict::right) << name << " at " << dt;
    }
  }
  EXPECT_LT(before, 0.002);
}

/// A unit cube 0.3 m deep in the floor, gamma 1.
Scene overlapping_start() {
  Scene scene = make_scene(*find_scene("stack"), {}).value();
  scene.bodies.erase(scene.bodies.begin() + 1, scene.bodies.end() - 1);
  scene.start.erase(scene.start.begin() + 1, scene.start.end() - 1);
  scene.start[0].p_W.y() = 0.2;
  scene.dt = 5e-3;
  scene.t_end = 0.5;
  return scene;
}

TEST(EnergyJudge, AnOverlapAtTheStartIsNamedAndItsGainIsWrongOfAnyScene) {
  const EnergyResult result = run({overlapping_start(), std::nullopt});
  EXPECT_NEAR(result.start_overlap.depth_m, 0.3, 1e-9);
  EXPECT_EQ(result.start_overlap.bodies, "box1 and floor");
  // v = 0.3/0.005 m/s, and the height that it won.
  EXPECT_NEAR(result.gains.largest_J, 1800 + 0.3 * 9.81, 1);
  EXPECT_EQ(result.gains.steps, 1U);
  EXPECT_EQ(result.gains.sum_J, result.gains.largest_J);
  EXPECT_EQ(result.gains.wrong_steps, 1U);
  EXPECT_EQ(result.gains.first_wrong.bodies, "box1 and floor");
  EXPECT_NEAR(result.gains.first_wrong.time_s, 5e-3, 1e-15);
  EXPECT_NEAR(result.gains.first_wrong.scale_J, 9.81 * std::sqrt(0.75), 1e-9);
  EXPECT_EQ(run_fault(result), "gained energy from nothing");
  EXPECT_EQ(result.findings[0].verdict, EnergyVerdict::wrong);
  EXPECT_NEAR(result.t_end, 0.5, 1e-12) << "the run goes on";
}

TEST(EnergyJudge, WhatOneIslandLosesDoesNotHideWhatAnotherGains) {
  SceneChoice choice = at_step(5e-3);
  choice.bodies = 2;
  choice.t_end = 0.1;
  Scene scene = make_scene(*find_scene("sliding-boxes"), choice).value();
  constexpr double kDepth = 1e-3;
  scene.start[0].v_W.setZero();
  scene.start[0].w_W.setZero();
  scene.start[0].p_W.y() -= kDepth;
  scene.start[1].v_W = Vec3(10, 0, 0);
  const EnergyResult result = run({scene, std::nullopt});
  // The first is thrown out within a step; the second loses 0.3 g 10 h = 0.147 J in it.
  const double gain = 0.5 * (kDepth / 5e-3) * (kDepth / 5e-3) + 9.81 * kDepth;
  EXPECT_NEAR(result.gains.largest_J, gain, 1e-9);
  EXPECT_EQ(result.gains.steps, 1U);
}

TEST(EnergyJudge, WhatMovesAsItShouldGainsNothing) {
  SceneChoice choice = at_step(1e-3);
  choice.t_end = 1;
  for (const char* scene : {"slide-to-roll", "spinning-box", "stack", "pyramid"}) {
    const EnergyResult result = run(task(scene, choice));
    EXPECT_EQ(result.start_overlap.depth_m, 0) << scene;
    EXPECT_EQ(result.gains.steps, 0U) << scene;
    EXPECT_EQ(result.gains.wrong_steps, 0U) << scene;
  }
}

TEST(EnergyJudge, EachOfSeveralMetricsHasItsRuns) {
  EnergyOptions how = energy_test_options();
  how.metrics = {"vclip", "sat"};
  SceneChoice choice = at_step(1e-2);
  choice.t_end = 0.2;
  choice.vertices_A = 50;
  const std::vector<EnergyTask> tasks = {task("vertex-spin", choice), task("stack", choice)};
  EXPECT_EQ(planned_runs(tasks, how).size(), 4U);
  const auto results = run_energy(tasks, how);
  ASSERT_EQ(results.value().size(), 4U);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(results.value()[i].metric, how.metrics[i % 2]);
    EXPECT_EQ(results.value()[i].scene, i < 2 ? "vertex-spin" : "stack");
  }
}

TEST(EnergyJudge, CoresWithoutAVolumeAreNotPutToAMetricOfSolids) {
  EnergyOptions how = energy_test_options();
  how.metrics = {"vclip", "certified"};
  how.solids_only = {"vclip"};
  SceneChoice choice = at_step(1e-2);
  choice.t_end = 0.1;
  SceneChoice mesh = choice;
  mesh.vertices_A = 50;
  const auto results =
      run_energy({task("slide-to-roll", choice), task("slide-to-roll", mesh)}, how).value();
  ASSERT_EQ(results.size(), 3U);
  EXPECT_EQ(results[0].metric, "certified");
  EXPECT_GT(results[0].asked, 0U);
  EXPECT_EQ(results[0].unanswered, 0U);
  EXPECT_EQ(results[1].metric, "vclip");
  EXPECT_EQ(results[1].vertices[0], 50);
}

TEST(EnergyJudge, ATimeLimitLeavesOpenWhatTheRestCouldChange) {
  EnergyOptions how = energy_test_options();
  how.time_limit_s = 1e-9;
  const EnergyResult slow = run(task("spinning-box", {}), how);
  EXPECT_TRUE(slow.timed_out);
  EXPECT_EQ(slow.steps, 1U);
  EXPECT_EQ(run_fault(slow), "");
  EXPECT_EQ(slow.findings[0].verdict, EnergyVerdict::no_truth);
  const EnergyResult still = run(task("stack", {}), how);
  EXPECT_EQ(still.findings[0].verdict, EnergyVerdict::no_truth) << "it may drift yet";
  EXPECT_THAT(still.findings[0].unjudged, HasSubstr("its time limit of 1e-09 s"));
  SceneChoice choice;
  choice.vertices_A = 0;
  choice.vertices_B = 0;
  const EnergyFinding first = run(task("rolling-free", choice), how).findings[0];
  EXPECT_EQ(first.verdict, EnergyVerdict::right) << "of the first step";
  // What has moved too far stays wrong: all bodies miss the floor.
  SceneChoice three = at_step(1e-2);
  three.bodies = 3;
  EnergyTask gone = task("stack", three);
  gone.scene.start[0].v_W.x() = 1;
  EXPECT_EQ(run(gone, how).findings[0].verdict, EnergyVerdict::wrong);
}

TEST(EnergyJudge, CubesThatFrictionMayTipHaveNoVerdict) {
  SceneChoice choice;
  choice.bodies = 4;
  for (const auto& [mu, judged] : {std::pair{0.3, true}, {1.0, true}, {1.01, false}}) {
    choice.friction = ContactFriction{FrictionKind::cone, mu};
    const EnergyFinding finding = run(task("sliding-boxes", choice)).findings[0];
    EXPECT_EQ(finding.verdict, judged ? EnergyVerdict::right : EnergyVerdict::no_truth) << mu;
    EXPECT_EQ(finding.unjudged.empty(), judged) << mu;
    EXPECT_EQ(finding.measured > 1e-6, !judged) << "it does tip";
  }
  choice.friction = ContactFriction{FrictionKind::no_slip, 0};
  EXPECT_THAT(scene_observables(task("sliding-boxes", choice).scene, choice)[0].unjudged,
              HasSubstr("may tip a cube"));
}

TEST(EnergyJudge, SpheresThatMaySlipOffAVertexHaveNoVerdict) {
  struct Case {
    int upper, lower;
    ContactFriction friction;
    bool judged;
  };
  const ContactFriction none{FrictionKind::frictionless, 0};
  const ContactFriction half{FrictionKind::cone, 0.5};
  const ContactFriction two{FrictionKind::cone, 2};
  const ContactFriction no_slip{FrictionKind::no_slip, 0};
  for (const Case& c :
       {Case{50, 50, half, false}, Case{50, 50, two, true}, Case{50, 50, no_slip, true},
        Case{182, 182, half, true}, Case{182, 182, none, false}, Case{50, 0, none, true}}) {
    SceneChoice choice;
    choice.vertices_A = c.upper;
    choice.vertices_B = c.lower;
    choice.friction = c.friction;
    choice.t_end = 1;
    const EnergyFinding finding = run(task("duct", choice)).findings[0];
    const auto wanted = c.judged ? EnergyVerdict::right : EnergyVerdict::no_truth;
    EXPECT_EQ(finding.verdict, wanted) << c.upper << "x" << c.lower << " " << c.friction.mu;
    EXPECT_THAT(finding.unjudged, HasSubstr(c.judged ? "" : "the normal may lean by"));
  }
}

TEST(EnergyJudge, ATimeLimitEndsAStepThatIsLong) {
  EnergyOptions how = energy_test_options();
  how.time_limit_s = 1e-9;
  SceneChoice many;
  many.bodies = 200;
  const EnergyResult none = run(task("sliding-boxes", many), how);
  EXPECT_TRUE(none.timed_out);
  EXPECT_EQ(none.steps, 0U);
  EXPECT_EQ(none.t_end, 0);
  EXPECT_EQ(run_fault(none), "");
  for (const EnergyFinding& finding : none.findings) {
    EXPECT_EQ(finding.verdict, EnergyVerdict::no_truth);
    EXPECT_THAT(finding.unjudged, HasSubstr("its time limit of 1e-09 s ended it at 0 s"));
  }
}

TEST(EnergyJudge, WhatWasInterruptedIsKeptWhereThatIsAskedFor) {
  SceneChoice many;
  many.bodies = 200;
  for (const bool keep : {false, true}) {
    EnergyOptions how = energy_test_options();
    how.keep_interrupted = keep;
    std::atomic<int> asked = 0;
    how.stop_requested = [&asked] { return ++asked > 50; };
    const auto results = run_energy({task("sliding-boxes", many)}, how);
    ASSERT_TRUE(results.ok());
    ASSERT_EQ(results.value().size(), keep ? 1U : 0U);
    if (!keep) continue;
    const EnergyResult& result = results.value()[0];
    EXPECT_TRUE(result.interrupted);
    EXPECT_FALSE(result.timed_out);
    EXPECT_GT(result.steps, 0U);
    EXPECT_LT(result.t_end, 1);
    EXPECT_EQ(result.findings[0].verdict, EnergyVerdict::no_truth);
    EXPECT_THAT(result.findings[0].unjudged, HasSubstr("it was interrupted at"));
  }
}

TEST(EnergyJudge, AWheelAtRestHasStepsWithoutAConsistentSetOfContacts) {
  SceneChoice choice = at_step(1e-2);
  choice.vertices_A = 40;
  const EnergyResult wheel = run({task("rimless-wheel", choice).scene, std::nullopt});
  EXPECT_GT(wheel.no_slip_inconsistent, 0U);
  EXPECT_LE(wheel.no_slip_inconsistent, wheel.friction_bounded);
  EXPECT_EQ(run_fault(wheel), "had unsolved steps");
}

TEST(EnergyJudge, ScenesOfManyBodiesDoWhatStaticsAndMomentumSay) {
  for (const char* scene : {"pyramid", "sliding-boxes", "tetra-pile", "dominoes", "links"}) {
    const EnergyResult result = run(task(scene, {}));
    EXPECT_EQ(run_fault(result), "") << scene;
    EXPECT_EQ(result.findings[0].verdict, EnergyVerdict::right)
        << scene << ": " << result.findings[0].measured;
    EXPECT_EQ(result.gains.wrong_steps, 0U) << scene;
  }
  SceneChoice hanging;
  hanging.both_ends = true;
  const EnergyResult chain = run(task("links", hanging));
  EXPECT_NEAR(chain.t_end, 5, 1e-9);
  EXPECT_EQ(finding_of(chain, "joint_force_error_N").verdict, EnergyVerdict::right)
      << finding_of(chain, "joint_force_error_N").measured;
  SceneChoice smooth;
  smooth.friction = ContactFriction{FrictionKind::frictionless, 0};
  smooth.bodies = 7;
  const EnergyResult sliding = run(task("sliding-boxes", smooth));
  EXPECT_EQ(finding_of(sliding, "momentum_change").verdict, EnergyVerdict::right)
      << finding_of(sliding, "momentum_change").measured;
  EXPECT_LT(sliding.kinetic_end, sliding.kinetic_0 - 0.1) << "although some of them meet";
}

TEST(EnergyJudge, JointErrorsAreOfOrderTwo) {
  for (const int rods : {1, 2, 3}) {
    SceneChoice choice = at_step(1e-3);
    choice.bodies = rods;
    const EnergyFinding error = run(task("links", choice)).findings[0];
    EXPECT_EQ(error.verdict, EnergyVerdict::right) << rods << ": " << error.measured;
    if (rods > 1) continue;
    EXPECT_NEAR(error.measured, 3 * 9.81 / 4 * 1e-6, 0.1e-6);
  }
  std::vector<EnergyResult> results;
  for (const double dt : {2e-3, 1e-3, 5e-4}) results.push_back(run(task("links", at_step(dt))));
  const auto orders = energy_orders(results);
  ASSERT_EQ(orders.size(), 1U);
  EXPECT_EQ(orders[0].verdict, EnergyVerdict::right) << orders[0].order;
}

TEST(EnergyJudge, JointedBodiesMoveAsMechanicsSays) {
  std::vector<EnergyResult> results;
  for (const char* scene : kJointedScenes) {
    for (const double dt : {4e-3, 2e-3, 1e-3}) {
      results.push_back(run(task(scene, at_step(dt))));
      EXPECT_EQ(run_fault(results.back()), "") << scene;
      for (const EnergyFinding& finding : results.back().findings) {
        EXPECT_EQ(finding.verdict, EnergyVerdict::right)
            << scene << ", " << finding.observable << ": " << finding.measured;
      }
    }
  }
  SceneChoice brief = at_step(1e-3);
  brief.t_end = 0.5;
  EXPECT_EQ(finding_of(run(task("hinge-pendulum", brief)), "period_s").verdict,
            EnergyVerdict::no_truth)
      << "it has not swung to and fro";
  const auto orders = energy_orders(results);
  EXPECT_EQ(orders.size(), 15U) << "6 of places, 5 of joints, 4 of periods";
  for (const EnergyOrder& order : orders) {
    EXPECT_EQ(order.verdict, EnergyVerdict::right)
        << order.scene << ", " << order.observable << ": " << order.order;
  }
}

}  // namespace
}  // namespace touchstone
