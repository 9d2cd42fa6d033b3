// SPDX-License-Identifier: GPL-3.0-or-later
// Each rule of a contract is broken by what breaks it, and by nothing else.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <limits>

#include "harness/gate/gate_line.hpp"
#include "harness/vectors/archive.hpp"

namespace touchstone {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class GateRules : public testing::Test {
 protected:
  GateRules() {
    metric_.name = "mine";
    options_.metric = &metric_;
    options_.contract.speed = SpeedLimit{"gjk_epa", 2};
    found_.words.at(static_cast<std::size_t>(Word::right)) = 100;
    found_.watch.bodies = 10;
    found_.watch.answers = 100;
    found_.watch.allocations = 50;
    found_.ratios.assign(20, 1.5);
    for (Agreement* agreement :
         {&found_.decoys, &found_.repeats, &found_.orders, &found_.threads}) {
      agreement->count(true);
    }
  }

  std::vector<std::string> broken() const {
    std::vector<std::string> names;
    for (const GateRule& rule : rules_of(options_, found_)) {
      if (!rule.holds) names.push_back(rule.name);
    }
    return names;
  }

  MetricRow metric_;
  GateOptions options_;
  GateFindings found_;
};

TEST_F(GateRules, HoldForAnHonestLibrary) {
  EXPECT_THAT(broken(), IsEmpty());
  EXPECT_TRUE(gate_line(options_, found_, 1).passes);
}

TEST_F(GateRules, AWrongAnswerMakesSpeedVoid) {
  ++found_.words.at(static_cast<std::size_t>(Word::inaccurate));
  EXPECT_THAT(broken(), ElementsAre("words", "speed"));
  options_.contract.forbidden = {"wrong_sign"};
  EXPECT_THAT(broken(), IsEmpty());
}

TEST_F(GateRules, WhatWasNotJudgedIsNoAnswer) {
  ++found_.words.at(static_cast<std::size_t>(Word::not_applicable));
  EXPECT_THAT(broken(), ElementsAre("words", "speed"));
  found_.words = {};
  options_.contract.forbidden = {};
  EXPECT_FALSE(gate_line(options_, found_, 1).passes);
}

TEST_F(GateRules, EachIsBrokenByWhatItForbids) {
  const GateFindings honest = found_;
  const auto breaks = [&](const char* name, const std::function<void(GateFindings&)>& spoil) {
    found_ = honest;
    spoil(found_);
    EXPECT_THAT(broken(), ElementsAre(name));
  };
  breaks("decoys", [](GateFindings& found) { found.decoys.count(false); });
  breaks("repeats", [](GateFindings& found) { found.repeats.count(false); });
  breaks("order", [](GateFindings& found) { found.orders.count(false); });
  breaks("threads", [](GateFindings& found) { found.threads.count(false); });
  breaks("threads-left", [](GateFindings& found) { found.watch.threads_left = 1; });
  breaks("processes", [](GateFindings& found) { found.watch.started_processes = true; });
  breaks("floating-point", [](GateFindings& found) { found.watch.changed_floating_point = true; });
  breaks("independence", [](GateFindings& found) { found.watch.touchstone = "libtouchstone.so"; });
  breaks("init", [](GateFindings& found) { found.watch.init_s = 1.01; });
  breaks("prepare", [](GateFindings& found) { found.watch.prepare_s = 0.11; });
  options_.contract.allocations = 0.5;
  breaks("allocations", [](GateFindings& found) { found.watch.allocations = 51; });
  breaks("allocations", [](GateFindings& found) { found.watch.allocations.reset(); });
  breaks("speed", [](GateFindings& found) { found.ratios.assign(20, 2.01); });
  breaks("speed", [](GateFindings& found) { found.reference_fails = true; });
  breaks("speed", [](GateFindings& found) { found.ratios.assign(5, 1.5); });
}

TEST_F(GateRules, NothingHoldsThatLookedAtNothing) {
  found_ = {};
  options_.contract.forbidden = {};
  options_.contract.allocations = 1;
  EXPECT_THAT(broken(), ElementsAre("words", "decoys", "repeats", "order", "threads",
                                    "threads-left", "processes", "floating-point", "independence",
                                    "prepare", "allocations", "speed"));
}

TEST(GateDeals, AreEnoughForAnIntervalOfSpeed) {
  Contract contract;
  contract.cases = 1;
  EXPECT_EQ(deals_for(contract), 1U);
  contract.speed = SpeedLimit{"gjk_epa", 2};
  EXPECT_GE(deals_for(contract), 8U);
  EXPECT_TRUE(median_interval(std::vector<double>(deals_for(contract), 1.5)));
}

TEST_F(GateRules, AContractWithOneThreadHasNoThreadsRule) {
  options_.contract.threads = 1;
  for (const GateRule& rule : rules_of(options_, found_)) EXPECT_NE(rule.name, "threads");
}

TEST_F(GateRules, WhatIsClaimedHasToBeEnough) {
  options_.contract.gives = {"value", "normal"};
  EXPECT_THAT(broken(), IsEmpty());
  metric_.traits.gives.touching.normal = false;
  EXPECT_THAT(broken(), ElementsAre("gives"));
  metric_.traits.gives.touching.normal = true;
  metric_.traits.gives.separated.nothing = true;
  EXPECT_THAT(broken(), ElementsAre("gives"));
}

TEST_F(GateRules, AReachOrAnOffsetExcusesNoAnswer) {
  metric_.traits.reach = 1e-12;
  EXPECT_THAT(broken(), ElementsAre("gives"));
  metric_.traits.reach = std::numeric_limits<double>::infinity();
  metric_.traits.offset = 1e-3;
  EXPECT_THAT(broken(), ElementsAre("gives"));
}

TEST_F(GateRules, ALibraryOfThisProjectIsNotJudged) {
  found_.watch.touchstone = "libtouchstone.so.1";
  const GateLine line = gate_line(options_, found_, 1);
  EXPECT_FALSE(line.passes);
  EXPECT_EQ(line.questions, 0U);
  EXPECT_THAT(line.rules, IsEmpty());
}

TEST(GateDeals, ThatAreAskedAgainComeByTheSeed) {
  int again = 0;
  int alike = 0;
  for (std::uint64_t number = 1; number <= 800; ++number) {
    again += is_asked_again(1, number) ? 1 : 0;
    alike += is_asked_again(1, number) == is_asked_again(2, number) ? 1 : 0;
  }
  EXPECT_TRUE(is_asked_again(1, 0));
  EXPECT_NEAR(again, 100, 40);
  EXPECT_LT(alike, 700);
}

TEST(GateSeed, MixesWhatIsGivenWithFreshRandomness) {
  const std::string beacon = "a beacon";
  const GateSeed seed = make_gate_seed(&beacon);
  const GateSeed other = make_gate_seed(&beacon);
  EXPECT_EQ(seed.from, other.from);
  EXPECT_EQ(seed.seed, sha256(seed.fresh + seed.from));
  EXPECT_NE(seed.fresh, other.fresh);
  EXPECT_NE(seed.number(), other.number());
  EXPECT_THAT(make_gate_seed(nullptr).from, IsEmpty());
}

TEST_F(GateRules, ALineIsReadAsItIsWritten) {
  const std::uint64_t deals = deals_for(options_.contract);
  GateLine line = gate_line(options_, found_, deals);
  line.library = line.program = line.reference = std::string(64, 'a');
  line.seed = make_gate_seed(nullptr);
  line.judged_at = "2026-11-29T20:00:00Z";
  const auto read = parse_gate_line(line_text(line), "line");
  EXPECT_EQ(line_text(line).find('\n'), std::string::npos);
  ASSERT_TRUE(read) << read.reason();
  EXPECT_TRUE(same_verdict(read.value(), line));
  GateLine forged = line;
  forged.rules[2].timed = true;
  EXPECT_FALSE(same_verdict(forged, line));
  forged = line;
  forged.passes = false;
  EXPECT_THAT(parse_gate_line(line_text(forged), "line").reason(),
              HasSubstr("passes: does not follow from its rules"));
  forged = line;
  --forged.deals;
  EXPECT_THAT(parse_gate_line(line_text(forged), "line").reason(),
              HasSubstr("deals: are fewer than the contract takes"));
  forged = line;
  forged.rules.clear();
  EXPECT_THAT(parse_gate_line(line_text(forged), "line").reason(), HasSubstr("does not follow"));
  forged = line;
  ++forged.rules.front().compared;
  EXPECT_FALSE(same_verdict(forged, line));
  line.rules.front().found = 1;
  EXPECT_FALSE(same_verdict(read.value(), line));
  line.questions = 99;
  EXPECT_THAT(parse_gate_line(gate_record().row(line), "line").reason(),
              HasSubstr("questions: is not the sum of its words"));
}

}  // namespace
}  // namespace touchstone
