// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/program.hpp"

namespace touchstone {
namespace {

using nlohmann::json;
using testing::HasSubstr;

TEST(Replay, ShowsPairTruthAnswersAndVerdicts) {
  const Ran ran = run_touchstone({"replay", "random-boxes:42:7"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_EQ(ran.err, "");
  for (const char* word :
       {"random-boxes:42:7", "truth", "phi^2", "sat: right", "minkowski: right", "gjk_epa: "}) {
    EXPECT_THAT(ran.out, HasSubstr(word));
  }
}

TEST(Replay, OnAFileOfOnesOwnSinglePrecisionCountsAtItsOwnTolerance) {
  const ScratchFolder folder;
  const std::string file = folder.write(
      "pair.json",
      R"({"a": {"box_half_extents": [1, 1, 1]}, "pose_a": {"t": [0, 0, 0], "q": [1, 0, 0, 0]},
          "b": {"box_half_extents": [1, 1, 1]}, "pose_b": {"t": [1.1, 0.3, 0.7], "q": [1, 2, 3, 4]}})");
  for (const char* command : {"verify", "replay"}) {
    std::vector<std::string> words = {command,       "--file",      file,  "--metric",
                                      "sat_float32", "--tolerance", "1e-9"};
    if (words[0] == "replay") words.emplace_back("1");
    const Ran ran = run_touchstone(words);
    EXPECT_THAT(ran.out, testing::AnyOf(HasSubstr("wrong in 1 of 1"), HasSubstr(": inaccurate")));
    EXPECT_EQ(ran.exit_code, 0) << ran.out << ran.err;
  }
}

TEST(Replay, OnlyTheMetricsAskedFor) {
  const json replay = json::parse(
      run_touchstone({"replay", "random-boxes:42:7", "--metric", "minkowski,sat", "--json"}).out);
  ASSERT_EQ(replay.at("results").size(), 2U);
  EXPECT_EQ(replay["results"][0]["metric"], "minkowski");
  EXPECT_EQ(replay["results"][0]["verdict"], "right");
  EXPECT_EQ(replay["results"][0]["status"], "answered");
  EXPECT_EQ(replay["results"][1]["metric"], "sat");
  EXPECT_EQ(replay["truth"]["id"], "random-boxes:42:7");
}

TEST(Replay, TheWordAfterJsonCanBeTheId) {
  const json replay =
      json::parse(run_touchstone({"replay", "--metric", "sat", "--json", "random-boxes:42:7"}).out);
  EXPECT_EQ(replay.at("schema"), "touchstone.replay/1");
}

TEST(Replay, DumpedCaseIsTheSameCase) {
  const ScratchFolder folder;
  const std::string dump = folder.path("dump.json");
  for (const char* id :
       {"random-boxes:42:7", "random-hulls-16-deep:1:3", "kissing-face-face:42:5"}) {
    SCOPED_TRACE(id);
    const json replay = json::parse(
        run_touchstone({"replay", id, "--metric", "sat", "--dump", dump, "--json"}).out);
    const json asked = json::parse(run_touchstone({"ask", dump, "--json"}).out).at(0);
    for (const char* key :
         {"phi", "phi_squared", "sign", "normals", "rho_exact", "witness_a", "witness_b", "size"}) {
      EXPECT_EQ(asked.at(key), replay.at("truth").at(key)) << key;
    }
    const Ran on_stdout = run_touchstone({"replay", id, "--dump", "-"});
    EXPECT_EQ(on_stdout.out, read_text(dump));
  }
}

TEST(Replay, DumpWritesTheDistinctVerticesOnTheHullAndSaysSo) {
  const ScratchFolder folder;
  const std::string file = folder.write("cube.json", R"({"id": "x", "a": {"vertices": [
      [-1,-1,-1], [1,-1,-1], [1,1,-1], [-1,1,-1], [-1,-1,1], [1,-1,1], [1,1,1], [-1,1,2],
      [0.25,0,0], [0,0,-1], [1,1,1]]}, "pose_a": {"t": [0, 0, 0], "q": [1, 0, 0, 0]},
      "b": {"box_half_extents": [1, 1, 1]}, "pose_b": {"t": [0, 0, 4], "q": [1, 0, 0, 0]}})");
  const json dumped =
      json::parse(run_touchstone({"replay", "x", "--file", file, "--dump", "-"}).out);
  // Neither the point inside nor the second copy; the point in a face is on the hull.
  EXPECT_EQ(dumped.at("a").at("vertices").size(), 9U);
  EXPECT_EQ(dumped["a"]["vertices"].back(), json::parse("[0, 0, -1]"));
  EXPECT_THAT(run_touchstone({"replay", "--help"}).out, HasSubstr("distinct vertices on the hull"));
}

TEST(Replay, CasesOfTheCorpusByName) {
  const json replay = json::parse(
      run_touchstone({"replay", "field:mujoco-box-shallow-rounding", "--metric", "sat", "--json"})
          .out);
  // The corpus was checked with exact quaternions, ours are rounded matrices: 1e-15 of the size of
  // 0.16 m.
  EXPECT_NEAR(replay.at("truth").at("phi").get<double>(), -2.5127692993366756e-8, 1.6e-16);
}

TEST(Replay, CasesOfAFile) {
  const ScratchFolder folder;
  const std::string file = folder.path("mine.json");
  ASSERT_EQ(
      run_touchstone({"replay", "random-boxes:42:7", "--metric", "sat", "--dump", file}).exit_code,
      0);
  const std::string id = json::parse(run_touchstone({"ask", file, "--json"}).out)[0].at("id");
  EXPECT_THAT(id, testing::StartsWith("file:mine"));
  const Ran ran = run_touchstone({"replay", id, "--file", file, "--metric", "minkowski"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("minkowski: right"));
}

TEST(Replay, AKnownFailureIsReplayedAsVerifySawIt) {
  // libccd's MPR depth is an upper bound: among a few hundred boxes it is wrong somewhere.
  const json verify = json::parse(run_touchstone({"verify", "--metric", "mpr", "--family",
                                                  "random-boxes", "--cases", "200", "--json", "-"})
                                      .out);
  const json& row = verify.at("results").at(0);
  ASSERT_FALSE(row.at("worst").empty());
  const std::string id = row.at("worst").at(0);
  const Ran plain = run_touchstone({"replay", id, "--metric", "mpr", "--json"});
  EXPECT_EQ(plain.exit_code, 0) << "mpr does not claim to be exact";
  EXPECT_NE(json::parse(plain.out).at("results").at(0).at("verdict"), "right");

  const ScratchFolder folder;
  const std::string file = folder.path("mine.json");
  ASSERT_EQ(run_touchstone({"replay", id, "--metric", "mpr", "--dump", file}).exit_code, 0);
  EXPECT_EQ(run_touchstone({"verify", "--metric", "mpr", "--file", file}).exit_code, 1)
      << "on a file of one's own any wrong answer counts";
}

TEST(Replay, SaysWhereEachWitnessPointIs) {
  const std::vector<std::string> command = {"replay", "random-boxes:42:7", "--metric",
                                            "minkowski,ratio_lp,sat"};
  std::vector<std::string> with_json = command;
  with_json.emplace_back("--json");
  const json results = json::parse(run_touchstone(with_json).out).at("results");
  for (const int k : {0, 1}) {
    const json& result = results.at(static_cast<std::size_t>(k));
    EXPECT_EQ(result.at("witness_verdict"), "valid");
    for (const char* key : {"witness_a_outside", "witness_b_outside", "witness_difference_off"}) {
      EXPECT_GE(result.at(key).get<double>(), 0) << key;
      EXPECT_LE(result.at(key).get<double>(), 1e-14) << key;
    }
  }
  EXPECT_EQ(results.at(2).at("witness_verdict"), "absent");
  EXPECT_TRUE(results.at(2).at("witness_a_outside").is_null());
  const std::string text = run_touchstone(command).out;
  EXPECT_THAT(text, HasSubstr("  witnesses  valid: a - b is off phi n by "));
  EXPECT_THAT(text, HasSubstr("  witnesses  valid: a - b is off rho d by "));
}

TEST(Replay, SaysWhyAMetricIsNotApplicable) {
  const std::string points =
      R"({"a": {"vertices": [[0, 0, 0]]}, "pose_a": {"t": [0, 0, 0], "q": [1, 0, 0, 0]},
          "b": {"vertices": [[3, 4, 0]]}, "pose_b": {"t": [0, 0, 0], "q": [1, 0, 0, 0]}})";
  const Ran ran =
      run_touchstone({"replay", "1", "--file", "-", "--metric", "ratio_lp", "--json"}, points);
  EXPECT_EQ(ran.exit_code, 0);
  const json result = json::parse(ran.out).at("results").at(0);
  EXPECT_EQ(result.at("verdict"), "not_applicable");
  EXPECT_EQ(result.at("note"), "body A is flat");
}

}  // namespace
}  // namespace touchstone
