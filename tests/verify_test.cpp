// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/program.hpp"
#include "tests/refusal.hpp"

namespace touchstone {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

std::vector<std::string> families_of(const json& verify) {
  std::vector<std::string> names;
  for (const json& row : verify.at("results")) names.push_back(row.at("family"));
  return names;
}

json verify_json(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "verify");
  arguments.insert(arguments.end(), {"--json", "-"});
  const Ran ran = run_touchstone(arguments);
  EXPECT_EQ(ran.err, "");
  return json::parse(ran.out);
}

TEST(Verify, JsonHasTheSchema) {
  const json verify = verify_json({"--family", "random-boxes", "--cases", "40", "--seed", "7"});
  EXPECT_EQ(verify.at("schema"), "touchstone.verify/5");
  EXPECT_EQ(verify.at("seed"), 7);
  EXPECT_EQ(verify.at("tolerance"), 1e-8);
  ASSERT_GE(verify.at("results").size(), 8U);
  for (const json& row : verify["results"]) {
    EXPECT_EQ(row.at("family"), "random-boxes");
    EXPECT_EQ(row.at("cases"), 40);
    for (const char* key :
         {"metric", "right", "answered", "sign_only", "no_answer", "crashed", "timed_out",
          "not_applicable", "ulp_histogram", "error_histogram", "worst"}) {
      EXPECT_TRUE(row.contains(key)) << key;
    }
    for (const char* key : {"right", "wrong_sign", "inaccurate"})
      EXPECT_TRUE(row.at("value").contains(key));
    for (const char* key : {"right", "wrong_sign"}) EXPECT_TRUE(row.at("sign").contains(key));
    for (const char* part : {"normal", "witness"}) {
      for (const char* key : {"valid", "invalid", "absent"})
        EXPECT_TRUE(row.at(part).contains(key));
    }
    for (const char* part : {"error_abs", "error_rel_size"}) {
      for (const char* key : {"min", "max", "mean", "std"}) EXPECT_TRUE(row.at(part).contains(key));
    }
    const auto count = [&row](const char* key) { return row.at(key).get<int>(); };
    EXPECT_EQ(count("answered") + count("sign_only") + count("no_answer") + count("crashed") +
                  count("timed_out") + count("not_applicable") + count("flaky") +
                  count("order_dependent") + count("skipped"),
              40)
        << row;
  }
}

TEST(Verify, ExactMetricsAreRightOnBoxes) {
  const Ran ran = run_touchstone({"verify", "--metric", "minkowski", "--metric", "sat", "--family",
                                  "random-boxes", "--cases", "100"});
  EXPECT_EQ(ran.exit_code, 0) << ran.out;
  EXPECT_EQ(ran.err, "");
  EXPECT_THAT(ran.out, HasSubstr("minkowski"));
  EXPECT_THAT(ran.out, HasSubstr("\nExit code 0: everything that was judged is right.\n"));
}

TEST(Verify, TheLastLineSaysWhatWasWrongAndTheExitCode) {
  const Ran wrong = run_touchstone(
      {"verify", "--metric", "gjk_epa,sat", "--family", "random-boxes", "--seed", "7"});
  EXPECT_EQ(wrong.exit_code, 1);
  EXPECT_THAT(wrong.out, testing::ContainsRegex(
                             "\nExit code 1: judged wrong: gjk_epa in [0-9]+ of [0-9]+ cases.\n$"));
  const Ran known = run_touchstone({"verify", "--metric", "gjk_epa", "--family", "random-boxes"});
  EXPECT_EQ(known.exit_code, 0);
  EXPECT_THAT(known.out, HasSubstr("\nExit code 0: what is wrong is as in the accuracy table"));
  const Ran within = run_touchstone(
      {"verify", "--metric", "sat_float32", "--family", "random-boxes", "--cases", "30"});
  EXPECT_EQ(within.exit_code, 0);
  EXPECT_THAT(within.out, HasSubstr("\nExit code 0: what is not right to 1e-08 of size is right "
                                    "at the tolerance that the metric claims.\n"));
}

TEST(Verify, TablesFitTheTerminal) {
  ASSERT_EQ(::setenv("COLUMNS", "80", 1), 0);
  const Ran narrow =
      run_touchstone({"verify", "--metric", "sat,gjk_epa", "--family", "boxes", "--cases", "30"});
  ASSERT_EQ(::setenv("COLUMNS", "20", 1), 0);
  const Ran blocks =
      run_touchstone({"verify", "--metric", "sat,gjk_epa", "--family", "boxes", "--cases", "30"});
  ASSERT_EQ(::unsetenv("COLUMNS"), 0);
  std::istringstream lines(narrow.out);
  for (std::string line; std::getline(lines, line) && line.rfind("right:", 0) != 0;) {
    EXPECT_LE(line.size(), 80U) << line;
  }
  EXPECT_THAT(narrow.out, HasSubstr("not shown in 80 columns: "));
  EXPECT_THAT(blocks.out, HasSubstr("gjk_epa"));
}

TEST(Verify, FamiliesOfMeshesWantADirectory) {
  const Ran ran = run_touchstone({"verify", "--family", "meshes-deep"});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_EQ(ran.err,
            "touchstone: the family 'meshes-deep' is made of meshes: name their directory with "
            "--meshes\n");
}

TEST(Verify, AWrongCaseCanBeAskedAboutAsPrinted) {
  const Ran ran = run_touchstone({"verify", "--metric", "gjk_epa", "--family", "random-boxes",
                                  "--cases", "50", "--tolerance", "1e-15"});
  EXPECT_THAT(ran.out, HasSubstr("\n  ./touchstone ask random-boxes:42:"));
}

TEST(Verify, FamiliesByNameGroupBeginningAndPattern) {
  const auto names = [](const std::string& term) {
    return families_of(verify_json({"--metric", "sat", "--family", term, "--cases", "1"}));
  };
  EXPECT_THAT(names("random-hulls-8-deep"), testing::ElementsAre("random-hulls-8-deep"));
  EXPECT_THAT(names("random-hulls-8"),
              testing::UnorderedElementsAre("random-hulls-8-deep", "random-hulls-8-shallow",
                                            "random-hulls-8-separated"));
  EXPECT_THAT(names("random-hulls-1?-deep"), testing::ElementsAre("random-hulls-16-deep"));
  EXPECT_THAT(names("*-hulls-8-s*"),
              testing::UnorderedElementsAre("random-hulls-8-shallow", "random-hulls-8-separated"));
  EXPECT_THAT(names("boxes"), testing::Contains("random-boxes"));
  const auto kissing = names("kissing");
  EXPECT_GE(kissing.size(), 7U);
  EXPECT_THAT(kissing, testing::Each(testing::StartsWith("kissing-")));
}

TEST(Verify, NamedTwiceIsRunOnce) {
  EXPECT_EQ(verify_json({"--metric", "sat,sat", "--metric", "sat", "--family", "boxes", "--family",
                         "random-boxes", "--cases", "3"})
                .at("results")
                .size(),
            2U)
      << "the two families of boxes";
}

TEST(Verify, ACorpusHasNoMoreThanItsCases) {
  const json verify = verify_json({"--metric", "sat", "--family", "field", "--cases", "1000"});
  EXPECT_EQ(verify.at("results").at(0).at("cases"), 108);
}

TEST(Verify, JobsChangeNothing) {
  const std::vector<std::string> common = {"verify",
                                           "--metric",
                                           "sat,minkowski_float,gjk_epa",
                                           "--family",
                                           "random-boxes,random-hulls-16",
                                           "--cases",
                                           "70",
                                           "--json",
                                           "-"};
  std::vector<std::string> one = common;
  one.insert(one.end(), {"--jobs", "1"});
  std::vector<std::string> two = common;
  two.insert(two.end(), {"--jobs", "2"});
  const Ran first = run_touchstone(one);
  EXPECT_GT(first.out.size(), 1000U);
  const Ran second = run_touchstone(two);
  // Row by row, so that a difference names its metric and family.
  const json a = json::parse(first.out);
  const json b = json::parse(second.out);
  ASSERT_EQ(a.at("results").size(), b.at("results").size());
  for (std::size_t k = 0; k < a["results"].size(); ++k) EXPECT_EQ(a["results"][k], b["results"][k]);
  EXPECT_TRUE(first.out == second.out) << "the same records, but not the same text";
}

TEST(Verify, FileAloneRunsOnlyTheFile) {
  const ScratchFolder folder;
  const std::string file = folder.path("mine.json");
  ASSERT_EQ(run_touchstone({"ask", "random-boxes:42:7", "--dump", file}).exit_code, 0);
  const json alone = verify_json({"--metric", "sat", "--file", file});
  ASSERT_EQ(alone.at("results").size(), 1U);
  EXPECT_THAT(alone["results"][0].at("family").get<std::string>(),
              testing::StartsWith("file:mine"));
  EXPECT_EQ(alone["results"][0].at("cases"), 1);
  const json both =
      verify_json({"--metric", "sat", "--file", file, "--family", "random-boxes", "--cases", "5"});
  EXPECT_EQ(both.at("results").size(), 2U);
}

TEST(Verify, JsonToAFileLeavesTheTableOnStandardOutput) {
  const ScratchFolder folder;
  const std::string out = folder.path("out.json");
  const std::vector<std::string> arguments = {
      "verify", "--metric", "sat", "--family", "random-boxes", "--cases", "20", "--json", out};
  const Ran ran = run_touchstone(arguments);
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_THAT(ran.out, HasSubstr("wrote " + out));
  EXPECT_EQ(json::parse(read_text(out)).at("schema"), "touchstone.verify/5");
}

TEST(Verify, AFigureHasTheShareOfEachMetricAndGroup) {
  const ScratchFolder folder;
  const std::string svg = folder.path("matrix.svg"), out = folder.path("out.json");
  const Ran ran = run_touchstone({"verify", "--metric", "sat,gjk_epa", "--family",
                                  "random-boxes,kissing-face-face", "--cases", "20", "--svg", svg,
                                  "--json", out});
  EXPECT_THAT(ran.out, HasSubstr("wrote " + svg));
  const std::string drawn = read_text(svg);
  for (const char* word : {"sat", "gjk_epa", "boxes", "kissing"}) {
    EXPECT_THAT(drawn, HasSubstr(">" + std::string(word) + "</text>"));
  }
  for (const json& row : json::parse(read_text(out)).at("results")) {
    const int right = row.at("right").get<int>();
    const std::string share = right == 20 ? "100" : std::to_string(5 * right) + ".00";
    EXPECT_THAT(drawn, HasSubstr(">" + share + "</text>")) << row;
  }
}

TEST(Verify, FullShowsEachFamilyAndJudgesTheVariantsOfARatioMetric) {
  const std::vector<std::string> arguments = {"verify",         "--metric", "ratio_ray", "--family",
                                              "random-hulls-8", "--cases",  "2"};
  const std::string plain = run_touchstone(arguments).out;
  std::vector<std::string> full = arguments;
  full.emplace_back("--full");
  const std::string all = run_touchstone(full).out;
  for (const char* shown : {"random-hulls-8-deep", "_ray-fixed-A", "_ray-fixed-B", "_ray-growth"}) {
    EXPECT_THAT(plain, Not(HasSubstr(shown)));
    EXPECT_THAT(all, HasSubstr(shown));
  }
}

TEST(Verify, WhatIsNotRunIsSaidAndCanBeForced) {
  const std::vector<std::string> by_group = {"verify", "--metric", "minkowski", "--family",
                                             "hulls",  "--cases",  "1"};
  EXPECT_THAT(run_touchstone(by_group).out, HasSubstr("not run: minkowski on "));
  const Ran forced = run_touchstone(
      {"verify", "--metric", "minkowski", "--family", "random-hulls-64-deep", "--cases", "1"});
  EXPECT_THAT(forced.out, Not(HasSubstr("not run")));
  EXPECT_THAT(forced.out, HasSubstr("minkowski"));
}

/// The program says that it is asked about small bodies alone, unless the family is named.
TEST(Verify, APlugInIsAskedAboutLargerBodiesOfANamedFamily) {
  const ScratchFolder folder;
  const std::string program = folder.write("few.py", R"(import json, sys
for line in sys.stdin:
    m = json.loads(line)
    if "hello" in m:
        print(json.dumps({"hello": 1, "name": "few", "max_vertices": 4, "separated": ["value"],
                          "touching": ["value"], "penetrating": ["value"]}), flush=True)
    elif "reset" in m:
        print(line, end="", flush=True)
    elif "questions" in m:
        answers = [{"id": q["id"], "status": "no_answer"} for q in m["questions"]]
        print(json.dumps({"answers": answers}), flush=True)
)");
  const std::string command = "exec '" TOUCHSTONE_PYTHON "' '" + program + "'";
  const auto asked = [&](const std::string& family) {
    return run_touchstone({"validate", command, "--family", family, "--cases", "3", "--no-shrink"});
  };
  EXPECT_THAT(asked("boxes").out, HasSubstr("not run"));
  const Ran named = asked("random-boxes");
  EXPECT_THAT(named.out, Not(HasSubstr("not run"))) << named.err;
  EXPECT_THAT(named.out, HasSubstr("few"));
}

TEST(Verify, WhyARowHasFewerCasesThanItsFileIsSaid) {
  const ScratchFolder folder;
  const std::string large =
      run_touchstone({"ask", "random-hulls-128-deep:42:0", "--dump", "-"}).out;
  const std::string small = run_touchstone({"ask", "random-boxes:42:0", "--dump", "-"}).out;
  const std::string file = folder.write("two.json", "[" + large + ", " + small + "]");
  const Ran ran = run_touchstone({"verify", "--file", file});
  EXPECT_THAT(ran.out, HasSubstr("\nnot run: minkowski on file:two.json: 1 of 2 cases, bodies of "
                                 "more than 64 vertices, "));
  EXPECT_THAT(ran.out, Not(HasSubstr("--full says why"))) << "it is said here";
}

TEST(Verify, ATolerancesOwnVerdict) {
  const json loose = verify_json(
      {"--metric", "gjk_epa", "--family", "random-boxes", "--cases", "100", "--tolerance", "1"});
  const json tight = verify_json({"--metric", "gjk_epa", "--family", "random-boxes", "--cases",
                                  "100", "--tolerance", "1e-15"});
  EXPECT_GT(loose.at("results").at(0).at("value").at("right").get<int>(),
            tight.at("results").at(0).at("value").at("right").get<int>());
}

TEST(Verify, WhereNothingCanBeJudgedItSaysWhyAndFails) {
  const ScratchFolder folder;
  const std::string flat = folder.write(
      "flat.json",
      R"({"a": {"vertices": [[0,0,0],[1,0,0],[0,1,0]]}, "pose_a": {"t": [0,0,0], "q": [1,0,0,0]},
          "b": {"box_half_extents": [1,1,1]}, "pose_b": {"t": [0,0,5], "q": [1,0,0,0]}})");
  const Ran ran = run_touchstone({"verify", "--metric", "ratio_lp", "--file", flat, "--json", "-"});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_THAT(ran.err, HasSubstr("nothing was judged: ratio_lp is not applicable"));
  EXPECT_THAT(ran.err, HasSubstr("body A is flat\n"));
  EXPECT_EQ(json::parse(ran.out).at("results").at(0).at("why_not_applicable"), "body A is flat");
  EXPECT_THAT(run_touchstone({"verify", "--metric", "ratio_lp", "--file", flat}).out,
              testing::EndsWith("\nExit code 2: nothing was judged.\n"));
  const std::string other = folder.write("other.json", read_text(flat));
  const Ran two = run_touchstone(
      {"verify", "--metric", "ratio_lp", "--file", flat, "--file", other, "--json", "-"});
  EXPECT_EQ(two.exit_code, 2);
  EXPECT_THAT(two.err, HasSubstr("body A is flat (first of 2)\n"));
}

TEST(Verify, RowsSayHowManyAreWrongAndWhatIsRightAtTheirOwnTolerance) {
  const json verify =
      verify_json({"--metric", "gjk_epa", "--family", "random-boxes", "--cases", "500"});
  EXPECT_TRUE(verify.at("versions").contains("touchstone"));
  const json& row = verify.at("results").at(0);
  const auto count = [&row](const char* key) { return row.at(key).get<int>(); };
  EXPECT_GT(count("wrong"), 10);
  EXPECT_EQ(row.at("worst").size(), 10U);
  EXPECT_EQ(count("wrong") + count("right") + count("not_applicable"), 500);
  EXPECT_EQ(row.at("own_tolerance"), 1e-4);
  EXPECT_GE(count("right_at_own_tolerance"), count("right"));
}

TEST(Verify, OwnToleranceIsAPairOfColumns) {
  const std::vector<std::string> arguments = {"verify",       "--metric", "sat", "--family",
                                              "random-boxes", "--cases",  "5"};
  EXPECT_THAT(run_touchstone(arguments).out, Not(HasSubstr("right at")));
  std::vector<std::string> own = arguments;
  own.emplace_back("--own-tolerance");
  EXPECT_THAT(run_touchstone(own).out, HasSubstr("right at"));
}

TEST(Verify, AToleranceAboveOneIsRefused) {
  const std::vector<std::vector<std::string>> commands = {
      {"verify", "--metric", "sat", "--family", "random-boxes", "--cases", "2"},
      {"contacts", "--family", "random-boxes", "--cases", "2"},
      {"ask", "random-boxes:42:1", "--metric", "sat"}};
  for (std::vector<std::string> command : commands) {
    command.insert(command.end(), {"--tolerance", "1"});
    EXPECT_LE(run_touchstone(command).exit_code, 1) << command.front();
    for (const char* above : {"1.0000000000000002", "2", "1e300"}) {
      command.back() = above;
      expect_one_line_refusal(run_touchstone(command), "is above 1");
    }
  }
}

/// One line for each option that the run would not look at.
TEST(Verify, RefusesAnOptionThatHasNoEffect) {
  const ScratchFolder folder;
  const std::string db = folder.path("new.db");
  const std::string file = TOUCHSTONE_SOURCE_DIR "/examples/case-file/pair.json";
  const auto refused = [](std::vector<std::string> words, const std::string& option) {
    words.insert(words.begin(), "verify");
    expect_one_line_refusal(run_touchstone(words), option + ": has no effect here, only ");
  };
  refused({"--file", file, "--cases", "5"}, "--cases");
  refused({"--file", file, "--seed", "5"}, "--seed");
  refused({"--file", file, "--quick"}, "--quick");
  refused({"--quick", "--cases", "5"}, "--quick");
  refused({"--metric", "sat", "--no-shrink"}, "--no-shrink");
  refused({"--metric", "sat", "--corpus", folder.path("corpus")}, "--corpus");
  refused({"--metric", "sat", "--query-limit", "1"}, "--query-limit");
  refused({"--metric", "sat", "--in-process"}, "--in-process");
  refused({"--db", db, "--shrink"}, "--shrink");
  refused({"--db", db, "--batch", "4"}, "--batch");
  refused({"--db", db, "--properties", "5"}, "--properties");
  refused({"--fail-on", "crashed", "--baseline", file}, "--baseline");
  EXPECT_FALSE(std::filesystem::exists(db));
}

TEST(Verify, SaysWhatRemovedSpellingsAreNow) {
  const auto now = [](const std::vector<std::string>& words, const std::string& says) {
    expect_one_line_refusal(run_touchstone(words), says);
  };
  now({"verify", "--contacts"}, "verify --contacts is now 'contacts [METHOD...]'");
  now({"verify", "--dump-cases", "2", "-"}, "is now 'dump OUT --cases N'");
  now({"verify", "--events"}, "is now 'reproduce events'");
  now({"verify", "--peers"}, "is now 'verify --metric peers'");
  now({"verify", "--plugin", "./x.so"}, "is now 'verify --metric ./mine.so'");
  now({"validate", "./x.so", "--case", "random-boxes:42:7"}, "is now 'ask ID --metric");
  now({"validate", "./x.so", "--contacts"}, "is now 'contacts --metric");
  now({"validate", "./x.so", "--dump-cases", "2", "-"}, "is now 'dump OUT --cases N'");
  now({"validate", "./x.so", "--events"}, "is now 'reproduce events'");
  now({"validate", "--exec", "python3 x.py"}, "is now 'validate \"python3 mine.py\"'");
  now({"validate", "./x.so", "--metric", "sat"}, "is now 'validate METRIC...'");
}

TEST(Verify, ItsHelpFitsAScreen) {
  for (const char* command : {"verify", "validate", "contacts", "dump"}) {
    SCOPED_TRACE(command);
    const std::string help = run_touchstone({command, "--help"}).out;
    EXPECT_LE(std::count(help.begin(), help.end(), '\n'), 62) << help;
    std::istringstream lines(help);
    for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 100U) << line;
  }
}

}  // namespace
}  // namespace touchstone
