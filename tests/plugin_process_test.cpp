// SPDX-License-Identifier: GPL-3.0-or-later
// What a plug-in does to the process that it runs in: faults, loops, exits, what it changes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>  // NOLINT(modernize-deprecated-headers): POSIX, not C++

#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "harness/plugins/sanitized.hpp"
#include "harness/plugins/tests/marked_processes.hpp"
#include "tests/plugin_fixture.hpp"
#include "tests/program.hpp"
#include "tests/refusal.hpp"

namespace touchstone {
namespace {

using nlohmann::json;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

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
TEST_F(PluginCommands, NothingThatItPrintsIsBesideTheTimes) {
  const std::string meddling = compiled("meddling", "/harness/plugins/tests/meddling_plugin.c");
  const Variable prints("MEDDLING", "prints");
  const std::vector<std::string> words = {"time",     "--metric", meddling,  "--family", "boxes",
                                          "--regime", "near",     "--cases", "5"};
  std::vector<std::string> in_json = words;
  in_json.insert(in_json.end(), {"--json", "-"});
  const Ran ran = run_touchstone(in_json);
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_TRUE(json::accept(ran.out)) << ran.out;
  const Ran table = run_touchstone(words);
  EXPECT_THAT(table.out, HasSubstr("my_boxes"));
  EXPECT_THAT(table.out, Not(HasSubstr("meddled")));
}

/// The plug-in that meddles, timed: what it does and nobody contains would end or spoil this.
class TimedPlugin : public PluginCommands {
 protected:
  void SetUp() override {
    library_ = compiled("meddling", "/harness/plugins/tests/meddling_plugin.c");
  }
  Ran time_while_it(const std::string& meddles) const {
    const Variable deed("MEDDLING", meddles);
    return run_touchstone({"time", "--metric", library_, "--family", "boxes", "--regime", "near",
                           "--start", "cold", "--cases", "5", "--json", "-"});
  }
};

TEST_F(TimedPlugin, ThatEndsItsProcessIsNamedInOneLine) {
  const std::map<std::string, std::string> ends = {
      {"closes", "closed descriptors that it had not opened"},
      {"leaves", "ended its thread, or threw what is no exception of C++"},
      {"exits", "exit()"},
      {"exits quickly", "exited with code 0"},
      {"exits at once", "exited with code 0"},
      {"kills", "SIGKILL"},
      {"crashes in a thread", "SIGSEGV"},
      {"terminates", "called std::terminate"}};
  for (const auto& [deed, end] : ends) {
    SCOPED_TRACE(deed);
    expect_one_line_refusal(time_while_it(deed), "my_boxes: " + end);
  }
}

TEST_F(TimedPlugin, LosesThePairsOnWhichItThrows) {
  const Ran ran = time_while_it("throws");
  EXPECT_EQ(ran.exit_code, 1) << ran.err;
  EXPECT_THAT(ran.err, HasSubstr("crashed (threw: no such vertex); such pairs are not timed"));
  EXPECT_EQ(json::parse(ran.out).at("results").at(0).at("crashed"), 1);
}

TEST_F(TimedPlugin, CannotSpoilWhatIsMeasured) {
  for (const char* deed :
       {"sets a timer", "forks", "aborts at its end", "throws at its end", "waits at its end"}) {
    SCOPED_TRACE(deed);
    const Ran ran = time_while_it(deed);
    EXPECT_EQ(ran.exit_code, 0) << ran.err;
    EXPECT_EQ(json::parse(ran.out).at("results").size(), 1);
  }
  EXPECT_THAT(processes_with("MEDDLING", "left-by-meddling"), IsEmpty());
}

/// It is refused, as a baseline that has nothing of what is timed.
TEST_F(TimedPlugin, ThatIsRefusedKeepsNobodyWaitingAtItsEnd) {
  for (const char* deed : {"waits at its end", "aborts at its end"}) {
    SCOPED_TRACE(deed);
    const Variable meddles("MEDDLING", deed);
    const Ran ran = run_touchstone({"time", "--metric", "box15", "--baseline", library_, "--family",
                                    "boxes", "--regime", "near", "--cases", "5"});
    expect_one_line_refusal(ran, ": has none of the metrics that are timed (my_boxes)");
  }
}

TEST_F(TimedPlugin, ThatWritesIntoTheRecordIsBlamedForIt) {
  const Ran ran = time_while_it("spoils its record");
  EXPECT_EQ(ran.exit_code, 2) << ran.err;
  EXPECT_THAT(ran.err, HasSubstr("touchstone: time: my_boxes: spoiled its record ("));
  EXPECT_EQ(ran.out, "");
}

TEST_F(TimedPlugin, ThatWaitsForEverIsEnded) {
  const Variable limit("TOUCHSTONE_PLANT_LIMIT", "1");
  for (const char* deed : {"waits", "holds standard output"}) {
    SCOPED_TRACE(deed);
    expect_one_line_refusal(time_while_it(deed), "my_boxes: a query takes too long");
  }
}

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

TEST_F(PluginCommands, ALimitThatAWorkerCannotStartWithIsNamed) {
  if (kSanitized) GTEST_SKIP() << "no address-space limit under sanitizers";
  expect_one_line_refusal(
      run_touchstone({"validate", library_, "--memory-limit", "1", "--cases", "1"}),
      "--memory-limit 1 (MB) may be too little");
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

}  // namespace
}  // namespace touchstone
