// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/energy/energy_run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>

#include "benchmarks/energy/energy_orders.hpp"
#include "benchmarks/energy/energy_test_options.hpp"
#include "benchmarks/papers/figure5.hpp"
#include "benchmarks/papers/table2.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;

std::vector<EnergyResult> run(const std::vector<std::string>& scenes, const SceneChoice& choice) {
  const auto tasks = energy_tasks(scenes, choice, SuiteExtent::plain);
  EXPECT_TRUE(tasks.ok());
  auto results = run_energy(tasks.value(), energy_test_options());
  EXPECT_TRUE(results.ok());
  return std::move(results).value();
}

const EnergyFinding& finding(const EnergyResult& result, const std::string& observable) {
  for (const EnergyFinding& found : result.findings) {
    if (found.observable == observable) return found;
  }
  ADD_FAILURE() << "no " << observable << " of " << result.scene;
  return result.findings.front();
}

TEST(EnergyRun, ASphereSlidesUntilItRollsWithFiveSeventhsOfItsSpeed) {
  const auto results = run({"slide-to-roll"}, {});
  ASSERT_EQ(results.size(), 1U);
  EXPECT_NEAR(finding(results[0], "final_speed_m_s").measured, 5.0 / 7, 1e-12);
  EXPECT_EQ(finding(results[0], "final_speed_m_s").verdict, EnergyVerdict::right);
  EXPECT_EQ(finding(results[0], "rolling_time_s").verdict, EnergyVerdict::right);
  EXPECT_EQ(results[0].unsolved_steps, 0U);
  EXPECT_LE(results[0].gains.largest_J, 1e-14);
}

TEST(EnergyRun, IdealRollingSpheresLoseAllOrKeepTwoSevenths) {
  SceneChoice choice;
  choice.vertices_A = 0;
  choice.vertices_B = 0;
  for (const EnergyResult& result : run({"rolling-encoded", "rolling-free"}, choice)) {
    if (result.friction != "no-slip") continue;
    const double expected = result.scene == "rolling-free" ? 2.0 / 7 : 0;
    EXPECT_NEAR(finding(result, "kinetic_share_1").measured, expected, 1e-12);
    EXPECT_EQ(finding(result, "kinetic_share_1").verdict, EnergyVerdict::right);
  }
}

TEST(EnergyRun, WhatIsNotTrueIsWrong) {
  // A cube that keeps sliding: its friction is a tenth of what its truth is made from.
  auto tasks = energy_tasks({"spinning-box"}, {}, SuiteExtent::plain);
  ASSERT_TRUE(tasks.ok());
  EnergyTask task = tasks.value().front();
  task.scene.pairs.push_back({"box", "", {FrictionKind::cone, 0.01}});
  const auto results = run_energy({task}, energy_test_options());
  ASSERT_TRUE(results.ok());
  const EnergyFinding& stop = results.value()[0].findings[0];
  EXPECT_TRUE(std::isnan(stop.measured)) << "it does not stop within the run";
  EXPECT_EQ(stop.verdict, EnergyVerdict::wrong);
}

TEST(EnergyRun, ARunIsTheSameWhateverTheNumberOfJobs) {
  SceneChoice choice;
  choice.t_end = 0.05;
  const auto tasks =
      energy_tasks({"spinning-box", "roll-off", "slide-to-roll"}, choice, SuiteExtent::plain);
  ASSERT_TRUE(tasks.ok());
  EnergyOptions many = energy_test_options();
  many.jobs = 4;
  const auto one = run_energy(tasks.value(), energy_test_options());
  const auto four = run_energy(tasks.value(), many);
  ASSERT_EQ(one.value().size(), four.value().size());
  for (std::size_t i = 0; i < one.value().size(); ++i) {
    EXPECT_EQ(one.value()[i].kinetic_end, four.value()[i].kinetic_end);
    EXPECT_EQ(one.value()[i].energy_drift, four.value()[i].energy_drift);
  }
}

TEST(EnergyRun, NamesThatNoTableHasAreRefused) {
  EXPECT_THAT(energy_tasks({"no-such"}, {}, SuiteExtent::plain).reason(), HasSubstr("'no-such'"));
  const auto tasks = energy_tasks({"slide-to-roll"}, {}, SuiteExtent::plain);
  EnergyOptions wrong = energy_test_options();
  wrong.stepper = "no-such";
  EXPECT_THAT(run_energy(tasks.value(), wrong).reason(), HasSubstr("unknown stepper"));
  wrong = energy_test_options();
  wrong.contacts = "no-such";
  EXPECT_THAT(run_energy(tasks.value(), wrong).reason(), HasSubstr("unknown contact method"));
}

TEST(EnergyRun, WhatIsChosenForAllLeavesNoCaseTwice) {
  SceneChoice choice;
  choice.dt = 1e-3;
  const auto tasks = energy_tasks({"rimless-wheel"}, choice, SuiteExtent::plain);
  ASSERT_TRUE(tasks.ok());
  std::set<int> sides;
  for (const EnergyTask& task : tasks.value()) {
    EXPECT_EQ(task.scene.dt, 1e-3);
    EXPECT_TRUE(sides.insert(task.choice->vertices_A.value()).second);
  }
  EXPECT_EQ(sides.size(), 5U);
}

TEST(EnergyRun, WhatASceneHasAnywayMakesNoCaseTwice) {
  SceneChoice choice;
  choice.both_ends = true;
  choice.bodies = 3;
  const auto tasks = energy_tasks({"links"}, choice, SuiteExtent::plain);
  ASSERT_TRUE(tasks.ok());
  std::set<double> steps;
  for (const EnergyTask& task : tasks.value()) EXPECT_TRUE(steps.insert(task.scene.dt).second);
  EXPECT_EQ(steps.size(), 3U);
}

TEST(EnergyRun, TheQuickSuiteIsAPartOfThePlainOneWithItsOrders) {
  std::map<std::string, std::set<double>> steps;
  for (const std::string& scene : suite_scenes()) {
    const auto plain = energy_cases(scene, SuiteExtent::plain);
    const auto quick = energy_cases(scene, SuiteExtent::quick);
    EXPECT_FALSE(quick.empty()) << scene;
    for (const EnergyCase& one : quick) {
      EXPECT_TRUE(std::any_of(plain.begin(), plain.end(), [&](const EnergyCase& other) {
        return other.choice == one.choice;
      })) << scene;
      if (one.choice.dt) steps[scene].insert(*one.choice.dt);
    }
  }
  for (const OrderRule& rule : order_rules()) EXPECT_GE(steps[rule.scene].size(), 3U);
}

TEST(EnergyRun, HasACurveAndAProfileOfItsSteps) {
  const auto results = run({"slide-to-roll"}, {});
  const EnergyResult& result = results.at(0);
  const EnergyCurve& curve = result.curve;
  ASSERT_GT(curve.time_s.size(), CurveRecorder::kMaxPoints / 4);
  EXPECT_EQ(curve.time_s.front(), 0);
  EXPECT_EQ(curve.time_s.back(), result.t_end);
  EXPECT_EQ(curve.kinetic_J.front(), result.kinetic_0);
  EXPECT_EQ(curve.kinetic_J.back(), result.kinetic_end);
  EXPECT_EQ(curve.total_J.back() - curve.total_J.front(), result.energy_drift);
  const StepProfile& spent = result.profile;
  for (const double part : {spent.contacts_s, spent.problem_s, spent.solve_s, spent.other_s}) {
    EXPECT_GT(part, 0);
  }
  // Half of 1,000 steps take the median or longer.
  EXPECT_GE(spent.solve_s, 1e-3 * result.solve_ms * 1000 / 2);
}

/// How far a run is from what exact mechanics says, relative to the energy it starts with [1].
double farthest_from_truth(const EnergyResult& result) {
  const EnergyCurve& curve = result.curve;
  EXPECT_EQ(curve.true_J.size(), curve.total_J.size()) << result.scene;
  double farthest = 0;
  for (std::size_t i = 0; i < curve.true_J.size(); ++i) {
    farthest = std::max(farthest, std::abs(curve.total_J[i] - curve.true_J[i]));
  }
  return farthest / result.kinetic_0;
}

TEST(EnergyRun, EnergiesFollowExactMechanicsWhereItIsKnown) {
  SceneChoice ideal;
  ideal.vertices_A = 0;
  ideal.vertices_B = 0;
  ideal.dt = 1e-3;
  for (const EnergyResult& result : run({"rolling-encoded", "rolling-free"}, ideal)) {
    EXPECT_LT(farthest_from_truth(result), 1e-12) << result.scene;
  }
  SceneChoice fine;
  fine.dt = 1e-3;
  for (const EnergyResult& result : run({"slide-to-roll", "spinning-box"}, fine)) {
    EXPECT_LT(farthest_from_truth(result), 5e-3) << result.scene;
  }
  fine.vertices_A = 50;
  EXPECT_LT(farthest_from_truth(run({"vertex-spin"}, fine).at(0)), 1e-9);
  // What a mesh loses on a mesh is not known, nor is anything of a scene file.
  fine.vertices_B = 50;
  EXPECT_TRUE(run({"roll-off"}, fine).at(0).curve.true_J.empty());
  const EnergyTask file{make_scene(*find_scene("slide-to-roll"), {}).value(), std::nullopt};
  EXPECT_TRUE(run_energy({file}, energy_test_options()).value().at(0).curve.true_J.empty());
}

// docs/energy.md says these numbers: what is excepted by name must not grow unseen.
TEST(EnergyRun, TheUnsolvedStepsThatAreKnownAreSoMany) {
  const auto tasks = energy_tasks({"roll-off"}, {}, SuiteExtent::plain);
  ASSERT_TRUE(tasks.ok());
  std::map<int, std::uint64_t> unsolved;
  const auto ran = run_energy(tasks.value(), energy_test_options());
  for (const EnergyResult& result : ran.value()) {
    if (result.vertices[0] > 0) unsolved[result.vertices[0]] = result.not_as_posed;
    EXPECT_EQ(result.friction_bounded, result.not_as_posed);
    EXPECT_EQ(result.stabilisation_dropped, 0U);
  }
  const std::map<int, std::uint64_t> known = {{50, 0}, {98, 3}, {182, 27}, {554, 0}};
  EXPECT_EQ(unsolved, known);
}

// A contact that no solver can serve without slip: a wheel that rocks to rest.
TEST(EnergyRun, UnsolvedStepsAreWrongWithoutATruthUnlessTheSceneIsKnownForThem) {
  SceneChoice choice;
  choice.vertices_A = 40;
  choice.dt = 1e-2;
  choice.t_end = 60;
  EnergyTask wheel{make_scene(*find_scene("rimless-wheel"), choice).value(), std::nullopt};
  const auto own = run_energy({wheel}, energy_test_options());
  EXPECT_GT(own.value()[0].not_as_posed, 0U);
  EXPECT_EQ(own.value()[0].friction_bounded, own.value()[0].not_as_posed);
  EXPECT_EQ(run_fault(own.value()[0]), "had unsolved steps");
  EXPECT_EQ(own.value()[0].findings[0].verdict, EnergyVerdict::wrong);
  choice = {};
  choice.vertices_A = 98;
  choice.vertices_B = 98;
  EnergyTask meshes{make_scene(*find_scene("roll-off"), choice).value(), choice};
  const auto known = run_energy({meshes}, energy_test_options());
  EXPECT_GT(known.value()[0].not_as_posed, 0U);
  EXPECT_EQ(run_fault(known.value()[0]), "");
  meshes.choice.reset();
  EXPECT_NE(run_fault(run_energy({meshes}, energy_test_options()).value()[0]), "")
      << "of a file nothing is known";
}

TEST(EnergyOrders, ComeFromErrorsAgainstTheStep) {
  std::vector<EnergyResult> results;
  for (const double dt : {1e-2, 1e-3, 1e-4}) {
    EnergyResult result;
    result.scene = "roll-off";
    result.dt = dt;
    EnergyFinding error;
    error.observable = "energy_error_J";
    error.measured = 3 * dt;
    error.limit = 0;
    result.findings.push_back(error);
    results.push_back(result);
  }
  auto orders = energy_orders(results);
  ASSERT_EQ(orders.size(), 1U);
  EXPECT_NEAR(orders[0].order, 1, 1e-12);
  EXPECT_EQ(orders[0].verdict, EnergyVerdict::right);
  for (EnergyResult& result : results) result.findings[0].measured = std::sqrt(result.dt);
  orders = energy_orders(results);
  ASSERT_EQ(orders.size(), 1U);
  EXPECT_NEAR(orders[0].order, 0.5, 1e-12);
  EXPECT_EQ(orders[0].verdict, EnergyVerdict::wrong);
  results.pop_back();
  EXPECT_EQ(energy_orders(results)[0].verdict, EnergyVerdict::no_truth) << "of two points";
}

TEST(Figure5, EveryClaimHasASceneThatRuns) {
  const auto claims = figure5_claims();
  ASSERT_GE(claims.size(), 8U);
  for (const Figure5Claim& claim : claims) {
    EXPECT_FALSE(claim.said.empty());
    EXPECT_FALSE(claim.verdict.empty());
    EXPECT_EQ(scene_fault(claim.task.scene), "");
  }
}

TEST(Table2, HasARowForEachScenarioAndMethod) {
  Table2Options table;
  table.metric_source = energy_test_options().metric_source;
  table.contacts = {"certified"};
  table.steps = 3;
  const auto rows = run_table2(table);
  ASSERT_EQ(rows.size(), 4U);
  for (const Table2Row& row : rows) {
    EXPECT_EQ(row.steps, 3);
    EXPECT_GT(row.median_ms, 0);
    // Parts are medians: of three times that is at most half as much again as their mean.
    const double parts_ms = row.contact_ms + row.solve_ms + row.rest_ms;
    EXPECT_GT(parts_ms, 0);
    EXPECT_LE(parts_ms, 1.51 * row.mean_ms);
  }
  EXPECT_EQ(rows[0].vertices, (std::array<int, 2>{8, 8}));
  EXPECT_EQ(rows[0].paper->ms, 1.3);
  EXPECT_GT(support_pair_ns(), 0);
}

TEST(EnergySuite, TheFullOneHasScenesOfManyBodiesAsOneIsland) {
  for (const char* scene : {"stack", "pyramid", "tetra-pile"}) {
    EXPECT_EQ(energy_cases(scene, SuiteExtent::plain).size(), 1U);
    const auto full = energy_cases(scene, SuiteExtent::full);
    ASSERT_EQ(full.size(), 2U);
    SceneChoice choice = full[1].choice;
    if (std::string(scene) == "stack") choice.t_end = 1;
    const auto results = run_energy({{make_scene(*find_scene(scene), choice).value(), choice}},
                                    energy_test_options());
    const EnergyResult& result = results.value().at(0);
    EXPECT_EQ(run_fault(result), "") << scene;
    EXPECT_EQ(result.findings[0].verdict, EnergyVerdict::right) << scene;
    EXPECT_GT(result.largest_bodies, 12) << scene;
  }
}

}  // namespace
}  // namespace touchstone
