// SPDX-License-Identifier: GPL-3.0-or-later
// Runs of `energy`: scenes, records, verdicts.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/program.hpp"
#include "tests/refusal.hpp"

namespace touchstone {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;

TEST(Energy, ARunSaysHowManyIslandsItHadAndHowFarItsJointsWereApart) {
  const Ran boxes = run_touchstone({"simulate", "sliding-boxes", "--bodies", "4", "--json", "-"});
  const json apart = json::parse(boxes.out).at("results").at(0);
  EXPECT_EQ(apart.at("max_islands"), 4);
  EXPECT_EQ(apart.at("largest_island").at("bodies"), 1);
  EXPECT_GT(apart.at("largest_island").at("contacts"), 0);
  EXPECT_EQ(apart.at("joint_error").at("anchor_m"), 0);
  const Ran rods = run_touchstone({"simulate", "links", "--bodies", "2", "--json", "-"});
  const json linked = json::parse(rods.out).at("results").at(0);
  EXPECT_EQ(linked.at("max_islands"), 1);
  EXPECT_GT(linked.at("joint_error").at("anchor_m"), 0);
  EXPECT_EQ(linked.at("joint_error").at("axis_rad"), 0);
  EXPECT_THAT(run_touchstone({"simulate", "sliding-boxes", "--bodies", "2"}).out,
              HasSubstr("at most 2 islands in a step"));
  EXPECT_THAT(run_touchstone({"simulate", "links", "--bodies", "2"}).out,
              HasSubstr("joints were apart by at most"));
}

TEST(Energy, JsonHasTheKeysOfItsSchema) {
  const Ran ran =
      run_touchstone({"energy", "slide-to-roll", "spinning-box", "--jobs", "1", "--json", "-"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  const json record = json::parse(ran.out);
  EXPECT_EQ(record.at("schema"), "touchstone.energy/3");
  ASSERT_GE(record.at("results").size(), 3U);
  for (const json& result : record.at("results")) {
    for (const char* key : {"scene",           "metric",          "contacts",
                            "stepper",         "friction",        "dt",
                            "vertices",        "t_end",           "ke0",
                            "ke_end",          "energy_drift",    "max_gain",
                            "max_penetration", "unsolved_steps",  "stabilisation_dropped",
                            "ms_per_step",     "observable",      "measured",
                            "truth",           "tolerance",       "verdict",
                            "bodies",          "gaining_steps",   "gain_sum",
                            "wrong_gains",     "start_overlap",   "no_slip_inconsistent",
                            "timed_out",       "tolerance_below", "no_verdict",
                            "max_islands",     "largest_island",  "joint_error"}) {
      EXPECT_TRUE(result.contains(key)) << key;
    }
    for (const char* part : {"contact", "solve", "rest", "total"}) {
      EXPECT_TRUE(result.at("ms_per_step").contains(part)) << part;
    }
    EXPECT_EQ(result.at("vertices").size(), 2U);
    const std::string verdict = result.at("verdict");
    EXPECT_EQ(verdict == "no_truth", result.at("truth").is_null());
    EXPECT_NE(verdict, "wrong");
  }
}

TEST(Energy, JsonHasACurveAndAProfileOnceForEachRun) {
  const Ran ran = run_touchstone(
      {"energy", "slide-to-roll", "vertex-spin", "--quick", "--dt", "1e-2", "--json", "-"});
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  std::size_t curves = 0;
  const json record = json::parse(ran.out);
  for (const json& result : record.at("results")) {
    const json& curve = result.at("curve");
    EXPECT_EQ(curve.is_null(), result.at("profile").is_null());
    if (curve.is_null()) {
      EXPECT_EQ(result.at("observable"), "rolling_time_s");
      continue;
    }
    ++curves;
    const std::size_t points = curve.at("time_s").size();
    EXPECT_LE(points, 500U);
    EXPECT_EQ(curve.at("time_s").back(), result.at("t_end"));
    for (std::size_t i = 0; i < points; ++i) {
      const double total = curve.at("total_J").at(i);
      EXPECT_NEAR(
          total,
          curve.at("kinetic_J").at(i).get<double>() + curve.at("potential_J").at(i).get<double>(),
          1e-12);
    }
    EXPECT_EQ(curve.at("true_J").size(), points);
    for (const char* part : {"contacts_s", "problem_s", "solve_s", "other_s"}) {
      EXPECT_GE(result.at("profile").at(part), 0) << part;
    }
  }
  EXPECT_GE(curves, 2U);
}

TEST(Energy, QuickIsAPartOfTheSuite) {
  const auto runs = [](const char* how) {
    const Ran ran = run_touchstone({"energy", "vertex-spin", "edge-spin", how, "--json", "-"});
    EXPECT_EQ(ran.exit_code, 0) << ran.err;
    return json::parse(ran.out).at("results").size();
  };
  EXPECT_EQ(runs("--quick"), 6U);
  EXPECT_EQ(runs("--jobs=2"), 20U);
  expect_one_line_refusal(run_touchstone({"energy", "--quick", "--full"}),
                          "--quick: has no effect here, only without --full");
  expect_one_line_refusal(run_touchstone({"simulate", "duct", "--quick"}),
                          "simulate: unknown option '--quick'");
}

TEST(Energy, ATimeLimitEndsARunAndSaysSo) {
  const Ran ran = run_touchstone(
      {"energy", "spinning-box", "--directions", "8", "--time-limit", "1e-9", "--json", "-"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  const json result = json::parse(ran.out).at("results").at(0);
  EXPECT_EQ(result.at("timed_out"), true);
  EXPECT_EQ(result.at("steps"), 1);
  EXPECT_EQ(result.at("verdict"), "no_truth");
  EXPECT_THAT(result.at("no_verdict"), HasSubstr("its time limit of 1e-09 s ended it at 0.001 s"));
  const Ran table = run_touchstone({"energy", "spinning-box", "--time-limit", "1e-9"});
  EXPECT_THAT(table.out, HasSubstr("4 runs were ended by the time limit"));
}

TEST(Energy, AStepThatGainsFromNothingIsNamedInAFileOfOnesOwn) {
  const ScratchFolder folder;
  const std::string file = folder.write("deep.json", R"({
    "schema": "touchstone.scene/1", "name": "deep", "dt": 0.005, "t_end": 0.1,
    "bodies": [{"name": "box", "box": [0.5, 0.5, 0.5], "inertia": [0.1667, 0.1667, 0.1667],
                "position": [0, 0.2, 0]},
               {"name": "floor", "box": [5, 0.5, 5], "fixed": true, "position": [0, -0.5, 0]}]})");
  const Ran ran = run_touchstone({"simulate", file, "--json", folder.path("r.json")});
  EXPECT_EQ(ran.exit_code, 1) << ran.err;
  EXPECT_THAT(ran.out, AllOf(HasSubstr("box and floor overlap by 0.3 m at the start"),
                             HasSubstr("1 step at 0.005 s gained 1.8e+03 J (box and floor)"),
                             HasSubstr("1 of 1 run gained energy from nothing")));
  const json result = json::parse(read_text(folder.path("r.json"))).at("results").at(0);
  EXPECT_EQ(result.at("wrong_gains").at("bodies"), "box and floor");
  EXPECT_EQ(result.at("start_overlap").at("bodies"), "box and floor");
  EXPECT_EQ(result.at("gaining_steps"), 1);
  EXPECT_EQ(result.at("steps"), 20) << "the run goes on";
  // With gamma 0.01 the overlap goes slowly, and nothing is wrong but the start.
  json gentle = json::parse(read_text(file));
  gentle["gamma"] = 0.01;
  const Ran slow = run_touchstone({"simulate", folder.write("gentle.json", gentle.dump())});
  EXPECT_EQ(slow.exit_code, 0) << slow.out;
  EXPECT_THAT(slow.out, HasSubstr("overlap by 0.3 m at the start"));
}

TEST(Energy, ScenesHaveAsManyBodiesAsAreAskedFor) {
  const Ran ran =
      run_touchstone({"simulate", "sliding-boxes", "--bodies", "3,5", "--t-end", "0.05"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, AllOf(HasSubstr("sliding-boxes 3 "), HasSubstr("sliding-boxes 5 ")));
  const Ran one =
      run_touchstone({"simulate", "links", "--bodies", "1", "--dt", "1e-3", "--json", "-"});
  EXPECT_EQ(one.exit_code, 0) << one.err;
  EXPECT_EQ(json::parse(one.out).at("results").size(), 1U) << "one rod has one end that is fixed";
  const Ran chain = run_touchstone({"simulate", "links", "--bodies", "4", "--both-ends", "--dt",
                                    "1e-3", "--t-end", "0.1", "--json", "-"});
  EXPECT_EQ(chain.exit_code, 0) << chain.err;
  const json result = json::parse(chain.out).at("results").at(0);
  EXPECT_EQ(result.at("observable"), "joint_force_error_N");
  EXPECT_EQ(result.at("verdict"), "right");
}

TEST(Energy, ASceneFileRunsAsWritten) {
  const ScratchFolder folder;
  const std::string file = folder.path("box.json");
  const Ran written =
      run_touchstone({"simulate", "spinning-box", "--directions", "8", "--write-scene", file});
  EXPECT_EQ(written.exit_code, 0) << written.err;
  EXPECT_THAT(written.out, HasSubstr("wrote " + file));
  EXPECT_EQ(json::parse(read_text(file)).at("schema"), "touchstone.scene/1");
  const Ran ran = run_touchstone({"simulate", file, "--t-end", "0.01", "--json", "-"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  const json result = json::parse(ran.out).at("results").at(0);
  EXPECT_EQ(result.at("scene"), "spinning-box");
  EXPECT_EQ(result.at("t_end"), 0.01);
}

TEST(Energy, CsvHasTheEnergiesOverTime) {
  const ScratchFolder folder;
  const Ran ran = run_touchstone(
      {"energy", "slide-to-roll", "--t-end", "0.01", "--csv", folder.path("curves")});
  EXPECT_THAT(ran.out, HasSubstr("wrote " + folder.path("curves")));
  const std::string text = read_text(folder.path("curves") + "/1-slide-to-roll--x8-dt0.001.csv");
  EXPECT_THAT(text, HasSubstr("time_s,kinetic_J,total_J,smallest_gap_m,contacts\n0,0.5,"));
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 12);
}

TEST(Energy, ARecordingReplaysToTheBitAndNothingElseDoes) {
  const ScratchFolder folder;
  const std::string file = folder.path("run.json");
  const Ran recorded =
      run_touchstone({"simulate", "pile", "--t-end", "0.5", "--record", file, "--every", "10"});
  EXPECT_EQ(recorded.exit_code, 0) << recorded.err;
  EXPECT_THAT(recorded.out, HasSubstr("11 states"));
  const Ran same = run_touchstone({"simulate", "--replay", file});
  EXPECT_EQ(same.exit_code, 0) << same.err;
  EXPECT_THAT(same.out, HasSubstr("the same bits in all 11 states"));
  json recording = json::parse(read_text(file));
  auto& height = recording["states"][7][0][1].get_ref<double&>();
  height = std::nextafter(height, 10);
  const Ran other =
      run_touchstone({"simulate", "--replay", folder.write("other.json", recording.dump())});
  EXPECT_EQ(other.exit_code, 1) << other.err;
  EXPECT_THAT(other.out, HasSubstr("differs from step 70 on"));
}

TEST(Energy, WhatIsNotTrueEndsWithOne) {
  // Centre-to-centre normals push a wheel's edge the wrong way.
  const Ran ran = run_touchstone({"simulate", "rimless-wheel", "--vertices", "16", "--dt", "1e-3",
                                  "--contacts", "center_normals"});
  EXPECT_EQ(ran.exit_code, 1) << ran.out;
  EXPECT_THAT(ran.out, HasSubstr("wrong"));
}

TEST(Simulate, SeveralStepsGiveTheOrder) {
  const Ran ran = run_touchstone(
      {"simulate", "roll-off", "--vertices", "0x0", "--dt", "1e-2,1e-3,1e-4", "--json", "-"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  const json orders = json::parse(ran.out).at("orders");
  ASSERT_EQ(orders.size(), 1U);
  EXPECT_EQ(orders.at(0).at("observable"), "energy_error_J");
  EXPECT_EQ(orders.at(0).at("points"), 3);
  EXPECT_EQ(orders.at(0).at("verdict"), "right");
}

}  // namespace
}  // namespace touchstone
