// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/program.hpp"
#include "tests/refusal.hpp"

namespace touchstone {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

TEST(Contacts, HoldsEveryMethodToTheConditions) {
  const Ran ran = run_touchstone(
      {"contacts", "--family", "random-boxes", "--family", "motion-boxes", "--cases", "40"});
  EXPECT_EQ(ran.exit_code, 0) << ran.out << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("certified"));
  EXPECT_THAT(ran.out, HasSubstr("vclip_sat_gauss"));
  EXPECT_THAT(ran.out, Not(HasSubstr("certified violates")));
  EXPECT_THAT(ran.out, HasSubstr("center_normals violates P1"));
  EXPECT_THAT(ran.out, HasSubstr("triangle_normals violates N1"));
  EXPECT_THAT(ran.out, HasSubstr("(expected to fail), first\n  random-boxes:42:"));
  for (const char* explained :
       {"\nN1: a small step of A", "\nN2: along a motion", "\nP1: bodies that separate",
        "\nP2: every contact point", "  wrong_normal  wrong_depth  incomplete  ",
        "\nwrong_depth: a depth that", "unanswered: numbers of cases\n",
        "; lengths to 1e-08 of the size"}) {
    EXPECT_THAT(ran.out, HasSubstr(explained));
  }
}

TEST(Contacts, GivesJsonOfTheMethodsNamed) {
  const Ran ran = run_touchstone({"contacts", "certified", "vclip_sat", "--family",
                                  "motion-kissing", "--cases", "30", "--json", "-"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  const json report = json::parse(ran.out);
  EXPECT_EQ(report.at("schema"), "touchstone.check/1");
  EXPECT_EQ(report.at("check"), "contacts");
  ASSERT_EQ(report.at("results").size(), 2U);
  const json& row = report.at("results").at(0);
  EXPECT_EQ(row.at("subject"), "certified");
  EXPECT_FALSE(row.contains("known_bad"));
  EXPECT_EQ(row.at("cases"), 30);
  EXPECT_EQ(row.at("claims").at(1).at("claim"), "N2");
  EXPECT_EQ(row.at("claims").at(1).at("held"), 29);
  EXPECT_EQ(row.at("claims").at(2).at("claim"), "P1");
  EXPECT_EQ(row.at("claims").at(2).at("held"), 30);
  EXPECT_EQ(row.at("claims").at(9).at("claim"), "incomplete");
  EXPECT_EQ(row.at("claims").at(9).at("held"), 30);
}

TEST(Contacts, ABadMethodNeedNotBeSeenToBeBadInChosenCases) {
  // Cubes face to face along an axis: the centres' line is right there.
  const ScratchFolder folder;
  const std::string file = folder.write("cubes.json", R"({
      "id": "stacked",
      "a": {"box_half_extents": [1, 1, 1]}, "pose_a": {"t": [0, 0, 1.9], "q": [1, 0, 0, 0]},
      "b": {"box_half_extents": [1, 1, 1]}, "pose_b": {"t": [0, 0, 0], "q": [1, 0, 0, 0]}})");
  const Ran own = run_touchstone({"contacts", "--file", file});
  EXPECT_EQ(own.exit_code, 0) << own.out;
  const Ran ran = run_touchstone(
      {"contacts", "triangle_normals", "--family", "coincident", "--cases", "3", "--seed", "5"});
  EXPECT_EQ(ran.exit_code, 0) << ran.out;
  EXPECT_THAT(ran.out, Not(HasSubstr("not as expected")));
}

TEST(Contacts, AMethodThatAnswersNothingIsAFailure) {
  // A flat body, which neither metric of the pipeline takes.
  const ScratchFolder folder;
  const std::string file = folder.write("flat.json", R"({
      "id": "flat",
      "a": {"vertices": [[-1, -1, 0], [1, -1, 0], [0, 1, 0]]},
      "pose_a": {"t": [0, 0, 1.5], "q": [1, 0, 0, 0]},
      "b": {"box_half_extents": [1, 1, 1]}, "pose_b": {"t": [0, 0, 0], "q": [1, 0, 0, 0]}})");
  const Ran ran = run_touchstone({"contacts", "vclip_sat", "--file", file});
  EXPECT_EQ(ran.exit_code, 1) << ran.out << ran.err;
  EXPECT_THAT(ran.out,
              HasSubstr("not as expected: vclip_sat was not seen to meet N1 in any case (1 "
                        "of 1 unanswered)"));
}

TEST(Contacts, ShrinksTheFirstCaseOfEachWord) {
  const std::vector<std::string> words = {
      "contacts", "center_normals", "--family", "random-boxes", "--cases", "10", "--shrink"};
  const Ran ran = run_touchstone(words);
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("center_normals shrunk from random-boxes:42:"));
  EXPECT_THAT(ran.out, HasSubstr("wrong_normal"));
  std::vector<std::string> with_json = words;
  with_json.insert(with_json.end(), {"--json", "-"});
  const json shrunk = json::parse(run_touchstone(with_json).out).at("shrunk");
  ASSERT_FALSE(shrunk.empty());
  EXPECT_EQ(shrunk.at(0).at("subject"), "center_normals");
  EXPECT_TRUE(shrunk.at(0).at("case").contains("pose_b"));
}

TEST(Contacts, WrongManifoldsAreDrawnBesideTrueOnes) {
  const ScratchFolder folder;
  const std::string record = folder.path("contacts.json");
  const std::string page = folder.path("contacts.html");
  const Ran ran =
      run_touchstone({"contacts", "center_normals", "--family", "kissing-face-face-rotated",
                      "--cases", "4", "--shrink", "--json", record});
  ASSERT_LE(ran.exit_code, 1) << ran.err;
  const json manifold = json::parse(read_text(record)).at("shrunk").at(0).at("manifold");
  EXPECT_GE(manifold.at("points").size(), 1U);
  EXPECT_GE(manifold.at("true_corners").size(), 3U);
  ASSERT_EQ(run_touchstone({"report", record, "-o", page}).exit_code, 0);
  const std::string html = read_text(page);
  for (const char* part : {"id=\"contacts\"", "across the normal: a drawing in the plane",
                           "in space: a drawing in space", "true manifold", "true normal",
                           "The shrunk pair as a case file"}) {
    EXPECT_THAT(html, HasSubstr(part));
  }
  const Ran markdown = run_touchstone({"report", record, "--format", "md", "-o", "-"});
  EXPECT_THAT(markdown.out, HasSubstr(" | kissing-face-face-rotated:42:0 | outside wrong"));
  EXPECT_THAT(markdown.out, Not(HasSubstr("<svg")));
  json other = json::parse(read_text(record));
  other.at("check") = "routes";
  expect_one_line_refusal(
      run_touchstone({"report", folder.write("other.json", other.dump()), "-o", page}),
      "check: must be \"contacts\"");
}

TEST(Contacts, OfAMetricAreWhatItsNormalsAndDistancesGive) {
  const ScratchFolder folder;
  const std::string record = folder.path("contacts.json");
  const Ran ran = run_touchstone({"contacts", "certified", "--metric", "sat", "--family",
                                  "random-boxes", "--cases", "30", "--json", record});
  EXPECT_THAT(ran.out, HasSubstr("\nsat: the points are Touchstone's, made from its normals and "
                                 "distances\n"));
  const json results = json::parse(read_text(record)).at("results");
  ASSERT_EQ(results.size(), 2U) << ran.err;
  EXPECT_EQ(results.at(0).at("subject"), "certified");
  EXPECT_EQ(results.at(1).at("subject"), "sat");
}

TEST(Contacts, RefusesWhatItDoesNotTake) {
  const auto refused = [](const std::vector<std::string>& words, const std::string& says) {
    expect_one_line_refusal(run_touchstone(words), says);
  };
  refused({"contacts", "certifyed"},
          "unknown contact method 'certifyed'; did you mean certified? (touchstone list contacts "
          "shows all)");
  refused({"contacts", "./mine.so"}, "did you mean --metric ./mine.so?");
  refused({"contacts", "gjk"}, "gjk is not a contact method; did you mean --metric gjk?");
  refused({"contacts", "python3 mine.py"}, "did you mean --metric 'python3 mine.py'?");
  refused({"contacts", "events"}, "reproduce events looks at them");
  refused({"contacts", "--metric", "nope"}, "unknown metric 'nope'");
  for (const char* option : {"--quick", "--db", "--certify"}) {
    refused({"contacts", option}, std::string("unknown option '") + option + "'");
  }
  const std::string file = TOUCHSTONE_SOURCE_DIR "/examples/case-file/pair.json";
  refused({"contacts", "--file", file, "--seed", "7"}, "--seed: has no effect");
}

}  // namespace
}  // namespace touchstone
