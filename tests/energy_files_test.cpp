// SPDX-License-Identifier: GPL-3.0-or-later
// Scenes as files: every scene can be one, and a run of one's own is reported as it was.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>

#include "tests/program.hpp"
#include "tests/refusal.hpp"

namespace touchstone {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

TEST(EnergyFiles, EverySceneOfTheLibraryCanBeWrittenAndRuns) {
  const ScratchFolder folder;
  std::istringstream names(run_touchstone({"list", "scenes", "--json", "-"}).out);
  const json listed = json::parse(names);
  std::set<std::string> scenes;
  for (const json& scene : listed.at("scenes")) scenes.insert(scene.at("name"));
  ASSERT_GE(scenes.size(), 14U);
  for (const std::string& name : scenes) {
    SCOPED_TRACE(name);
    const std::string file = folder.path(name + ".json");
    const Ran written = run_touchstone({"simulate", name, "--write-scene", file});
    ASSERT_EQ(written.exit_code, 0) << written.err;
    EXPECT_THAT(written.out, HasSubstr("wrote " + file + ": " + name + ", "));
    const Ran ran = run_touchstone({"simulate", file, "--t-end", "0.05", "--json", "-"});
    EXPECT_EQ(ran.exit_code, 0) << ran.err;
    const json result = json::parse(ran.out).at("results").at(0);
    EXPECT_EQ(result.at("scene"), name);
    EXPECT_EQ(result.at("unsolved_steps"), 0);
  }
}

TEST(EnergyFiles, WhatIsChosenIsWritten) {
  const ScratchFolder folder;
  const std::string file = folder.path("wheel.json");
  const Ran ran =
      run_touchstone({"simulate", "rimless-wheel", "--vertices", "20", "--dt", "2e-3", "--t-end",
                      "7", "--contacts", "vclip_sat", "--write-scene", file});
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  const json scene = json::parse(read_text(file));
  EXPECT_EQ(scene.at("dt"), 2e-3);
  EXPECT_EQ(scene.at("t_end"), 7);
  EXPECT_EQ(scene.at("contacts"), "vclip_sat");
  EXPECT_EQ(scene.at("bodies").at(0).at("vertices").size(), 40U);
}

TEST(EnergyFiles, OneSceneIsWrittenOrRecordedAndNotSeveral) {
  for (const char* option : {"--write-scene", "--record"}) {
    SCOPED_TRACE(option);
    const auto refused = [&](std::vector<std::string> words, const std::string& said) {
      words.insert(words.begin(), "simulate");
      words.insert(words.end(), {option, "-"});
      expect_one_line_refusal(run_touchstone(words), said);
    };
    refused({}, "missing scene");
    refused({"pile", "stack"}, "not expected");
    refused({"pile", "--dt", "1e-2,1e-3"}, "one --dt, --vertices and --bodies; this is 2 runs");
    refused({"pile", "--full"}, "unknown option '--full'");
    refused({"pile", "--metric", "sat"}, "--metric: has no effect");
    refused({"pile", "--json", "x"}, "--json: has no effect");
    refused({"stack", "--scale", "7"}, "stack has no --scale");
    refused({"pilee"}, "did you mean pile?");
  }
  const ScratchFolder folder;
  const std::string file = folder.path("pile.json");
  ASSERT_EQ(run_touchstone({"simulate", "pile", "--write-scene", file}).exit_code, 0);
  for (const char* option : {"--write-scene", "--record", "--json"}) {
    expect_one_line_refusal(run_touchstone({"simulate", file, option, file}),
                            "which would be lost");
  }
}

/// A wheel that rolls without slip until it rocks to rest: where a second edge lands, no slip at
/// the first leaves no solution.
std::string rolling_wheel(const ScratchFolder& folder) {
  const std::string file = folder.path("wheel.json");
  const Ran ran = run_touchstone(
      {"simulate", "rimless-wheel", "--vertices", "40", "--dt", "1e-2", "--write-scene", file});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  return file;
}

TEST(EnergyFiles, ARunWithUnsolvedStepsIsWrongWithoutATruthToo) {
  const ScratchFolder folder;
  const std::string file = rolling_wheel(folder);
  const Ran ran = run_touchstone({"simulate", file, "--json", folder.path("r.json")});
  EXPECT_EQ(ran.exit_code, 1) << ran.out;
  const json result = json::parse(read_text(folder.path("r.json"))).at("results").at(0);
  EXPECT_GT(result.at("unsolved_steps"), 0);
  EXPECT_EQ(result.at("friction_bounded"), result.at("unsolved_steps"));
  EXPECT_EQ(result.at("no_slip_inconsistent"), result.at("unsolved_steps"));
  EXPECT_EQ(result.at("verdict"), "wrong");
  const std::string count = result.at("unsolved_steps").dump() + " of 6000 steps were not solved";
  EXPECT_THAT(ran.out, HasSubstr(count));
  EXPECT_THAT(ran.out, HasSubstr("had no solution without slip and were taken with cones"));
  EXPECT_THAT(
      ran.out,
      HasSubstr(
          "0 right, 1 wrong, 0 without a truth\nexit code 1: 1 of 1 run had unsolved steps\n"));
  // Before it rocks every step is solved.
  const Ran sound = run_touchstone({"simulate", file, "--t-end", "1"});
  EXPECT_EQ(sound.exit_code, 0) << sound.out;
  EXPECT_THAT(sound.out, HasSubstr("0 right, 0 wrong, 1 without a truth\n"));
  EXPECT_THAT(sound.out, Not(HasSubstr("exit code 1")));
}

TEST(EnergyFiles, ARecordingSaysTheSameOfItsRun) {
  const ScratchFolder folder;
  const std::string file = folder.path("run.json");
  const Ran ran =
      run_touchstone({"simulate", rolling_wheel(folder), "--record", file, "--every", "100"});
  EXPECT_EQ(ran.exit_code, 1) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("61 states; not judged\n"));
  EXPECT_THAT(ran.err, HasSubstr("of 6000 steps were not solved as posed"));
  const Ran again = run_touchstone({"simulate", "--replay", file});
  EXPECT_EQ(again.exit_code, 0) << "the same bits are the same bits: " << again.out;
  json recording = json::parse(read_text(file));
  recording["fault"] = "no solver has an answer";
  const Ran other =
      run_touchstone({"simulate", "--replay", folder.write("f.json", recording.dump())});
  EXPECT_EQ(other.exit_code, 1);
  EXPECT_THAT(other.out, HasSubstr("as recorded it ended early: no solver has an answer, now it "
                                   "ran to its end"));
}

// Rolling meshes without slip, of which no truth is known: the suite's run is as it should be.
TEST(EnergyFiles, WhatTheSuiteKnowsToBeUnsolvedIsSaidAndNoFault) {
  const Ran ran = run_touchstone({"simulate", "roll-off", "--vertices", "98x98", "--dt", "1e-3"});
  EXPECT_EQ(ran.exit_code, 0) << ran.out;
  EXPECT_THAT(ran.out, HasSubstr("steps were not solved as posed"));
  EXPECT_THAT(ran.out, HasSubstr("which is known: where another edge lands"));
}

TEST(EnergyFiles, ASceneIsReadFromStandardInput) {
  const Ran scene = run_touchstone({"simulate", "slide-to-roll", "--write-scene", "-"});
  ASSERT_EQ(scene.exit_code, 0) << scene.err;
  const ScratchFolder folder;
  const std::string file = folder.write("scene.json", scene.out);
  const auto measured = [](const Ran& ran) {
    EXPECT_EQ(ran.exit_code, 0) << ran.err;
    json all = json::parse(ran.out);
    for (auto& result : all.at("results")) {
      for (const char* timed : {"ms_per_step", "profile"}) result.erase(timed);
    }
    return all;
  };
  // Read once, whatever is varied.
  const std::vector<std::string> more = {"--dt", "0.01,0.001", "--json", "-"};
  std::vector<std::string> from_input = {"simulate", "-"};
  std::vector<std::string> from_file = {"simulate", file};
  from_input.insert(from_input.end(), more.begin(), more.end());
  from_file.insert(from_file.end(), more.begin(), more.end());
  EXPECT_EQ(measured(run_touchstone(from_input, scene.out)), measured(run_touchstone(from_file)));
  EXPECT_EQ(run_touchstone({"simulate", "-", "--write-scene", "-"}, scene.out).out, scene.out);
  expect_one_line_refusal(run_touchstone({"simulate", "-"}, "{"), "standard input");
  expect_one_line_refusal(run_touchstone({"simulate", "-", "-"}, scene.out), "not expected");
}

TEST(EnergyFiles, AnInterruptedSuiteShowsTheRunsThatEndedAndTheOneThatDidNot) {
  const Ran ran = interrupt_touchstone(
      {"energy", "slide-to-roll", "stack", "--t-end", "4", "--dt", "1e-4", "--jobs", "1"}, 3000);
  EXPECT_EQ(ran.exit_code, 130);
  EXPECT_THAT(ran.out, testing::StartsWith("PARTIAL, as the run was interrupted:\n"));
  EXPECT_THAT(ran.out, testing::HasSubstr("\nslide-to-roll "));
  EXPECT_THAT(ran.out, HasSubstr("\nstack"));
  EXPECT_THAT(ran.out, HasSubstr("dt 1e-04: it was interrupted at "));
  EXPECT_THAT(ran.out, testing::Not(HasSubstr("without a truth")));
  EXPECT_THAT(ran.err, HasSubstr("energy: interrupted after 1 of 2 runs; nothing is kept\n"));
}

TEST(EnergyFiles, TheRecordOfAnInterruptedSuiteHasTheRunsThatEndedAndIsPartial) {
  const ScratchFolder folder;
  const std::string file = folder.path("part.json");
  const Ran ran = interrupt_touchstone({"energy", "slide-to-roll", "stack", "--t-end", "4", "--dt",
                                        "1e-4", "--jobs", "1", "--json", file},
                                       3000);
  EXPECT_EQ(ran.exit_code, 130);
  EXPECT_THAT(ran.err, HasSubstr("interrupted after 1 of 2 runs; " + file + " is partial\n"));
  const auto record = nlohmann::json::parse(read_text(file));
  EXPECT_EQ(record.at("partial"), true);
  for (const auto& row : record.at("results")) EXPECT_EQ(row.at("scene"), "slide-to-roll");
  EXPECT_FALSE(record.at("results").empty());
}

TEST(EnergyFiles, OnlyWhatIsShownIsExplained) {
  ::setenv("COLUMNS", "80", 1);
  const Ran narrow = run_touchstone({"energy", "slide-to-roll"});
  ::setenv("COLUMNS", "40", 1);
  const Ran blocks = run_touchstone({"energy", "slide-to-roll"});
  ::unsetenv("COLUMNS");
  EXPECT_THAT(narrow.out, HasSubstr("not shown in 80 columns: step ms, solve ms, contact ms"));
  for (const char* hidden : {"\nstep: ", "\ngain: "}) {
    EXPECT_THAT(narrow.out, testing::Not(HasSubstr(hidden)));
    EXPECT_THAT(blocks.out, HasSubstr(hidden));
  }
  EXPECT_THAT(narrow.out, HasSubstr("\nunsolved: "));
}

TEST(EnergyFiles, WhatIsPrintedOfThemIsExplainedWithItsUnit) {
  const ScratchFolder folder;
  const std::string file = folder.path("pile.json");
  ASSERT_EQ(run_touchstone({"simulate", "pile", "--write-scene", file}).exit_code, 0);
  const Ran ran = run_touchstone({"simulate", file, "--t-end", "0.1"});
  for (const char* explained :
       {"\nkinetic_change: largest |KE/KE0 - 1| of the run, KE the kinetic energy [1]\n",
        "\ndrift: total energy, end minus start [J]\n",
        "\npenetr.: deepest overlap before a step [m]\n", "\ngain: ", "\nunsolved: ", "\nstep: "}) {
    EXPECT_THAT(ran.out, HasSubstr(explained));
  }
}

}  // namespace
}  // namespace touchstone
