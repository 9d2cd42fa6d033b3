// SPDX-License-Identifier: GPL-3.0-or-later
// verify and ask on a directory of meshes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/program.hpp"
#include "tests/refusal.hpp"

namespace touchstone {
namespace {

using nlohmann::json;
using testing::HasSubstr;

constexpr const char* kTetrahedron =
    "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n";
constexpr const char* kTwo =
    "o a\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n"
    "o b\nv 3 0 0\nv 4 0 0\nv 3 1 0\nv 3 0 1\nf 5 7 6\nf 5 6 8\nf 6 7 8\nf 5 8 7\n";
constexpr const char* kPyramid =
    "OFF\n5 5 0\n-1 -1 0\n1 -1 0\n1 1 0\n-1 1 0\n0 0 1.5\n"
    "4 3 2 1 0\n3 0 1 4\n3 1 2 4\n3 2 3 4\n3 3 0 4\n";

class Meshes : public testing::Test {
 protected:
  Meshes() {
    folder_.write("tetrahedron.obj", kTetrahedron);
    folder_.write("pyramid.off", kPyramid);
  }
  std::string directory() const { return folder_.path("."); }

  ScratchFolder folder_;
};

TEST_F(Meshes, VerifyJudgesTheFourFamiliesOfADirectoryAlone) {
  const Ran ran = run_touchstone(
      {"verify", "--meshes", directory(), "--metric", "minkowski", "--cases", "25", "--json", "-"});
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  std::vector<std::string> names;
  const json results = json::parse(ran.out).at("results");
  for (const json& row : results) {
    names.push_back(row.at("family"));
    EXPECT_EQ(row.at("cases"), 25);
    EXPECT_EQ(row.at("value").at("right"), 25);
  }
  EXPECT_EQ(names, (std::vector<std::string>{"meshes-random", "meshes-shallow", "meshes-deep",
                                             "meshes-resting"}));
}

TEST_F(Meshes, ThePairsOfADirectoryStandBesideRegisteredFamiliesThatAreNamed) {
  const Ran ran =
      run_touchstone({"verify", "--meshes", directory(), "--family", "meshes-deep", "--family",
                      "random-boxes", "--metric", "minkowski", "--cases", "5", "--json", "-"});
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  const json results = json::parse(ran.out).at("results");
  ASSERT_EQ(results.size(), 2U);
  EXPECT_EQ(results[0].at("family"), "meshes-deep");
  EXPECT_EQ(results[1].at("family"), "random-boxes");
}

TEST_F(Meshes, ACaseIsMadeAgainFromItsDirectoryAndNamesBothFiles) {
  const Ran ran = run_touchstone({"ask", "meshes-resting:42:7", "--meshes", directory(), "--metric",
                                  "minkowski", "--json", "-"});
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  const json asked = json::parse(ran.out).at("cases").at(0);
  EXPECT_THAT(asked.at("case").dump(), HasSubstr("hulls of "));
  EXPECT_EQ(asked.at("metrics").at(0).at("verdict"), "right");
  const Ran without = run_touchstone({"ask", "meshes-resting:42:7"});
  EXPECT_EQ(without.exit_code, 2);
  EXPECT_THAT(without.err, HasSubstr("name their directory with --meshes"));
  expect_one_line_refusal(run_touchstone({"ask", "random-boxes:42:3", "--meshes", directory()}),
                          "--meshes: has no effect");
}

TEST_F(Meshes, AreJudgedAlsoWhereOnlyOtherFamiliesAreNamed) {
  const Ran ran = run_touchstone({"verify", "--meshes", directory(), "--family", "random-boxes",
                                  "--metric", "minkowski", "--cases", "5", "--json", "-"});
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  const json results = json::parse(ran.out).at("results");
  ASSERT_EQ(results.size(), 5U);
  EXPECT_EQ(results[0].at("family"), "meshes-random");
  EXPECT_EQ(results[4].at("family"), "random-boxes");
}

TEST_F(Meshes, AWrongAnswerOnOnesOwnEndsWithOne) {
  // libccd is wrong on deep pairs, and claims nothing.
  const Ran ran = run_touchstone({"verify", "--meshes", directory(), "--family", "meshes-deep",
                                  "--metric", "gjk_epa", "--cases", "100", "--json", "-"});
  const json row = json::parse(ran.out).at("results").at(0);
  ASSERT_LT(row.at("right"), row.at("cases"));
  EXPECT_EQ(ran.exit_code, 1);
  const Ran again = run_touchstone(
      {"ask", row.at("worst").at(0), "--meshes", directory(), "--metric", "gjk_epa"});
  EXPECT_EQ(again.exit_code, 1) << again.out;
}

TEST_F(Meshes, WhatCannotBeReadIsOneLineAndExitCodeTwo) {
  const auto refused = [&](const std::vector<std::string>& arguments, const std::string& reason) {
    const Ran ran = run_touchstone(arguments);
    EXPECT_EQ(ran.exit_code, 2);
    EXPECT_EQ(ran.out, "");
    EXPECT_THAT(ran.err, HasSubstr(reason));
    EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
  };
  refused({"verify", "--meshes", folder_.path("none")}, "none: is not a directory");
  refused({"verify", "--meshes", directory(), "--db", folder_.path("store.db")}, "not with --db");
  refused({"ask", "meshes-deep:42:x", "--meshes", directory()}, "not a whole number");
  const ScratchFolder broken;
  broken.write("broken.ply", "ply\nformat ascii 1.0\nelement vertex 1000000000\nend_header\n");
  refused({"verify", "--meshes", broken.path(".")}, "broken.ply: ");
}

TEST_F(Meshes, OneThatCannotBeReadIsLeftOutWithALineAndTenLinesAreEnough) {
  const std::vector<std::string> words = {"verify",    "--meshes", directory(), "--metric",
                                          "minkowski", "--cases",  "5"};
  folder_.write("sheet.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nf 1 2 3\n");  // flat ones are taken
  folder_.write("broken.off", "OFF\n8 6 0\n1 1 1\n");
  const Ran one = run_touchstone(words);
  EXPECT_EQ(one.exit_code, 0) << one.err;
  EXPECT_EQ(one.err, "touchstone: note: left out: " + directory() +
                         "/broken.off: ends after 1 of its 8 points\n");
  for (int k = 0; k < 24; ++k) folder_.write("line" + std::to_string(k) + ".obj", "v 0 0 0\n");
  const Ran many = run_touchstone(words);
  EXPECT_EQ(many.exit_code, 0) << many.err;
  EXPECT_EQ(std::count(many.err.begin(), many.err.end(), '\n'), 11) << many.err;
  EXPECT_THAT(many.err, HasSubstr("note: left out: 15 more meshes\n"));
}

TEST_F(Meshes, OfWhichOnlyTheHullIsJudgedAreTold) {
  const auto told = [this] {
    const Ran ran = run_touchstone(
        {"verify", "--meshes", directory(), "--metric", "minkowski", "--cases", "5"});
    EXPECT_EQ(ran.exit_code, 0);
    return ran.err;
  };
  EXPECT_EQ(told(), "");
  folder_.write("dented.obj",  // the fifth point is below the slanted face
                "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nv 0.2 0.2 0.2\n"
                "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 5\nf 3 4 5\nf 4 2 5\n");
  EXPECT_THAT(told(),
              testing::MatchesRegex(
                  "touchstone: note: dented.obj: its hull is taken: concave; hull volume 1.6.* "
                  "times the mesh's, deepest vertex 0.2 m below the hull\n"));
  folder_.write("pair.obj", kTwo);
  folder_.write("second.obj", kTwo);
  EXPECT_THAT(told(), HasSubstr("note: the objects of pair.obj and 1 more mesh are pieces (--hull "
                                "takes their one hull)\n"));
}

TEST_F(Meshes, HullAndPartsAreRepeatedByPrintedCommands) {
  const ScratchFolder folder;
  folder.write("pair.obj", kTwo);
  const auto sources = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words = {
        "ask", "meshes-deep:42:0", "--meshes", folder.path("."), "--json", "-"};
    words.insert(words.end(), more.begin(), more.end());
    const Ran ran = run_touchstone(words);
    EXPECT_EQ(ran.exit_code, 0) << ran.err;
    return ran.out;
  };
  EXPECT_THAT(sources({}), HasSubstr(" in pair.obj and "));
  EXPECT_THAT(sources({"--hull"}), HasSubstr("hulls of pair.obj and pair.obj"));
  folder.write("one.obj", kTetrahedron + std::string("v 3 0 0\nv 4 0 0\nv 3 1 0\nf 5 6 7\n"));
  std::filesystem::remove(folder.path("pair.obj"));
  EXPECT_THAT(sources({}), HasSubstr("hulls of one.obj and one.obj"));
  EXPECT_THAT(sources({"--parts"}), HasSubstr(" in one.obj and "));
  expect_one_line_refusal(run_touchstone({"ask", "meshes-deep:42:0", "--meshes", folder.path("."),
                                          "--parts", "--hull"}),
                          "--hull, --parts: give one of them");
}

TEST_F(Meshes, OfSeveralObjectsAreUnionsForAskAlone) {
  folder_.write("pair.obj", kTwo);
  const std::string file = folder_.write(
      "pairs.json",
      R"({"a": {"mesh": "pair.obj"}, "pose_a": {"t": [0, 0, 0], "q": [1, 0, 0, 0]},)"
      R"( "b": {"sphere": {"radius": 0.5}}, "pose_b": {"t": [2, 0, 0], "q": [1, 0, 0, 0]}})");
  expect_one_line_refusal(run_touchstone({"verify", "--file", file}),
                          "--hull takes their one hull");
  const Ran hull = run_touchstone({"verify", "--file", file, "--hull", "--metric", "certified"});
  EXPECT_EQ(hull.exit_code, 0) << hull.err;
  EXPECT_THAT(hull.err, HasSubstr("pair.obj: one hull of its 2 objects is taken: concave"));
  const Ran written = run_touchstone({"import", file});
  EXPECT_EQ(written.exit_code, 0) << written.err;
  EXPECT_THAT(written.out, HasSubstr("\"union\": ["));
}

TEST_F(Meshes, OneAloneIsNoCaseAndItIsSaidWhatTakesIt) {
  const std::string mesh = folder_.path("tetrahedron.obj");
  const std::string binary = folder_.write("part.stl", std::string(200, '\0'));
  for (const std::string& file : {mesh, binary}) {
    expect_one_line_refusal(run_touchstone({"ask", file}),
                            file + ": is a mesh, and a case has two");
    expect_one_line_refusal(run_touchstone({"verify", "--file", file}), "--meshes DIR pairs");
  }
}

TEST_F(Meshes, ACommandThatARecordGivesRuns) {
  const std::string record = folder_.path("out.json");
  run_touchstone({"verify", "--meshes", directory(), "--family", "meshes-deep", "--metric",
                  "gjk_epa,minkowski", "--cases", "10", "--json", record});
  // gjk_epa is wrong in some of which the other is right.
  const Ran compared = run_touchstone({"compare", record, "--metric", "minkowski,gjk_epa"});
  const auto begin = compared.out.find("./touchstone ask meshes-deep:");
  ASSERT_NE(begin, std::string::npos) << compared.out << compared.err;
  const std::string line = compared.out.substr(begin, compared.out.find('\n', begin) - begin);
  EXPECT_THAT(line, HasSubstr(" --meshes " + directory()));
  const Ran asked =
      run_program({"/bin/sh", "-c", TOUCHSTONE_PROGRAM + line.substr(line.find(' '))});
  EXPECT_EQ(asked.exit_code, 1) << line << asked.err;
}

}  // namespace
}  // namespace touchstone
