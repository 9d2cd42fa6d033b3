// SPDX-License-Identifier: GPL-3.0-or-later
// What `ask --metric` says of each metric, and its exit code.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/program.hpp"

namespace touchstone {
namespace {

using nlohmann::json;
using testing::HasSubstr;

/// The only case of the record.
json asked_case(std::vector<std::string> words, const std::string& input = "") {
  words.insert(words.end(), {"--json", "-"});
  const json record = json::parse(run_touchstone(words, input).out);
  EXPECT_EQ(record.at("schema"), "touchstone.ask/1");
  EXPECT_EQ(record.at("cases").size(), 1U);
  return record["cases"][0];
}

TEST(AskMetrics, AllOfThemGiveTheirAnswersAndVerdictsBelowTheTruth) {
  const Ran ran = run_touchstone({"ask", "random-boxes:42:7", "--metric", "all"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_EQ(ran.err, "");
  for (const char* word :
       {"random-boxes:42:7", "phi^2", "sat: right", "minkowski: right", "gjk_epa: "}) {
    EXPECT_THAT(ran.out, HasSubstr(word));
  }
}

/// The peer libraries under the names that the launcher gives them.
TEST(AskMetrics, APeerThatIsNamedAloneIsToldFromAnUnknownName) {
  const std::string launcher = read_text(TOUCHSTONE_SOURCE_DIR "/touchstone");
  const std::string key = "\npeer_libraries=\"";
  const auto begin = launcher.find(key) + key.size();
  std::istringstream libraries(launcher.substr(begin, launcher.find('"', begin) - begin));
  const ScratchFolder folder;
  const Variable peers("TOUCHSTONE_PEERS", folder.path("."));
  int count = 0;
  for (std::string library; libraries >> library; ++count) {
    const Ran ran = run_touchstone({"ask", "random-boxes:42:7", "--metric", library});
    EXPECT_EQ(ran.exit_code, 2);
    if (library == "siconos") {
      EXPECT_THAT(ran.err, HasSubstr("touchstone: siconos: solves contact problems: "));
      continue;
    }
    EXPECT_EQ(ran.err, "touchstone: " + library + ": is a peer, which ./touchstone peers " +
                           library + " builds (docs/peers.md)\n");
  }
  EXPECT_GE(count, 8);
  folder.write("mujoco_ccd.so", "");
  EXPECT_THAT(run_touchstone({"ask", "random-boxes:42:7", "--metric", "mujoco_ccd"}).err,
              HasSubstr("is a peer, named by its file: " + folder.path(".") + "/mujoco_ccd.so\n"));
}

TEST(AskMetrics, OnAFileOfOnesOwnSinglePrecisionCountsAtItsOwnTolerance) {
  const ScratchFolder folder;
  const std::string file = folder.write(
      "pair.json",
      R"({"a": {"box_half_extents": [1, 1, 1]}, "pose_a": {"t": [0, 0, 0], "q": [1, 0, 0, 0]},
          "b": {"box_half_extents": [1, 1, 1]}, "pose_b": {"t": [1.1, 0.3, 0.7], "q": [1, 2, 3, 4]}})");
  for (std::vector<std::string> words : {std::vector<std::string>{"verify", "--file", file},
                                         std::vector<std::string>{"ask", file}}) {
    words.insert(words.end(), {"--metric", "sat_float32", "--tolerance", "1e-9"});
    const Ran ran = run_touchstone(words);
    EXPECT_THAT(ran.out, testing::AnyOf(HasSubstr("right to its own tolerance, but not to 1e-09:"),
                                        HasSubstr(": inaccurate")));
    EXPECT_EQ(ran.exit_code, 0) << ran.out << ran.err;
  }
}

TEST(AskMetrics, OnlyTheMetricsAskedFor) {
  const json asked = asked_case({"ask", "random-boxes:42:7", "--metric", "minkowski,sat"});
  const json& metrics = asked.at("metrics");
  ASSERT_EQ(metrics.size(), 2U);
  EXPECT_EQ(metrics[0]["metric"], "minkowski");
  EXPECT_EQ(metrics[0]["verdict"], "right");
  EXPECT_EQ(metrics[0]["status"], "answered");
  EXPECT_EQ(metrics[1]["metric"], "sat");
  EXPECT_EQ(asked.at("id"), "random-boxes:42:7");
}

TEST(AskMetrics, OfManyCasesTheTableCountsWhatIsWrong) {
  const ScratchFolder folder;
  // libccd's EPA is wrong in the first.
  std::string cases;
  for (const char* id : {"random-boxes:42:680", "random-boxes:42:7"}) {
    cases += (cases.empty() ? "[" : ",") + run_touchstone({"ask", id, "--dump", "-"}).out;
  }
  const std::string file = folder.write("two.json", cases + "]");
  const Ran ran = run_touchstone({"ask", file, "--metric", "gjk_epa,certified"});
  EXPECT_EQ(ran.exit_code, 1) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("gjk_epa is wrong in 1 of 2\n"));
  EXPECT_THAT(ran.out, testing::Not(HasSubstr("certified is wrong")));
  EXPECT_EQ(run_touchstone({"ask", file, "--metric", "certified"}).exit_code, 0);
  EXPECT_EQ(run_touchstone({"ask", file}).exit_code, 0);
  const Ran written = run_touchstone({"ask", file, "--metric", "gjk_epa", "--json", "-"});
  EXPECT_EQ(written.exit_code, 1);
  const json record = json::parse(written.out);
  EXPECT_EQ(record.at("tolerance"), 1e-8);
  EXPECT_EQ(record.at("cases").at(0).at("metrics").at(0).at("verdict"), "inaccurate");
}

TEST(AskMetrics, DumpedCaseIsTheSameCase) {
  const ScratchFolder folder;
  const std::string dump = folder.path("dump.json");
  for (const char* id :
       {"random-boxes:42:7", "random-hulls-16-deep:1:3", "kissing-face-face:42:5"}) {
    SCOPED_TRACE(id);
    const json made = asked_case({"ask", id, "--dump", dump});
    const json asked = asked_case({"ask", dump});
    for (const char* key :
         {"phi", "phi_squared", "sign", "normals", "rho_exact", "witness_a", "witness_b", "size"}) {
      EXPECT_EQ(asked.at(key), made.at(key)) << key;
    }
    EXPECT_EQ(run_touchstone({"ask", id, "--dump", "-"}).out, read_text(dump));
    EXPECT_EQ(made.at("case"), json::parse(read_text(dump)));
  }
}

TEST(AskMetrics, DumpWritesTheDistinctVerticesOnTheHullAndSaysSo) {
  const ScratchFolder folder;
  const std::string file = folder.write("cube.json", R"({"id": "x", "a": {"vertices": [
      [-1,-1,-1], [1,-1,-1], [1,1,-1], [-1,1,-1], [-1,-1,1], [1,-1,1], [1,1,1], [-1,1,2],
      [0.25,0,0], [0,0,-1], [1,1,1]]}, "pose_a": {"t": [0, 0, 0], "q": [1, 0, 0, 0]},
      "b": {"box_half_extents": [1, 1, 1]}, "pose_b": {"t": [0, 0, 4], "q": [1, 0, 0, 0]}})");
  const json dumped = json::parse(run_touchstone({"ask", file, "--dump", "-"}).out);
  // Neither the point inside nor the second copy; the point in a face is on the hull.
  EXPECT_EQ(dumped.at("a").at("vertices").size(), 9U);
  EXPECT_EQ(dumped["a"]["vertices"].back(), json::parse("[0, 0, -1]"));
  EXPECT_THAT(run_touchstone({"ask", "--help"}).out, HasSubstr("distinct vertices on the hull"));
}

TEST(AskMetrics, CasesOfTheCorpusByName) {
  const json asked = asked_case({"ask", "field:mujoco-box-shallow-rounding"});
  // The corpus was checked with exact quaternions, ours are rounded matrices: 1e-15 of the size of
  // 0.16 m.
  EXPECT_NEAR(asked.at("phi").get<double>(), -2.5127692993366756e-8, 1.6e-16);
}

TEST(AskMetrics, AKnownFailureIsJudgedAsVerifySawIt) {
  // libccd's MPR depth is an upper bound: among a few hundred boxes it is wrong somewhere.
  const json verify = json::parse(run_touchstone({"verify", "--metric", "mpr", "--family",
                                                  "random-boxes", "--cases", "200", "--json", "-"})
                                      .out);
  const json& row = verify.at("results").at(0);
  ASSERT_FALSE(row.at("worst").empty());
  const std::string id = row.at("worst").at(0);
  const Ran asked = run_touchstone({"ask", id, "--metric", "mpr,certified"});
  EXPECT_EQ(asked.exit_code, 0) << "the accuracy table counts such faults of mpr";
  EXPECT_THAT(asked.out, HasSubstr("\n  exit code  does not count it: known of mpr on "
                                   "random-boxes (docs/accuracy.md)\ncertified: right\n"));
  EXPECT_NE(asked_case({"ask", id, "--metric", "mpr"}).at("metrics").at(0).at("verdict"), "right");

  const ScratchFolder folder;
  const std::string file = folder.path("mine.json");
  ASSERT_EQ(run_touchstone({"ask", id, "--dump", file}).exit_code, 0);
  EXPECT_EQ(run_touchstone({"verify", "--metric", "mpr", "--file", file}).exit_code, 1)
      << "on a file of one's own any wrong answer counts";
  const Ran own = run_touchstone({"ask", file, "--metric", "mpr"});
  EXPECT_EQ(own.exit_code, 1);
  EXPECT_THAT(own.out, testing::Not(HasSubstr("  exit code  ")));
}

TEST(AskMetrics, OutsideTheAccuracyTableAFailureCountsAsVerifyCountsIt) {
  const Ran verify = run_touchstone({"verify", "--metric", "mpr", "--family", "random-boxes",
                                     "--seed", "7", "--cases", "200", "--json", "-"});
  EXPECT_EQ(verify.exit_code, 1);
  const std::string id = json::parse(verify.out).at("results").at(0).at("worst").at(0);
  const Ran asked = run_touchstone({"ask", id, "--metric", "mpr"});
  EXPECT_EQ(asked.exit_code, 1) << "another seed than the table's";
  EXPECT_THAT(asked.out, testing::Not(HasSubstr("does not count it")));
}

TEST(AskMetrics, SaysWhereEachWitnessPointIs) {
  const std::vector<std::string> command = {"ask", "random-boxes:42:7", "--metric",
                                            "minkowski,ratio_lp,sat"};
  const json results = asked_case(command).at("metrics");
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

TEST(AskMetrics, SaysWhyAMetricIsNotApplicable) {
  const std::string points =
      R"({"a": {"vertices": [[0, 0, 0]]}, "pose_a": {"t": [0, 0, 0], "q": [1, 0, 0, 0]},
          "b": {"vertices": [[3, 4, 0]]}, "pose_b": {"t": [0, 0, 0], "q": [1, 0, 0, 0]}})";
  EXPECT_EQ(run_touchstone({"ask", "-", "--metric", "ratio_lp"}, points).exit_code, 0);
  const json result = asked_case({"ask", "-", "--metric", "ratio_lp"}, points).at("metrics").at(0);
  EXPECT_EQ(result.at("verdict"), "not_applicable");
  EXPECT_EQ(result.at("note"), "body A is flat");
}

}  // namespace
}  // namespace touchstone
