// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/peg/peg_crash.hpp"

#include <gtest/gtest.h>

#include "harness/contact_conditions/contact_check.hpp"

namespace touchstone {
namespace {

TEST(PegCrash, CountsTheStepsOfARunAndTheRun) {
  PegRun run;
  run.scene = "polygon-box";
  run.planned = 250;
  run.unsolved = 2;
  run.first_unsolved_s = 4.66;
  CheckRow row = empty_row(peg_crash_check());
  judge_crash(run, row);
  EXPECT_EQ(row.claim("solved").held, 248U);
  EXPECT_EQ(row.claim("solved").violated, 2U);
  EXPECT_EQ(row.claim("run").violated, 1U);
  EXPECT_NE(row.claim("run").first.front().id.find("at 4.66 s"), std::string::npos);
}

TEST(PegCrash, ARunThatEndsEarlyIsNotJudged) {
  PegRun run;
  run.planned = 250;
  run.fault = "the energy is not a number";
  CheckRow row = empty_row(peg_crash_check());
  judge_crash(run, row);
  EXPECT_EQ(row.unanswered, 1U);
  EXPECT_EQ(row.claim("solved").checked(), 0U);
}

TEST(PegRun, TheStandardModelLeavesNoStepUnsolvedInThePlane) {
  PegRunOptions options;
  options.metric_source = registered_metric;
  options.scene = "polygon-box";
  options.models = {{"std", 0}, {"peg", 0}};
  options.dt = {0.02, 0.01};
  options.bodies = 4;
  options.t_end = 1.5;
  options.measures_overlap = false;
  const auto runs = run_peg(options);
  ASSERT_TRUE(runs) << runs.reason();
  ASSERT_EQ(runs.value().size(), 4U);
  for (const PegRun& run : runs.value()) {
    EXPECT_GT(run.contact_steps, 0U);
    EXPECT_EQ(run.unsolved, 0U);
  }
}

TEST(PegRun, NeedNotMeasureTheOverlap) {
  PegRunOptions options;
  options.metric_source = registered_metric;
  options.scene = "polygon-box";
  options.models = {{"peg", 0}};
  options.dt = {0.02};
  options.bodies = 2;
  options.t_end = 1.2;
  options.measures_overlap = false;
  const auto runs = run_peg(options);
  ASSERT_TRUE(runs) << runs.reason();
  EXPECT_TRUE(runs.value().front().overlap.empty());
  EXPECT_GT(runs.value().front().contact_steps, 0U);
}

}  // namespace
}  // namespace touchstone
