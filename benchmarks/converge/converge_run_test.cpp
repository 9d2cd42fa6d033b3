// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/converge/converge_run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <functional>

#include "dynamics/stepping/simulation.hpp"
#include "metrics/registry.hpp"
#include "reference/oracle.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;

std::unique_ptr<Metric> by_name(std::string_view name) {
  const MetricRow* row = find_metric(name);
  return row == nullptr ? nullptr : row->make();
}

std::vector<ConvergeRun> ran(ConvergeOptions options) {
  options.metric_source = by_name;
  auto runs = run_converge(options);
  EXPECT_TRUE(runs.ok()) << runs.reason();
  return std::move(runs).value();
}

ConvergeRun with(double dt, int start, double average) {
  ConvergeRun run;
  run.scene = "dice3";
  run.dt = dt;
  run.gamma = 1;
  run.start = start;
  run.infeasibility.average_m = average;
  run.infeasibility.max_m = dt;
  run.infeasibility.constant.C = 1 / dt;
  return run;
}

TEST(ConvergeGroups, HaveSlopesOfTheMeanAndOfEachStart) {
  std::vector<ConvergeRun> runs;
  for (const double dt : {0.01, 0.02, 0.1}) {
    runs.push_back(with(dt, 0, 3 * dt * dt));
    runs.push_back(with(dt, 1, 5 * dt));
  }
  const auto groups = converge_groups(runs);
  ASSERT_EQ(groups.size(), 1U);
  ASSERT_EQ(groups[0].points.size(), 3U);
  EXPECT_EQ(groups[0].points[0].dt, 0.1) << "the largest first";
  EXPECT_NEAR(groups[0].points[0].average_m, (0.03 + 0.5) / 2, 1e-15);
  EXPECT_NEAR(groups[0].points[2].over_h_squared, 500, 1e-9);
  const ConvergeSlope& slope = *groups[0].slope;
  EXPECT_NEAR(*slope.of_first, 2, 1e-12);
  EXPECT_NEAR(*slope.mean, 1.5, 1e-12);
  EXPECT_NEAR(*slope.half_width, 12.7062 * 0.5, 1e-9);
  EXPECT_NEAR(*slope.of_max, 1, 1e-12);
  EXPECT_NEAR(*slope.of_constant, -1, 1e-12);
}

TEST(ConvergeGroups, HaveASlopeOfTheMeanWhereNoStartHasOne) {
  // Each start does not overlap at one of the steps, another at each.
  const std::vector<ConvergeGroup> groups =
      converge_groups({with(0.1, 0, 0), with(0.1, 1, 0.02), with(0.05, 0, 0.01), with(0.05, 1, 0)});
  ASSERT_TRUE(groups.at(0).slope.has_value());
  const ConvergeSlope& slope = *groups[0].slope;
  EXPECT_NEAR(slope.of_mean, 1, 1e-12);
  EXPECT_EQ(slope.starts, 0);
  EXPECT_FALSE(slope.mean || slope.half_width || slope.of_first) << "not a slope of 0";
  EXPECT_TRUE(slope.of_max.has_value());
}

TEST(ConvergeGroups, GiveNoSlopeOfWhatContactsAreMetTo) {
  const auto group = [](const std::vector<double>& averages) {
    std::vector<ConvergeRun> runs;
    double dt = 0.02;
    for (const double average : averages) runs.push_back(with(dt /= 2, 0, average));
    return converge_groups(runs).front();
  };
  const ConvergeGroup flat = group({9e-11, 1e-8, 2e-9});
  EXPECT_FALSE(flat.slope.has_value());
  EXPECT_THAT(flat.no_slope, testing::HasSubstr("do not fall with h"));
  EXPECT_TRUE(group({4e-8, 1e-8, 2.5e-9}).slope.has_value()) << "they fall";
  EXPECT_TRUE(group({9e-11, 2e-7, 2e-9}).slope.has_value()) << "more than contacts";
  EXPECT_EQ(group({1e-8, 0}).no_slope, "an average is 0");
  EXPECT_THAT(group({1e-5, 2e-14}).no_slope, testing::HasSubstr("rounded"));
  EXPECT_FALSE(group({1e-5, 2e-14}).slope.has_value());
  EXPECT_EQ(group({1e-8}).no_slope, "") << "one h";
}

TEST(Converge, DepthsAreThoseOfTheOraclesPairs) {
  ConvergeOptions options;
  options.scenes = {"dice3"};
  options.dt = {0.05};
  options.gamma = {0.3};
  options.starts = 1;
  options.keep_steps = true;
  const auto runs = ran(options);
  ASSERT_EQ(runs.size(), 1U);
  EXPECT_EQ(runs[0].fault, "");
  EXPECT_EQ(runs[0].unsolved, 0U);
  ASSERT_EQ(runs[0].steps.size(), 60U);
  EXPECT_NEAR(runs[0].steps.back().time_s, 3, 1e-12);
  // A second run of the scene, in which the oracle measures the depth of each pair in each state.
  SceneChoice choice;
  choice.dt = 0.05;
  Scene scene = make_scene(*find_scene("dice3"), choice).value();
  scene.gamma = 0.3;
  const auto method = make_contacts_of("certified", by_name);
  const auto stepper = find_stepper(scene.stepper)->make();
  Simulation simulation(scene, *method, *stepper);
  int overlaps = 0;
  for (const InfeasibleStep& step : runs[0].steps) {
    simulation.step();
    double deepest = 0;
    for (const auto& [a, b] : {std::pair{0, 1}, std::pair{0, 2}, std::pair{1, 2}}) {
      const auto at = [&](int k) { return static_cast<std::size_t>(k); };
      const Truth truth =
          Oracle().solve({scene.bodies[at(a)].shape, simulation.states()[at(a)].pose(),
                          scene.bodies[at(b)].shape, simulation.states()[at(b)].pose()},
                         false);
      deepest = std::max(deepest, -truth.phi);
    }
    EXPECT_NEAR(step.depth_m, deepest, 1e-15) << step.time_s;
    overlaps += deepest > 1e-6 ? 1 : 0;
  }
  EXPECT_GE(overlaps, 3) << "a run without overlaps would say nothing";
}

// The bars that are quick: h = .02 and .01.
TEST(Converge, CoarseStepsKeepTheBoundsOfTheThesis) {
  for (const auto& [scene, bound] :
       {std::pair{"balance2", 0.15}, std::pair{"pyramid1", 3.0}, std::pair{"dice3", 0.6}}) {
    ConvergeOptions options;
    options.scenes = {scene};
    options.dt = {0.02, 0.01};
    options.gamma = {1};
    options.starts = 2;
    options.jobs = 2;
    for (const ConvergeRun& run : ran(options)) {
      EXPECT_EQ(run.unsolved, 0U);
      EXPECT_EQ(run.fault, "");
      EXPECT_GT(run.infeasibility.average_m, 0);
      EXPECT_LE(run.infeasibility.average_m, bound * run.dt * run.dt) << scene << " " << run.dt;
      EXPECT_LE(run.highest_J, 1e-9) << "no energy from nothing";
    }
  }
}

TEST(Converge, StabilisationShrinksWhatBalance2Overlaps) {
  ConvergeOptions options;
  options.scenes = {"balance2"};
  options.dt = {0.02};
  options.gamma = {1, 0.5, 0};
  options.starts = 1;
  const auto runs = ran(options);
  ASSERT_EQ(runs.size(), 3U);
  EXPECT_LT(runs[0].infeasibility.average_m, runs[1].infeasibility.average_m);
  EXPECT_LT(runs[1].infeasibility.average_m, runs[2].infeasibility.average_m);
  EXPECT_GE(runs[2].infeasibility.average_m, 10 * runs[0].infeasibility.average_m);
  EXPECT_NEAR(runs[0].potential_end_J, 8.2666, 1e-3);
  EXPECT_LE(runs[0].kinetic_end_J, kRestingEnergy);
}

TEST(Converge, AStopRequestKeepsWhatHasEnded) {
  ConvergeOptions options;
  options.metric_source = by_name;
  options.scenes = {"dice3"};
  options.dt = {0.1};
  options.starts = 4;
  std::atomic<int> asked = 0;
  options.stop_requested = [&asked] { return ++asked > 100; };
  const auto runs = run_converge(options);
  ASSERT_TRUE(runs.ok());
  EXPECT_GE(runs.value().size(), 1U);
  EXPECT_LT(runs.value().size(), 8U);
}

// -rho = s*/D* with s* >= the depth, and D* <= |x_1 - x_2| (theorem 2.16). No centre of the cubes of
// dice3 comes farther than 3.9 m from that of the floor; where they touch, D* is at least 1.
TEST(Converge, TheRatioIsBoundedByTheDepthAsTheorem216Says) {
  ConvergeOptions options;
  options.scenes = {"dice3"};
  options.dt = {0.01};
  options.gamma = {1};
  options.starts = 1;
  options.keep_steps = true;
  const std::vector<ConvergeRun> runs = ran(options);
  int overlaps = 0;
  for (const InfeasibleStep& step : runs.at(0).steps) {
    if (step.depth_m < 1e-9) continue;
    ++overlaps;
    EXPECT_GE(step.ratio, step.depth_m / 3.9) << step.time_s;
    EXPECT_LE(step.ratio, 1.5 * step.depth_m) << step.time_s;
  }
  EXPECT_GT(overlaps, 5);
  EXPECT_GT(runs[0].infeasibility.average_ratio, 0);
  EXPECT_GE(runs[0].infeasibility.max_ratio, runs[0].infeasibility.average_ratio);
}

TEST(Converge, ARunIsWrongIfItGainsEnergyFromNothingOrHasUnsolvedSteps) {
  ConvergeRun run = with(0.01, 0, 1e-5);
  run.scale_J = 50;
  run.highest_J = 5;
  EXPECT_EQ(why_wrong(run), "");
  run.highest_J = 5.1;
  EXPECT_EQ(why_wrong(run), "came to 5.1 J above its start");
  run.gains.wrong_steps = 2;
  run.gains.first_wrong = {1.5, 7, 50, "plank and left"};
  run.unsolved = 3;
  EXPECT_EQ(
      why_wrong(run),
      "unsolved steps: 3; steps that gained energy from nothing: 2, first 7 J at 1.5 s (plank "
      "and left); came to 5.1 J above its start");
  run = with(0.01, 0, 1e-5);
  run.fault = "the energy is not a number";
  EXPECT_EQ(why_wrong(run), "ended early: the energy is not a number");
}

TEST(Converge, AMethodThatGainsEnergyIsJudgedWrong) {
  ConvergeOptions options;
  options.scenes = {"dice3"};
  options.dt = {0.02};
  options.gamma = {1};
  options.starts = 1;
  options.contacts = "events";
  options.events.window = EventWindow::two;
  options.events.bounds = EventBounds::own;
  options.events.rows = EventRows::literal;
  options.events.thesis = true;
  options.stepper = "relaxed";
  EXPECT_THAT(why_wrong(ran(options).at(0)), HasSubstr("gained energy from nothing"));
}

TEST(Converge, WhatIsUnknownIsRefused) {
  const auto reason = [](const std::function<void(ConvergeOptions&)>& change) {
    ConvergeOptions options;
    options.metric_source = by_name;
    change(options);
    const auto runs = run_converge(options);
    return runs.ok() ? std::string() : runs.reason();
  };
  EXPECT_THAT(reason([](auto& o) { o.scenes = {"stack"}; }), HasSubstr("unknown problem 'stack'"));
  EXPECT_THAT(reason([](auto& o) { o.contacts = "no"; }), HasSubstr("unknown contact method 'no'"));
  EXPECT_THAT(reason([](auto& o) { o.stepper = "no"; }), HasSubstr("unknown stepper 'no'"));
  EXPECT_THAT(reason([](auto& o) { o.gamma = {3}; }), HasSubstr("gamma must be in 0..2"));
  EXPECT_THAT(reason([](auto& o) { o.dt = {100}; }), HasSubstr("half a step"));
}

}  // namespace
}  // namespace touchstone
