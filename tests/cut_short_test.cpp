// SPDX-License-Identifier: GPL-3.0-or-later
// Motion that is cut short, by a time limit or by Ctrl-C: what was computed is kept and says so.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/program.hpp"

namespace touchstone {
namespace {

using nlohmann::json;
using testing::HasSubstr;

/// No run is as short.
const std::vector<std::string> kAtOnce = {"--time-limit", "1e-9"};

Ran run(std::vector<std::string> words, const std::vector<std::string>& more = {}) {
  words.insert(words.end(), more.begin(), more.end());
  return run_touchstone(words);
}

void expect_replays(const std::string& file) {
  const Ran again = run_touchstone({"simulate", "--replay", file});
  EXPECT_EQ(again.exit_code, 0) << again.out << again.err;
  EXPECT_THAT(again.out, HasSubstr("the same bits in all "));
}

TEST(CutShort, ARecordingIsOneOfAShorterScene) {
  const ScratchFolder folder;
  const std::string file = folder.path("run.json");
  const Ran ran = run({"simulate", "stack", "--record", file}, kAtOnce);
  EXPECT_EQ(ran.exit_code, run({"simulate", "stack"}, kAtOnce).exit_code) << ran.err;
  EXPECT_THAT(ran.out,
              HasSubstr("2 states, t_end is there: its time limit of 1e-09 s ended it at"));
  EXPECT_EQ(json::parse(read_text(file)).at("scene").at("t_end"), 0.01);
  expect_replays(file);
}

TEST(CutShort, ATrajectoryIsReadAndSaysWhatEndedIt) {
  const ScratchFolder folder;
  const std::string file = folder.path("run.json");
  const Ran ran = run({"simulate", "stack", "--trajectory", file}, kAtOnce);
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.err, HasSubstr("its time limit of 1e-09 s ended it at 0.01 s, after 1 steps"));
  const Ran judged = run_touchstone({"simulate", "stack", "--judge", file});
  EXPECT_EQ(judged.exit_code, 0) << judged.err;
  EXPECT_THAT(judged.out, HasSubstr("ended early: its time limit of 1e-09 s"));
}

TEST(CutShort, WhatIsInterruptedIsKeptToo) {
  const ScratchFolder folder;
  const std::vector<std::string> longer = {"simulate", "stack", "--dt", "1e-4", "--t-end", "30"};
  for (const char* option : {"--record", "--trajectory"}) {
    const std::string file = folder.path("run.json");
    std::vector<std::string> words = longer;
    words.insert(words.end(), {option, file});
    if (std::string(option) == "--record") words.insert(words.end(), {"--every", "100"});
    if (std::string(option) != "--record") words[5] = "3";
    const Ran ran = interrupt_touchstone(words, 1500);
    EXPECT_EQ(ran.exit_code, 130) << option << ran.err;
    EXPECT_THAT(ran.err, HasSubstr("it was interrupted at "));
    if (std::string(option) == "--record") {
      expect_replays(file);
    } else {
      const Ran judged = run_touchstone({"simulate", "stack", "--dt", "1e-4", "--judge", file});
      EXPECT_THAT(judged.out, HasSubstr("ended early: it was interrupted at "));
    }
  }
}

TEST(CutShort, FiguresRatesAndChecksEndWithALine) {
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"reproduce", "thesis-figure16"},
        {"reproduce", "contraction"},
        {"reproduce", "events", "--cases", "100000"}}) {
    const Ran ran = interrupt_touchstone(words, 1500);
    EXPECT_EQ(ran.exit_code, 130) << words[1];
    EXPECT_THAT(ran.err, HasSubstr("reproduce " + words[1] + ": interrupted"));
    EXPECT_THAT(ran.err, HasSubstr("; nothing is kept\n"));
  }
}

TEST(CutShort, EachCommandThatRunsACheckShowsWhatItHasJudged) {
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"contacts", "--cases", "100000"},
        {"audit", "--family", "random-boxes", "--cases", "10000000"},
        {"reproduce", "events", "--cases", "100000"}}) {
    const Ran ran = interrupt_touchstone(words, 1500);
    EXPECT_EQ(ran.exit_code, 130) << words[0];
    EXPECT_THAT(ran.out, testing::StartsWith("PARTIAL, as the run was interrupted:\n\n"));
    const std::string who = words[0] == "reproduce" ? "reproduce events" : words[0];
    EXPECT_THAT(ran.err, HasSubstr("touchstone: " + who + ": interrupted; nothing is kept\n"));
  }
}

TEST(CutShort, AStepOfALargeIslandEndsInIt) {
  const Ran ran = run({"simulate", "sliding-boxes", "--bodies", "4000"}, kAtOnce);
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("its time limit of 1e-09 s ended it at 0 s"));
}

}  // namespace
}  // namespace touchstone
