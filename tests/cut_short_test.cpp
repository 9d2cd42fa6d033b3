// SPDX-License-Identifier: GPL-3.0-or-later
// Work that is cut short, by a time limit or by Ctrl-C: what was computed is kept and says so.
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

TEST(CutShort, TheRecordOfACheckSaysThatItIsPartial) {
  const ScratchFolder folder;
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"contacts", "--cases", "100000"},
        {"audit", "--family", "random-boxes", "--cases", "10000000"}}) {
    const std::string file = folder.path(words[0] + ".json");
    std::vector<std::string> typed = words;
    typed.insert(typed.end(), {"--json", file});
    const Ran ran = interrupt_touchstone(typed, 1500);
    EXPECT_EQ(ran.exit_code, 130) << words[0];
    EXPECT_THAT(ran.err, HasSubstr(words[0] + ": interrupted; " + file + " is partial\n"));
    EXPECT_EQ(json::parse(read_text(file)).at("partial"), true) << words[0];
  }
}

/// Boxes are judged in a moment and come first; of the large hulls few are.
const std::vector<std::string> kTwoFamilies = {
    "verify",  "--metric", "sat",    "--family", "random-hulls-512-deep,random-boxes",
    "--cases", "1000",     "--jobs", "1"};

TEST(CutShort, AnInterruptedCampaignWritesItsRecordMarkedPartial) {
  const ScratchFolder folder;
  const std::string file = folder.path("part.json");
  std::vector<std::string> words = kTwoFamilies;
  words.insert(words.end(), {"--json", file, "--junit", folder.path("part.xml")});
  const Ran ran = interrupt_touchstone(words, 3000);
  EXPECT_EQ(ran.exit_code, 130) << ran.err;
  EXPECT_THAT(ran.err, HasSubstr(" of 2000 answers; " + file + " is partial\n"));
  EXPECT_FALSE(std::filesystem::exists(folder.path("part.xml")));
  const json record = json::parse(read_text(file));
  EXPECT_EQ(record.at("partial").at("answers"), 2000);
  EXPECT_LT(record.at("partial").at("judged"), 2000);
  const json& rows = record.at("results");
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_GT(rows[0].at("left"), 0);
  EXPECT_FALSE(rows[1].contains("left")) << "small bodies come first";

  // Boxes alone are compared, by both commands that compare.
  const Ran compared = run_touchstone({"compare", file, file});
  EXPECT_EQ(compared.exit_code, 0) << compared.err;
  EXPECT_THAT(compared.out, HasSubstr("PARTIAL: " + file + " is partial: its run was interrupted"));
  EXPECT_THAT(compared.out, HasSubstr("; 1 cell not compared\n"));
  EXPECT_THAT(compared.out, HasSubstr("1 cell in both: "));
  const Ran judged = run_touchstone({"verify", "--metric", "sat", "--family", "random-boxes",
                                     "--cases", "1000", "--baseline", file});
  EXPECT_EQ(judged.exit_code, 0) << judged.err;
  EXPECT_THAT(judged.out, HasSubstr("nothing is worse than in " + file));
  EXPECT_THAT(judged.out, HasSubstr("; " + file + " is partial: its run was interrupted after "));
}

/// A chunk of large hulls takes seconds.
TEST(CutShort, ACampaignInterruptedBeforeItsFirstChunkWritesItsRecordToo) {
  const ScratchFolder folder;
  const std::string file = folder.path("part.json");
  const std::vector<std::string> words = {
      "verify", "--metric", "sat", "--family", "random-hulls-512-deep", "--cases", "4000"};
  const Ran ran = [&] {
    std::vector<std::string> typed = words;
    typed.insert(typed.end(), {"--json", file});
    return interrupt_touchstone(typed, 500);
  }();
  EXPECT_EQ(ran.exit_code, 130) << ran.err;
  EXPECT_THAT(ran.err, HasSubstr("interrupted after 0 of 4000 answers; " + file + " is partial\n"));
  EXPECT_EQ(json::parse(read_text(file)).at("partial").at("judged"), 0);
  const std::string said = file + " is partial: its run was interrupted after 0 of 4000 answers";
  const Ran compared = run_touchstone({"compare", file, file});
  EXPECT_EQ(compared.exit_code, 2) << compared.out;
  EXPECT_THAT(compared.err, HasSubstr(said));
  std::vector<std::string> typed = words;
  typed.insert(typed.end(), {"--baseline", file});
  const Ran judged = run_touchstone(typed);  // refused before anything is judged
  EXPECT_EQ(judged.exit_code, 2) << judged.out;
  EXPECT_THAT(judged.err, HasSubstr("--baseline: " + said));
}

TEST(CutShort, APartialRecordGoesToStandardOutputToo) {
  std::vector<std::string> words = kTwoFamilies;
  words.insert(words.end(), {"--json", "-"});
  const Ran ran = interrupt_touchstone(words, 1500);
  EXPECT_EQ(ran.exit_code, 130) << ran.err;
  EXPECT_TRUE(json::parse(ran.out).contains("partial"));
  EXPECT_THAT(ran.err, HasSubstr(" answers; the record is partial\n"));
}

TEST(CutShort, AStepOfALargeIslandEndsInIt) {
  const Ran ran = run({"simulate", "sliding-boxes", "--bodies", "4000"}, kAtOnce);
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("its time limit of 1e-09 s ended it at 0 s"));
}

}  // namespace
}  // namespace touchstone
