// SPDX-License-Identifier: GPL-3.0-or-later
// Answers of a plug-in that a proof comes with, and those that are none.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>  // NOLINT(modernize-deprecated-headers): POSIX, not C++

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/plugin_fixture.hpp"
#include "tests/program.hpp"

namespace touchstone {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

/// Boxes whose axes are parallel, of which the plug-in has its fault at one: "far".
class AlignedBoxes : public PluginCommands {
 protected:
  void SetUp() override {
    library_ = compiled("aligned_boxes", "/harness/plugins/tests/aligned_boxes_plugin.c");
    const auto pair = [](const std::string& id, const std::string& t) {
      return R"({"id": ")" + id +
             R"(", "a": {"box_half_extents": [1, 1, 1]}, "pose_a": {"t": [0, 0, 0], "q": [1, 0, 0, 0]},)" +
             R"( "b": {"box_half_extents": [2, 1.5, 1]}, "pose_b": {"t": )" + t +
             R"(, "q": [1, 0, 0, 0]}})";
    };
    cases_ = scratch_.write("aligned.json", "[" + pair("near", "[0.25, 0.5, 3]") + ", " +
                                                pair("far", "[0.25, 0.5, 200]") + ", " +
                                                pair("in", "[0.25, 0.5, 1.75]") + "]");
  }
  void TearDown() override {
    ::unsetenv("ALIGNED");
    ::unsetenv("ALIGNED_SKIPS");
  }

  Ran run_with_fault(const std::string& fault, std::vector<std::string> words) const {
    ::setenv("ALIGNED", fault.c_str(), 1);
    words.insert(words.end(), {"--file", cases_, "--json", "-"});
    return run_touchstone(words);
  }
  json judged_with_fault(const std::string& fault, int exit_code) const {
    const Ran ran = run_with_fault(fault, {"validate", library_, "--certify"});
    EXPECT_EQ(ran.exit_code, exit_code) << fault << ": " << ran.err;
    return json::parse(ran.out).at("results").at(0);
  }

  std::string cases_;
};

TEST_F(AlignedBoxes, AProofJudgesTheAnswerAndAWrongOneJudgesNothing) {
  const json honest = judged_with_fault("", 0);
  EXPECT_EQ(honest.at("right"), 3);
  // It proves nothing about the one pair that overlaps.
  EXPECT_EQ(honest.at("certificates").at("judged"), 2);
  EXPECT_EQ(honest.at("certificates").at("missing"), 1);
  const json wrong_proof = judged_with_fault("other_vertex", 0);
  EXPECT_EQ(wrong_proof.at("right"), 3) << "by the oracle";
  EXPECT_EQ(wrong_proof.at("certificates").at("judged"), 1);
  EXPECT_EQ(wrong_proof.at("certificates").at("missing"), 2);
  const json wrong_value = judged_with_fault("wrong_value", 1);
  EXPECT_EQ(wrong_value.at("right"), 2);
  EXPECT_EQ(wrong_value.at("value").at("inaccurate"), 1);
}

TEST_F(AlignedBoxes, ARegimeThatIsSkippedIsJudgedWhereItIsAnswered) {
  ::setenv("ALIGNED_SKIPS", "1", 1);
  const json answered = judged_with_fault("", 0);
  EXPECT_EQ(answered.at("right"), 3);
  EXPECT_EQ(answered.at("not_applicable"), 0);
  const json skipped = judged_with_fault("skip", 0);
  EXPECT_EQ(skipped.at("right"), 2);
  EXPECT_EQ(skipped.at("not_applicable"), 1);
  const json wrong = judged_with_fault("wrong_value", 1);
  EXPECT_EQ(wrong.at("right"), 2);
  EXPECT_EQ(wrong.at("value").at("inaccurate"), 1);
}

TEST_F(AlignedBoxes, WhatMeansNothingIsNoAnswerInEveryCommand) {
  // Two boxes slide on floors of their own, and the questions of the far one have the fault.
  json scene = json::parse(read_text(TOUCHSTONE_SOURCE_DIR "/examples/scene/sliding-box.json"));
  for (json body : json(scene["bodies"])) {
    body["name"] = "far " + body["name"].get<std::string>();
    body["position"][2] = 200;
    scene["bodies"].push_back(body);
  }
  scene["t_end"] = 0.02;
  const std::string file = scratch_.write("scene.json", scene.dump());
  const std::vector<std::string> energy = {"simulate", file, "--metric", library_, "--json", "-"};
  const Ran honest = run_touchstone(energy);
  EXPECT_EQ(honest.exit_code, 0) << honest.err;
  EXPECT_EQ(json::parse(honest.out).at("results").at(0).at("unanswered"), 0);
  for (const char* fault :
       {"nan_value", "infinite_value", "nan_normal", "infinite_normal", "zero_normal",
        "huge_normal", "nan_witness", "infinite_witness", "far_witness"}) {
    SCOPED_TRACE(fault);
    ::setenv("ALIGNED", fault, 1);
    const Ran ran = run_touchstone(energy);
    EXPECT_EQ(ran.exit_code, 1) << ran.err;
    const json result = json::parse(ran.out).at("results").at(0);
    EXPECT_EQ(result.at("steps"), 20);
    EXPECT_EQ(result.at("unanswered"), 20);
    EXPECT_THAT(ran.err, HasSubstr("aligned_boxes left 20 questions that it takes without an "
                                   "answer, first one: "));
    // The judge takes a normal of another length and a far point for answers, which are invalid.
    const std::string name = fault;
    if (name == "huge_normal" || name == "far_witness") continue;
    EXPECT_EQ(judged_with_fault(fault, 1).at("no_answer"), 1);
  }
}

TEST_F(AlignedBoxes, ContactPointsAreHeldToTheConditions) {
  const std::vector<std::string> words = {"contacts", "--metric", library_};
  const auto result = [&](const std::string& fault, int exit_code) {
    const Ran ran = run_with_fault(fault, words);
    EXPECT_EQ(ran.exit_code, exit_code) << fault << ": " << ran.out << ran.err;
    return json::parse(ran.out).at("results").at(0);
  };
  const json honest = result("", 0);
  EXPECT_EQ(honest.at("unanswered"), 0);
  const auto violated = [](const json& row, const std::string& claim) {
    for (const json& counts : row.at("claims")) {
      if (counts.at("claim") == claim) return counts.at("violated").get<int>();
    }
    return -1;
  };
  EXPECT_EQ(violated(honest, "P1"), 0);
  EXPECT_EQ(violated(honest, "P2"), 0);
  EXPECT_EQ(violated(result("outside", 1), "P2"), 1);
  EXPECT_EQ(violated(result("one_of_four", 1), "P1"), 1);
  for (const char* fault : {"too_many", "nan_point", "crash"}) {
    EXPECT_EQ(result(fault, 1).at("unanswered"), 1) << fault;
  }
  EXPECT_THAT(run_touchstone({"validate", library_, "--file", cases_}).out,
              HasSubstr("aligned_boxes gives contact points too: ./touchstone contacts --metric " +
                        library_ + " judges them\n"));
  // What is wrong, of which case, in a line.
  ::setenv("ALIGNED", "crash", 1);
  const Ran ran = run_touchstone({"contacts", "--metric", library_, "--file", cases_});
  EXPECT_THAT(ran.out,
              HasSubstr("aligned_boxes leaves 1 of 3 cases unanswered, first "
                        "file:aligned.json:far: the plug-in gives no manifold: it crashed: "
                        "SIGSEGV"));
  ::unsetenv("ALIGNED");
  // It would be asked about the cores, which are apart where the bodies overlap.
  const std::string rounded = scratch_.write("rounded.json", R"({"id": "rounded",
      "a": {"core": {"box_half_extents": [1, 1, 1]}, "radius": 0.25},
      "pose_a": {"t": [0, 0, 2.125], "q": [1, 0, 0, 0]},
      "b": {"box_half_extents": [1, 1, 1]}, "pose_b": {"t": [0, 0, 0], "q": [1, 0, 0, 0]}})");
  const Ran radius = run_touchstone({"contacts", "--metric", library_, "--file", rounded});
  EXPECT_EQ(radius.exit_code, 1) << radius.out;
  EXPECT_THAT(radius.out,
              HasSubstr("not run: aligned_boxes on file:rounded.json: bodies have a radius\n"));
  EXPECT_THAT(radius.out, Not(HasSubstr("violates")));
  // Bodies that it does not take are not put to it.
  const Ran boxes_only = run_touchstone({"contacts", "--metric", library_, "--family",
                                         "random-hulls-32", "--cases", "10", "--json", "-"});
  for (const json& row : json::parse(boxes_only.out).at("results")) {
    EXPECT_EQ(row.at("cases"), 0) << row;
    EXPECT_EQ(row.at("counts").back(), json({{"count", "skipped"}, {"value", 10}})) << row;
  }
  EXPECT_EQ(boxes_only.exit_code, 1);
  EXPECT_THAT(boxes_only.out, HasSubstr("aligned_boxes takes none of these cases"));
}

}  // namespace
}  // namespace touchstone
