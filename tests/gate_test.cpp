// SPDX-License-Identifier: GPL-3.0-or-later
// The gate as a whole program (docs/gate.md): an honest library passes it, and each cheat fails at
// the rule that is made for it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/plugin_fixture.hpp"
#include "tests/program.hpp"
#include "tests/refusal.hpp"

namespace touchstone {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using Words = std::vector<std::string>;

/// A contract about boxes, with keys that replace others.
std::string boxes_contract(const std::string& keys = "") {
  json contract = {{"schema", "touchstone.contract/1"},
                   {"families", {"random-boxes", "posed-boxes"}},
                   {"cases", 200}};
  contract.update(json::parse("{" + keys + "}"));
  return contract.dump();
}

/// One line, and it is JSON.
json line_of(const Ran& ran) {
  EXPECT_EQ(ran.out.find('\n'), ran.out.size() - 1) << ran.out << ran.err;
  return json::parse(ran.out);
}

Words broken_rules(const json& line) {
  Words broken;
  for (const json& rule : line.at("rules")) {
    if (!rule.at("holds").get<bool>()) broken.push_back(rule.at("rule"));
  }
  return broken;
}

/// A contract and the cheat's library, compiled for the tests of this class.
class Gate : public PluginCommands {
 protected:
  void SetUp() override {
    library_ = compiled("cheats", "/harness/gate/tests/cheats.c");
    contract_ = scratch_.write("contract.json", boxes_contract());
  }

  Ran gate(const Words& more = {}) const {
    Words words = {"gate", "--metric", library_, "--contract", contract_};
    words.insert(words.end(), more.begin(), more.end());
    return run_touchstone(words);
  }

  /// The rules that the cheat of this name breaks, by a contract with `terms`.
  Words broken_by(const std::string& cheat, const std::string& terms = "") {
    contract_ = scratch_.write("contract.json", boxes_contract(terms));
    const Variable how("CHEAT", cheat);
    const Ran ran = gate();
    EXPECT_EQ(ran.exit_code, 1) << ran.err;
    const json line = line_of(ran);
    EXPECT_FALSE(line.at("passes").get<bool>());
    return broken_rules(line);
  }

  std::string contract_;
};

TEST_F(Gate, AnHonestLibraryPassesWithAFreshSeedEachTime) {
  const Ran ran = gate();
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  const json line = line_of(ran);
  EXPECT_TRUE(line.at("passes").get<bool>());
  EXPECT_EQ(line.at("right"), line.at("questions"));
  EXPECT_GT(line.at("questions"), 200);
  EXPECT_THAT(broken_rules(line), IsEmpty());
  const json other = line_of(gate());
  EXPECT_NE(other.at("seed").at("seed"), line.at("seed").at("seed"));
  EXPECT_EQ(other.at("library"), line.at("library"));
}

TEST_F(Gate, ABadgeIsGreenOnlyWhereAllIsRight) {
  const std::string badge = scratch_.path("badge.svg");
  const Ran passed = gate({"--svg", badge, "--dump", scratch_.path("none.json")});
  ASSERT_EQ(passed.exit_code, 0);
  EXPECT_THAT(passed.err, HasSubstr("no case was written: no answer alone is wrong"));
  EXPECT_THAT(read_text(badge), HasSubstr("exact judge"));
  EXPECT_THAT(read_text(badge), HasSubstr("#bfe8bf"));
  const Variable how("CHEAT", "constant");
  ASSERT_EQ(gate({"--svg", badge}).exit_code, 1);
  EXPECT_THAT(read_text(badge), testing::Not(HasSubstr("#bfe8bf")));
  expect_one_line_refusal(gate({"--svg", "-"}), "--svg: standard output is for the line");
  expect_one_line_refusal(gate({"--dump", "-"}), "--dump: standard output is for the line");
}

TEST_F(Gate, AMetricOfThisProgramPassesTheContractThatHoldsWithoutOne) {
  const Ran ran = run_touchstone({"gate", "--metric", "certified", "--contract",
                                  scratch_.write("few.json", R"({"schema": "touchstone.contract/1",
                                                                 "families": ["random-hulls-16", "random-hulls-64"],
                                                                 "gives": ["value", "normal"],
                                                                 "cases": 400})")});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
}

TEST_F(Gate, ALineIsRepeatedWithTheSameVerdict) {
  const std::string line = gate({"--seed-from", "a beacon"}).out;
  const Ran again = run_touchstone({"gate", "--metric", library_, "--replay", line});
  ASSERT_EQ(again.exit_code, 0) << again.err;
  const json first = json::parse(line);
  const json second = line_of(again);
  EXPECT_TRUE(second.at("replays").get<bool>());
  EXPECT_EQ(second.at("seed"), first.at("seed"));
  EXPECT_EQ(second.at("words"), first.at("words"));
  const std::string file = scratch_.write("line.json", line);
  EXPECT_EQ(run_touchstone({"gate", "--metric", library_, "--replay", file}).exit_code, 0);
  // What was found is part of the verdict, whatever the line says of what is timed.
  json forged = first;
  forged["rules"][2].update(json{{"found", 1}, {"holds", false}});
  forged["passes"] = false;
  const Ran unlike = run_touchstone({"gate", "--metric", library_, "--replay", forged.dump()});
  EXPECT_EQ(unlike.exit_code, 1);
  EXPECT_FALSE(line_of(unlike).at("replays").get<bool>());
  forged["rules"][2]["timed"] = true;
  const Ran timed = run_touchstone({"gate", "--metric", library_, "--replay", forged.dump()});
  EXPECT_FALSE(line_of(timed).at("replays").get<bool>());
  // A name is no verdict.
  const Ran named = run_touchstone({"gate", "--metric", "mine=" + library_, "--replay", line});
  EXPECT_TRUE(line_of(named).at("replays").get<bool>());
}

TEST_F(Gate, ALineAboutSpeedNamesTheReferenceByItsHash) {
  const std::string honest = compiled("my_boxes", "/examples/plugins/c/my_boxes.c");
  contract_ = scratch_.write(
      "contract.json",
      boxes_contract(R"("speed": {"largest_ratio": 1e6, "reference": ")" + honest + R"("})"));
  const std::string line = gate().out;
  EXPECT_EQ(json::parse(line).at("reference").get<std::string>().size(), 64U);
  {
    std::ofstream other(honest, std::ios::binary | std::ios::app);
    other << "another";
  }
  expect_one_line_refusal(run_touchstone({"gate", "--metric", library_, "--replay", line}),
                          "has another reference");
}

TEST_F(Gate, NoPoseIsSeenWhileBodiesArePrepared) {
  contract_ = scratch_.write("contract.json", boxes_contract(R"("threads": 1)"));
  const Variable how("CHEAT", "ahead");
  const Ran ran = gate();
  EXPECT_EQ(ran.exit_code, 0) << ran.out << ran.err;
}

TEST_F(Gate, NoWorkerKnowsThatItWasAskedAgain) {
  contract_ = scratch_.write("contract.json", boxes_contract(R"("cases": 4000)"));
  const Variable how("CHEAT", "after");
  const Ran ran = gate();
  EXPECT_EQ(ran.exit_code, 0) << ran.out << ran.err;
}

TEST_F(Gate, ADealOfMoreQuestionsThanABatchTakesOnManyThreadsIsDivided) {
  contract_ = scratch_.write("contract.json", boxes_contract(R"("threads": 16)"));
  json line = line_of(gate());
  // Its first deal has more than 4096 / 16 questions.
  line["seed"] = {{"fresh", "bf684cc54aaa681921f974fce44fcc51555f99846a038eb928fbee71121d13ae"},
                  {"seed", "bf6d60c980c9d4b04aae96d7bc7802fd27cc0ae9f49270135f5802d46449f3d6"}};
  const json again =
      line_of(run_touchstone({"gate", "--metric", library_, "--replay", line.dump()}));
  EXPECT_GT(again.at("questions"), 256);
  EXPECT_THAT(broken_rules(again), IsEmpty());
}

TEST_F(Gate, WrongAnswersAreFoundAndShown) {
  EXPECT_THAT(broken_by("constant"), testing::Contains("words"));
  EXPECT_THAT(broken_by("crash"), testing::Contains("words"));
  {
    // It crashes on several threads, too, which shows no pair.
    const Variable crash("CHEAT", "crash");
    EXPECT_THAT(gate().err, HasSubstr("\n{"));
  }
  EXPECT_THAT(broken_by("table", R"("families": ["random-boxes"])"), testing::Contains("words"));
  EXPECT_THAT(broken_by("memory"), testing::Contains("words"));
  const Variable how("CHEAT", "constant");
  const std::string err = gate().err;
  EXPECT_THAT(err, testing::ContainsRegex("\n    (inaccurate|wrong_sign): [0-9]+\n"));
  EXPECT_THAT(err, testing::ContainsRegex("for example .*: it said .*, phi is "));
  const std::string shown = scratch_.write("shown.json", err.substr(err.find("\n{") + 1));
  const Ran asked = run_touchstone({"ask", shown});
  EXPECT_EQ(asked.exit_code, 0) << asked.err;
}

TEST_F(Gate, ALibraryThatLoopsIsToldSoSoon) {
  contract_ = scratch_.write("contract.json", boxes_contract(R"("cases": 20000)"));
  const Variable how("CHEAT", "loops");
  const std::string dump = scratch_.path("case.json");
  const Ran ran = gate({"--dump", dump});
  EXPECT_EQ(ran.exit_code, 1) << ran.err;
  EXPECT_THAT(ran.err, HasSubstr("ended early: too many questions timed out\n"));
  EXPECT_THAT(ran.err, HasSubstr("    timed_out: 5\n"));
  EXPECT_EQ(line_of(ran).at("deals"), 1);
  const Ran asked = run_touchstone({"ask", dump});
  EXPECT_EQ(asked.exit_code, 0) << asked.err;
  const Ran again = run_touchstone({"gate", "--metric", library_, "--replay", ran.out});
  EXPECT_THAT(again.err, HasSubstr("has the same verdict"));
}

/// On one question in 300 or so: no deal alone has enough.
TEST_F(Gate, ALibraryThatLoopsAtTimesIsToldSoBeforeTheEnd) {
  contract_ = scratch_.write("contract.json", boxes_contract(R"("cases": 20000, "threads": 1)"));
  const Variable how("CHEAT", "loops-at-times");
  const Ran ran = gate();
  EXPECT_EQ(ran.exit_code, 1) << ran.err;
  EXPECT_THAT(ran.err, HasSubstr("ended early: too many questions timed out\n"));
  EXPECT_LT(line_of(ran).at("deals"), 40);
}

TEST_F(Gate, FamiliesThatTheLibraryDoesNotTakeAreNamedAsTheCause) {
  contract_ = scratch_.write("contract.json", boxes_contract(R"("families": ["random-hulls-8"])"));
  const Ran ran = gate();
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_THAT(ran.err, HasSubstr("\n  it takes no pair of these families\n"));
  EXPECT_EQ(ran.err.find("nothing was compared"), std::string::npos);
}

TEST_F(Gate, AnswersThatDependOnOtherThingsThanThePairAreFound) {
  const std::string tolerant = R"("largest_error": 1e-3)";
  EXPECT_THAT(broken_by("order", tolerant), testing::Contains("order"));
  EXPECT_THAT(broken_by("scale", tolerant), ElementsAre("decoys"));
  EXPECT_THAT(broken_by("zero", tolerant), ElementsAre("decoys"));
  EXPECT_THAT(broken_by("chance"), ElementsAre("repeats"));
  EXPECT_THAT(broken_by("shares"), ElementsAre("threads"));
}

TEST_F(Gate, WhatIsLeftBehindIsFound) {
  EXPECT_THAT(broken_by("thread"), ElementsAre("threads-left"));
  EXPECT_THAT(broken_by("process"), ElementsAre("processes"));
  EXPECT_THAT(broken_by("orphan"), ElementsAre("processes"));
  EXPECT_THAT(broken_by("unheard"), ElementsAre("processes"));
  EXPECT_THAT(broken_by("child"), ElementsAre("threads-left", "processes"));
  EXPECT_THAT(broken_by("denormals"), ElementsAre("floating-point"));
}

TEST_F(Gate, WorkThatIsMovedOrHiddenIsFound) {
  EXPECT_THAT(broken_by("init", R"("init_s": 0.4)"), ElementsAre("init"));
  for (const char* call :
       {"allocates", "memalign", "valloc", "pvalloc", "sbrk", "mmap64", "mremap"}) {
    EXPECT_THAT(broken_by(call, R"("allocations": 0.5)"), ElementsAre("allocations")) << call;
  }
  EXPECT_THAT(broken_by("prepare", R"("prepare_s": 1e-3)"), ElementsAre("prepare"));
  const std::string honest = compiled("my_boxes", "/examples/plugins/c/my_boxes.c");
  const std::string speed =
      R"("cases": 1600, "speed": {"largest_ratio": 4, "reference": ")" + honest + R"("})";
  EXPECT_THAT(broken_by("parallel", speed), ElementsAre("speed"));
  EXPECT_THAT(broken_by("warm", speed), ElementsAre("speed"));
  contract_ = scratch_.write("contract.json", boxes_contract(speed + R"(, "allocations": 0.01)"));
  const Ran fair = gate();
  EXPECT_EQ(fair.exit_code, 0) << fair.err;
  EXPECT_LT(line_of(fair).at("speed").at("median"), 4);
}

TEST_F(Gate, ALibraryThatOpensTouchstoneIsNamedAndNotJudged) {
  const Variable what("CHEAT_LIBRARY",
                      std::string(TOUCHSTONE_BINARY_DIR) + "/lib/libtouchstone.so");
  for (const char* cheat : {"touchstone", "lazy"}) {
    const Variable how("CHEAT", cheat);
    const Ran ran = gate();
    EXPECT_EQ(ran.exit_code, 1) << cheat;
    const json line = line_of(ran);
    ASSERT_TRUE(line.contains("touchstone")) << cheat;
    EXPECT_THAT(line.at("touchstone"), HasSubstr("libtouchstone.so"));
    EXPECT_EQ(line.at("questions"), 0);
  }
}

TEST_F(Gate, AClaimThatIsTooSmallForTheContractIsBroken) {
  EXPECT_THAT(broken_by("reach"), ElementsAre("gives"));
  const Ran sat = run_touchstone({"gate", "--metric", "sat", "--contract", contract_});
  EXPECT_EQ(sat.exit_code, 1) << sat.err;
  EXPECT_THAT(broken_rules(line_of(sat)), testing::Contains("gives"));
}

TEST_F(Gate, BadInputIsOneLine) {
  const auto refused = [&](const Words& words, const std::string& why) {
    Words all = {"gate", "--metric", library_};
    all.insert(all.end(), words.begin(), words.end());
    expect_one_line_refusal(run_touchstone(all), why);
  };
  const auto contract = [&](const std::string& text) {
    return Words{"--contract", scratch_.write("bad.json", text)};
  };
  refused({"--contract", "none.json"}, "none.json");
  refused(contract("{"), "bad.json");
  refused(contract(R"({"schema": "touchstone.contract/2"})"), "is not touchstone.contract/1");
  refused(contract(R"({"schema": "touchstone.contract/1", "case": 1})"), "cases");
  refused(contract(boxes_contract(R"("cases": 0)")), "is not from 1 to");
  refused(contract(boxes_contract(R"("forbidden": ["bad"])")), "is none of flaky");
  refused(contract(boxes_contract(R"("families": ["sphere-sphere"])")), "families");
  refused(contract(boxes_contract(R"("speed": {"reference": "gkj", "largest_ratio": 1})")), "gkj");
  refused({"--replay", "{}"}, "--replay");
  refused({"--replay", "no-file"}, "no-file");
  json line = json::parse(gate().out);
  line["seed"]["fresh"] = "0";
  refused({"--replay", line.dump()}, "seed: is not that of its parts");
  const auto forged = [&](const char* key, const json& value) {
    json made = json::parse(gate().out);
    made[json::json_pointer(key)] = value;
    return Words{"--replay", made.dump()};
  };
  refused(forged("/passes", false), "passes: does not follow from its rules");
  refused(forged("/right", 0), "right: is not that of its words");
  refused(forged("/program", "zz"), "program: is no SHA-256");
  refused(forged("/rules/2/found", 56), "rules: have a 'holds'");
  refused({"--seed-from", "no/file"}, "no/file is not a file");
  refused({"--seed-from", scratch_.path(".")}, "is not a file");
  const std::string other = json::parse(gate().out).dump();
  expect_one_line_refusal(run_touchstone({"gate", "--metric", "certified", "--replay", other}),
                          "about another library");
  refused({"--replay", other, "--contract", contract_}, "--contract");
  expect_one_line_refusal(run_touchstone({"gate", "--metric",
                                          TOUCHSTONE_PYTHON " " TOUCHSTONE_SOURCE_DIR
                                                            "/examples/plugins/python/boxes.py"}),
                          "takes a library");
  expect_one_line_refusal(run_touchstone({"gate", "--metric", "sat,gjk"}), "takes one library");
}

TEST_F(Gate, CtrlCPrintsNoVerdict) {
  const Ran ran = interrupt_touchstone(
      {"gate", "--metric", library_, "--contract", contract_, "--minutes", "5"}, 4000);
  EXPECT_EQ(ran.exit_code, 128 + SIGINT);
  EXPECT_THAT(ran.out, IsEmpty());
  EXPECT_THAT(ran.err, HasSubstr("there is no verdict"));
}

}  // namespace
}  // namespace touchstone
