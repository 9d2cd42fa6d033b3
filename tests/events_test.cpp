// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/program.hpp"
#include "tests/refusal.hpp"

namespace touchstone {
namespace {

using nlohmann::json;
using testing::HasSubstr;

TEST(ReproduceEvents, HoldsTheThesisToTheTruth) {
  const Ran ran = run_touchstone({"reproduce", "events", "--cases", "5"});
  EXPECT_EQ(ran.exit_code, 0) << ran.out << ran.err;
  for (const char* group : {"\nboxes ", "\nhulls ", "\nkissing ", "\nhard ", "\nmotion "}) {
    EXPECT_THAT(ran.out, HasSubstr(group));
  }
  EXPECT_THAT(ran.out, HasSubstr("components: the largest component function is rho"));
  EXPECT_THAT(ran.out, HasSubstr("as expected: every claim that is judged holds\n"));
}

TEST(ReproduceEvents, GivesJsonOfTheFamiliesNamed) {
  const Ran ran = run_touchstone({"reproduce", "events", "--family", "random-boxes", "--family",
                                  "kissing-face-face", "--cases", "12", "--json", "-"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  const json report = json::parse(ran.out);
  EXPECT_EQ(report.at("schema"), "touchstone.check/1");
  EXPECT_EQ(report.at("check"), "events");
  ASSERT_EQ(report.at("results").size(), 2U);
  const json& boxes = report.at("results").at(0).at("claims");
  EXPECT_EQ(boxes.at(0).at("claim"), "components");
  EXPECT_EQ(boxes.at(0).at("held"), 12);
  EXPECT_LE(boxes.at(0).at("largest"), 1e-12);
  EXPECT_EQ(boxes.at(1).at("claim"), "gradients");
  EXPECT_EQ(boxes.at(1).at("violated"), 0);
  // Where corners meet Algorithm 3.15 misses events at the ends of what the bodies share.
  const json& missed = report.at("results").at(1).at("claims").at(4);
  EXPECT_EQ(missed.at("claim"), "active_corners");
  EXPECT_GT(missed.at("violated"), 0);
}

// Rho has no gradient where faces touch: no case of the family can show the second claim.
TEST(ReproduceEvents, AsksOfOneFamilyOnlyThatNothingIsViolated) {
  const Ran ran =
      run_touchstone({"reproduce", "events", "--family", "kissing-face-face", "--cases", "4"});
  EXPECT_EQ(ran.exit_code, 0) << ran.out;
  EXPECT_THAT(ran.out, HasSubstr("gradients: could be compared in no case of this input\n"));
}

TEST(ReproduceEvents, RefusesWhatItDoesNotTake) {
  const std::string pairs = TOUCHSTONE_SOURCE_DIR "/examples/case-file/pairs.json";
  const auto refused = [](std::vector<std::string> more, const char* why) {
    more.insert(more.begin(), {"reproduce", "events"});
    expect_one_line_refusal(run_touchstone(more), why);
  };
  refused({"--metric", "sat"}, "unknown option '--metric'");
  refused({"--contacts", "certified"}, "unknown option '--contacts'");
  refused({"--family", "icospheres-642"}, "64 vertices");
  refused({"--file", pairs, "--cases", "3"}, "--cases: has no effect");
  refused({"--file", pairs, "--seed", "3"}, "--seed: has no effect");
  refused({"--file", pairs, "--file", pairs}, "a second file of this name");
  refused({"--file", pairs, "--json", pairs}, "--json");
  const Ran contacts = run_touchstone({"contacts", "events"});
  EXPECT_EQ(contacts.exit_code, 2);
  EXPECT_THAT(contacts.err, HasSubstr("reproduce events looks at them"));
}

TEST(ReproduceEvents, LooksAtTheCasesOfAFile) {
  const std::string pairs = TOUCHSTONE_SOURCE_DIR "/examples/case-file/pairs.json";
  const Ran ran = run_touchstone({"reproduce", "events", "--file", pairs, "--json", "-"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_EQ(json::parse(ran.out).at("results").size(), 1U);
}

// One normal for a pair overlaps several times as deep.
TEST(EnergyEvents, TetrahedraOnTetrahedraAreAsTheyAreChosen) {
  const auto deepest = [](const std::string& contacts) {
    const Ran ran = run_touchstone({"simulate", "tetra-pairs", "--bodies", "8", "--dt", "2.5e-3",
                                    "--contacts", contacts, "--json", "-"});
    EXPECT_EQ(ran.exit_code, 0) << ran.out << ran.err;
    const json run = json::parse(ran.out).at("results").at(0);
    EXPECT_EQ(run.at("unsolved_steps"), 0);
    if (contacts == "events") {
      EXPECT_EQ(run.at("gaining_steps"), 0);
    }
    return run.at("measured").get<double>();
  };
  EXPECT_LT(deepest("events"), 0.2 * deepest("certified"));
}

TEST(EnergyEvents, TolerancesOfZeroLoseNoContact) {
  const ScratchFolder folder;
  const std::string file = folder.path("scene.json");
  ASSERT_EQ(run_touchstone({"simulate", "stack", "--bodies", "3", "--t-end", "0.5", "--contacts",
                            "events", "--write-scene", file})
                .exit_code,
            0);
  json scene = json::parse(read_text(file));
  for (const char* window : {"one", "two"}) {
    scene["events"] = {{"eps_x", 0}, {"eps_t", 0}, {"eps_0", 0}, {"window", window}};
    const Ran ran = run_touchstone({"simulate", "-", "--json", "-"}, scene.dump());
    EXPECT_EQ(ran.exit_code, 0) << ran.out << ran.err;
    const json run = json::parse(ran.out).at("results").at(0);
    EXPECT_LT(run.at("max_penetration").get<double>(), 1e-6);
    EXPECT_LT(std::abs(run.at("energy_drift").get<double>()), 1e-6);
  }
}

TEST(EnergyOfAFile, DtOfTheCommandReplacesAList) {
  const Ran written = run_touchstone({"simulate", "stack", "--bodies", "2", "--write-scene", "-"});
  json scene = json::parse(written.out);
  scene["dt"] = {0.01, 0.02};
  scene["t_end"] = 0.3;
  const Ran ran = run_touchstone({"simulate", "-", "--dt", "1e-2", "--json", "-"}, scene.dump());
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_EQ(json::parse(ran.out).at("results").at(0).at("steps"), 30);
}

TEST(EnergyEvents, OptionsChooseWhatASceneFileSays) {
  const ScratchFolder folder;
  const std::string file = folder.path("scene.json");
  const Ran ran = run_touchstone({"simulate", "dominoes", "--contacts", "events", "--window", "one",
                                  "--bounds", "own", "--thesis", "--write-scene", file});
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  const json scene = json::parse(read_text(file));
  EXPECT_EQ(scene.at("contacts"), "events");
  EXPECT_EQ(scene.at("events").dump(), R"({"bounds":"own","thesis":true,"window":"one"})");
}

TEST(EnergyEvents, RefusesChoicesThatNoMethodReads) {
  const auto refused = [](const std::vector<std::string>& typed, const char* why) {
    std::vector<std::string> all = {"energy", "stack"};
    all.insert(all.end(), typed.begin(), typed.end());
    const Ran ran = run_touchstone(all);
    EXPECT_EQ(ran.exit_code, 2) << ran.out;
    EXPECT_THAT(ran.err, HasSubstr(why));
  };
  refused({"--window", "one"}, "--window goes with --contacts events");
  refused({"--thesis"}, "--thesis goes with --contacts events");
  refused({"--contacts", "events", "--window", "three"},
          "--window: unknown word 'three': must be one or two");
  refused({"--contacts", "events", "--bounds", "x"}, "must be own, pair or clamped");
}

}  // namespace
}  // namespace touchstone
