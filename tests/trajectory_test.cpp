// SPDX-License-Identifier: GPL-3.0-or-later
// Motion that other programs computed: judged by its overlaps, energy and momentum.
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
using testing::HasSubstr;

/// Two unit cubes; nothing acts but gravity.
const char* const kScene = R"({"schema": "touchstone.scene/1", "name": "two", "dt": 0.1,
  "t_end": 0.2, "bodies": [
    {"name": "upper", "box": [0.5, 0.5, 0.5], "inertia": [0.1, 0.1, 0.1], "position": [0, 2, 0]},
    {"name": "lower", "box": [0.5, 0.5, 0.5], "inertia": [0.1, 0.1, 0.1]}]})";

json state(double y, double v) { return {0, y, 0, 1, 0, 0, 0, 0, v, 0, 0, 0, 0}; }

/// Two boxes fall by semi-implicit Euler, but the upper one ends 0.25 m deep in the lower one.
json fall() {
  return {{"schema", "touchstone.trajectory/1"},
          {"engine", "by hand"},
          {"version", "1"},
          {"settings", "none"},
          {"scene", "two"},
          {"dt", 0.1},
          {"bodies", {"upper", "lower"}},
          {"fault", nullptr},
          {"took_s", {0.001, 0.002}},
          {"states",
           {{state(2, 0), state(0, 0)},
            {state(2 - 0.0981, -0.981), state(-0.0981, -0.981)},
            {state(0.75 - 0.2943, -1.962), state(-0.2943, -1.962)}}}};
}

class TrajectoryFiles : public testing::Test {
 protected:
  Ran judge(const json& run, const std::vector<std::string>& more = {}) {
    std::vector<std::string> words = {"simulate", scene_, "--judge",
                                      folder_.write("run.json", run.dump())};
    words.insert(words.end(), more.begin(), more.end());
    return run_touchstone(words);
  }
  void refused(const json& run, const std::string& said) {
    expect_one_line_refusal(judge(run), said);
  }

  ScratchFolder folder_;
  std::string scene_ = folder_.write("scene.json", kScene);
};

TEST_F(TrajectoryFiles, AreJudgedByOverlapEnergyAndMomentum) {
  const Ran ran = judge(fall(), {"--json", "-"});
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  const json record = json::parse(ran.out);
  EXPECT_EQ(record.at("schema"), "touchstone.motion/1");
  const json row = record.at("results").at(0);
  EXPECT_EQ(row.at("engine"), "by hand");
  EXPECT_EQ(row.at("steps"), 2);
  EXPECT_NEAR(row.at("max_overlap_m"), 0.25, 1e-12);
  EXPECT_EQ(row.at("max_overlap_s"), 0.2);
  EXPECT_EQ(row.at("overlap_bodies"), "upper and lower");
  EXPECT_EQ(row.at("gaining_steps"), 0);
  EXPECT_NEAR(row.at("momentum_drift"), 0, 1e-12);
  EXPECT_EQ(row.at("ms_per_step").at("median"), 1.5);
  EXPECT_NEAR(row.at("ms_per_step").at("mean"), 1.5, 1e-12);
  EXPECT_EQ(row.at("curve").at("total_J").size(), 3U);
}

TEST_F(TrajectoryFiles, AreShownInATableAndAsCsv) {
  const std::string csv = folder_.path("csv");
  const Ran ran = judge(fall(), {"--csv", csv});
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("by hand"));
  EXPECT_THAT(ran.out, HasSubstr("the deepest overlap is of upper and lower"));
  const std::string text = read_text(csv + "/1-two-by_hand-dt0.1.csv");
  EXPECT_THAT(text, testing::StartsWith("time_s,kinetic_J,total_J,overlap_m,took_s\n0,0,"));
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 4);
}

TEST_F(TrajectoryFiles, OfOursAreWrittenAndJudgedBesideOthers) {
  const std::string ours = folder_.path("ours.json");
  const Ran wrote = run_touchstone({"simulate", scene_, "--trajectory", ours});
  ASSERT_EQ(wrote.exit_code, 0) << wrote.err;
  EXPECT_THAT(wrote.out, HasSubstr("2 steps, stewart_trinkle, certified"));
  const std::string other = folder_.write("run.json", fall().dump());
  const Ran ran =
      run_touchstone({"simulate", scene_, "--judge", ours, "--judge", other, "--json", "-"});
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  const json results = json::parse(ran.out).at("results");
  ASSERT_EQ(results.size(), 2U);
  EXPECT_EQ(results.at(0).at("engine"), "touchstone");
  EXPECT_EQ(results.at(0).at("max_overlap_m"), 0);
  EXPECT_LT(results.at(0).at("momentum_drift"), 1e-12);
}

TEST_F(TrajectoryFiles, AreRefusedInOneLine) {
  json run = fall();
  run["dt"] = 0.2;
  refused(run, "its dt is 0.2, that of two 0.1");
  run = fall();
  run["bodies"][1] = "third";
  refused(run, "its body 2 is 'third', that of two 'lower'");
  run = fall();
  run["states"][0][0][1] = 3;
  refused(run, "its upper starts elsewhere than that of two");
  run = fall();
  run["states"][1][0][3] = 2;
  refused(run, "has a quaternion that is not unit");
  run = fall();
  run["states"][1][0][0] = 1e80;
  refused(run, "has a number beyond 1e60");
  run = fall();
  run["states"][1][0][0] = nullptr;
  refused(run, "states[1][0][0]");
  run = fall();
  run["states"].erase(2);
  refused(run, "must have one entry more than took_s");
  run = fall();
  run["states"][2].erase(1);
  refused(run, "must have a state of each body");
  run = fall();
  run["took_s"][0] = -1;
  refused(run, "took_s[0]");
  run = fall();
  run["more"] = 1;
  refused(run, "unknown key 'more'");
  run = fall();
  run.erase("engine");
  refused(run, "engine");
  run = fall();
  run["schema"] = "touchstone.trajectory/2";
  refused(run, "must be touchstone.trajectory/1");
  refused(json::parse(kScene), "is a scene, not a trajectory");
}

TEST_F(TrajectoryFiles, GoWithOneSceneAndNothingThatRuns) {
  const std::string run = folder_.write("run.json", fall().dump());
  const auto rejected = [&](std::vector<std::string> words, const std::string& said) {
    words.insert(words.begin(), "simulate");
    expect_one_line_refusal(run_touchstone(words), said);
  };
  rejected({"--judge", run}, "missing scene");
  rejected({scene_, "--judge", run, "--record", "x"}, "--record: has no effect");
  rejected({scene_, "--judge", run, "--contacts", "events"}, "--contacts: has no effect");
  rejected({scene_, "--judge", run, "--t-end", "1"}, "--t-end: has no effect");
  rejected({scene_, "--judge", folder_.path("none.json")}, "none.json");
  rejected({scene_, "--judge", run, "--json", run}, "which would be lost");
  rejected({run}, "is a trajectory, not a scene: touchstone simulate SCENE --judge " + run);
  rejected({scene_, "--trajectory", "x", "--record", "y"}, "--trajectory: has no effect");
  rejected({scene_, "--trajectory", "x", "--t-end", "1e5"}, "states of bodies are more");
  rejected({"--replay", "x", "--judge", run}, "--judge: has no effect");
}

}  // namespace
}  // namespace touchstone
