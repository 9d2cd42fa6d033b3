// SPDX-License-Identifier: GPL-3.0-or-later
// `touchstone reproduce converge`, `contraction` and the figures of Hart's thesis, as a person calls
// them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <nlohmann/json.hpp>
#include <tuple>
#include <utility>

#include "tests/program.hpp"
#include "tests/refusal.hpp"

namespace touchstone {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::StartsWith;

TEST(Converge, JsonHasTheSchemaAndTheSlopesOfItsRuns) {
  const Ran ran = run_touchstone({"reproduce", "converge", "dice3", "--dt", ".02,.01", "--gamma",
                                  "1", "--starts", "2", "--json", "-"});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_EQ(ran.err, "");
  const json record = json::parse(ran.out);
  EXPECT_EQ(record.at("schema"), "touchstone.converge/2");
  EXPECT_EQ(record.at("seed"), 42);
  ASSERT_EQ(record.at("runs").size(), 4U);
  for (const json& run : record.at("runs")) {
    EXPECT_EQ(run.at("scene"), "dice3");
    EXPECT_EQ(run.at("unsolved"), 0);
    EXPECT_TRUE(run.at("fault").is_null());
    const double h = run.at("dt");
    EXPECT_EQ(run.at("steps"), std::lround(3 / h));
    EXPECT_GT(run.at("average_m"), 0);
    EXPECT_LE(run.at("average_m"), 0.6 * h * h);
    EXPECT_LE(run.at("average_m"), run.at("max_m"));
    EXPECT_NEAR(run.at("potential_end_J"), 9.81, 1e-3);
  }
  ASSERT_EQ(record.at("groups").size(), 1U);
  const json& group = record.at("groups")[0];
  const json& points = group.at("points");
  ASSERT_EQ(points.size(), 2U);
  const double slope =
      std::log2(points[0].at("average_m").get<double>() / points[1].at("average_m").get<double>());
  EXPECT_NEAR(group.at("slope").at("of_mean"), slope, 1e-9);
  EXPECT_EQ(group.at("slope").at("starts"), 2);
}

TEST(Converge, BitsDoNotDependOnTheThreads) {
  const auto runs = [](const char* jobs) {
    return json::parse(run_touchstone({"reproduce", "converge", "dice3", "setup6", "--dt", ".05",
                                       "--starts", "3", "--jobs", jobs, "--json", "-"})
                           .out)
        .at("runs");
  };
  EXPECT_EQ(runs("1"), runs("2"));
}

TEST(Converge, TablesHaveARowForEachRunAndEachStep) {
  const ScratchFolder folder;
  const std::string tables = folder.path("tables");
  const Ran ran = run_touchstone({"reproduce", "converge", "dice3", "--dt", ".05", "--gamma", "1",
                                  "--starts", "2", "--steps", "alternating", "--csv", tables});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_THAT(ran.out, HasSubstr("wrote " + tables));
  const std::string text = read_text(tables + "/runs.csv");
  EXPECT_THAT(text, StartsWith("scene,contacts,stepper,pattern,gamma,dt_s,start,steps,average_m"));
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 3);
  const std::string steps = read_text(tables + "/1-dice3-alternating-gamma1-start0-dt0.05.csv");
  EXPECT_THAT(steps, StartsWith("time_s,h_s,infeasibility_m,speed,kinetic_J,ratio\n0.0333"));
  EXPECT_EQ(std::count(steps.begin(), steps.end(), '\n'), 61);
}

TEST(Converge, WhatCannotBeRunIsRefusedInOneLine) {
  for (const auto& [words, says] : std::vector<std::pair<std::vector<std::string>, std::string>>{
           {{"dice4"}, "unknown problem 'dice4'; did you mean dice3?"},
           {{"--gamma", "3"}, "--gamma: '3' is not a number from 0 to 2"},
           {{"--gamma", "-1"}, "--gamma"},
           {{"--gamma", "nan"}, "--gamma"},
           {{"--dt", "0"}, "--dt: '0' is not a number above 0"},
           {{"--dt", "-.1"}, "--dt"},
           {{"--dt", ""}, "--dt"},
           {{"--dt", "1e-12"}, "more than 1e7 steps"},
           {{"--dt", "1e300"}, "half a step"},
           {{"--steps", "sideways"}, "--steps: unknown pattern 'sideways'"},
           {{"--starts", "0"}, "--starts"},
           {{"--seed", "x"}, "--seed"},
           {{"--contacts", "none"}, "unknown contact method 'none'"},
           {{"--stepper", "none"}, "unknown stepper 'none'"},
           {{"--dt", ".02,.02"}, "--dt: .02 twice"},
           {{"--contraction"}, "unknown option '--contraction'"},
           {{"--cases", "3"}, "unknown option '--cases'"}}) {
    std::vector<std::string> all = {"reproduce", "converge"};
    all.insert(all.end(), words.begin(), words.end());
    expect_one_line_refusal(run_touchstone(all), says);
  }
}

TEST(Contraction, WhatCannotBeRunIsRefusedInOneLine) {
  for (const auto& [words, says] : std::vector<std::pair<std::vector<std::string>, std::string>>{
           {{"--gamma", "1"}, "unknown option '--gamma'"},
           {{"--dt", "10"}, "--dt: 10 is above 0.1"},
           {{"--dt", "1e-9"}, "1e-5 to 0.1"},
           {{"--dt", ".1,.2"}, "--dt"},
           {{"stack"}, "unknown problem 'stack'"}}) {
    std::vector<std::string> all = {"reproduce", "contraction"};
    all.insert(all.end(), words.begin(), words.end());
    expect_one_line_refusal(run_touchstone(all), says);
  }
}

TEST(Converge, AnInterruptedRunShowsAndKeepsWhatHasEnded) {
  const ScratchFolder folder;
  const std::string file = folder.path("c.json");
  const Ran ran = interrupt_touchstone({"reproduce", "converge", "dice3", "balance2", "--dt",
                                        ".05,.0001", "--gamma", "1", "--jobs", "1", "--json", file},
                                       3000);
  EXPECT_EQ(ran.exit_code, 130);
  EXPECT_THAT(ran.out, StartsWith("PARTIAL, as the run was interrupted:\n"));
  EXPECT_THAT(ran.err, HasSubstr("reproduce converge: interrupted after "));
  const json record = json::parse(read_text(file));
  EXPECT_GE(record.at("runs").size(), 1U);
  EXPECT_LT(record.at("runs").size(), 20U);
}

TEST(Converge, ThePageHasASectionOfItsRecordAndOfNoOther) {
  const ScratchFolder folder;
  const std::string record = folder.path("c.json");
  ASSERT_EQ(run_touchstone({"reproduce", "converge", "dice3", "--dt", ".1,.05", "--starts", "2",
                            "--json", record})
                .exit_code,
            0);
  const std::string page = folder.path("page.html");
  ASSERT_EQ(run_touchstone({"report", record, "-o", page}).exit_code, 0);
  const std::string text = read_text(page);
  for (const char* part : {"id=\"convergence\"", "href=\"#convergence\"", "<svg ",
                           "average infeasibility [m]", "dice3, gamma 0.3"}) {
    EXPECT_THAT(text, HasSubstr(part));
  }
  const Ran csv = run_touchstone({"report", record, "--format", "csv", "-o", "-"});
  EXPECT_THAT(csv.out, HasSubstr("dice3,constant,0.3,0.1,2,"));
  const std::string other = folder.write("other.json", R"({"schema": "touchstone.time/9"})");
  expect_one_line_refusal(run_touchstone({"report", other, "-o", page}),
                          "schema: must be touchstone.time/1");
}

TEST(ThesisFigures, FramesAndPlotsAreDrawn) {
  const ScratchFolder folder;
  for (const auto& [figure, schema_part, rows] :
       std::vector<std::tuple<std::string, std::string, long>>{
           {"thesis-figure23", "t = 3 s", 2 * 4 * 2 + 1},
           {"thesis-figure24", "average depth of the deepest overlap [m]", 2 * 5 * 4 + 1},
           {"yi-figure2", "lock two boxes", 1 + 5 + 12 + 10},
           {"thesis-figure5", "minimal translation", 1 + 11 + 5 + 16 + 10},
           {"thesis-figure8", "axes: 0.5 m", 1 + 4 + 4 + 4 + 48},
           {"thesis-figure10", "theta [rad]", 41 + 1}}) {
    const std::string svg = folder.path("f.svg");
    const std::string csv = folder.path("f.csv");
    const Ran ran =
        run_touchstone({"reproduce", figure, "--svg", svg, "--csv", csv, "--json", "-"});
    EXPECT_EQ(ran.exit_code, 0) << ran.err;
    EXPECT_EQ(json::parse(ran.out).at("figure"), figure);
    EXPECT_THAT(json::parse(ran.out).at("schema").get<std::string>(),
                StartsWith("touchstone.thesis-"));
    EXPECT_THAT(read_text(svg), StartsWith("<svg "));
    EXPECT_THAT(read_text(svg), HasSubstr(schema_part));
    EXPECT_THAT(read_text(svg), testing::Not(HasSubstr("nan")));
    const std::string table = read_text(csv);
    EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), rows) << table;
  }
  expect_one_line_refusal(run_touchstone({"reproduce", "thesis-figure24", "--dt", "3"}),
                          "unknown option '--dt'");
  expect_one_line_refusal(run_touchstone({"reproduce", "thesis-figure11"}),
                          "unknown argument 'thesis-figure11'");
  expect_one_line_refusal(run_touchstone({"reproduce", "table2", "--svg", "x.svg"}),
                          "unknown option '--svg'");
  expect_one_line_refusal(
      run_touchstone({"reproduce", "thesis-figure24", "--svg", "x", "--csv", "x"}), "x");
}

TEST(Converge, TakesTheChoicesOfEvents) {
  const Ran ran =
      run_touchstone({"reproduce", "converge", "dice3", "--contacts", "events", "--window", "one",
                      "--dt", ".02", "--gamma", "1", "--starts", "1", "--json", "-"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  const json record = json::parse(ran.out);
  EXPECT_EQ(record.at("events").at("window"), "one");
  EXPECT_EQ(record.at("runs")[0].at("contacts"), "events");
  EXPECT_EQ(record.at("runs")[0].at("unsolved"), 0);
  expect_one_line_refusal(run_touchstone({"reproduce", "converge", "dice3", "--window", "one"}),
                          "--window goes with --contacts events");
  expect_one_line_refusal(run_touchstone({"reproduce", "converge", "dice3", "--contacts", "events",
                                          "--bounds", "none"}),
                          "--bounds");
}

TEST(Converge, TakesContactModelsWithAndWithoutFriction) {
  std::vector<std::string> typed = {"reproduce", "converge",      "balance2", "--model", "peg",
                                    "--dt",      ".01",           "--starts", "1",       "--json",
                                    "-",         "--corrections", "3"};
  for (const bool frictionless : {false, true}) {
    if (frictionless) typed.emplace_back("--frictionless");
    const Ran ran = run_touchstone(typed);
    EXPECT_EQ(ran.exit_code, 0) << ran.err;
    EXPECT_EQ(json::parse(ran.out).at("runs")[0].at("unsolved"), 0);
  }
  expect_one_line_refusal(run_touchstone({"reproduce", "converge", "balance2", "--model", "peg",
                                          "--stepper", "relaxed"}),
                          "model peg with friction goes with the stepper stewart_trinkle alone");
  expect_one_line_refusal(run_touchstone({"energy", "tetra-pairs", "--model", "pig"}),
                          "unknown contact model 'pig'; did you mean peg?");
  expect_one_line_refusal(run_touchstone({"energy", "tetra-pairs", "--corrections", "1"}),
                          "corrections go with a model but manifold");
}

TEST(HartScenes, BrazilNutGainsNothingFromItsShakes) {
  const Ran ran =
      run_touchstone({"simulate", "brazil-nut", "--bodies", "12", "--t-end", "2", "--json", "-"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  const json run = json::parse(ran.out).at("results")[0];
  EXPECT_EQ(run.at("unsolved_steps"), 0);
  EXPECT_EQ(run.at("bodies"), 12);
  EXPECT_TRUE(run.at("wrong_gains").is_null()) << "the work of a shaken frame is no gain";
}

TEST(HartScenes, NoTrajectoryIsWrittenOfThoseThatAreNotInSpace) {
  for (const auto& [scene, says] : {std::pair{"balance2", "is planar"}, {"brazil-nut", "shakes"}}) {
    expect_one_line_refusal(run_touchstone({"simulate", scene, "--trajectory", "-"}), says);
  }
}

TEST(ConvergeFiles, TablesOfAnEarlierCallAreGone) {
  const ScratchFolder folder;
  const std::string tables = folder.path("tables");
  const auto run = [&](const std::string& starts) {
    EXPECT_EQ(run_touchstone({"reproduce", "converge", "dice3", "--dt", ".1", "--starts", starts,
                              "--csv", tables})
                  .exit_code,
              0);
    return std::distance(std::filesystem::directory_iterator(tables), {});
  };
  EXPECT_EQ(run("3"), 2 * 3 + 1);
  folder.write("tables/notes.csv", "mine");
  folder.write("tables/1-notes.csv", "mine");
  EXPECT_EQ(run("1"), 2 * 1 + 1 + 2);
}

TEST(ConvergeFiles, AReportTakesNoRatesOfContraction) {
  const ScratchFolder folder;
  const std::string rates = folder.write("c.json", R"({"schema": "touchstone.contraction/1"})");
  expect_one_line_refusal(run_touchstone({"report", rates, "-o", folder.path("r.html")}),
                          "measures no overlaps that could be drawn");
}

json figure_of(std::vector<std::string> words) {
  words.insert(words.begin(), "reproduce");
  words.insert(words.end(), {"--json", "-"});
  const Ran ran = run_touchstone(words);
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  return json::parse(ran.out);
}

TEST(ThesisMethods, AFigureIsMadeByBothUnlessOneIsAsked) {
  const json both = figure_of({"thesis-figure24"}).at("methods");
  ASSERT_EQ(both.size(), 2U);
  EXPECT_EQ(both[0].at("method"), "touchstone");
  EXPECT_EQ(both[1].at("method"), "thesis");
  EXPECT_EQ(both[1].at("events"),
            json::parse(R"({"window": "one", "rows": "literal", "bounds": "pair", "eps_x": 0.5,
                            "eps_t": 0.2, "thesis": true})"))
      << "eps_0 and delta_max of this problem are the defaults";
  EXPECT_EQ(both[1].at("runs")[0].at("stepper"), "relaxed");
  const json& group = both[0].at("groups")[0];
  EXPECT_NEAR(group.at("slope").at("of_ratio").get<double>(), group.at("slope").at("of_mean"), 0.1);
  EXPECT_EQ(group.at("slope").at("starts"), 5);
  const json one = figure_of({"thesis-figure24", "--method", "thesis", "--starts", "1", "--bounds",
                              "own", "--stepper", "stewart_trinkle"});
  ASSERT_EQ(one.at("methods").size(), 1U);
  const json& changed = one.at("methods")[0];
  EXPECT_EQ(changed.at("events").at("bounds"), "own");
  EXPECT_EQ(changed.at("runs").size(), 4U);
  EXPECT_EQ(changed.at("runs")[0].at("stepper"), "stewart_trinkle");
}

TEST(ThesisMethods, AFigureWhoseRunsGainEnergyIsWrong) {
  for (const char* figure : {"thesis-figure24", "thesis-figure23"}) {
    const Ran ran = run_touchstone(
        {"reproduce", figure, "--method", "thesis", "--window", "two", "--bounds", "own"});
    EXPECT_EQ(ran.exit_code, 1) << ran.err;
    EXPECT_THAT(ran.out, HasSubstr("steps that gained energy from nothing: ")) << figure;
  }
}

TEST(ThesisMethods, WhatCannotBeMeantIsRefusedInOneLine) {
  for (const auto& [words, says] : std::vector<std::pair<std::vector<std::string>, std::string>>{
           {{"thesis-figure24", "--method", "hart"}, "--method: unknown method 'hart'"},
           {{"thesis-figure24", "--method", "touchstone", "--window", "two"},
            "--window changes Hart's method: not with --method touchstone"},
           {{"thesis-figure24", "--window", "three"}, "--window: unknown word 'three'"},
           {{"thesis-figure23", "--contacts", "none"}, "unknown contact method 'none'"},
           {{"thesis-figure23", "--stepper", "none"}, "unknown stepper 'none'"},
           {{"thesis-figure23", "--contacts", "certified", "--rows", "unit"}, "--rows"},
           {{"thesis-figure23", "--starts", "2"}, "unknown option '--starts'"},
           {{"thesis-figure16", "--method", "both"}, "unknown option '--method'"},
           {{"methods", "dice4"}, "unknown problem 'dice4'"}}) {
    std::vector<std::string> all = {"reproduce"};
    all.insert(all.end(), words.begin(), words.end());
    expect_one_line_refusal(run_touchstone(all), says);
  }
}

TEST(ThesisMethods, TheTableHasOursAndSixteenCombinationsOfEachProblem) {
  const json table = figure_of({"methods", "balance2", "--quick"});
  ASSERT_EQ(table.at("rows").size(), 17U);
  EXPECT_EQ(table.at("rows")[0].at("method"), "touchstone");
  for (const json& row : table.at("rows")) {
    const json events = row.value("events", json::object());
    const double energy_J = row.at("potential_J");
    // Bounded by the pair's value bodies stop in the air.
    if (events.value("bounds", "own") == "pair") {
      EXPECT_GT(energy_J, 12) << row;
    } else {
      EXPECT_NEAR(energy_J, 8.2666, 0.01) << row;
    }
    EXPECT_EQ(row.at("wrong"), 0);
  }
  const std::string text = run_touchstone({"reproduce", "methods", "dice3", "--quick"}).out;
  EXPECT_THAT(text, HasSubstr("wrong: dice3, own, relaxed, two, literal: h 0.01"));
  EXPECT_THAT(text, HasSubstr("no run is wrong:\n  own, relaxed, one, literal\n"));
}

}  // namespace
}  // namespace touchstone
