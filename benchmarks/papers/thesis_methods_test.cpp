// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/papers/thesis_methods.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "benchmarks/papers/thesis_figures.hpp"
#include "metrics/registry.hpp"

namespace touchstone {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::unique_ptr<Metric> metric_by_name(std::string_view name) {
  const MetricRow* row = find_metric(name);
  return row == nullptr ? nullptr : row->make();
}

const ThesisFigure& figure_named(const std::string& name) {
  const auto& all = thesis_figures();
  return *std::find_if(all.begin(), all.end(), [&](const auto& f) { return f.name == name; });
}

TEST(ThesisMethod, HasTheTolerancesThatArePrintedForEachProblem) {
  const auto printed = [](const char* problem) {
    const EventOptions events = printed_method(problem).events;
    return std::vector<double>{*events.eps_x, *events.eps_t, events.eps_0, events.delta_max};
  };
  EXPECT_THAT(printed("balance2"), ElementsAre(0.01, 0.1, 1e-4, 1e6));
  EXPECT_THAT(printed("pyramid1"), ElementsAre(0.01, 0.1, 1e-4, 1e6));
  EXPECT_THAT(printed("dice3"), ElementsAre(0.5, 0.2, 1e-7, 1e10));
  EXPECT_THAT(printed("setup6"), ElementsAre(0.5, 0.5, 1e-7, 1e10));
}

TEST(ThesisMethod, IsWhatAlgorithm65Prints) {
  EXPECT_EQ(rules_text(printed_method("dice3")), "pair, relaxed, one, literal");
  EXPECT_EQ(rules_text(touchstone_method()), "touchstone");
  std::set<std::string> rules;
  for (const ThesisMethod& method : printed_combinations("dice3")) rules.insert(rules_text(method));
  EXPECT_EQ(rules.size(), 16U);
}

TEST(ThesisMethod, FreezesTheFallenCubeInTheAir) {
  const ThesisFigure& figure = figure_named("thesis-figure23");
  const auto height = [&](const ThesisMethod& method) {
    const ThesisMotion motion = thesis_motion(figure, method, metric_by_name, {});
    EXPECT_EQ(motion.wrong(), "");
    EXPECT_EQ(motion.frames.size(), 4U);
    return motion.frames.back().states[1].p_W.z();
  };
  EXPECT_NEAR(height(touchstone_method()), 0.5, 1e-3) << "on the floor";
  EXPECT_GT(height(printed_method("dice3")), 0.6);
}

// Polyhedra enter every half second.
TEST(PegFrames, ShowTheBodiesThatHaveEnteredByEachModel) {
  ThesisFigure figure = figure_named("peg-figure23");
  figure.times = {0.1, 0.7};
  const std::vector<ThesisMethod> methods = scene_methods(figure);
  ASSERT_EQ(methods.size(), 2U);
  for (const ThesisMethod& method : methods) {
    const ThesisMotion motion = thesis_motion(figure, method, metric_by_name, {});
    EXPECT_EQ(motion.scene.model, method.name);
    EXPECT_EQ(motion.wrong(), "");
    ASSERT_EQ(motion.frames.size(), 2U);
    EXPECT_TRUE(motion.frames[0].shows(0));
    EXPECT_FALSE(motion.frames[0].shows(1));
    EXPECT_TRUE(motion.frames[1].shows(1));
    EXPECT_FALSE(motion.frames[1].shows(2));
  }
}

TEST(MethodTable, NamesTheRulesThatRestAsOursDo) {
  std::vector<MethodRow> rows(1);
  rows[0].scene = "dice3";
  rows[0].method = touchstone_method();
  rows[0].potential_J = 10;
  for (const ThesisMethod& method : printed_combinations("dice3")) {
    MethodRow row;
    row.scene = "dice3";
    row.method = method;
    row.potential_J = method.events.bounds == EventBounds::own ? 10.4 : 10.6;
    row.wrong = method.events.window == EventWindow::two ? 1 : 0;
    rows.push_back(row);
  }
  EXPECT_THAT(rules_that_rest(rows),
              ElementsAre("own, relaxed, one, literal", "own, relaxed, one, unit",
                          "own, stewart_trinkle, one, literal", "own, stewart_trinkle, one, unit"));
}

// Dice3 falls, and its starts end with other energies: the row has those of one run.
TEST(MethodTable, HasBothEnergiesOfOneRun) {
  MethodTableOptions options;
  options.metric_source = metric_by_name;
  options.scenes = {"dice3"};
  options.dt = {0.05};
  options.starts = 3;
  // Ours is the first row.
  options.progress = [&options](std::uint64_t done, std::uint64_t /*count*/) {
    if (done == 1) options.stop_requested = [] { return true; };
  };
  const auto table = method_table(options);
  ASSERT_TRUE(table.ok()) << table.reason();
  ASSERT_EQ(table.value().size(), 1U);
  ConvergeOptions same;
  same.metric_source = metric_by_name;
  same.scenes = options.scenes;
  same.dt = options.dt;
  same.gamma = {1};
  const auto runs = run_converge(same);
  ASSERT_TRUE(runs.ok()) << runs.reason();
  const ConvergeRun& first = runs.value().front();
  EXPECT_EQ(first.start, 0);
  EXPECT_EQ(table.value()[0].potential_J, first.potential_end_J);
  EXPECT_EQ(table.value()[0].kinetic_J, first.kinetic_end_J);
}

TEST(MethodTable, RefusesWhatIsNoProblem) {
  MethodTableOptions options;
  options.metric_source = metric_by_name;
  options.scenes = {"stack"};
  const auto table = method_table(options);
  ASSERT_FALSE(table.ok());
  EXPECT_THAT(table.reason(), HasSubstr("unknown problem 'stack'"));
}

}  // namespace
}  // namespace touchstone
