// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/energy/recorded_run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "benchmarks/energy/energy_suite.hpp"
#include "benchmarks/energy/observable_meaning.hpp"
#include "metrics/registry.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;

std::unique_ptr<Metric> metric_of(std::string_view name) {
  const MetricRow* row = find_metric(name);
  return row == nullptr ? nullptr : row->make();
}

Scene with_a_path() { return make_scene(*find_scene("pushed-cube"), {}).value(); }

Scene sliding() { return make_scene(*find_scene("slide-to-roll"), {}).value(); }

TEST(RecordedRun, ShowsTheStartAndEachOfSoManySteps) {
  const Scene scene = sliding();
  int shown = 0;
  const auto run = run_recorded(scene, 300, metric_of, [&](const Simulation& seen) {
    EXPECT_TRUE(shown > 0 || seen.states()[0].p_W == scene.start[0].p_W);
    ++shown;
    return true;
  });
  ASSERT_TRUE(run.ok()) << run.reason();
  EXPECT_EQ(shown, 4);
  EXPECT_EQ(run.value().steps, 1000U);
  EXPECT_EQ(run.value().unsolved_steps, 0U);
  EXPECT_EQ(run.value().fault, "");
}

TEST(RecordedRun, EndsWhereNobodyWantsMore) {
  int shown = 0;
  const auto run = run_recorded(sliding(), 10, metric_of,
                                [&](const Simulation& /*run*/) { return ++shown < 3; });
  EXPECT_EQ(run.value().steps, 20U);
}

TEST(RecordedRun, EndsAtItsTimeLimitOrWhereItIsInterrupted) {
  const auto all = [](const Simulation& /*run*/) { return true; };
  RunLimits limits;
  limits.time_limit_s = 1e-9;
  const auto late = run_recorded(sliding(), 1, metric_of, all, {}, limits);
  EXPECT_LE(late.value().steps, 1U);
  EXPECT_THAT(late.value().cut_short, HasSubstr("its time limit of 1e-09 s ended it at "));
  int asked = 0;
  limits = {0, [&asked] { return ++asked > 20; }};
  const auto stopped = run_recorded(sliding(), 1, metric_of, all, {}, limits);
  EXPECT_GT(stopped.value().steps, 5U);
  EXPECT_LT(stopped.value().steps, 21U);
  EXPECT_NEAR(stopped.value().t_end, static_cast<double>(stopped.value().steps) * sliding().dt,
              1e-15);
  EXPECT_THAT(stopped.value().cut_short, HasSubstr("it was interrupted at 0.0"));
  EXPECT_EQ(stopped.value().fault, "");
}

TEST(RecordedRun, StatesThatCouldNotBeReadAgainAreNamed) {
  std::vector<BodyState> states(2);
  EXPECT_EQ(unreadable(states), "");
  states[1].v_W.y() = -1e61;
  EXPECT_EQ(unreadable(states), "a state has a number beyond 1e60");
  states[0].w_W.x() = std::nan("");
  EXPECT_EQ(unreadable(states), "a state is not a number");
}

TEST(RecordedRun, EndsBeforeWhatIsNoNumber) {
  Scene scene = sliding();
  scene.gravity_W = Vec3(1e308, 0, 0);
  scene.dt = 1e10;
  scene.t_end = 1e13;
  bool finite = true;
  const auto run = run_recorded(scene, 1, metric_of, [&](const Simulation& seen) {
    const std::vector<BodyState>& states = seen.states();
    finite = finite && states[0].p_W.allFinite() && states[0].v_W.allFinite();
    return true;
  });
  ASSERT_TRUE(run.ok());
  EXPECT_TRUE(finite);
  EXPECT_NE(run.value().fault, "");
  EXPECT_LT(run.value().steps, 1000U);
}

TEST(RecordedRun, NamesThatNoTableHasAreRefused) {
  const auto all = [](const Simulation& /*run*/) { return true; };
  for (const char* name : {"no-such", ""}) {
    Scene scene = sliding();
    scene.contacts = name;
    EXPECT_THAT(run_recorded(scene, 1, metric_of, all).reason(),
                HasSubstr("unknown contact method"));
    scene = sliding();
    scene.stepper = name;
    EXPECT_THAT(run_recorded(scene, 1, metric_of, all).reason(), HasSubstr("unknown stepper"));
  }
}

TEST(ObservableMeaning, IsKnownOfEveryObservableWithItsUnit) {
  for (const SceneRow& row : scene_library()) {
    for (const EnergyCase& energy_case : energy_cases(row.name, SuiteExtent::plain)) {
      const auto scene = make_scene(row, energy_case.choice);
      ASSERT_TRUE(scene.ok());
      for (const Observable& o : scene_observables(scene.value(), energy_case.choice)) {
        EXPECT_TRUE(observable_meaning(o.name).ends_with("]")) << o.name;
      }
    }
  }
  for (const Observable& observable : unjudged_observables(with_a_path())) {
    EXPECT_NE(observable_meaning(observable.name), "") << observable.name;
  }
  EXPECT_EQ(observable_meaning("no_such"), "");
}

}  // namespace
}  // namespace touchstone
