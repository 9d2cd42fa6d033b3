// SPDX-License-Identifier: GPL-3.0-or-later
// One plug-in in every command that takes one: the example in C, compiled here.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
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
  void SetUp() override {
    library_ = scratch_.path("my_boxes.so");
    const Ran built =
        run_program({"/bin/sh", "-c",
                     "cc -O2 -fPIC -shared -I " TOUCHSTONE_SOURCE_DIR
                     "/include " TOUCHSTONE_SOURCE_DIR "/examples/plugins/c/my_boxes.c -o '" +
                         library_ + "' -lm"});
    ASSERT_EQ(built.exit_code, 0) << built.err;
  }

  ScratchFolder scratch_;
  std::string library_;
};

TEST_F(PluginCommands, AskShowsItsAnswerAloneOrBesideAMetric) {
  const std::string pair = TOUCHSTONE_SOURCE_DIR "/examples/case-file/pair.json";
  const Ran alone = run_touchstone({"ask", pair, "--plugin", library_, "--json"});
  ASSERT_EQ(alone.exit_code, 0) << alone.err;
  const json metrics = json::parse(alone.out).front().at("metrics");
  ASSERT_EQ(metrics.size(), 1);
  EXPECT_EQ(metrics[0].at("metric"), "my_boxes");
  EXPECT_NEAR(metrics[0].at("value"), -0.914213562373095, 1e-12);
  const Ran both = run_touchstone({"ask", pair, "--plugin", library_, "--metric", "box15"});
  EXPECT_THAT(both.out, HasSubstr("metric     box15: phi"));
  EXPECT_THAT(both.out, HasSubstr("metric     my_boxes: phi"));
}

TEST_F(PluginCommands, ReplayJudgesOneCaseAndItsExitCodeSaysHow) {
  const Ran right = run_touchstone({"replay", "random-boxes:42:7", "--plugin", library_});
  EXPECT_EQ(right.exit_code, 0) << right.err;
  EXPECT_THAT(right.out, HasSubstr("my_boxes: right"));
  EXPECT_THAT(right.out, Not(HasSubstr("gjk_epa")));
  for (const char* where : {"--shrink", "--in-process"}) {
    const Ran wrong = run_touchstone({"replay", "scale-1e12:42:31", "--plugin", library_, where});
    EXPECT_EQ(wrong.exit_code, 1) << where << wrong.err;
    EXPECT_THAT(wrong.out, HasSubstr("my_boxes: wrong_sign")) << where;
  }
}

TEST_F(PluginCommands, TheCommandThatValidateShowsReplaysTheFailure) {
  const Ran judged = run_touchstone(
      {"validate", library_, "--family", "scale-1e12", "--no-shrink", "--cases", "40"});
  EXPECT_EQ(judged.exit_code, 1) << judged.err;
  const auto begin = judged.out.find("./touchstone replay ");
  ASSERT_NE(begin, std::string::npos) << judged.out;
  const std::string line = judged.out.substr(begin, judged.out.find('\n', begin) - begin);
  const Ran replayed =
      run_program({"/bin/sh", "-c", TOUCHSTONE_PROGRAM + line.substr(line.find(' '))});
  EXPECT_EQ(replayed.exit_code, 1) << line << replayed.err;
}

TEST_F(PluginCommands, TimeMeasuresIt) {
  const Ran ran = run_touchstone({"time", "--plugin", library_, "--family", "boxes", "--regime",
                                  "shallow,separated", "--json"});
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  const json results = json::parse(ran.out).at("results");
  ASSERT_FALSE(results.empty());
  for (const json& cell : results) EXPECT_EQ(cell.at("metric"), "my_boxes");
}

TEST_F(PluginCommands, EnergyLetsItFindTheContactsOfAScene) {
  const std::string scene = TOUCHSTONE_SOURCE_DIR "/examples/scene/sliding-box.json";
  const Ran ran = run_touchstone({"energy", scene, "--plugin", library_, "--json"});
  EXPECT_EQ(ran.exit_code, 0) << ran.out << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("\"my_boxes\"")) << ran.out;
  expect_one_line_refusal(
      run_touchstone({"energy", scene, "--plugin", library_, "--metric", "sat"}), "one of them");
}

TEST_F(PluginCommands, VerifyHoldsItsContactDataToTheConditions) {
  const Ran ran = run_touchstone(
      {"verify", "--contacts", "--plugin", library_, "--family", "random-boxes", "--cases", "30"});
  EXPECT_THAT(ran.out, ContainsRegex("my_boxes +boxes +30 ")) << ran.err;
  EXPECT_THAT(ran.out, Not(HasSubstr("vclip_sat")));
  expect_one_line_refusal(run_touchstone({"verify", "--plugin", library_}), "goes with --contacts");
}

TEST_F(PluginCommands, WhatIsNoPluginIsOneLine) {
  const std::string text = scratch_.write("text.so", "no library");
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"replay", "random-boxes:42:7"},
        {"ask", TOUCHSTONE_SOURCE_DIR "/examples/case-file/pair.json"},
        {"time"},
        {"energy"},
        {"verify", "--contacts"}}) {
    std::vector<std::string> words = command;
    words.insert(words.end(), {"--plugin", text});
    expect_one_line_refusal(run_touchstone(words), "text.so");
  }
}

}  // namespace
}  // namespace touchstone
