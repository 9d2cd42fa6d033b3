// SPDX-License-Identifier: GPL-3.0-or-later
// validate with a program as a person runs it. harness/plugins/process_plugin_test.cpp has the
// faults.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "tests/program.hpp"
#include "tests/refusal.hpp"

namespace touchstone {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

const std::string kSource = TOUCHSTONE_SOURCE_DIR;
const std::string kBoxes =
    "'" TOUCHSTONE_PYTHON "' '" + kSource + "/examples/plugins/python/boxes.py'";

TEST(ProcessPlugin, TheExampleInPythonIsRightOnBoxes) {
  const Ran ran = run_touchstone(
      {"validate", kBoxes, "--family", "random-boxes", "--cases", "200", "--json", "-"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  const auto record = nlohmann::json::parse(ran.out);
  ASSERT_EQ(record["results"].size(), 1U);
  const auto& row = record["results"][0];
  EXPECT_EQ(row["metric"], "python_boxes");
  EXPECT_EQ(row["cases"], 200);
  EXPECT_EQ(row["right"], 200) << ran.out;
}

/// The command of the example with some of its text replaced.
std::string spoiled_boxes(const ScratchFolder& folder,
                          const std::vector<std::pair<std::string, std::string>>& changes) {
  std::string text = read_text(kSource + "/examples/plugins/python/boxes.py");
  for (const auto& [from, to] : changes) {
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    if (at != std::string::npos) text.replace(at, from.size(), to);
  }
  return "'" TOUCHSTONE_PYTHON "' '" + folder.write("boxes.py", text) + "'";
}

TEST(ProcessPlugin, AStoreRefusesItsProgramThatWasEdited) {
  const ScratchFolder folder;
  const std::string command = spoiled_boxes(folder, {});
  const std::vector<std::string> words = {"validate", command, "--family", "random-boxes",
                                          "--cases",  "20",    "--db",     folder.path("a.db")};
  const Ran begun = run_touchstone(words);
  ASSERT_EQ(begun.exit_code, 0) << begun.err;
  EXPECT_EQ(run_touchstone(words).exit_code, 0);
  spoiled_boxes(folder, {{"\"normal\": normal}", "\"normal\": [-x for x in normal]}"}});
  expect_one_line_refusal(run_touchstone(words), "(its file has changed since)");
}

TEST(ProcessPlugin, TheLikelyCauseStandsAboveTheTable) {
  const ScratchFolder folder;
  const std::string opposite =
      spoiled_boxes(folder, {{"\"normal\": normal}", "\"normal\": [-x for x in normal]}"}});
  const Ran ran = run_touchstone({"validate", opposite, "--family", "random-boxes", "--cases", "60",
                                  "--json", folder.path("record.json")});
  EXPECT_EQ(ran.exit_code, 1) << ran.err;
  EXPECT_THAT(
      ran.out,
      StartsWith("python_boxes: 60 of 60 wrong answers have exactly the opposite normal: it "
                 "must point from B to A (corrected so, they are right)\n\n"));
  EXPECT_THAT(ran.out, HasSubstr("\n  by the likely cause, opposite-normal:\n  "));
  const auto record = nlohmann::json::parse(read_text(folder.path("record.json")));
  ASSERT_EQ(record["causes"].size(), 1U);
  EXPECT_EQ(record["causes"][0]["cause"], "opposite-normal");
  EXPECT_EQ(record["causes"][0]["explained"], 60);
  const Ran page = run_touchstone({"report", folder.path("record.json"), "-o", "-"});
  EXPECT_THAT(page.out, HasSubstr("wrong answers have exactly the opposite normal"));
  const Ran quick = run_touchstone(
      {"validate", opposite, "--family", "random-boxes", "--cases", "60", "--no-shrink"});
  EXPECT_THAT(quick.out, HasSubstr("have exactly the opposite normal"));
  EXPECT_THAT(quick.out, Not(HasSubstr("fails in")));
}

TEST(ProcessPlugin, WhatIsLeftOfTheQuestionBeforeIsNamedThoughItSurvivesAReset) {
  const ScratchFolder folder;
  const std::string stale = spoiled_boxes(
      folder,
      {{"def answer(question, bodies):", "LAST = []\n\n\ndef answer(question, bodies):"},
       {"    pair = bodies",
        "    pose = LAST[0] if LAST else question[\"X_WB\"]\n"
        "    LAST[:] = [question[\"X_WB\"]]\n    pair = bodies"},
       {"bodies[question[\"B\"]], question[\"X_WB\"]\n", "bodies[question[\"B\"]], pose\n"}});
  const Ran ran = run_touchstone(
      {"validate", stale, "--family", "random-boxes", "--cases", "30", "--no-shrink"});
  EXPECT_EQ(ran.exit_code, 1) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("wrong answers are right when they are asked alone: something is "
                                 "left of the question before"));
}

TEST(ProcessPlugin, SinglePrecisionIsShownAtWhatCounts) {
  const ScratchFolder folder;
  const std::string single = spoiled_boxes(
      folder, {{"\"boxes_only\": True,",
                "\"boxes_only\": True, \"precision\": \"float32\", \"own_tolerance\": 1e-5,"},
               {"\"value\": value,", "\"value\": value + 1e-6,"}});
  const Ran ran = run_touchstone({"validate", single, "--family", "random-boxes", "--cases", "40"});
  EXPECT_EQ(ran.exit_code, 0) << ran.out;
  EXPECT_THAT(ran.out, ContainsRegex("python_boxes +boxes +40 +100 +0.00 "));
  EXPECT_THAT(ran.out, HasSubstr("own tolerance: python_boxes to 1e-05"));
  EXPECT_THAT(ran.out, HasSubstr("python_boxes is right to its own tolerance, but not to 1e-08 in "
                                 "40 of 40, for example\n"));
}

TEST(ProcessPlugin, AQuestionThatEndsTheProgramIsACrash) {
  const Ran ran = run_touchstone({"validate",
                                  "'" TOUCHSTONE_PYTHON "' '" + kSource +
                                      "/harness/plugins/tests/hostile_process.py' exit garbage",
                                  "--family", "random-boxes", "--cases", "300", "--jobs", "1"});
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_THAT(ran.out, HasSubstr("crashed"));
  // What to do about it stands there without asking again.
  EXPECT_THAT(ran.out, HasSubstr(" x crashed (breaks the protocol), "));
  EXPECT_THAT(ran.out, HasSubstr("eason"));
  EXPECT_THAT(ran.out, HasSubstr("wrote a line that is not in the protocol: "));
  EXPECT_THAT(ran.out,
              HasSubstr("    not shrunk: a fault of the protocol is a fault of the program"));
}

TEST(ProcessPlugin, AskDoesNotShrinkAFaultOfTheProtocol) {
  const std::string garbage =
      "'" TOUCHSTONE_PYTHON "' '" + kSource + "/harness/plugins/tests/hostile_process.py' always";
  const Ran ran = run_touchstone(
      {"ask", "random-boxes:42:7", "--metric", garbage, "--shrink", "--wall-limit", "20"});
  EXPECT_EQ(ran.exit_code, 1) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("hostile_process: crashed"));
  EXPECT_THAT(ran.out, HasSubstr("hostile_process is not shrunk: a fault of the protocol"));
}

/// It says hello once. Nobody waits for a start that each of 300 cases would cost.
TEST(ProcessPlugin, AProgramThatCannotBeStartedAgainCostsTwoLimitsAndTheRestCrashesAtOnce) {
  const ScratchFolder folder;
  const std::string begun = folder.path("begun");
  const std::string once =
      "[ -e " + begun + " ] && exec sleep 1000; : >" + begun + "; exec " + kBoxes;
  const auto begin = std::chrono::steady_clock::now();
  const Ran ran = run_touchstone({"validate", once, "--wall-limit", "2", "--family", "random-boxes",
                                  "--cases", "300", "--no-shrink", "--json", "-"});
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10 * 2));
  ASSERT_EQ(ran.exit_code, 1) << ran.err;
  EXPECT_EQ(nlohmann::json::parse(ran.out)["results"][0]["crashed"], 300);
}

TEST(ProcessPlugin, WhatIsNoPlugInIsOneLine) {
  const auto refused = [](const std::vector<std::string>& words, const std::string& says) {
    std::vector<std::string> all = {"validate", "--family", "random-boxes", "--cases", "10"};
    all.insert(all.end(), words.begin(), words.end());
    expect_one_line_refusal(run_touchstone(all), says);
  };
  refused({"no-such-program --now"}, "exited with code 127");
  refused({"/usr/bin/true"}, "says no hello: exited with code 0");
  refused({"echo '{\"hello\": 2}'"}, "version 2 of the protocol");
  refused({"echo loading"},
          "'loading'; its standard output is for the protocol: print to standard error");
  refused({"sleep 100", "--wall-limit", "0.5"}, "wall-clock");
  refused({"/usr/bin/true", "--in-process"}, "--in-process");
  refused({"true"}, "unknown metric 'true'");
  refused({}, "METRIC is required");
}

}  // namespace
}  // namespace touchstone
