// SPDX-License-Identifier: GPL-3.0-or-later
// One plug-in in every command that takes one: the example in C, compiled here.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/plugin_fixture.hpp"
#include "tests/program.hpp"
#include "tests/refusal.hpp"

namespace touchstone {
namespace {

using nlohmann::json;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

TEST_F(PluginCommands, AskShowsItsAnswerAloneOrBesideAMetric) {
  const std::string pair = TOUCHSTONE_SOURCE_DIR "/examples/case-file/pair.json";
  const Ran alone = run_touchstone({"ask", pair, "--metric", library_, "--json", "-"});
  ASSERT_EQ(alone.exit_code, 0) << alone.err;
  const json metrics = json::parse(alone.out).at("cases").at(0).at("metrics");
  ASSERT_EQ(metrics.size(), 1);
  EXPECT_EQ(metrics[0].at("metric"), "my_boxes");
  EXPECT_NEAR(metrics[0].at("value"), -0.914213562373095, 1e-12);
  const Ran both = run_touchstone({"ask", pair, "--metric", library_ + ",box15"});
  EXPECT_THAT(both.out, HasSubstr("\nbox15: "));
  EXPECT_THAT(both.out, HasSubstr("\nmy_boxes: right\n"));
}

TEST_F(PluginCommands, AskJudgesOneCaseAndItsExitCodeSaysHow) {
  const Ran right = run_touchstone({"ask", "random-boxes:42:7", "--metric", library_});
  EXPECT_EQ(right.exit_code, 0) << right.err;
  EXPECT_THAT(right.out, HasSubstr("my_boxes: right"));
  EXPECT_THAT(right.out, Not(HasSubstr("gjk_epa")));
  for (const char* where : {"--shrink", "--in-process"}) {
    const Ran wrong = run_touchstone({"ask", "scale-1e12:42:31", "--metric", library_, where});
    EXPECT_EQ(wrong.exit_code, 1) << where << wrong.err;
    EXPECT_THAT(wrong.out, HasSubstr("my_boxes: wrong_sign")) << where;
  }
}

TEST_F(PluginCommands, TheCommandThatValidateShowsShowsTheFailureAgain) {
  const Ran judged = run_touchstone(
      {"validate", library_, "--family", "scale-1e12", "--no-shrink", "--cases", "40"});
  EXPECT_EQ(judged.exit_code, 1) << judged.err;
  const auto begin = judged.out.find("./touchstone ask ");
  ASSERT_NE(begin, std::string::npos) << judged.out;
  const std::string line = judged.out.substr(begin, judged.out.find('\n', begin) - begin);
  const Ran again =
      run_program({"/bin/sh", "-c", TOUCHSTONE_PROGRAM + line.substr(line.find(' '))});
  EXPECT_EQ(again.exit_code, 1) << line << again.err;
}

TEST_F(PluginCommands, ValidateSaysThatItDoesNotShrinkWhatAStoreKeeps) {
  const std::vector<std::string> words = {"validate", library_, "--family", "random-boxes",
                                          "--cases",  "5",      "--db"};
  std::vector<std::string> typed = words;
  typed.push_back(scratch_.path("a.db"));
  EXPECT_THAT(run_touchstone(typed).err, HasSubstr("none is shrunk"));
  // Neither while it is made nor when it is complete.
  for (const char* store : {"a.db", "b.db"}) {
    expect_one_line_refusal(
        run_touchstone({"validate", library_, "--family", "random-boxes", "--cases", "5", "--db",
                        scratch_.path(store), "--no-shrink"}),
        "--no-shrink: has no effect here, only on plug-ins, and without --db");
  }
}

TEST_F(PluginCommands, StandsInThePapersTable) {
  const Ran ran = run_touchstone({"reproduce", "table1", "--cases", "60", "--metric",
                                  library_ + ",certified,sat", "--json", "-"});
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  const json record = json::parse(ran.out);
  std::map<std::string, int> rows;
  for (const json& row : record.at("rows")) {
    ++rows[row.at("algorithm").get<std::string>()];
    if (row["algorithm"] != "my_boxes" || row.at("over") != "all") continue;
    EXPECT_EQ(row.at("answered"), 60);
    EXPECT_LE(row.at("max").get<double>(), 1e-14);
    EXPECT_TRUE(row.at("paper").is_null());
  }
  EXPECT_EQ(rows.at("my_boxes"), 2);
  EXPECT_EQ(rows.at("certified"), 2);
  EXPECT_EQ(rows.at("sat"), 2) << "those of the paper are there once";
  expect_one_line_refusal(run_touchstone({"reproduce", "table1", "--metric", "ratio_lp"}),
                          "ratio_lp is a ratio metric");
  expect_one_line_refusal(run_touchstone({"reproduce", "table1", "--query-limit", "1"}),
                          "--query-limit: has no effect here, only with a plug-in");
}

TEST_F(PluginCommands, TimeMeasuresIt) {
  const Ran ran = run_touchstone({"time", "--metric", library_, "--family", "boxes", "--regime",
                                  "shallow,separated", "--json", "-"});
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  const json results = json::parse(ran.out).at("results");
  ASSERT_FALSE(results.empty());
  for (const json& cell : results) {
    EXPECT_EQ(cell.at("metric"), "my_boxes");
    EXPECT_GT(cell.at("empty_ns"), 0);
  }
}

TEST_F(PluginCommands, EnergyLetsItFindTheContactsOfAScene) {
  const std::string scene = TOUCHSTONE_SOURCE_DIR "/examples/scene/sliding-box.json";
  const Ran ran = run_touchstone({"simulate", scene, "--metric", library_, "--json", "-"});
  EXPECT_EQ(ran.exit_code, 0) << ran.out << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("\"my_boxes\"")) << ran.out;
  const Ran both = run_touchstone({"simulate", scene, "--metric", library_ + ",sat"});
  EXPECT_THAT(both.out, testing::AllOf(HasSubstr("my_boxes"), HasSubstr("sat")));
}

TEST_F(PluginCommands, ContactsHoldsItsContactDataToTheConditions) {
  const Ran ran = run_touchstone(
      {"contacts", "--metric", library_, "--family", "random-boxes", "--cases", "30"});
  EXPECT_THAT(ran.out, ContainsRegex("my_boxes +boxes +30 ")) << ran.err;
  EXPECT_THAT(ran.out, Not(HasSubstr("vclip_sat")));
}

/// Each in its own rows, by its own rule: what our own metric makes of these cases is in the
/// accuracy table, and nothing is expected of the plug-in but to be right.
TEST_F(PluginCommands, VerifyJudgesItBesideAMetricOfThisProgram) {
  const std::vector<std::string> words = {"verify", "--metric", library_ + ",gjk_epa", "--family",
                                          "scale-1e12"};
  const auto run_with = [&](const std::vector<std::string>& more) {
    std::vector<std::string> all = words;
    all.insert(all.end(), more.begin(), more.end());
    return run_touchstone(all);
  };
  const Ran wrong = run_with({});
  EXPECT_EQ(wrong.exit_code, 1) << wrong.err;
  EXPECT_THAT(wrong.out, ContainsRegex("Exit code 1: judged wrong: my_boxes in [0-9]+ of"));
  EXPECT_THAT(wrong.out, HasSubstr("my_boxes fails in "));
  EXPECT_THAT(wrong.out, Not(HasSubstr("gjk_epa fails in ")));
  EXPECT_THAT(run_with({"--no-shrink"}).out, Not(HasSubstr("my_boxes fails in ")));
  expect_one_line_refusal(run_touchstone({"verify", "--metric", library_, "--shrink"}),
                          "--shrink: has no effect");
}

TEST_F(PluginCommands, ValidateIsVerifyUnderItsOwnName) {
  const std::vector<std::string> more = {"--family", "random-boxes", "--cases",
                                         "40",       "--json",       "-"};
  const auto run_as = [&](std::vector<std::string> words) {
    words.insert(words.end(), more.begin(), more.end());
    return run_touchstone(words);
  };
  const Ran validated = run_as({"validate", library_, "sat"});
  EXPECT_EQ(validated.exit_code, 0) << validated.err;
  EXPECT_EQ(validated.out, run_as({"verify", "--metric", library_ + ",sat"}).out);
  EXPECT_EQ(run_as({"validate", "mine=" + library_}).exit_code, 0);
}

TEST_F(PluginCommands, ACorpusKeepsWhatFailedOnce) {
  const std::string corpus = scratch_.path("corpus");
  const std::vector<std::string> words = {"validate", library_, "--family", "scale-1e12",
                                          "--cases",  "40",     "--corpus", corpus};
  const Ran first = run_touchstone(words);
  EXPECT_THAT(first.out, ContainsRegex("corpus .*: 0 cases judged again, [1-9][0-9]* new\n"));
  EXPECT_THAT(first.err, HasSubstr("--corpus " + corpus + ": is new, and has no cases yet"));
  EXPECT_THAT(run_touchstone(words).out,
              ContainsRegex("corpus .*: [1-9][0-9]* cases judged again"));
}

TEST_F(PluginCommands, AStoreGoesOnWhereItsPluginIsNamed) {
  const std::string db = scratch_.path("plugin.db");
  const std::vector<std::string> first = {"validate", library_, "--family", "random-boxes",
                                          "--cases",  "30",     "--db",     db};
  const Ran begun = run_touchstone(first);
  EXPECT_EQ(begun.exit_code, 0) << begun.err;
  const Ran again = run_touchstone({"validate", library_, "--db", db});
  EXPECT_EQ(again.exit_code, 0) << again.err;
  EXPECT_THAT(again.out, HasSubstr("my_boxes"));
  expect_one_line_refusal(run_touchstone({"verify", "--db", db, "--metric", "sat"}),
                          "holds another campaign");
}

/// Whether the store is complete or not, and whether its campaign is typed again or not.
TEST_F(PluginCommands, AStoreRefusesAnotherBuildOfItsPlugin) {
  const std::string whole = scratch_.path("whole.db");
  const std::string part = scratch_.path("part.db");
  const std::vector<std::string> cases = {"--family", "random-boxes", "--cases", "30"};
  const auto words = [&](const std::string& db, bool typed) {
    std::vector<std::string> all = {"validate", library_, "--db", db};
    if (typed) all.insert(all.end(), cases.begin(), cases.end());
    return all;
  };
  for (const std::string& db : {whole, part}) {
    const Ran begun = run_touchstone(words(db, true));
    ASSERT_EQ(begun.exit_code, 0) << begun.err;
  }
  sqlite3* file = nullptr;
  ASSERT_EQ(sqlite3_open(part.c_str(), &file), SQLITE_OK);
  ASSERT_EQ(sqlite3_exec(file, "DELETE FROM tally", nullptr, nullptr, nullptr), SQLITE_OK);
  sqlite3_close(file);
  std::ofstream(library_, std::ios::app) << "another build";
  for (const std::string& db : {whole, part}) {
    for (const bool typed : {false, true}) {
      const Ran again = run_touchstone(words(db, typed));
      expect_one_line_refusal(again, "holds another campaign: it was made with a my_boxes of the");
      EXPECT_THAT(again.err, HasSubstr("(its file has changed since)"));
    }
  }
  EXPECT_EQ(run_touchstone({"verify", "--db", whole}).exit_code, 0);
}

TEST_F(PluginCommands, ANamedOneStandsBehindACommaToo) {
  for (const std::string& words : {"sat,mine=" + library_, library_ + ",mine=" + library_}) {
    const Ran ran =
        run_touchstone({"verify", "--metric", words, "--family", "random-boxes", "--cases", "5"});
    EXPECT_EQ(ran.exit_code, 0) << ran.err;
    EXPECT_THAT(ran.out, ContainsRegex("\n(sat|my_boxes) .*\n")) << words;
    EXPECT_THAT(ran.out, ContainsRegex("\nmine .*\n")) << words;
  }
}

TEST_F(PluginCommands, WhatIsNoPluginIsOneLine) {
  const std::string text = scratch_.write("text.so", "no library");
  expect_one_line_refusal(run_touchstone({"validate", text}),
                          "text.so: is neither a shared library nor a program");
  const std::string source = scratch_.write("mine.cpp", "int main() {}\n");
  expect_one_line_refusal(run_touchstone({"validate", source}),
                          "nor a program: compile it first (docs/write-a-plugin.md)");
  const std::string script = scratch_.write("my mine.py", "print(1)\n");
  for (const auto rights :
       {std::filesystem::perms::owner_read, std::filesystem::perms::owner_all}) {
    std::filesystem::permissions(script, rights);
    expect_one_line_refusal(run_touchstone({"validate", script}),
                            "is not a program by itself; did you mean 'python3 '\\''" + script);
  }
  expect_one_line_refusal(run_touchstone({"time", library_}),
                          "was not expected; did you mean --metric " + library_ + "?");
}

TEST_F(PluginCommands, WhatValidateWritesSpeaksOfItselfAndOfItsLimits) {
  const std::string junit = scratch_.path("junit.xml");
  const Ran ran = run_touchstone({"validate", library_, "--family", "scale-1e12", "--cases", "40",
                                  "--query-limit", "1.5", "--wall-limit", "7", "--memory-limit",
                                  "900", "--junit", junit});
  EXPECT_EQ(ran.exit_code, 1) << ran.err;
  EXPECT_THAT(read_text(junit), HasSubstr("<testsuites name=\"touchstone validate, seed 42\""));
  const std::string limits = " --query-limit 1.5 --wall-limit 7 --memory-limit 900";
  EXPECT_THAT(ran.out, HasSubstr("--metric " + library_ + limits + "\n"));
  EXPECT_THAT(ran.out, HasSubstr("--metric " + library_ + limits + " --shrink\n"));
  EXPECT_THAT(read_text(junit), HasSubstr(limits));
}

}  // namespace
}  // namespace touchstone
