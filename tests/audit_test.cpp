// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "tests/program.hpp"
#include "tests/refusal.hpp"

namespace touchstone {
namespace {

using nlohmann::json;
using testing::HasSubstr;

/// What became of a claim in a row of a record.
json claim_of(const json& row, const std::string& name) {
  for (const json& claim : row.at("claims")) {
    if (claim.at("claim") == name) return claim;
  }
  ADD_FAILURE() << "no claim " << name;
  return {};
}

int count_of(const json& row, const std::string& name) {
  for (const json& count : row.at("counts")) {
    if (count.at("count") == name) return count.at("value");
  }
  ADD_FAILURE() << "no count " << name;
  return -1;
}

TEST(Audit, JsonIsPureAndHasItsKeys) {
  const Ran ran = run_touchstone({"audit", "--family", "random-boxes,kissing-face-face", "--cases",
                                  "6", "--seed", "7", "--json", "-"});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_EQ(ran.err, "");
  const json audit = json::parse(ran.out);
  EXPECT_EQ(audit.at("schema"), "touchstone.check/1");
  EXPECT_EQ(audit.at("check"), "routes");
  EXPECT_EQ(audit.at("seed"), 7);
  // The comma stands between two families.
  ASSERT_EQ(audit.at("results").size(), 2U);
  EXPECT_EQ(audit["results"][0].at("family"), "random-boxes");
  EXPECT_EQ(audit["results"][1].at("family"), "kissing-face-face");
  for (const json& row : audit["results"]) {
    EXPECT_EQ(row.at("cases"), 6);
    EXPECT_EQ(claim_of(row, "phi").at("held"), 6);
    ASSERT_EQ(row.at("claims").size(), 6U);
    for (const json& claim : row.at("claims")) {
      EXPECT_EQ(claim.at("violated"), 0) << claim;
      EXPECT_TRUE(claim.at("first").empty()) << claim;
      // Each body is the fixed one in turn, with several bounds.
      if (claim.at("claim") == "fixed_body_bound") {
        EXPECT_GT(claim.at("held"), 6) << claim;
        continue;
      }
      EXPECT_EQ(claim.at("held").get<int>() + claim.at("not_applicable").get<int>(), 6) << claim;
    }
  }
}

TEST(Audit, TableGivesWhatHeldOfEachFamilyAndInAll) {
  const Ran ran = run_touchstone({"audit", "--family", "random-boxes,lattice", "--cases", "10"});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_EQ(ran.err, "");
  EXPECT_THAT(ran.out, HasSubstr("\nrandom-boxes "));
  EXPECT_THAT(ran.out, testing::ContainsRegex("\nall +20 +20 +\\. "));
  EXPECT_THAT(ran.out, HasSubstr("\nTheorem 2.16: a ball of radius eps"));
}

TEST(Audit, AFamilyMayHaveACountOfItsOwn) {
  const Ran ran = run_touchstone({"audit", "certificates", "--family", "random-boxes,coincident",
                                  "--cases", "3", "--cases-of", "random-boxes=20", "--json", "-"});
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  const json found = json::parse(ran.out);
  EXPECT_EQ(found.at("check"), "certificates");
  for (const json& row : found.at("results")) {
    EXPECT_EQ(row.at("subject"), "certified");
    EXPECT_EQ(row.at("cases"), row.at("family") == "random-boxes" ? 20 : 3);
    EXPECT_EQ(claim_of(row, "proven").at("held"), row.at("cases"));
    EXPECT_EQ(claim_of(row, "within_ulp").at("held"), row.at("cases"));
  }
  const Ran refused = run_touchstone({"audit", "--cases-of", "random-boxes"});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_EQ(refused.err, "touchstone: audit: --cases-of random-boxes: not FAMILY=N\n");
  const Ran elsewhere =
      run_touchstone({"audit", "--family", "coincident", "--cases-of", "random-boxes=3"});
  EXPECT_EQ(elsewhere.exit_code, 2);
  EXPECT_EQ(elsewhere.err,
            "touchstone: audit: --cases-of random-boxes=3: random-boxes is not among the families "
            "of --family\n");
}

TEST(Audit, LeavesOutFamiliesOfWhichNothingWasAudited) {
  const Ran ran = run_touchstone(
      {"audit", "--family", "random-boxes,unequal", "--cases", "3", "--large-cases", "0"});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_THAT(ran.out, HasSubstr("random-boxes"));
  EXPECT_THAT(ran.out, testing::Not(HasSubstr("unequal")));
}

TEST(Audit, MeasuresSpeed) {
  const Ran ran = run_touchstone({"audit", "speed", "--json", "-"});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_EQ(ran.err, "");
  const json record = json::parse(ran.out);
  EXPECT_EQ(record.at("schema"), "touchstone.speed/1");
  EXPECT_EQ(record.at("seed"), 42);
  const json& speed = record.at("speed");
  EXPECT_GT(speed.at("floor_ns").get<double>(), 0);
  ASSERT_EQ(speed.at("rates").size(), 3U);
  for (const json& row : speed.at("rates")) {
    // Each stage costs time on top of the one before it; the two verdicts may cost next to nothing.
    const double cases = row.at("cases_per_s").get<double>();
    EXPECT_GT(cases, row.at("truths_per_s").get<double>());
    EXPECT_GT(cases, row.at("euclidean_verdicts_per_s").get<double>());
    EXPECT_GT(cases, row.at("ratio_verdicts_per_s").get<double>());
    EXPECT_GT(row.at("scaled_ratio_verdicts_per_s").get<double>(), 0);
    EXPECT_GT(row.at("right_share").get<double>(), 0.999);
  }
}

TEST(Audit, HoldsWhatDoublesSettleAgainstTheExactTruth) {
  const std::vector<std::string> command = {
      "audit", "fast-truth", "--family", "random-hulls-8-deep,random-boxes", "--cases", "20"};
  const Ran text = run_touchstone(command);
  EXPECT_EQ(text.exit_code, 0) << text.err;
  EXPECT_THAT(text.out, HasSubstr("doubled"));
  std::vector<std::string> as_json = command;
  as_json.insert(as_json.end(), {"--json", "-"});
  const json audit = json::parse(run_touchstone(as_json).out);
  EXPECT_EQ(audit.at("check"), "fast-truth");
  EXPECT_TRUE(audit.at("versions").is_object());
  ASSERT_EQ(audit.at("results").size(), 6U);
  std::set<std::string> variants;
  for (const json& row : audit.at("results")) {
    variants.insert(row.at("subject"));
    EXPECT_EQ(row.at("cases"), 20);
    EXPECT_GT(count_of(row, "settled"), 10);
    for (const char* claim : {"sign", "phi", "phi_enclosure", "normal", "rho", "rho_enclosure"}) {
      EXPECT_EQ(claim_of(row, claim).at("violated"), 0) << claim;
      EXPECT_EQ(claim_of(row, claim).at("held"), count_of(row, "settled")) << claim;
    }
  }
  EXPECT_EQ(variants, (std::set<std::string>{"given", "jiggled", "doubled"}));
  const Ran refused = run_touchstone({"audit", "fast-truth", "--programs", "3"});
  EXPECT_EQ(refused.exit_code, 2);
}

TEST(Audit, HoldsFacetsAgainstTheProgramOfTheirHalfSpaces) {
  const std::vector<std::string> command = {
      "audit", "half-spaces", "--family", "random-hulls-8-deep,coincident", "--cases", "20"};
  const Ran text = run_touchstone(command);
  EXPECT_EQ(text.exit_code, 0) << text.err;
  EXPECT_THAT(text.out, HasSubstr("program solved"));
  std::vector<std::string> as_json = command;
  as_json.insert(as_json.end(), {"--json", "-"});
  const json audit = json::parse(run_touchstone(as_json).out);
  EXPECT_EQ(audit.at("check"), "half-spaces");
  for (const json& row : audit.at("results")) {
    const json solved = claim_of(row, "solved");
    EXPECT_EQ(solved.at("held").get<int>() + solved.at("not_applicable").get<int>(), 20);
    EXPECT_EQ(claim_of(row, "within_ulp").at("held"), solved.at("held"));
  }
  // Rounded facets need not bound a sliver: then there is no value, and nothing crashes.
  const Ran slivers =
      run_touchstone({"audit", "half-spaces", "--family", "slivers", "--json", "-"});
  ASSERT_EQ(slivers.exit_code, 0) << slivers.err;
  const json rows = json::parse(slivers.out).at("results");
  EXPECT_GT(claim_of(rows.at(0), "solved").at("not_applicable").get<int>(), 0);
  const Ran refused = run_touchstone({"audit", "half-spaces", "sat"});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.err, HasSubstr("not a ratio metric"));
}

TEST(Audit, HoldsTheSolversOfStepsToProblemsFromScenes) {
  const ScratchFolder folder;
  const std::string file = folder.path("problems.json");
  const Ran text = run_touchstone({"audit", "problems", "--cases", "60", "--json", file});
  EXPECT_EQ(text.exit_code, 0) << text.out << text.err;
  EXPECT_THAT(text.out, HasSubstr("hence fewer of these"));
  const json audit = json::parse(read_text(file));
  EXPECT_EQ(audit.at("schema"), "touchstone.problems/1");
  int problems = 0;
  for (const json& row : audit.at("rows")) {
    EXPECT_EQ(row.at("unsolved"), 0);
    EXPECT_THAT(row.at("slowest").get<std::string>(), HasSubstr(", step "));
    if (row.at("problem") == "frictionless") problems += row.at("problems").get<int>();
  }
  EXPECT_GE(problems, 60);
}

TEST(Audit, HoldsTheSolversOfConstraintsToProblemsAndToEnumeration) {
  const ScratchFolder folder;
  const std::string file = folder.path("constraints.json");
  const Ran text = run_touchstone({"audit", "constraints", "--cases", "200", "--json", file});
  EXPECT_EQ(text.exit_code, 0) << text.out << text.err;
  EXPECT_THAT(text.out, HasSubstr("With X: every combination"));
  const json audit = json::parse(read_text(file));
  EXPECT_EQ(audit.at("schema"), "touchstone.constraints/2");
  int problems = 0;
  int nearer = 0;
  for (const json& row : audit.at("inter").at("results")) {
    EXPECT_EQ(claim_of(row, "solved").at("violated"), 0);
    problems += row.at("cases").get<int>();
    nearer += claim_of(row, "nearest").at("violated").get<int>();
  }
  EXPECT_GE(problems, 200);
  EXPECT_GT(nearer, 0);
  int compared = 0;
  for (const json& row : audit.at("cross").at("results")) {
    for (const char* claim : {"agree", "accepted", "allowed", "nearest", "decided"}) {
      EXPECT_EQ(claim_of(row, claim).at("violated"), 0) << claim;
    }
    compared += row.at("cases").get<int>();
  }
  EXPECT_GE(compared, 20);
  EXPECT_EQ(run_touchstone({"audit", "constraints", "--cases", "0"}).exit_code, 2);
}

TEST(Audit, RoutesAreMeantWhereNothingElseIsNamed) {
  const std::vector<std::string> options = {"--family", "random-boxes", "--cases",
                                            "3",        "--json",       "-"};
  std::vector<std::string> unnamed = {"audit"};
  std::vector<std::string> named = {"audit", "routes"};
  unnamed.insert(unnamed.end(), options.begin(), options.end());
  named.insert(named.end(), options.begin(), options.end());
  EXPECT_EQ(json::parse(run_touchstone(unnamed).out).at("results"),
            json::parse(run_touchstone(named).out).at("results"));
}

TEST(Audit, EachHasTheOptionsThatItUsesAndNoOthers) {
  const std::vector<std::vector<std::string>> kForeign = {{"speed", "--cases"},
                                                          {"problems", "--family"},
                                                          {"constraints", "--large-cases"},
                                                          {"routes", "--programs"}};
  for (const auto& words : kForeign) {
    expect_one_line_refusal(run_touchstone({"audit", words[0], words[1], "3"}),
                            "audit " + words[0] + ": unknown option '" + words[1] + "'");
  }
  expect_one_line_refusal(run_touchstone({"audit", "fast-truht"}), "did you mean fast-truth?");
  expect_one_line_refusal(run_touchstone({"audit", "certificates", "sat"}),
                          "sat gives no certificates");
}

TEST(Audit, AnEarlierSpellingSaysWhatItIsNow) {
  expect_one_line_refusal(run_touchstone({"audit", "--fast-truth", "--cases", "3"}),
                          "audit --fast-truth is now 'audit fast-truth'");
  expect_one_line_refusal(run_touchstone({"audit", "--problems=10"}),
                          "audit --problems is now 'audit problems --cases N'");
}

}  // namespace
}  // namespace touchstone
