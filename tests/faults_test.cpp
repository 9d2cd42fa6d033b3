// SPDX-License-Identifier: GPL-3.0-or-later
// A crash or an endless loop of our own code, planted in the whole program: of a metric in this
// process it is a verdict on one case, of the oracle it ends the program, which says where.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/program.hpp"

namespace touchstone {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using Words = std::vector<std::string>;

constexpr const char* kPlant = "TOUCHSTONE_PLANT";
constexpr int kCases = 12;
constexpr const char* kPlantedId = "c5";
constexpr const char* kPlantedPlace = "2.125";  ///< where the planted case's B is along x [m]

/// Two cubes, near each other at places that differ.
std::string cubes() {
  json cases = json::array();
  const json pose_a = {{"t", {0, 0, 0}}, {"q", {1, 0, 0, 0}}};
  const json cube = {{"box_half_extents", {1, 1, 1}}};
  for (int k = 0; k < kCases; ++k) {
    const json pose_b = {{"t", {1.5 + k / 8.0, 0.25, 0}}, {"q", {1, 0, 0, 0}}};
    cases.push_back({{"id", "c" + std::to_string(k)},
                     {"a", cube},
                     {"pose_a", pose_a},
                     {"b", cube},
                     {"pose_b", pose_b}});
  }
  return cases.dump();
}

/// The records of `verify` by metric.
std::map<std::string, json> rows_of(const Ran& ran) {
  std::map<std::string, json> rows;
  const json record = json::parse(ran.out, nullptr, false);
  if (record.is_discarded()) return rows;
  for (const json& row : record.at("results")) rows[row.at("metric")] = row;
  return rows;
}

struct Planted {
  const char* fault;
  const char* word;  ///< the verdict's word
  const char* metric = "gjk";
};

class PlantedFaults : public testing::TestWithParam<Planted> {};

TEST_P(PlantedFaults, OfAMetricAreVerdictsOnTheirCaseAndNoOther) {
  const ScratchFolder folder;
  const Words words = {"verify",
                       "--file",
                       folder.write("cubes.json", cubes()),
                       "--metric",
                       std::string("sat,vclip,") + GetParam().metric,
                       "--json",
                       "-"};
  const auto plain = rows_of(run_touchstone(words));
  const std::string metric = GetParam().metric;
  const Variable plant(kPlant, metric + " " + GetParam().fault + " " + kPlantedPlace);
  const Variable limit("TOUCHSTONE_PLANT_LIMIT", "1");
  const Ran ran = run_touchstone(words);
  EXPECT_EQ(ran.exit_code, 1) << ran.err;
  auto rows = rows_of(ran);
  ASSERT_EQ(rows.size(), 3U) << ran.out << ran.err;
  EXPECT_EQ(rows["sat"], plain.at("sat"));
  EXPECT_EQ(rows["vclip"], plain.at("vclip"));
  EXPECT_EQ(rows[metric].at(GetParam().word), 1);
  EXPECT_EQ(rows[metric].at("right"), kCases - 1);
  EXPECT_THAT(rows[metric].at("worst").dump(), HasSubstr(kPlantedId));
}

INSTANTIATE_TEST_SUITE_P(
    Faults, PlantedFaults,
    testing::Values(Planted{"segv", "crashed"}, Planted{"abort", "crashed"},
                    Planted{"overflow", "crashed"}, Planted{"loop", "timed_out"},
                    Planted{"bound", "timed_out"}, Planted{"segv", "crashed", "ratio_ray-fixed-A"},
                    Planted{"loop", "timed_out", "ratio_ray-growth"},
                    Planted{"loop", "timed_out", "box15"},
                    Planted{"loop", "timed_out", "sat_float32"},
                    Planted{"loop", "timed_out", "minkowski"},
                    Planted{"loop", "timed_out", "minkowski_float"}),
    [](const auto& tested) {
      std::string name = std::string(tested.param.metric) + "_" + tested.param.fault;
      std::replace(name.begin(), name.end(), '-', '_');
      return name;
    });

/// Whatever stands in the registry, those included that have no bounded loop of ours (box15,
/// sat_float32, minkowski) or only loops of libccd, which libccd_test.cpp ends: the loop is planted
/// where they are asked. planted_loops_test.cpp plants one in each bounded loop that they enter.
TEST(Faults, ALoopInAnyMetricIsAVerdictThatNamesIt) {
  const ScratchFolder folder;
  const std::string file = folder.write("cubes.json", cubes());
  const json listed = json::parse(run_touchstone({"list", "metrics", "--json", "-"}).out);
  ASSERT_GT(listed.at("metrics").size(), 10U);
  for (const json& row : listed.at("metrics")) {
    const std::string metric = row.at("name");
    const Words words = {"ask", file, "--case", kPlantedId, "--metric", metric};
    const Variable plant(kPlant, metric + " bound " + kPlantedPlace);
    const Ran ran = run_touchstone(words);
    EXPECT_EQ(ran.exit_code, 1) << metric << ran.err;
    EXPECT_THAT(
        ran.out,
        HasSubstr(metric + ": timed_out\n  detail     planted exceeds its bound of 1 steps\n"));
  }
}

TEST(Faults, OfAMetricThatIsTimedLeaveTheirPairsOut) {
  const Variable plant(kPlant, "sat segv /50");
  const Ran ran = run_touchstone({"time", "--metric", "sat", "--family", "boxes", "--regime",
                                  "separated", "--start", "cold", "--json", "-"});
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.err, HasSubstr("touchstone: note: sat: SIGSEGV in this process; starting again"));
  const json results = json::parse(ran.out).at("results");
  ASSERT_EQ(results.size(), 1U) << ran.out;
  EXPECT_GT(results[0].at("crashed"), 0);
  EXPECT_GE(results[0].at("queries"), 30);
  EXPECT_EQ(results[0].at("right_share"), 1);
}

TEST(Faults, AProcessThatIsToldToUseWorkersEndsNoChildThatIsNotItsOwn) {
  const Variable typed("TOUCHSTONE_IN_WORKERS", "gjk");
  const ScratchFolder folder;
  // The child waits for the end of the program.
  const Ran ran = run_program({"/bin/sh", "-c",
                               "mkfifo $0; (cat $0; echo survived) & exec 3>$0; "
                               "exec " TOUCHSTONE_PROGRAM
                               " verify --metric gjk --family random-boxes --cases 20 --json -",
                               folder.path("pipe")});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("survived"));
}

TEST(Faults, AStoreGoesOnWhereItWas) {
  const ScratchFolder folder;
  const auto words = [&](const std::string& db) {
    return std::vector<std::string>{"verify",        "--metric", "sat,gjk", "--family",
                                    "random-boxes",  "--cases",  "20000",   "--db",
                                    folder.path(db), "--json",   "-"};
  };
  const Ran plain = run_touchstone(words("plain.db"));
  // In workers, where it runs then, each one counts anew.
  const Variable plant(kPlant, "gjk segv #15000");
  const Ran ran = run_touchstone(words("planted.db"));
  EXPECT_EQ(ran.exit_code, plain.exit_code) << ran.err;
  EXPECT_THAT(ran.err, HasSubstr("touchstone: note: gjk: SIGSEGV in this process; starting again"));
  EXPECT_EQ(ran.out, plain.out);
}

TEST(Faults, OfTheOracleEndTheProgramAndNameTheCase) {
  const ScratchFolder folder;
  const std::string file = folder.write("cubes.json", cubes());
  for (const std::string fault : {"segv", "abort", "overflow", "bound"}) {
    const Variable plant(kPlant, "oracle " + fault + " " + kPlantedPlace);
    const Ran ran = run_touchstone({"verify", "--file", file, "--metric", "sat"});
    EXPECT_EQ(ran.exit_code, 3) << fault << ran.err;
    EXPECT_THAT(ran.err, HasSubstr(kPlantedId)) << fault;
    EXPECT_THAT(ran.err, HasSubstr(fault == "bound" ? "planted exceeds its bound of 1 steps"
                                                    : "the harness itself failed: SIG"))
        << fault;
  }
}

TEST(Faults, OfTheOracleNameTheCaseInEveryCommand) {
  const ScratchFolder folder;
  const std::string file = folder.write("cubes.json", cubes());
  const Variable plant(kPlant, std::string("oracle bound ") + kPlantedPlace);
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"ask", file},
        {"ask", file, "--case", kPlantedId, "--metric", "sat"},
        {"verify", "--file", file, "--metric", "sat", "--properties", "1"},
        {"contacts", "certified", "--file", file}}) {
    const Ran ran = run_touchstone(words);
    EXPECT_EQ(ran.exit_code, 3) << words[0] << ran.err;
    EXPECT_THAT(ran.err, AllOf(HasSubstr(kPlantedId), HasSubstr("planted exceeds its bound")))
        << words[0];
  }
}

/// The verdicts stay, and what is shrunk of the other failures.
TEST(Faults, OfTheShrinkerCostTheShrinkingOfTheirFailure) {
  const Words words = {"verify",       "--metric", "gjk_epa", "--family",
                       "random-boxes", "--cases",  "700",     "--shrink"};
  const Ran plain = run_touchstone(words);
  ASSERT_THAT(plain.out, HasSubstr("ask random-boxes:42:28 --metric gjk_epa --shrink\n    A: "));
  for (const std::string fault : {"segv", "abort", "overflow"}) {
    const Variable plant(kPlant, "shrinker " + fault + " -0.1435930771931182");  // that pair
    const Ran ran = run_touchstone(words);
    EXPECT_EQ(ran.exit_code, plain.exit_code) << fault << ran.err;
    EXPECT_THAT(ran.err, testing::ContainsRegex(
                             "note: shrinking gjk_epa random-boxes:42:28: SIG(SEGV|ABRT) in "
                             "this process; starting again, without it\n"));
    EXPECT_THAT(ran.out, HasSubstr("ask random-boxes:42:28 --metric gjk_epa\n"
                                   "    not shrunk: the shrinker failed: a signal ended it\n"));
    EXPECT_THAT(ran.out, HasSubstr("ask random-boxes:42:5 --metric gjk_epa --shrink\n    A: "));
  }
}

/// Each such fault has cost a whole run.
TEST(Faults, FiveOfTheShrinkerCostAllShrinking) {
  const Words words = {"verify",       "--metric", "gjk_epa", "--family",
                       "random-boxes", "--cases",  "700",     "--shrink"};
  const std::string four = "shrinking a,shrinking b,shrinking c,shrinking d";
  const std::string not_shrunk = "not shrunk: the shrinker failed: a signal ended it";
  for (const bool five : {false, true}) {
    const Variable before("TOUCHSTONE_IN_WORKERS", five ? four + ",shrinking e" : four);
    const Ran ran = run_touchstone(words);
    EXPECT_EQ(ran.exit_code, 1) << ran.err;
    EXPECT_EQ(ran.out.find(not_shrunk) != std::string::npos, five) << ran.out;
    EXPECT_EQ(ran.out.find("\n    A: ") == std::string::npos, five) << ran.out;
  }
}

TEST(Faults, WhatCannotBeReadAgainIsNotGuessed) {
  const Variable plant(kPlant, std::string("gjk segv ") + kPlantedPlace);
  const Ran ran = run_touchstone({"verify", "--file", "-", "--metric", "gjk"}, cubes());
  EXPECT_EQ(ran.exit_code, 3);
  EXPECT_THAT(ran.err, AllOf(HasSubstr("gjk: SIGSEGV"), HasSubstr("cannot be read again")));
  EXPECT_EQ(ran.out, "");
}

TEST(Faults, OneQuestionHasItsAnswerAsWell) {
  const ScratchFolder folder;
  const std::string file = folder.write("cubes.json", cubes());
  const Variable plant(kPlant, std::string("gjk segv ") + kPlantedPlace);
  const Ran ran = run_touchstone({"ask", file, "--case", kPlantedId, "--metric", "gjk"});
  EXPECT_THAT(ran.out, HasSubstr("crashed")) << ran.err;
  EXPECT_THAT(ran.err, Not(HasSubstr("the harness itself failed")));
}

}  // namespace
}  // namespace touchstone
