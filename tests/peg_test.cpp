// SPDX-License-Identifier: GPL-3.0-or-later
// `touchstone reproduce peg-figureN`, bodies that enter and `energy --overlap`, as a person calls
// them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tests/program.hpp"
#include "tests/refusal.hpp"

namespace touchstone {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::StartsWith;

TEST(PegFigures, AreTabledDrawnAndWritten) {
  const ScratchFolder folder;
  for (const auto& [figure, unit] :
       {std::pair{"peg-figure21", "m^2"}, {"peg-figure22", "m^2"}, {"peg-figure24", "m^3"}}) {
    const std::string svg = folder.path("f.svg");
    const std::string csv = folder.path("f.csv");
    const std::string record = folder.path("f.json");
    const Ran ran =
        run_touchstone({"reproduce", figure, "--dt", ".02,.01", "--starts", "2", "--model",
                        "manifold", "--bodies", "3", "--svg", svg, "--csv", csv, "--json", record});
    EXPECT_EQ(ran.exit_code, 0) << ran.err;
    EXPECT_THAT(ran.out, HasSubstr("manifold"));
    const bool of_traps = std::string(figure) == "peg-figure22";
    EXPECT_EQ(ran.out.find("potential") != std::string::npos, of_traps) << ran.out;
    EXPECT_EQ(ran.out.find("quartile") != std::string::npos, !of_traps) << ran.out;
    EXPECT_EQ(ran.out.find("corrections") != std::string::npos, !of_traps) << ran.out;
    for (const char* part : {": mean of all steps", ": median of all steps"}) {
      EXPECT_EQ(read_text(svg).find(part) != std::string::npos, !of_traps) << part;
    }
    EXPECT_EQ(read_text(svg).find("time [s]") != std::string::npos, of_traps);
    const json written = json::parse(read_text(record));
    EXPECT_EQ(written.at("schema"), "touchstone.peg/1");
    EXPECT_EQ(written.at("figure"), figure);
    EXPECT_EQ(written.at("unit"), unit);
    EXPECT_EQ(written.at("runs").size(), 4U);
    EXPECT_EQ(written.at("points").size(), 2U);
    const json& point = written.at("points").at(0);
    EXPECT_EQ(point.at("dt"), 0.02);
    EXPECT_EQ(point.at("failed_runs"), 0);
    EXPECT_LE(point.at("least_mean"), point.at("overlap").at("mean"));
    EXPECT_GE(point.at("largest_mean"), point.at("overlap").at("mean"));
    EXPECT_EQ(written.contains("moments"), of_traps);
    if (of_traps) {
      EXPECT_EQ(written.at("moments").at(0).at("dt"), 0.01);
      EXPECT_GT(written.at("moments").back().at("potential_per_step"), 0);
      EXPECT_TRUE(written.at("moments").back().at("traps_per_step").is_null());
    }
    for (const json& run : written.at("runs")) {
      EXPECT_GE(run.at("overlap").at("max"), run.at("overlap").at("median"));
      EXPECT_EQ(run.at("unsolved"), 0);
      EXPECT_TRUE(run.at("left").empty());
    }
    const std::string table = read_text(csv);
    EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), 5) << table;
    EXPECT_THAT(read_text(svg), StartsWith("<svg "));
    EXPECT_THAT(read_text(svg), HasSubstr("time step h [s]"));
    EXPECT_THAT(read_text(svg), testing::Not(HasSubstr("nan")));
  }
}

TEST(PegFigures, WhatTheyCannotBeIsRefusedInALine) {
  const auto refused = [](std::vector<std::string> options, const char* says) {
    std::vector<std::string> words = {"reproduce", "peg-figure21"};
    words.insert(words.end(), options.begin(), options.end());
    expect_one_line_refusal(run_touchstone(words), says);
  };
  refused({"--model", "pog"}, "unknown contact model 'pog'; did you mean peg?");
  refused({"--model", "manifold+corr"}, "manifold has no corrections");
  refused({"--model", "peg,std,peg"}, "--model: peg twice");
  refused({"--dt", "0"}, "--dt");
  refused({"--dt", ".02,.01,0.02"}, "--dt: 0.02 twice");
  refused({"--dt", "1e-9"}, "is below 1e-5 s");
  refused({"--dt", "11"}, "t_end is shorter than half a step");
  refused({"--starts", "0"}, "--starts");
  refused({"--bodies", "0"}, "--bodies");
  refused({"--cases", "3"}, "unknown option '--cases'");
  expect_one_line_refusal(run_touchstone({"reproduce", "table2", "--full"}),
                          "unknown option '--full'");
}

TEST(Overlap, OfARunIsALineAColumnAndAnEntry) {
  const ScratchFolder folder;
  const std::string csv = folder.path("csv");
  const std::string record = folder.path("r.json");
  const Ran ran = run_touchstone({"simulate", "polygon-box", "--bodies", "3", "--dt", ".01",
                                  "--overlap", "--csv", csv, "--json", record});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("overlap after a step, all pairs together: median "));
  EXPECT_THAT(ran.out, HasSubstr("2 bodies entered with "));
  const json result = json::parse(read_text(record)).at("results").at(0);
  EXPECT_EQ(result.at("overlap").at("unit"), "m^2");
  EXPECT_EQ(result.at("late").at("entered"), 2);
  const Ran plain = run_touchstone({"energy", "spinning-box", "--t-end", ".01", "--json", "-"});
  EXPECT_TRUE(json::parse(plain.out).at("results").at(0).at("overlap").is_null());
  EXPECT_TRUE(json::parse(plain.out).at("results").at(0).at("late").is_null());
  expect_one_line_refusal(
      run_touchstone({"simulate", "polygon-box", "--overlap", "--write-scene", "-"}),
      "--overlap: has no effect");
}

TEST(Entering, AFileSaysWhenAndARecordingRepeatsIt) {
  const ScratchFolder folder;
  const std::string file = folder.path("scene.json");
  ASSERT_EQ(run_touchstone(
                {"simulate", "polygon-box", "--bodies", "3", "--dt", ".01", "--write-scene", file})
                .exit_code,
            0);
  EXPECT_EQ(json::parse(read_text(file)).at("bodies").at(2).at("enters"), 0.5);
  const std::string recording = folder.path("run.json");
  ASSERT_EQ(run_touchstone({"simulate", file, "--record", recording}).exit_code, 0);
  EXPECT_EQ(run_touchstone({"simulate", "--replay", recording}).exit_code, 0);
  std::string text = read_text(file);
  text.replace(text.find("\"enters\": 0.5"), 13, "\"enters\": -.5");
  text.replace(text.find("-.5"), 3, "-1");
  expect_one_line_refusal(run_touchstone({"simulate", folder.write("bad.json", text)}),
                          "enters must be finite and not negative");
}

}  // namespace
}  // namespace touchstone
