// SPDX-License-Identifier: GPL-3.0-or-later
// A scene of one's own: where its bodies end, what it expects there, and what moves them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/program.hpp"
#include "tests/refusal.hpp"

namespace touchstone {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

/// A tray that a path lifts, with a cube of known density on it, and a wedge that is pulled over a
/// floor.
json lifted_scene() {
  return json::parse(R"({
    "schema": "touchstone.scene/1", "name": "lift", "dt": 0.01, "t_end": 1, "friction": 0.5,
    "bodies": [
      {"name": "cube", "box": [0.1, 0.1, 0.1], "density": 800, "position": [0, 0.1, 0]},
      {"name": "wedge", "mass": 2, "position": [3, 0.1, 0],
       "vertices": [[-0.2,-0.1,-0.1],[0.2,-0.1,-0.1],[-0.2,0.15,-0.1],
                    [-0.2,-0.1,0.1],[0.2,-0.1,0.1],[-0.2,0.15,0.1]]},
      {"name": "tray", "box": [0.5, 0.05, 0.5], "fixed": true,
       "path": {"points": [{"time": 0, "position": [0, -0.05, 0]},
                           {"time": 0.4, "position": [0, 0.35, 0]}]}},
      {"name": "floor", "box": [1, 0.5, 1], "fixed": true, "position": [3, -0.5, 0]}],
    "loads": [{"body": "wedge", "force": [12, 0, 0], "torque": [0, 0.001, 0]}],
    "expect": [{"body": "cube", "position": [0, 0.5, 0], "within": 0.001}]})");
}

TEST(Scenes, SayWhereTheirBodiesEndedAndMeetTheirExpectations) {
  const ScratchFolder folder;
  const std::string record = folder.path("lift-run.json");
  const std::string file = folder.write("lift.json", lifted_scene().dump());
  const Ran ran = run_touchstone({"simulate", file, "--json", record});
  ASSERT_EQ(ran.exit_code, 0) << ran.out << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("lift, dt 0.01 s, at 1 s:"));
  EXPECT_THAT(ran.out, testing::ContainsRegex("cube +[-.e0-9]+ +0.5"));
  EXPECT_THAT(ran.out, testing::ContainsRegex("tray +0 +0.35 +0 +0.4"));
  EXPECT_THAT(ran.out, Not(HasSubstr("floor  ")));
  EXPECT_THAT(ran.out, HasSubstr("cube is "));
  EXPECT_THAT(ran.out, HasSubstr("within 0.001 m: met"));
  EXPECT_THAT(ran.err, HasSubstr("body 'wedge': its origin, which is its centre of mass"));
  const json results = json::parse(read_text(record)).at("results");
  const json end = results.at(0).at("end");
  ASSERT_EQ(end.at("bodies").size(), 3U);
  EXPECT_EQ(end.at("bodies").at(2).at("body"), "tray");
  EXPECT_NEAR(end.at("bodies").at(2).at("moved_m").get<double>(), 0.4, 1e-12);
  EXPECT_EQ(end.at("expectations").at(0).at("met"), true);
  double work = 0;
  for (const json& result : results) {
    if (result.at("observable") == "path_work_J") work = result.at("measured").get<double>();
  }
  EXPECT_NEAR(work, 6.4 * (9.81 * 0.4 + 1), 0.1) << "the lift, and the start at 1 m/s";
  EXPECT_FALSE(results.at(1).contains("end"));
}

TEST(Scenes, AMissedExpectationIsExitCode1) {
  const ScratchFolder folder;
  json scene = lifted_scene();
  scene["expect"].push_back({{"body", "wedge"}, {"position", {3, 0.1, 0}}, {"within", 0.01}});
  const std::string file = folder.write("lift.json", scene.dump());
  const std::string simulated = folder.path("simulated.json");
  const Ran ran = run_touchstone({"simulate", file, "--json", simulated});
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_THAT(ran.out, HasSubstr("within 0.001 m: met"));
  EXPECT_THAT(ran.out, HasSubstr("within 0.01 m: missed"));
  EXPECT_THAT(ran.out, HasSubstr("exit code 1: 1 expectation was missed\n"));
  // On the page both count, and the missed one is wrong.
  const std::string page = folder.path("page.html");
  ASSERT_EQ(run_touchstone({"report", simulated, "-o", page}).exit_code, 0);
  EXPECT_THAT(read_text(page),
              testing::ContainsRegex("1 of [0-9]+ observables and expectations of 1 scene wrong"));
  // A trajectory is held against them, too.
  const std::string run = folder.path("run.json");
  ASSERT_EQ(run_touchstone({"simulate", file, "--trajectory", run}).exit_code, 0);
  const std::string record = folder.path("judged.json");
  const Ran judged = run_touchstone({"simulate", file, "--judge", run, "--json", record});
  EXPECT_EQ(judged.exit_code, 1);
  EXPECT_THAT(judged.out, HasSubstr("touchstone: wedge is "));
  EXPECT_THAT(judged.out, HasSubstr("exit code 1: 1 expectation was missed\n"));
  const json end = json::parse(read_text(record)).at("results").at(0).at("end");
  EXPECT_EQ(end.at("expectations").at(1).at("met"), false);
  EXPECT_EQ(end.at("bodies").size(), 3U);
}

TEST(Scenes, AnExpectationIsCheckedAtTheNearestWholeStep) {
  const ScratchFolder folder;
  json scene = lifted_scene();
  scene["t_end"] = 0.996;
  const Ran ran = run_touchstone({"simulate", folder.write("lift.json", scene.dump())});
  EXPECT_EQ(ran.exit_code, 0) << ran.out << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("cube is at 1 s, the whole step nearest to 0.996 s, "));
}

TEST(Scenes, OneLineSaysAllThatMakesTheExitCode) {
  const ScratchFolder folder;
  json scene = lifted_scene();
  scene["expect"][0]["position"] = {5, 5, 5};
  // The tray crushes the cube, which ends the run.
  scene["bodies"].push_back(
      {{"name", "roof"}, {"box", {0.5, 0.05, 0.5}}, {"fixed", true}, {"position", {0, 0.4, 0}}});
  const std::string file = folder.write("lift.json", scene.dump());
  const Ran ran = run_touchstone({"simulate", file});
  EXPECT_EQ(ran.exit_code, 1);
  const std::size_t first = ran.out.find("exit code 1: ");
  ASSERT_NE(first, std::string::npos);
  EXPECT_EQ(ran.out.find("exit code 1: ", first + 1), std::string::npos) << ran.out;
}

TEST(Scenes, OfManyBodiesTwentyAreShown) {
  const ScratchFolder folder;
  json scene = lifted_scene();
  scene["bodies"][0]["repeat"] = {{"count", {5, 1, 5}}, {"spacing", {0.5, 0, 0.5}}};
  scene["expect"].clear();
  scene["t_end"] = 0.02;
  const Ran ran = run_touchstone({"simulate", folder.write("lift.json", scene.dump())});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("cube[19]"));
  EXPECT_THAT(ran.out, Not(HasSubstr("cube[20]")));
  EXPECT_THAT(ran.out, HasSubstr("and 7 others, which moved at most "));
}

TEST(Scenes, WithPathsAndLoadsAreWrittenRecordedAndReplayedTheSame) {
  const ScratchFolder folder;
  const std::string file = folder.write("lift.json", lifted_scene().dump());
  const std::string written = folder.path("written.json");
  const std::string again = folder.path("again.json");
  ASSERT_EQ(run_touchstone({"simulate", file, "--write-scene", written}).exit_code, 0);
  ASSERT_EQ(run_touchstone({"simulate", written, "--write-scene", again}).exit_code, 0);
  EXPECT_EQ(read_text(written), read_text(again));
  const std::string recording = folder.path("recording.json");
  ASSERT_EQ(run_touchstone({"simulate", file, "--record", recording}).exit_code, 0);
  const Ran replayed = run_touchstone({"simulate", "--replay", recording});
  EXPECT_EQ(replayed.exit_code, 0) << replayed.out << replayed.err;
  const std::string other = folder.path("other.json");
  ASSERT_EQ(run_touchstone({"simulate", written, "--record", other}).exit_code, 0);
  EXPECT_EQ(json::parse(read_text(recording)).at("states"),
            json::parse(read_text(other)).at("states"));
}

TEST(Scenes, APushedCubeIsHeldByFrictionAndThePlatesWorkIsItsEnergy) {
  for (const char* friction : {"0.5", "0.7", "0.45", "no-slip", "frictionless"}) {
    const Ran ran =
        run_touchstone({"simulate", "pushed-cube", "--friction", friction, "--json", "-"});
    EXPECT_EQ(ran.exit_code, 0) << friction << ran.err;
    for (const json& result : json::parse(ran.out).at("results")) {
      EXPECT_EQ(result.at("verdict"), "right") << friction << result.at("observable");
      EXPECT_EQ(result.at("gaining_steps"), 0) << friction;
    }
  }
}

TEST(Scenes, SlipsAreNamedInOneLine) {
  const ScratchFolder folder;
  const auto refused = [&](const char* pointer, const json& value, const std::string& said) {
    json scene = lifted_scene();
    scene[json::json_pointer(pointer)] = value;
    expect_one_line_refusal(run_touchstone({"simulate", folder.write("slip.json", scene.dump())}),
                            said);
  };
  refused("/bodies/0/densty", 3, "unknown key 'densty'; did you mean density?");
  refused("/bodies/0/quaternion", {0, 0, 0, 0}, "quaternion: must not be 0");
  refused("/bodies/0/path", json::object(), "path: goes with \"fixed\": true");
  refused("/bodies/2/path/points/1/time", 0, "body 'tray': path: its times must ascend");
  refused("/bodies/2/path/points/1/Time", 0, "unknown key 'Time'; did you mean time?");
  refused("/loads/0/body", "tray", "body 'tray': is fixed and has a load");
  refused("/expect/0/body", "tube", "expect[0].body: unknown body 'tube'; did you mean cube?");
}

}  // namespace
}  // namespace touchstone
