// SPDX-License-Identifier: GPL-3.0-or-later
// validate with a program as a person runs it. harness/plugins/process_plugin_test.cpp has the
// faults.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "tests/program.hpp"
#include "tests/refusal.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;

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

TEST(ProcessPlugin, WhatIsNoPlugInIsOneLine) {
  const auto refused = [](const std::vector<std::string>& words, const std::string& says) {
    std::vector<std::string> all = {"validate", "--family", "random-boxes", "--cases", "10"};
    all.insert(all.end(), words.begin(), words.end());
    expect_one_line_refusal(run_touchstone(all), says);
  };
  refused({"no-such-program --now"}, "exited with code 127");
  refused({"/usr/bin/true"}, "says no hello: exited with code 0");
  refused({"echo '{\"hello\": 2}'"}, "version 2 of the protocol");
  refused({"sleep 100", "--wall-limit", "0.5"}, "wall-clock");
  refused({"/usr/bin/true", "--in-process"}, "--in-process");
  refused({"true"}, "unknown metric 'true'");
  refused({}, "METRIC is required");
}

}  // namespace
}  // namespace touchstone
