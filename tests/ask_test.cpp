// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/program.hpp"

namespace touchstone {
namespace {

using nlohmann::json;
using testing::HasSubstr;

/// Two boxes of half-width 1, B moved along x by `x`.
std::string boxes(const std::string& id, const std::string& x) {
  return R"({"id": ")" + id +
         R"(", "a": {"box_half_extents": [1, 1, 1]}, "pose_a": {"t": [0, 0, 0], "q": [1, 0, 0, 0]},
  "b": {"box_half_extents": [1, 1, 1]}, "pose_b": {"t": [)" +
         x + R"(, 0, 0], "R": [[1, 0, 0], [0, 1, 0], [0, 0, 1]]}})";
}

json ask_json(const std::string& text) {
  const Ran ran = run_touchstone({"ask", "-", "--json"}, text);
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_EQ(ran.err, "");
  return json::parse(ran.out);
}

TEST(Ask, SingleCaseGivesAListOfOne) {
  const json answers = ask_json(boxes("apart", "3"));
  ASSERT_TRUE(answers.is_array());
  ASSERT_EQ(answers.size(), 1U);
  const json& answer = answers[0];
  for (const char* key : {"id", "phi", "phi_squared", "sign", "normals", "features", "rho",
                          "rho_exact", "witness_a", "witness_b", "size"}) {
    EXPECT_TRUE(answer.contains(key)) << key;
  }
  EXPECT_EQ(answer["phi"], 1.0);
  EXPECT_EQ(answer["phi_squared"], "1/1");
  EXPECT_EQ(answer["sign"], 1);
  EXPECT_EQ(answer["normals"], json::parse("[[-1.0, 0.0, 0.0]]"));
  EXPECT_EQ(answer["features"][0]["name"], "face-face");
  EXPECT_EQ(answer["features"][0]["vertices_a"].size(), 4U);
  // d = 3 and K's half-width along x is 2: r = 3/2, rho = 1/3.
  EXPECT_EQ(answer["rho_exact"], "1/3");
  EXPECT_EQ(answer["rho"], 1.0 / 3);
  EXPECT_EQ(answer["witness_a"][0], 1.0);
  EXPECT_EQ(answer["witness_b"][0], 2.0);
  EXPECT_DOUBLE_EQ(answer["size"].get<double>(), 1.7320508075688772);
  EXPECT_FALSE(answer.contains("note"));
}

TEST(Ask, OverlapIsTheVolumeThatBothShare) {
  const Ran ran = run_touchstone({"ask", "-", "--overlap", "--json"}, boxes("deep", "1.5"));
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  const json answer = json::parse(ran.out)[0];
  EXPECT_EQ(answer["overlap_m3"], 2.0);
  EXPECT_EQ(answer["overlap_exact"], "2/1");
  EXPECT_THAT(run_touchstone({"ask", "-", "--overlap"}, boxes("apart", "3")).out,
              HasSubstr("overlap    0 m^3, exactly 0/1"));
  const std::string two = "[" + boxes("deep", "1.5") + "," + boxes("far", "2.25") + "]";
  EXPECT_THAT(run_touchstone({"ask", "-", "--overlap"}, two).out, HasSubstr("overlap [m^3]"));
  EXPECT_FALSE(ask_json(boxes("deep", "1.5"))[0].contains("overlap_m3"));
}

TEST(Ask, ListKeepsItsOrder) {
  const json answers = ask_json("[" + boxes("deep", "1.5") + "," + boxes("kissing", "2") + "," +
                                boxes("far", "2.25") + "]");
  ASSERT_EQ(answers.size(), 3U);
  EXPECT_EQ(answers[0]["phi"], -0.5);
  EXPECT_EQ(answers[0]["phi_squared"], "1/4");
  EXPECT_EQ(answers[0]["sign"], -1);
  EXPECT_EQ(answers[1]["phi"], 0.0);
  EXPECT_EQ(answers[1]["phi_squared"], "0/1");
  EXPECT_EQ(answers[1]["sign"], 0);
  EXPECT_EQ(answers[2]["phi"], 0.25);
  EXPECT_THAT(answers[0]["id"].get<std::string>(), testing::EndsWith("deep"));
}

TEST(Ask, UndefinedRhoIsNullWithANote) {
  const json answer = ask_json(boxes("concentric", "0"))[0];
  EXPECT_EQ(answer["phi"], -2.0);
  EXPECT_TRUE(answer["rho"].is_null());
  EXPECT_TRUE(answer["rho_exact"].is_null());
  EXPECT_THAT(answer["note"].get<std::string>(), HasSubstr("rho is undefined"));
  // Six faces tie.
  EXPECT_EQ(answer["normals"].size(), 6U);
}

TEST(Ask, FlatBodiesHaveATruth) {
  const json answer =
      ask_json(R"({"a": {"vertices": [[0, 0, 0]]}, "pose_a": {"t": [0, 0, 0], "q": [1, 0, 0, 0]},
    "b": {"vertices": [[3, 4, 0], [3, 4, 0]]}, "pose_b": {"t": [0, 0, 0], "q": [1, 0, 0, 0]}})")[0];
  EXPECT_EQ(answer["phi"], 5.0);
  EXPECT_EQ(answer["phi_squared"], "25/1");
  EXPECT_EQ(answer["size"], 1.0);
  EXPECT_THAT(answer["note"].get<std::string>(), HasSubstr("duplicate"));
}

TEST(Ask, PhiIsTheRoundedRootOfTheFraction) {
  const json answer =
      ask_json(R"({"a": {"vertices": [[0, 0, 0]]}, "pose_a": {"t": [0, 0, 0], "q": [1, 0, 0, 0]},
    "b": {"vertices": [[1, 1, 0]]}, "pose_b": {"t": [0, 0, 0], "q": [1, 0, 0, 0]}})")[0];
  EXPECT_EQ(answer["phi_squared"], "2/1");
  EXPECT_EQ(answer["phi"], 1.4142135623730951);
}

TEST(Ask, SingleCaseIsABlockForPeople) {
  const Ran ran = run_touchstone({"ask", "-"}, boxes("apart", "3"));
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_EQ(ran.err, "");
  for (const char* line :
       {"phi        1 m, separated", "phi^2      1/1", "normal     (-1, 0, 0) from B to A",
        "face-face", "exactly 1/3", "witness a", "size"}) {
    EXPECT_THAT(ran.out, HasSubstr(line));
  }
}

TEST(Ask, ZerosHaveNoSignForPeople) {
  // Two boxes beside each other: normals have zeros of either sign.
  const std::vector<std::string> words = {"ask", "-", "--metric", "certified,sat,gjk,minkowski"};
  std::string json_of_all;
  for (const char* x : {"3", "2", "1.5", "-1.5"}) {
    const Ran ran = run_touchstone(words, boxes("pair", x));
    EXPECT_EQ(ran.exit_code, 0);
    EXPECT_THAT(ran.out, HasSubstr("normal (")) << ran.out;
    const auto no_signed_zero = testing::Not(testing::ContainsRegex("-0[,);\n ]"));
    EXPECT_THAT(ran.out, no_signed_zero);
    const ScratchFolder folder;
    const std::string file = folder.write("pair.json", boxes("pair", x));
    const Ran replayed =
        run_touchstone({"replay", "pair", "--file", file, "--metric", words.back()});
    EXPECT_EQ(replayed.exit_code, 0) << replayed.err;
    EXPECT_THAT(replayed.out, HasSubstr("certified: right"));
    EXPECT_THAT(replayed.out, no_signed_zero);
    std::vector<std::string> more = words;
    more.emplace_back("--json");
    json_of_all += run_touchstone(more, boxes("pair", x)).out;
  }
  // There the bits are kept.
  EXPECT_THAT(json_of_all, HasSubstr("-0.0"));
}

TEST(Ask, ListIsATableForPeople) {
  const Ran ran =
      run_touchstone({"ask", "-"}, "[" + boxes("one", "3") + "," + boxes("two", "1") + "]");
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_THAT(ran.out, HasSubstr("one"));
  EXPECT_THAT(ran.out, HasSubstr("penetrating"));
}

TEST(Ask, FileAndOutputInAnyOrder) {
  const ScratchFolder folder;
  const std::string file = folder.write("pair.json", boxes("apart", "3"));
  const std::string text = run_touchstone({"ask", file, "--json"}).out;
  ASSERT_EQ(json::parse(text).size(), 1U);
  // The word after --json is the case file where there is no other.
  EXPECT_EQ(run_touchstone({"ask", "--json", file}).out, text);
  EXPECT_EQ(read_text(file), boxes("apart", "3"));
  EXPECT_EQ(run_touchstone({"ask", file, "--json", "-"}).out, text);
  EXPECT_EQ(run_touchstone({"ask", "--json=-", file}).out, text);
  const Ran one = run_touchstone({"ask", file, "--json", folder.path("one.json")});
  EXPECT_EQ(one.exit_code, 0);
  EXPECT_THAT(one.out, HasSubstr("wrote " + folder.path("one.json")));
  EXPECT_EQ(read_text(folder.path("one.json")), text);
  EXPECT_EQ(run_touchstone({"ask", "--json", folder.path("two.json"), file}).exit_code, 0);
  EXPECT_EQ(read_text(folder.path("two.json")), text);
}

TEST(Ask, AnEarlierLongerResultIsReplaced) {
  const ScratchFolder folder;
  const std::string out = folder.write("out.json", std::string(100'000, 'x'));
  EXPECT_EQ(run_touchstone({"ask", "-", "--json", out}, boxes("apart", "3")).exit_code, 0);
  EXPECT_EQ(json::parse(read_text(out)).size(), 1U);
}

TEST(Ask, AFileNamedLikeACommandIsAFile) {
  // A command's name behind another command is a word like any other.
  const Ran ran = run_touchstone({"ask", "verify"});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_THAT(ran.err, HasSubstr("verify"));
}

}  // namespace
}  // namespace touchstone
