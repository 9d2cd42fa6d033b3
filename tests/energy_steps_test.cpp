// SPDX-License-Identifier: GPL-3.0-or-later
// How long a run of `energy` and `simulate` may be, and what it costs: steps, memory, what is said on the way.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "harness/plugins/sanitized.hpp"
#include "tests/program.hpp"
#include "tests/refusal.hpp"

namespace touchstone {
namespace {

using nlohmann::json;
using testing::HasSubstr;

/// A ball in free fall: the cheapest step there is.
json falling_ball(double dt, double t_end) {
  const json ball = {{"name", "ball"}, {"sphere", 1}, {"inertia", {1, 1, 1}}, {"spin", {0, 1, 0}}};
  return {{"schema", "touchstone.scene/1"},
          {"name", "a ball falls"},
          {"bodies", json::array({ball})},
          {"dt", dt},
          {"t_end", t_end}};
}

// Each of these never ended.
TEST(EnergySteps, MoreThanTenMillionAreRefusedByTheirNumber) {
  const ScratchFolder folder;
  const std::string tiny = folder.write("tiny.json", falling_ball(1e-181, 0.03).dump());
  const std::string late = folder.write("late.json", falling_ball(0.01, 3e223).dump());
  const std::string both = folder.write("both.json", falling_ball(1e-300, 3e223).dump());
  const std::string many = folder.write("many.json", falling_ball(1e-4, 1000.1).dump());
  const std::vector<std::pair<std::vector<std::string>, std::string>> refused = {
      {{"simulate", tiny}, "is 3e+179 steps, and no run has more than 1e9"},
      {{"simulate", late}, "is 3e+225 steps, and no run has more than 1e9"},
      {{"simulate", both}, "is more than 1e308 steps"},
      {{"energy", "duct", "--dt", "1e-300"}, "is 5e+300 steps, and no run has more than 1e9"},
      {{"energy", "duct", "--t-end", "1e9"}, "1000000000000 steps, and no run"},
      {{"simulate", many}, "10001000 steps, more than 1e+07: --max-steps 10001000 allows them"},
      {{"simulate", many, "--max-steps", "1000000"}, "more than 1e+06"},
      {{"simulate", late, "--record", folder.path("r.json")}, "no run has more than 1e9"},
      {{"simulate", many, "--max-steps", "2e9"},
       "'2e9' is not a whole number from 1 to 1000000000"},
      {{"simulate", many, "--max-steps", "0"}, "'0' is not a whole number"},
      {{"simulate", many, "--max-steps", "7.5"}, "'7.5' is not a whole number"},
  };
  for (const auto& [arguments, said] : refused) {
    expect_one_line_refusal(run_touchstone(arguments), said);
  }
  EXPECT_FALSE(std::filesystem::exists(folder.path("r.json")));
  const Ran allowed =
      run_touchstone({"energy", "slide-to-roll", "--dt", "1e-2", "--max-steps", "100"});
  EXPECT_EQ(allowed.exit_code, 0) << allowed.err;
  expect_one_line_refusal(
      run_touchstone({"energy", "slide-to-roll", "--dt", "1e-2", "--max-steps", "99"}),
      "100 steps, more than 99");
}

TEST(EnergySteps, ARecordingOfMoreIsNotReplayed) {
  const ScratchFolder folder;
  const std::string file = folder.path("run.json");
  const std::string scene = folder.write("ball.json", falling_ball(0.01, 0.05).dump());
  ASSERT_EQ(run_touchstone({"simulate", scene, "--record", file}).exit_code, 0);
  json recording = json::parse(read_text(file));
  recording["scene"]["t_end"] = 3e191;
  const std::string endless = folder.write("endless.json", recording.dump());
  expect_one_line_refusal(run_touchstone({"simulate", "--replay", endless}),
                          "is 3e+193 steps, and no run has more than 1e9");
  // It ends where it is not as recorded, however many steps it may have.
  recording["scene"]["t_end"] = 5e6;
  const std::string longer = folder.write("longer.json", recording.dump());
  expect_one_line_refusal(run_touchstone({"simulate", "--replay", longer}),
                          "--max-steps 500000000");
  const Ran ran = run_touchstone({"simulate", "--replay", longer, "--max-steps", "1000000000"});
  EXPECT_EQ(ran.exit_code, 1) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("differs from step 6 on"));
}

TEST(EnergySteps, ARecordingKeepsNoMoreThanCanBeReadBack) {
  const ScratchFolder folder;
  const std::string scene = folder.write("ball.json", falling_ball(1e-6, 1).dump());
  const std::string file = folder.path("run.json");
  const Ran ran = run_touchstone({"simulate", scene, "--record", file});
  expect_one_line_refusal(ran, "1000001 states of 1 bodies are more than the 500000");
  EXPECT_THAT(ran.err, HasSubstr("--every 3 keeps fewer"));
  EXPECT_FALSE(std::filesystem::exists(file));
}

TEST(EnergySteps, TakeNoMemory) {
  if (kSanitized) GTEST_SKIP() << "a sanitizer uses memory of its own";
  const ScratchFolder folder;
  const auto peak_kB = [&folder](double steps) {
    const std::string scene = folder.write("ball.json", falling_ball(1e-6, 1e-6 * steps).dump());
    const Ran ran = run_touchstone({"simulate", scene, "--csv", folder.path("curves")});
    EXPECT_EQ(ran.exit_code, 0) << ran.err;
    return ran.peak_kB;
  };
  // A number of eight bytes for each step would be 24 MB.
  EXPECT_LT(peak_kB(3e6), peak_kB(1e5) + 10'000);
}

TEST(EnergySteps, ProgressWithinARunSaysHowLongItStillTakes) {
  const ScratchFolder folder;
  const std::string scene = folder.write("ball.json", falling_ball(1e-6, 900).dump());
  const Ran ran = interrupt_touchstone({"simulate", scene, "--max-steps", "1000000000"}, 13'000);
  EXPECT_EQ(ran.exit_code, 128 + 2);
  EXPECT_THAT(ran.out, testing::StartsWith("PARTIAL, as the run was interrupted:\n"));
  EXPECT_THAT(ran.err,
              testing::MatchesRegex(
                  "touchstone: simulate: [0-9]+ of 900000000 steps \\([0-9.]+ %\\), "
                  "[0-9.e+]+/s, [0-9:]+ left\n"
                  "touchstone: simulate: interrupted after 0 of 1 run; nothing is kept\n"));
}

TEST(EnergySteps, AFrictionOfZeroMayHaveDigits) {
  for (const char* zero : {"0", "0.0", "0e0"}) {
    const Ran ran = run_touchstone({"energy", "stack", "--t-end", "0.1", "--friction", zero});
    EXPECT_EQ(ran.exit_code, 0) << zero << ran.err;
    EXPECT_THAT(ran.out, testing::HasSubstr("frictionless"));
  }
  EXPECT_EQ(run_touchstone({"energy", "stack", "--friction", "0x"}).exit_code, 2);
}

}  // namespace
}  // namespace touchstone
