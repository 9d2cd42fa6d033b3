// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/peg/peg_figures.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "benchmarks/energy/energy_test_options.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;

/// A run of one start that has the overlaps.
PegRun run_of(const ModelChoice& model, double dt, int start, std::vector<double> overlap) {
  PegRun run;
  run.scene = "polygon-box";
  run.model = model;
  run.dt = dt;
  run.start = start;
  run.planned = overlap.size();
  run.overlap = std::move(overlap);
  return run;
}

TEST(PegFigures, StatisticsAreOfAllStepsOfAllStarts) {
  const ModelChoice peg = {"peg", 0};
  const std::vector<PegPoint> points = peg_points(
      {run_of(peg, 0.01, 0, {1, 2}), run_of(peg, 0.01, 1, {3, 6}), run_of(peg, 0.02, 0, {5})});
  ASSERT_EQ(points.size(), 2U);
  EXPECT_EQ(points[0].dt, 0.02);
  EXPECT_EQ(points[1].runs, 2);
  EXPECT_EQ(points[1].overlap.mean, 3);
  EXPECT_EQ(points[1].overlap.median, 2.5);
  EXPECT_FALSE(points[1].mean_before_std_fails.has_value());
}

TEST(PegFigures, ThePointHasTheMeansOfItsStartsAndTheRunsThatFailed) {
  const ModelChoice peg = {"peg", 0};
  std::vector<PegRun> runs = {run_of(peg, 0.01, 0, {1, 2}), run_of(peg, 0.01, 1, {3, 6}),
                              run_of(peg, 0.02, 0, {5, 1e-16})};
  runs[1].unsolved = 1;
  const std::vector<PegPoint> points = peg_points(runs);
  ASSERT_EQ(points.size(), 2U);
  EXPECT_EQ(points[0].failed_runs, 0);
  EXPECT_EQ(points[1].failed_runs, 1);
  EXPECT_EQ(points[1].rounding_share, 0);
  EXPECT_EQ(points[0].rounding_share, 0.5);
  EXPECT_EQ(points[1].least_mean, 1.5);
  EXPECT_EQ(points[1].largest_mean, 4.5);
}

TEST(PegFigures, ARunFailsForEachOfItsReasons) {
  PegRun run;
  EXPECT_FALSE(run.failed());
  run.fault = "the energy is not a number";
  EXPECT_TRUE(run.failed());
  run = {};
  run.left = {"polygon1"};
  EXPECT_TRUE(run.failed());
  run = {};
  run.late.never = {"polygon1"};
  EXPECT_TRUE(run.failed());
  run = {};
  run.gains.wrong_steps = 1;
  EXPECT_TRUE(run.failed());
}

// Intervals of 0.1 s are two steps; the last one of the shorter run is its third step alone.
TEST(PegFigures, MomentsAreMeansOfTheStartsAtTheSmallestStep) {
  const auto counted = [](const ModelChoice& model, double dt, std::vector<int> potential) {
    PegRun run = run_of(model, dt, 0, {});
    run.planned = 4;
    run.traps_at.assign(potential.size(), 1);
    run.potential_at = std::move(potential);
    return run;
  };
  const std::vector<PegMoment> moments = peg_moments(
      {counted({"peg", 0}, 0.1, {100, 100, 100, 100}), counted({"peg", 0}, 0.05, {1, 3, 6}),
       counted({"peg", 0}, 0.05, {5, 7, 8, 10}), counted({"std", 0}, 0.05, {2, 2, 2, 2})});
  ASSERT_EQ(moments.size(), 4U);
  EXPECT_EQ(moments[0].dt, 0.05);
  EXPECT_DOUBLE_EQ(moments[0].time_s, 0.05);
  EXPECT_EQ(moments[0].potential, 4);
  EXPECT_EQ(moments[0].traps, 1);
  EXPECT_DOUBLE_EQ(moments[1].time_s, 0.15);
  EXPECT_EQ(moments[1].potential, 8);
  EXPECT_FALSE(moments[3].traps.has_value()) << "std has none";
}

TEST(PegFigures, StepsAreComparedWithThoseOfOthersAtTheSameDt) {
  std::vector<PegRun> runs = {run_of({"plane", 0}, 0.01, 0, {1}), run_of({"peg", 0}, 0.01, 0, {1}),
                              run_of({"peg", 0}, 0.02, 0, {1})};
  runs[0].cost.total_ms = 2;
  runs[1].cost.total_ms = 3;
  const std::vector<PegPoint> points = peg_points(runs);
  ASSERT_EQ(points.size(), 3U);
  EXPECT_EQ(points[0].of_plane, 1);
  EXPECT_FALSE(points[1].of_plane) << "dt 0.02";
  EXPECT_EQ(points[2].of_plane, 1.5);
  EXPECT_FALSE(points[2].of_std);
}

TEST(PegFigures, StepsBeforeTheStandardModelFailsAreComparedStartByStart) {
  const ModelChoice peg = {"peg", 0};
  std::vector<PegRun> runs = {
      run_of({"std", 0}, 0.5, 0, {1, 2, 3, 4}), run_of({"std", 0}, 0.5, 1, {10, 20, 30, 40}),
      run_of(peg, 0.5, 0, {0.1, 0.2, 0.3, 0.4}), run_of(peg, 0.5, 1, {5, 6, 7, 8})};
  runs[0].first_unsolved_s = 1.5;  // its third step
  const std::vector<PegPoint> points = peg_points(runs);
  ASSERT_EQ(points.size(), 2U);
  EXPECT_DOUBLE_EQ(*points[0].mean_before_std_fails, (1 + 2 + 10 + 20 + 30 + 40) / 6.0);
  EXPECT_DOUBLE_EQ(*points[1].mean_before_std_fails, (0.1 + 0.2 + 5 + 6 + 7 + 8) / 6);
}

TEST(PegFigures, SlopesAreThoseOfPowersWithTheirSpread) {
  const ModelChoice peg = {"peg", 0};
  std::vector<PegRun> runs;
  for (const double dt : {0.01, 0.005, 0.0025}) {
    runs.push_back(run_of(peg, dt, 0, {dt * dt, 3 * dt * dt}));
    runs.push_back(run_of(peg, dt, 1, {dt, 2 * dt}));
    runs.push_back(run_of({"plane", 0}, dt, 0, {0, 0}));
  }
  const std::vector<PegSlope> slopes = peg_slopes(runs);
  ASSERT_EQ(slopes.size(), 1U) << "nothing is said of zeros";
  EXPECT_EQ(slopes[0].starts, 2);
  EXPECT_NEAR(slopes[0].mean, 1.5, 1e-12);
  EXPECT_NEAR(*slopes[0].half_width, 12.706 * 0.5, 1e-3) << "Student's t of one degree";
}

TEST(PegFigures, DefaultsAndTheFullOnesAreThoseOfThePaper) {
  for (const PegFigure& figure : peg_figures()) {
    EXPECT_EQ(peg_figure_options(figure, false).dt,
              std::vector<double>({0.02, 0.01, 0.005, 0.0025}));
    const PegRunOptions full = peg_figure_options(figure, true);
    ASSERT_EQ(full.dt.size(), 16U);
    EXPECT_DOUBLE_EQ(full.dt.front(), 0.02);
    EXPECT_DOUBLE_EQ(full.dt.back(), 0.001);
    EXPECT_NEAR(full.dt[1] / full.dt[0], full.dt[15] / full.dt[14], 1e-12);
    EXPECT_EQ(full.starts, 10);
  }
}

// Twice as much from one start, 8 times from the other: exp((log 2 + log 8)/2) = 4.
TEST(PegFigures, PrimariesAreComparedStartByStart) {
  const ModelChoice one = {"peg", 0}, several = {"peg", 0, true};
  const std::vector<PrimaryRatio> ratios =
      primary_ratios({run_of(one, 0.01, 0, {1, 3}), run_of(one, 0.01, 1, {1, 0}),
                      run_of(one, 0.01, 2, {0, 0}), run_of(several, 0.01, 0, {4, 4}),
                      run_of(several, 0.01, 1, {4, 4}), run_of(several, 0.01, 2, {1, 1}),
                      run_of({"peg", 3}, 0.01, 0, {1, 1}), run_of(one, 0.02, 0, {1, 1})});
  ASSERT_EQ(ratios.size(), 1U);
  EXPECT_EQ(ratios[0].starts, 2) << "nothing is said of a start without overlap";
  EXPECT_NEAR(ratios[0].ratio, 4, 1e-12);
  EXPECT_NEAR(*ratios[0].upper, 4 * std::pow(2, 12.706), 4e-3 * std::pow(2, 12.706));
  EXPECT_NEAR(*ratios[0].lower * *ratios[0].upper, 16, 1e-9);
}

TEST(PegFigures, AModelIsANameWithOrWithoutCorrections) {
  EXPECT_EQ(parse_model_choice("peg").value(), (ModelChoice{"peg", 0}));
  EXPECT_EQ(parse_model_choice("peg+corr").value(), (ModelChoice{"peg", 3}));
  EXPECT_EQ(parse_model_choice("peg+corr").value().name(), "peg + corr");
  EXPECT_THAT(parse_model_choice("pog").reason(),
              HasSubstr("unknown contact model 'pog'; did you mean peg?"));
  EXPECT_THAT(parse_model_choice("manifold+corr").reason(), HasSubstr("has no corrections"));
  EXPECT_EQ(parse_model_choice("peg+several").value(), (ModelChoice{"peg", 0, true}));
  EXPECT_EQ(parse_model_choice("peg+corr+several").value(), (ModelChoice{"peg", 3, true}));
  EXPECT_EQ(parse_model_choice("peg+corr+several").value().name(), "peg + corr + several");
  EXPECT_THAT(parse_model_choice("std+several").reason(), HasSubstr("has no primary contacts"));
}

PegRunOptions small_options() {
  PegRunOptions options;
  options.metric_source = energy_test_options().metric_source;
  options.scene = "polygon-box";
  options.models = {{"manifold", 0}};
  options.dt = {0.02};
  options.starts = 2;
  options.bodies = 3;
  return options;
}

TEST(PegRun, MeasuresEachStepOfEachStart) {
  const auto runs = run_peg(small_options());
  ASSERT_TRUE(runs.ok()) << runs.reason();
  ASSERT_EQ(runs.value().size(), 2U);
  for (const PegRun& run : runs.value()) {
    EXPECT_EQ(run.overlap.size(), 38U) << "0.75 s";
    EXPECT_EQ(run.late.entered, 2);
    EXPECT_TRUE(run.late.never.empty());
    EXPECT_TRUE(run.left.empty());
    EXPECT_EQ(run.fault, "");
    EXPECT_GT(run.cost.total_ms, 0);
  }
}

TEST(PegRun, UnknownNamesAndStepsAreRefused) {
  PegRunOptions options = small_options();
  options.models = {{"no-such", 0}};
  EXPECT_THAT(run_peg(options).reason(), HasSubstr("unknown contact model 'no-such'"));
  options = small_options();
  options.dt = {10};
  EXPECT_THAT(run_peg(options).reason(), HasSubstr("t_end is shorter than half a step"));
}

}  // namespace
}  // namespace touchstone
