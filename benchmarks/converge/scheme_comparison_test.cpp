// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/converge/scheme_comparison.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "dynamics/scenes/scene_library.hpp"
#include "metrics/registry.hpp"

namespace touchstone {
namespace {

using Kind = ComparedScheme::Kind;

ClaimOptions with_metrics() {
  ClaimOptions options;
  options.metric_source = [](std::string_view name) { return find_metric(name)->make(); };
  return options;
}

/// A sphere that falls freely; `error` is what a run is judged by.
ComparedScene falling(double (*error)(double h)) {
  SceneChoice choice;
  choice.t_end = 0.05;
  ComparedScene of{make_scene(*find_scene("rolling-free"), choice).value(), {}};
  of.scene.start[0].p_W.y() += 10;
  of.error = [error](const ComparedScheme& /*scheme*/, const StepScheme& ended) {
    return error(ended.scene().dt);
  };
  return of;
}

TEST(SchemeComparison, TheStepThatIsFoundAndItsHalfAreAccurate) {
  // 0.05 s by 4, 8, 16, 32: one lucky step, then two that are accurate.
  const ComparedScene of = falling([](double h) {
    const double steps = std::round(0.05 / h);
    return steps == 4 || steps >= 16 ? 0.001 : 0.5;
  });
  for (const Kind kind :
       {Kind::present, Kind::penalty, Kind::post_stabilised, Kind::event_driven}) {
    const LargestStep step = largest_step({kind, 1e-3}, of, with_metrics(), 64);
    EXPECT_TRUE(step.found) << step.fault;
    EXPECT_EQ(step.steps, 16U);
    EXPECT_DOUBLE_EQ(step.h, 0.05 / 16);
    EXPECT_EQ(step.error, 0.001);
  }
}

TEST(SchemeComparison, WhatIsNeverAccurateHasNoStep) {
  const LargestStep step =
      largest_step({}, falling([](double /*h*/) { return 0.5; }), with_metrics(), 64);
  EXPECT_FALSE(step.found);
  EXPECT_EQ(step.fault, "an error of 50 %");
}

TEST(SchemeComparison, OursFindsAStepInEachScene) {
  for (const ComparedScene& of : compared_scenes(with_metrics())) {
    if (of.scene.name == "balance2") continue;  // its truth is a run
    const LargestStep step = largest_step({}, of, with_metrics(), 1024);
    EXPECT_TRUE(step.found) << of.scene.name << ": " << step.fault;
  }
}

TEST(SchemeComparison, AStopIsAFailure) {
  ClaimOptions options = with_metrics();
  options.stop_requested = [] { return true; };
  const LargestStep step = largest_step({}, falling([](double /*h*/) { return 0.0; }), options, 64);
  EXPECT_FALSE(step.found);
  EXPECT_EQ(step.fault, "it was stopped");
}

}  // namespace
}  // namespace touchstone
