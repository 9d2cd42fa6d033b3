// SPDX-License-Identifier: GPL-3.0-or-later
// The rules that take the place of the usual one: exit code, last line and JUnit say the same.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/program.hpp"
#include "tests/refusal.hpp"

namespace touchstone {
namespace {

using nlohmann::json;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

/// A campaign of which the accuracy table says nothing; libccd's EPA is inaccurate in some cases.
std::vector<std::string> campaign(std::vector<std::string> more) {
  std::vector<std::string> words = {"verify",   "--metric",     "gjk_epa,sat",
                                    "--family", "random-boxes", "--cases",
                                    "300",      "--seed",       "7"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

/// The metrics of which a testcase fails.
std::string failing(const std::string& xml) {
  std::string metrics;
  std::istringstream lines(xml);
  std::string before;
  for (std::string line; std::getline(lines, line); before = line) {
    if (line.find("<failure") == std::string::npos && line.find("<error") == std::string::npos) {
      continue;
    }
    const std::string begins = "classname=\"touchstone.";
    const std::size_t begin = before.find(begins) + begins.size();
    metrics += before.substr(begin, before.find('"', begin) - begin) + " ";
  }
  return metrics;
}

TEST(FailOn, TheWordsAloneDecide) {
  const ScratchFolder folder;
  const std::string xml = folder.path("out.xml");
  const Ran plain = run_touchstone(campaign({}));
  ASSERT_EQ(plain.exit_code, 1) << plain.out << plain.err;
  const Ran crashed = run_touchstone(campaign({"--fail-on", "crashed,timed_out", "--junit", xml}));
  EXPECT_EQ(crashed.exit_code, 0) << crashed.err;
  EXPECT_THAT(crashed.out, HasSubstr("\nExit code 0: none of the words of --fail-on occurred: "
                                     "crashed, timed_out.\n"));
  EXPECT_EQ(failing(read_text(xml)), "");
  const Ran inaccurate =
      run_touchstone(campaign({"--fail-on", "crashed", "--fail-on", "inaccurate", "--junit", xml}));
  EXPECT_EQ(inaccurate.exit_code, 1);
  EXPECT_THAT(inaccurate.out,
              ContainsRegex("  gjk_epa on random-boxes: [0-9]+ inaccurate\n"
                            "Exit code 1: --fail-on: gjk_epa inaccurate in [0-9]+ cases\\.\n$"));
  EXPECT_EQ(failing(read_text(xml)), "gjk_epa ");
}

TEST(FailOn, WhatTheAccuracyTableExpectsFailsToo) {
  const std::vector<std::string> known = {"verify", "--metric", "gjk_epa", "--family", "field"};
  EXPECT_EQ(run_touchstone(known).exit_code, 0);
  auto words = known;
  words.insert(words.end(), {"--fail-on", "inaccurate,wrong_sign,no_answer"});
  EXPECT_EQ(run_touchstone(words).exit_code, 1);
}

TEST(FailOn, UnknownWordsAndTwoRulesAreBadInput) {
  const auto refused = [](const std::vector<std::string>& more, const std::string& why) {
    const Ran ran = run_touchstone(campaign(more));
    EXPECT_EQ(ran.exit_code, 2) << ran.out;
    EXPECT_THAT(ran.err, HasSubstr(why));
    EXPECT_EQ(ran.out, "");
  };
  refused({"--fail-on", "wrong"},
          "--fail-on: unknown verdict 'wrong'; did you mean wrong_sign? (touchstone verify --help "
          "shows all)\n");
  expect_one_line_refusal(
      run_touchstone({"validate", "sat", "--fail-on", "foo"}),
      "--fail-on: unknown verdict 'foo' (touchstone validate --help shows all)");
  refused({"--fail-on", "crashed", "--baseline", "results/accuracy.json"},
          "--baseline: has no effect");
}

TEST(Baseline, OnlyWhatGotWorseFails) {
  const ScratchFolder folder;
  const std::string old = folder.path("old.json");
  const std::string xml = folder.path("out.xml");
  ASSERT_EQ(run_touchstone(campaign({"--json", old})).exit_code, 1);
  const Ran same = run_touchstone(campaign({"--baseline", old, "--junit", xml}));
  EXPECT_EQ(same.exit_code, 0) << same.err;
  EXPECT_THAT(same.out, HasSubstr("\nExit code 0: nothing is worse than in " + old +
                                  ": 2 cells in both, 0 better.\n"));
  EXPECT_EQ(failing(read_text(xml)), "");
  // Had it been right, the same would be worse.
  json record = json::parse(read_text(old));
  for (json& row : record.at("results")) {
    const int answered = row.at("answered");
    const int signs = row.at("sign_only");
    row["right"] = row["right_at_own_tolerance"] = answered + signs;
    row["value"] = {{"right", answered}, {"wrong_sign", 0}, {"inaccurate", 0}};
    row["normal"]["valid"] = answered;
    row["normal"]["invalid"] = row["invalid_normal"] = row["invalid_witness"] = 0;
    row["wrong"] =
        row.at("cases").get<int>() - row.at("not_applicable").get<int>() - answered - signs;
    row["worst"] = json::array();
  }
  const std::string better = folder.write("better.json", record.dump());
  const Ran worse = run_touchstone(campaign({"--baseline", better, "--junit", xml}));
  EXPECT_EQ(worse.exit_code, 1) << worse.err;
  EXPECT_THAT(worse.out, ContainsRegex("  gjk_epa on random-boxes: worse: right [^\n]*\n"
                                       "Exit code 1: [^\n]*worse than in [^\n]*better.json: "
                                       "gjk_epa on random-boxes\\.\n$"));
  EXPECT_EQ(failing(read_text(xml)), "gjk_epa ");
}

TEST(Baseline, OfOtherCasesOrNoRecordIsBadInput) {
  const ScratchFolder folder;
  const auto refused = [](const std::string& file, const std::string& why) {
    const Ran ran = run_touchstone(campaign({"--baseline", file}));
    EXPECT_EQ(ran.exit_code, 2) << ran.out;
    EXPECT_THAT(ran.err, HasSubstr("touchstone: --baseline: "));
    EXPECT_THAT(ran.err, HasSubstr(why));
    EXPECT_THAT(ran.out, Not(HasSubstr("right")));  // before anything is judged
  };
  refused(folder.write("empty.json", ""), "empty.json");
  refused(folder.write("other.json", "{\"schema\": \"touchstone.time/1\"}"),
          "schema: is that of times, and must be touchstone.verify");
  refused(folder.path("nonesuch.json"), "nonesuch.json");
  refused(TOUCHSTONE_SOURCE_DIR "/results/accuracy.json", "has seed 42: not comparable");
}

TEST(Baseline, MayBeAStoreAndAnAccuracyTable) {
  const ScratchFolder folder;
  const std::string store = folder.path("old.db");
  ASSERT_EQ(run_touchstone(campaign({"--db", store})).exit_code, 1);
  EXPECT_EQ(run_touchstone(campaign({"--baseline", store})).exit_code, 0);
  EXPECT_EQ(run_touchstone({"verify", "--metric", "gjk_epa", "--family", "field", "--baseline",
                            TOUCHSTONE_SOURCE_DIR "/results/accuracy.json"})
                .exit_code,
            0);
  // A store that is complete, under a rule.
  EXPECT_EQ(run_touchstone({"verify", "--db", store, "--fail-on", "crashed"}).exit_code, 0);
}

}  // namespace
}  // namespace touchstone
