// SPDX-License-Identifier: GPL-3.0-or-later
// One plug-in in every command that takes one: the example in C, compiled here.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>  // NOLINT(modernize-deprecated-headers): POSIX, not C++
#include <sqlite3.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "tests/program.hpp"
#include "tests/refusal.hpp"

namespace touchstone {
namespace {

using nlohmann::json;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

class PluginCommands : public testing::Test {
 protected:
  void SetUp() override { library_ = compiled("my_boxes", "/examples/plugins/c/my_boxes.c"); }

  std::string compiled(const std::string& name, const std::string& source) const {
    const std::string library = scratch_.path(name + ".so");
    const Ran built = run_program({"/bin/sh", "-c",
                                   "cc -O2 -fPIC -shared -pthread -I " TOUCHSTONE_SOURCE_DIR
                                   "/include -I " TOUCHSTONE_SOURCE_DIR " " TOUCHSTONE_SOURCE_DIR +
                                       source + " -o '" + library + "' -lm"});
    EXPECT_EQ(built.exit_code, 0) << built.err;
    return library;
  }

  ScratchFolder scratch_;
  std::string library_;
};

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
  for (const json& cell : results) EXPECT_EQ(cell.at("metric"), "my_boxes");
}

TEST_F(PluginCommands, WhatItChangesOfTheProcessIsPutBackAndSaid) {
  const std::string meddling = compiled("meddling", "/harness/plugins/tests/meddling_plugin.c");
  const Ran timed = run_touchstone({"time", "--metric", meddling + ",box15", "--family", "boxes",
                                    "--regime", "near,shallow", "--cases", "30", "--json", "-"});
  EXPECT_EQ(timed.exit_code, 0) << timed.err;
  const json times = json::parse(timed.out);
  for (const json& cell : times.at("results")) {
    EXPECT_EQ(cell.at("right_share"), 1) << cell;
  }
  EXPECT_THAT(timed.err, HasSubstr("time: my_boxes changed signal handlers, changed the "
                                   "floating-point state, changed the locale, wrote to standard "
                                   "output: it was put back\n"));
  // The truth of a case whose depth is a denormal number, found after the plug-in was loaded here.
  const Ran alone = run_touchstone({"ask", "denormal:42:3", "--json", "-"});
  const Ran beside =
      run_touchstone({"ask", "denormal:42:3", "--metric", meddling, "--in-process", "--json", "-"});
  const std::string after_its_words = beside.out.substr(beside.out.find("\n{") + 1);
  const auto truth = [](const std::string& text) {
    json found = json::parse(text.substr(0, text.rfind('}') + 1)).at("cases").at(0);
    found.erase("metrics");
    return found;
  };
  EXPECT_EQ(truth(after_its_words), truth(alone.out)) << beside.out;
}

/// gcc 12 makes such a library flush denormals to zero where it is loaded.
TEST(LoadedBefore, AFastMathLibraryChangesNoTruth) {
  const ScratchFolder scratch;
  const std::string source = scratch.write("fast.c", "int nothing;\n");
  const std::string library = scratch.path("fast.so");
  ASSERT_EQ(run_program({"/usr/bin/cc", "-shared", "-fPIC", "-ffast-math", source, "-o", library})
                .exit_code,
            0);
  const std::vector<std::string> ask = {"ask", "denormal:42:3", "--metric", "certified"};
  std::vector<std::string> preloaded = {"/usr/bin/env", "LD_PRELOAD=" + library,
                                        TOUCHSTONE_PROGRAM};
  preloaded.insert(preloaded.end(), ask.begin(), ask.end());
  const Ran ran = run_program(preloaded);
  EXPECT_EQ(ran.out, run_touchstone(ask).out) << ran.err;
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

TEST_F(PluginCommands, ALimitThatAWorkerCannotStartWithIsNamed) {
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  expect_one_line_refusal(
      run_touchstone({"validate", library_, "--memory-limit", "1", "--cases", "1"}),
      "--memory-limit 1 (MB) may be too little");
#endif
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
                            "is no program by itself; did you mean 'python3 '\\''" + script);
  }
  expect_one_line_refusal(run_touchstone({"time", library_}),
                          "was not expected; did you mean --metric " + library_ + "?");
}

TEST_F(PluginCommands, OneCaseIsAskedInTheProcessForADebugger) {
  const auto asked = [&](const char* id) {
    return run_touchstone({"ask", id, "--metric", library_, "--in-process"});
  };
  EXPECT_THAT(asked("random-boxes:42:7").out, HasSubstr("my_boxes: right"));
  const Ran wrong = asked("scale-1e12:42:31");
  EXPECT_EQ(wrong.exit_code, 1) << wrong.err;
  EXPECT_THAT(wrong.out, HasSubstr("my_boxes: wrong_sign"));
}

TEST_F(PluginCommands, ValidateRunsItInItsOwnProcessForADebugger) {
  const Ran ran = run_touchstone(
      {"validate", library_, "--in-process", "--family", "random-boxes", "--cases", "20"});
  EXPECT_EQ(ran.exit_code, 0) << ran.out << ran.err;
}

/// The hostile plug-in's fault is seen in the process itself.
TEST_F(PluginCommands, ACrashInTheProcessIsTheProcesss) {
  const std::string hostile = compiled("hostile", "/harness/plugins/tests/hostile_plugin.c");
  ::setenv("HOSTILE", "segfault", 1);
  const Ran isolated = run_touchstone(
      {"validate", hostile, "--family", "random-boxes", "--cases", "500", "--no-shrink"});
  EXPECT_EQ(isolated.exit_code, 1) << isolated.err;
  const auto id = isolated.out.find("random-boxes:42:");
  ASSERT_NE(id, std::string::npos) << isolated.out;
  const std::string crashing = isolated.out.substr(id, isolated.out.find(' ', id) - id);
  const Ran alone = run_touchstone({"ask", crashing, "--metric", hostile});
  EXPECT_EQ(alone.exit_code, 1) << alone.err;
  EXPECT_THAT(alone.out, HasSubstr("hostile: crashed"));
  const Ran here = run_touchstone({"ask", crashing, "--metric", hostile, "--in-process"});
  EXPECT_EQ(here.exit_code, 128 + SIGSEGV) << here.out << here.err;
  ::unsetenv("HOSTILE");
}

/// Its exit(0) is not the success of the run.
TEST_F(PluginCommands, APluginThatExitsInTheProcessFailsTheRun) {
  const std::string hostile = compiled("hostile", "/harness/plugins/tests/hostile_plugin.c");
  ::setenv("HOSTILE", "exit", 1);
  const Ran ran = run_touchstone(
      {"validate", hostile, "--in-process", "--family", "random-boxes", "--cases", "500"});
  ::unsetenv("HOSTILE");
  EXPECT_EQ(ran.exit_code, 3) << ran.out;
  EXPECT_THAT(ran.err, HasSubstr("hostile: ended this process by exit()\n"));
}

/// Question 1007 loops, and is asked twice: the line of progress comes meanwhile.
TEST_F(PluginCommands, WhoWaitsForALoopIsToldOfItAndOfALimitThatWouldDo) {
  const std::string hostile = compiled("hostile", "/harness/plugins/tests/hostile_plugin.c");
  const Variable fault("HOSTILE", "loop");
  const Ran ran = run_touchstone({"validate", hostile, "--family", "random-boxes", "--cases",
                                  "1100", "--no-shrink", "--query-limit", "6", "--jobs", "1"});
  EXPECT_EQ(ran.exit_code, 1) << ran.err;
  const std::string told =
      "1 timed out; the others took at most [0-9.e-]+ s: --query-limit [0-9.]+ would do\n";
  EXPECT_THAT(ran.err, ContainsRegex("validate: 960 of 1100 answers .* left, " + told));
  EXPECT_THAT(ran.out, ContainsRegex("\n" + told));
}

/// The plug-in writes a line for each call.
TEST_F(PluginCommands, TimeBeginsAndEndsAPluginOnce) {
  const std::string hostile = compiled("hostile", "/harness/plugins/tests/hostile_plugin.c");
  const std::string calls = scratch_.path("calls.txt");
  ::setenv("HOSTILE_CALLS", calls.c_str(), 1);
  const Ran ran = run_touchstone({"time", "--metric", hostile + ",box15", "--family", "boxes"});
  ::unsetenv("HOSTILE_CALLS");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  // Beside this process, workers begin and end it: to tell its claims and to be judged.
  const std::string text = read_text(calls);
  std::map<std::string, int> count;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) ++count[line];
  EXPECT_GE(count["init"], 2);
  EXPECT_EQ(count["deinit"], count["init"]);
  EXPECT_EQ(count["destroy"], count["create"]);
  EXPECT_EQ(count["init again"] + count["deinit again"], 0);
  EXPECT_EQ(text.rfind("destroy\ndeinit\n"), text.size() - 15);
}

TEST_F(PluginCommands, ValidateNeedsNoStandardStreams) {
  const std::string validate = std::string(TOUCHSTONE_PROGRAM) + " validate '" + library_ +
                               "' --family random-boxes --cases 50 --jobs 1 ";
  for (const char* closed : {"<&-", ">&-", "2>&-", "<&- >&- 2>&-"}) {
    const Ran ran = run_program({"/bin/sh", "-c", validate + closed});
    EXPECT_EQ(ran.exit_code, 0) << closed << ran.out << ran.err;
  }
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

TEST_F(AlignedBoxes, WhatIsNotFiniteIsNoAnswerInEveryCommand) {
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
    if (name == "zero_normal" || name == "huge_normal" || name == "far_witness") continue;
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
  EXPECT_THAT(ran.out, HasSubstr("aligned_boxes leaves 1 of 3 cases unanswered, first "
                                 "file:aligned.json:far: the plug-in crashed: SIGSEGV"));
  ::unsetenv("ALIGNED");
  // Bodies that it does not take are not put to it.
  const Ran boxes_only = run_touchstone({"contacts", "--metric", library_, "--family",
                                         "random-hulls-32", "--cases", "10", "--json", "-"});
  EXPECT_EQ(json::parse(boxes_only.out).at("results").size(), 0U) << boxes_only.out;
  EXPECT_EQ(boxes_only.exit_code, 1);
  EXPECT_THAT(boxes_only.out, HasSubstr("aligned_boxes takes none of these cases"));
}

}  // namespace
}  // namespace touchstone
