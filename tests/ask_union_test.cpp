// SPDX-License-Identifier: GPL-3.0-or-later
// Unions of pieces: `ask` tells depth, distance and volume, other commands refuse them in a line.
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

/// A channel of three boxes about a box at height z; its walls are 1/16 deep in the box.
std::string channel(double z, const std::string& more = "") {
  const json t = {0.0, 0.0, z};
  return R"({"id": "channel", "a": {"union": [
    {"name": "floor", "box_half_extents": [1, 0.5, 0.125], "pose": {"t": [0, 0, -0.125], "q": [1, 0, 0, 0]}},
    {"box_half_extents": [0.125, 0.5, 0.5], "pose": {"t": [-0.875, 0, 0.5], "q": [1, 0, 0, 0]}},
    {"box_half_extents": [0.125, 0.5, 0.5], "pose": {"t": [0.875, 0, 0.5], "q": [1, 0, 0, 0]}}]},
  "pose_a": {"t": [0, 0, 0], "q": [1, 0, 0, 0]},
  "b": {"box_half_extents": [0.8125, 0.5, 0.25]}, "pose_b": {"t": )" +
         t.dump() + R"(, "q": [1, 0, 0, 0]})" + more + "}";
}

/// Another case, of two spheres, after the first one of a list.
const std::string kSpheres = R"(, {"a": {"sphere": {"radius": 1}},
    "pose_a": {"t": [0, 0, 0], "q": [1, 0, 0, 0]}, "b": {"sphere": {"radius": 1}},
    "pose_b": {"t": [4, 0, 0], "q": [1, 0, 0, 0]}})";

json union_of(const std::string& text) {
  const Ran ran = run_touchstone({"ask", "-", "--json", "-"}, text);
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_EQ(ran.err, "");
  const json record = json::parse(ran.out);
  EXPECT_EQ(record.at("schema"), "touchstone.ask/1");
  EXPECT_EQ(record.at("unions").size(), 1U);
  return record.at("unions").at(0);
}

TEST(AskUnion, TheRecordTellsDepthDeepestPairAndVolume) {
  const json deep = union_of(channel(0.375));
  EXPECT_EQ(deep["id"], "file:stdin:channel");
  EXPECT_EQ(deep["lower"], -0.875);
  EXPECT_EQ(deep["upper"], -0.875);
  EXPECT_EQ(deep["phi_squared"], "49/64");
  EXPECT_EQ(deep["sign"], -1);
  EXPECT_EQ(deep["translation"], json::parse("[0, 0, -0.875]"));
  EXPECT_EQ(deep["overlap"]["deepest_depth"], 0.0625);
  // Two walls, each 1/16 by 1 by 1/2.
  EXPECT_EQ(deep["overlap"]["volume_lower"], "1/16");
  EXPECT_EQ(deep["overlap"]["volume_upper"], "1/16");
  EXPECT_EQ(deep["case"]["a"]["union"].size(), 3U);
}

TEST(AskUnion, TheRecordTellsTheNearestPieces) {
  const json apart = union_of(channel(2));
  EXPECT_EQ(apart["lower"], 0.75);
  EXPECT_EQ(apart["sign"], 1);
  EXPECT_EQ(apart["translation"], json::parse("[0, 0, 0.75]"));
  ASSERT_EQ(apart["deciding"].size(), 1U);
  EXPECT_GT(apart["deciding"][0]["a"], 0);
  EXPECT_FALSE(apart.contains("overlap"));
  const json below = union_of(channel(-1));
  EXPECT_EQ(below["lower"], 0.5);
  EXPECT_EQ(below["deciding"][0], json::parse(R"({"a": 0, "name_a": "floor", "b": 0})"));
  EXPECT_EQ(union_of(channel(1.25))["sign"], 0);
}

TEST(AskUnion, TextNamesThePieces) {
  const Ran deep = run_touchstone({"ask", "-"}, channel(0.375));
  EXPECT_EQ(deep.exit_code, 0);
  EXPECT_THAT(deep.out, HasSubstr("phi        -0.875 m, penetrating\n  phi^2      49/64\n"));
  EXPECT_THAT(deep.out, HasSubstr("0.0625 m deep; the depth is 14 times that"));
  const Ran below = run_touchstone({"ask", "-"}, channel(-1));
  EXPECT_THAT(below.out, HasSubstr("decided by a[0] (floor) and b\n"));
  const Ran both = run_touchstone({"ask", "-"}, "[" + channel(0.375) + kSpheres + "]");
  EXPECT_EQ(both.exit_code, 0) << both.err;
  EXPECT_THAT(both.out, HasSubstr("file:stdin:channel"));
}

TEST(AskUnion, SpheresInAUnionLieInABracket) {
  const std::string text = R"({"a": {"union": [{"sphere": {"radius": 1}},
    {"sphere": {"radius": 1}, "pose": {"t": [1, 0, 0], "q": [1, 0, 0, 0]}}]},
    "pose_a": {"t": [0, 0, 0], "q": [1, 0, 0, 0]}, "b": {"box_half_extents": [1, 1, 1]},
    "pose_b": {"t": [0, 0, 1.75], "q": [1, 0, 0, 0]}})";
  const json record = union_of(text);
  EXPECT_LE(record["lower"], -0.25);
  EXPECT_GE(record["upper"], -0.25);
  EXPECT_EQ(record["sign"], -1);
  EXPECT_FALSE(record.contains("overlap"));
  EXPECT_FALSE(record.contains("phi_squared"));
}

TEST(AskUnion, WhatIsOfConvexBodiesIsRefused) {
  for (const std::vector<std::string>& more : {std::vector<std::string>{"--metric", "gjk_epa"},
                                               {"--html", "/dev/null"},
                                               {"--certificate", "-"},
                                               {"--fixed-body", "A"},
                                               {"--dump", "-", "--as", "cpp"}}) {
    std::vector<std::string> words = {"ask", "-"};
    words.insert(words.end(), more.begin(), more.end());
    expect_one_line_refusal(run_touchstone(words, channel(2)),
                            more[0] == "--dump" ? "--as cpp" : more[0]);
  }
}

TEST(AskUnion, ClaimsAreJudged) {
  const Ran right = run_touchstone(
      {"ask", "-"}, channel(2, R"(, "claim": {"phi": 0.75, "normal": [0, 0, -1], "by": "e"})"));
  EXPECT_EQ(right.exit_code, 0) << right.err;
  EXPECT_THAT(right.out,
              HasSubstr("claim by e: right\n  phi        0.75, off by 0 m (0 of size)\n"));
  const Ran wrong = run_touchstone({"ask", "-"}, channel(2, R"(, "claim": {"phi": 1})"));
  EXPECT_EQ(wrong.exit_code, 1);
  EXPECT_THAT(wrong.out, HasSubstr("inaccurate"));
  // The deepest pair of pieces is no depth of the unions.
  const std::string deepest = channel(0.375, R"(, "claim": {"phi": -0.0625, "normal": [1, 0, 0]})");
  const Ran engine = run_touchstone({"ask", "-"}, "[" + deepest + kSpheres + "]");
  EXPECT_EQ(engine.exit_code, 1);
  EXPECT_THAT(engine.out, HasSubstr("-0.0625 inaccurate"));
  EXPECT_THAT(run_touchstone({"ask", "-"}, deepest).out,
              HasSubstr("normals and points have no verdict here"));
}

TEST(AskUnion, OtherCommandsRefuseUnions) {
  for (const std::vector<std::string>& words : {std::vector<std::string>{"verify", "--file", "-"},
                                                {"validate", "gjk_epa", "--file", "-"}}) {
    expect_one_line_refusal(run_touchstone(words, channel(2)),
                            "a.union: is a union of pieces: only touchstone ask takes that");
  }
}

TEST(AskUnion, ADumpIsReadAgain) {
  const Ran dumped = run_touchstone({"ask", "-", "--dump", "-"}, channel(2));
  EXPECT_EQ(dumped.exit_code, 0) << dumped.err;
  EXPECT_EQ(union_of(dumped.out)["lower"], 0.75);
}

}  // namespace
}  // namespace touchstone
