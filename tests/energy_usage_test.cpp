// SPDX-License-Identifier: GPL-3.0-or-later
// What `energy` refuses.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "tests/program.hpp"
#include "tests/refusal.hpp"

namespace touchstone {
namespace {

TEST(Energy, BadUsageIsOneLineAndTwo) {
  const ScratchFolder folder;
  const std::string broken = folder.write("broken.json", R"({"schema": "touchstone.scene/1"})");
  const std::string loop = folder.path("loop.json");
  std::filesystem::create_symlink(loop, loop);
  const std::string too_long(300, 'a');
  const std::vector<std::pair<std::vector<std::string>, std::string>> wrong = {
      {{"energy", loop}, "a scene file is run by 'simulate " + loop + "'"},
      {{"simulate", loop}, "loop.json"},
      {{"energy", too_long}, "a scene file is run by"},
      {{"simulate", too_long}, "File name too long"},
      {{"energy", "vertex-spinn"}, "did you mean vertex-spin?"},
      {{"energy", "vertex-spin", "--dt", "0"}, "--dt: '0' is not a number above 0"},
      {{"energy", "vertex-spin", "--dt", "nan"}, "--dt: 'nan'"},
      {{"simulate", "vertex-spin", "--vertices", "3"}, "no UV sphere has 3 vertices"},
      {{"simulate", "vertex-spin", "--vertices", "many"}, "--vertices"},
      {{"energy", "vertex-spin", "--metric", "no_such"}, "no_such"},
      {{"energy", "vertex-spin", "--metric", "sat", "--contacts", "certified"},
       "--contacts: has no effect here, only where a scene is run without --metric"},
      {{"energy", "vertex-spin", "--metric", "sat", "--window", "one"}, "--window: has no effect"},
      {{"energy", "-"}, "a scene file is run by 'simulate -'"},
      {{"energy", broken}, "a scene file is run by 'simulate " + broken + "'"},
      {{"simulate"}, "missing scene"},
      {{"energy", "vertex-spin", "--contacts", "no_such"}, "unknown contact method 'no_such'"},
      {{"energy", "vertex-spin", "--stepper", "no_such"}, "unknown stepper 'no_such'"},
      {{"energy", "vertex-spin", "--friction", "sticky"}, "'sticky' is neither"},
      {{"simulate", "--write-scene", "-"}, "missing scene"},
      {{"simulate", "pile", "--write-scene", "-", "--record", "x"}, "--record: has no effect"},
      {{"simulate", "pile", "--write-scene", "-", "--max-steps", "9"}, "--max-steps: has no"},
      {{"simulate", broken}, "broken.json"},
      {{"simulate", "stack", "--scale", "7"}, "stack has no --scale"},
      {{"simulate", "vertex-spin", "--vertices", "50x50"}, "has no second body"},
      {{"simulate", "vertex-spin", "--scale", "1e300"}, "a scale must be"},
      {{"simulate", "stack", "--bodies", "0"}, "--bodies: '0' is not a whole number from 1"},
      {{"simulate", "stack", "--bodies", "1e9"}, "--bodies: '1e9'"},
      {{"simulate", "stack", "--bodies", "1000000000"}, "--bodies: '1000000000'"},
      {{"simulate", "duct", "--bodies", "7"}, "duct has no --bodies"},
      {{"simulate", "stack", "--seed", "7"}, "stack has no --seed"},
      {{"simulate", "stack", "--both-ends"}, "stack has no --both-ends"},
      {{"simulate", "links", "--both-ends", "--bodies", "1"}, "links: it has 2 to 100000"},
      {{"energy", "stack", "--time-limit", "0"}, "--time-limit: '0' is not a number above 0"},
      {{"energy", "vertex-spin", "--metric", "sat,no_such"}, "no_such"},
      {{"energy", "vertex-spin", "--t-end", "1e-9"}, "shorter than half a step"},
      {{"simulate", "pile", "--metric", "sat", "--record", folder.path("r.json")},
       "--metric: has no effect"},
      {{"simulate", "pile", "--t-end", "0.1", "--every", "7"},
       "--every: has no effect here, only with --record"},
      {{"simulate", "--replay", broken, "--dt", "1e-3"},
       "--dt: has no effect here, only without --replay"},
      {{"simulate", "pile", "--replay", broken}, "--replay: a recording has its own scene"},
      {{"simulate", "--replay", broken, "--model", "peg", "--jobs", "7"}, "--model: has no effect"},
      {{"energy", "slide-to-roll", "--csv", broken}, "is not a directory"},
  };
  for (const auto& [arguments, said] : wrong) {
    const Ran ran = run_touchstone(arguments);
    expect_one_line_refusal(ran, said);
  }
}

TEST(Energy, WhatIsOfOneSceneIsNowSimulate) {
  const std::vector<std::pair<std::string, std::string>> moved = {
      {"--bodies", "'simulate SCENE --bodies N'"},
      {"--both-ends", "'simulate links --both-ends'"},
      {"--every", "'simulate SCENE --record FILE --every N'"},
      {"--plugin", "'energy --metric ./FILE'"},
      {"--record", "'simulate SCENE --record FILE'"},
      {"--replay", "'simulate --replay FILE'"},
      {"--scale", "'simulate SCENE --scale S'"},
      {"--seed", "'simulate SCENE --seed S'"},
      {"--trajectory", "'simulate SCENE --judge FILE'"},
      {"--vertices", "'simulate SCENE --vertices A[xB]'"},
      {"--write-scene", "'simulate SCENE --write-scene FILE'"},
      {"--write-trajectory", "'simulate SCENE --trajectory FILE'"}};
  for (const auto& [option, now] : moved) {
    expect_one_line_refusal(run_touchstone({"energy", "stack", option, "x"}),
                            "energy " + option + " is now " + now);
  }
}

}  // namespace
}  // namespace touchstone
