// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "tests/program.hpp"
#include "tests/refusal.hpp"

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

/// The cases of the record.
json ask_json(const std::string& text) {
  const Ran ran = run_touchstone({"ask", "-", "--json", "-"}, text);
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_EQ(ran.err, "");
  const json record = json::parse(ran.out);
  EXPECT_EQ(record.at("schema"), "touchstone.ask/1");
  EXPECT_FALSE(record.contains("tolerance")) << "it is that of verdicts";
  return record.at("cases");
}

TEST(Ask, SingleCaseGivesAListOfOne) {
  const json answers = ask_json(boxes("apart", "3"));
  ASSERT_TRUE(answers.is_array());
  ASSERT_EQ(answers.size(), 1U);
  const json& answer = answers[0];
  for (const char* key : {"id", "phi", "phi_squared", "sign", "normals", "features", "rho",
                          "rho_exact", "witness_a", "witness_b", "size", "case"}) {
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
  EXPECT_FALSE(answer.contains("metrics"));
  EXPECT_EQ(answer["case"]["id"], "apart");
  EXPECT_EQ(answer["case"]["pose_b"]["t"], json::parse("[3, 0, 0]"));
}

TEST(Ask, OverlapIsTheVolumeThatBothShare) {
  const Ran ran = run_touchstone({"ask", "-", "--overlap", "--json", "-"}, boxes("deep", "1.5"));
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  const json answer = json::parse(ran.out)["cases"][0];
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

TEST(Ask, ContactPointsHaveTheirGapsAndTheFeaturesThatMakeThem) {
  // A bar across a cube, 0.25 m above it: the edges cross in the corners of a rectangle.
  const std::string crossed = R"({"a": {"box_half_extents": [1, 1, 1]},
    "pose_a": {"t": [0, 0, 0], "q": [1, 0, 0, 0]}, "b": {"box_half_extents": [2, 0.5, 0.5]},
    "pose_b": {"t": [0, 0, 1.75], "q": [1, 0, 0, 0]}})";
  const json contacts = ask_json(crossed)[0].at("contacts");
  EXPECT_EQ(contacts.at("manifold"), "polygon");
  ASSERT_EQ(contacts.at("points").size(), 4U);
  std::set<std::string> corners;
  for (const json& point : contacts["points"]) {
    EXPECT_NEAR(point.at("gap").get<double>(), 0.25, 1e-12);
    EXPECT_NEAR(point.at("a").at(2).get<double>(), 1, 1e-12);
    EXPECT_NEAR(point.at("b").at(2).get<double>(), 1.25, 1e-12);
    EXPECT_EQ(point.at("feature_a").at("kind"), "edge");
    EXPECT_EQ(point.at("feature_b").at("kind"), "edge");
    corners.insert(point["feature_a"].at("vertices").dump() +
                   point["feature_b"].at("vertices").dump());
  }
  EXPECT_EQ(corners,
            (std::set<std::string>{"[4,6][0,1]", "[4,6][2,3]", "[5,7][0,1]", "[5,7][2,3]"}));
  EXPECT_THAT(run_touchstone({"ask", "-"}, crossed).out,
              testing::ContainsRegex(
                  "  contact    \\(.*\\), gap 0\\.2[0-9]+ m; edge 5-7 of A, edge 2-3 of B\n"));
}

TEST(Ask, AContactOfACornerIsThatOfAVertexAndAFacet) {
  // A point in a cube, and a tetrahedron that stands on its top.
  const std::string pairs = R"([{"a": {"box_half_extents": [1, 1, 1]},
    "pose_a": {"t": [0, 0, 0], "q": [1, 0, 0, 0]}, "b": {"vertices": [[0, 0, 0]]},
    "pose_b": {"t": [0.5, 0.25, 0], "q": [1, 0, 0, 0]}}, {"a": {"box_half_extents": [1, 1, 1]},
    "pose_a": {"t": [0, 0, 0], "q": [1, 0, 0, 0]},
    "b": {"vertices": [[0, 0, 1], [1, 0, 1], [0, 1, 1], [0, 0, 0]]},
    "pose_b": {"t": [0.25, 0.25, 1], "q": [1, 0, 0, 0]}}])";
  const json cases = ask_json(pairs);
  const std::vector<std::vector<int>> faces = {{1, 3, 5, 7}, {4, 5, 6, 7}};
  const std::vector<int> tips = {0, 3};
  for (std::size_t k = 0; k < 2; ++k) {
    const json& contacts = cases[k].at("contacts");
    EXPECT_EQ(contacts.at("manifold"), "point");
    ASSERT_EQ(contacts.at("points").size(), 1U);
    const json& point = contacts["points"][0];
    EXPECT_NEAR(point.at("gap").get<double>(), cases[k].at("phi").get<double>(), 1e-12);
    EXPECT_EQ(point.at("feature_a").at("kind"), "facet");
    auto corners = point["feature_a"].at("vertices").get<std::vector<int>>();
    std::sort(corners.begin(), corners.end());
    EXPECT_EQ(corners, faces[k]);
    EXPECT_EQ(point.at("feature_b").at("kind"), "vertex");
    EXPECT_EQ(point["feature_b"].at("vertices"), json::array({tips[k]}));
  }
}

TEST(Ask, ZerosHaveNoSignForPeople) {
  // Two boxes beside each other: normals have zeros of either sign.
  const std::vector<std::string> words = {"ask", "-", "--metric", "certified,sat,gjk,minkowski"};
  std::string json_of_all;
  for (const char* x : {"3", "2", "1.5", "-1.5"}) {
    const Ran ran = run_touchstone(words, boxes("pair", x));
    EXPECT_EQ(ran.exit_code, 0);
    EXPECT_THAT(ran.out, HasSubstr("normal     (")) << ran.out;
    EXPECT_THAT(ran.out, HasSubstr("certified: right"));
    EXPECT_THAT(ran.out, testing::Not(testing::ContainsRegex("-0[,);\n ]")));
    std::vector<std::string> more = words;
    more.insert(more.end(), {"--json", "-"});
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
  const std::string text = run_touchstone({"ask", file, "--json", "-"}).out;
  ASSERT_EQ(json::parse(text)["cases"].size(), 1U);
  EXPECT_EQ(run_touchstone({"ask", "--json", "-", file}).out, text);
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
  EXPECT_EQ(json::parse(read_text(out))["cases"].size(), 1U);
}

TEST(Ask, AFileThatIsThereIsAFileAndElseAnIdIsAnId) {
  const ScratchFolder folder;
  const std::string file = folder.write("random-boxes:42:7", boxes("apart", "3"));
  EXPECT_THAT(run_touchstone({"ask", file}).out, HasSubstr("phi        1 m, separated"));
  const Ran ran = run_touchstone({"ask", "random-boxes:42:7"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, testing::StartsWith("random-boxes:42:7\n  phi        "));
  // What is neither. A command's name behind another command is a word like any other.
  expect_one_line_refusal(run_touchstone({"ask", "verify"}),
                          "ask: verify: no such file; and as an id: id \"verify\": unknown family");
  expect_one_line_refusal(run_touchstone({"ask", "file:pair.json:1"}),
                          "its case is in a file: ask FILE --case file:pair.json:1");
}

TEST(Ask, OneCaseOfAFileIsPickedByItsIdInTheFileOrInFull) {
  const ScratchFolder folder;
  const std::string file =
      folder.write("two.json", "[" + boxes("one", "3") + "," + boxes("two", "1") + "]");
  const Ran two = run_touchstone({"ask", file, "--case", "two"});
  EXPECT_EQ(two.exit_code, 0) << two.err;
  EXPECT_THAT(two.out, testing::StartsWith("file:two.json:two\n"));
  EXPECT_EQ(run_touchstone({"ask", file, "--case", "file:two.json:two"}).out, two.out);
  expect_one_line_refusal(run_touchstone({"ask", file, "--case", "3"}),
                          "holds no case '3'; its first is 'file:two.json:one'");
  // What is for one case says how to pick one.
  for (const char* option : {"--html", "--dump"}) {
    expect_one_line_refusal(run_touchstone({"ask", file, option, folder.path("x")}),
                            std::string(option) + ": is for one case, and");
    EXPECT_EQ(run_touchstone({"ask", file, "--case", "one", option, "-"}).exit_code, 0) << option;
  }
  expect_one_line_refusal(run_touchstone({"ask", file, "--metric", "sat", "--shrink"}),
                          "holds 2: --case ID picks one");
}

TEST(Ask, AnOptionWithoutEffectIsRefused) {
  const ScratchFolder folder;
  const std::string file = folder.write("pair.json", boxes("apart", "3"));
  const auto refused = [](const std::vector<std::string>& words, const std::string& option) {
    expect_one_line_refusal(run_touchstone(words), option + ": has no effect here, only ");
  };
  refused({"ask", "random-boxes:42:7", "--case", "1"}, "--case");
  refused({"ask", file, "--meshes", folder.path("")}, "--meshes");
  refused({"ask", file, "--shrink"}, "--shrink");
  refused({"ask", file, "--tolerance", "1e-6"}, "--tolerance");
  refused({"ask", file, "--in-process"}, "--in-process");
  refused({"ask", file, "--metric", "sat", "--query-limit", "1"}, "--query-limit");
  refused({"ask", file, "--as", "fcl"}, "--as");
  refused({"ask", file, "--dump", "-", "--overlap"}, "--overlap");
  refused({"ask", file, "--dump", "-", "--fixed-body", "A"}, "--fixed-body");
  EXPECT_EQ(run_touchstone({"ask", file, "--html", "-", "--tolerance", "1e-6"}).exit_code, 0);
}

TEST(Ask, EarlierSpellingsSayWhatTheyAreNow) {
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"replay", "random-boxes:42:7"},
        {"replay", "random-boxes:42:7", "--file", "x"}}) {
    expect_one_line_refusal(run_touchstone(words), "replay is now 'ask ID --metric NAME'");
  }
  expect_one_line_refusal(run_touchstone({"ask", "x", "--plugin", "mine.so"}),
                          "ask --plugin is now 'ask FILE --metric ./mine.so'");
  expect_one_line_refusal(run_touchstone({"ask", "x", "--exec=cmd"}), "ask --exec is now");
  expect_one_line_refusal(run_touchstone({"validate", "x", "--case", "random-boxes:42:7"}),
                          "validate --case is now 'ask ID --metric ./mine.so'");
}

}  // namespace
}  // namespace touchstone
