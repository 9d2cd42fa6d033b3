// SPDX-License-Identifier: GPL-3.0-or-later
// Claims of the papers, each a command: its quick form ends as it is expected to.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/check_counts.hpp"
#include "tests/program.hpp"
#include "tests/refusal.hpp"

namespace touchstone {
namespace {

using nlohmann::json;

json record_of(std::vector<std::string> words) {
  words.insert(words.begin(), "reproduce");
  words.insert(words.end(), {"--json", "-"});
  const Ran ran = run_touchstone(words);
  EXPECT_EQ(ran.exit_code, 0) << ran.out << ran.err;
  json record = json::parse(ran.out);
  EXPECT_EQ(record.at("schema"), "touchstone.check/1");
  EXPECT_EQ(record.at("check"), words.at(1));
  return record;
}

TEST(ReproduceRemark218, IsFalseAsPrintedAndTrueWithABallOfTwice) {
  const json record = record_of({"remark2.18", "--family", "random-boxes", "--cases", "50"});
  EXPECT_GT(counted(record, "eps", "overlap").violated, 10U);
  EXPECT_EQ(counted(record, "2 eps", "overlap").violated, 0U);
  EXPECT_GT(counted(record, "2 eps", "overlap").held, 10U);
}

TEST(ReproduceSlidesRest, OverlapsStayAtRestOnlyWithoutStabilisation) {
  const json record = record_of({"slides-rest"});
  EXPECT_GT(counted(record, "1", "rest").held, 500U);
  EXPECT_EQ(counted(record, "1", "rest").violated, 0U);
  EXPECT_GT(counted(record, "0", "rest").violated, 100U);
}

TEST(ReproduceTheorem612, HasNoConstantForGammaBelowOne) {
  const json record = record_of({"theorem6.12"});
  EXPECT_GT(counted(record, "gamma 1", "overlap").held, 100U);
  EXPECT_EQ(counted(record, "gamma 1", "overlap").violated, 0U);
  EXPECT_GT(counted(record, "gamma 0.3", "overlap").violated, 0U);
}

TEST(ReproduceThesisAccuracy, IsOfFirstOrderWhereNothingCollides) {
  const json record = record_of({"thesis-accuracy"});
  EXPECT_EQ(counted(record, "no impact", "order").held, 6U);
  EXPECT_GT(counted(record, "impacts", "order").violated, 0U) << "counted only";
}

TEST(ReproduceComparators, FindsStepsOfEverySchemeAndNoneTenThousandTimesAsLong) {
  const json record = record_of({"comparators"});
  for (const char* scheme : {"touchstone", "post_stabilised", "event_driven"}) {
    EXPECT_EQ(counted(record, scheme, "error").held, 4U) << scheme;
  }
  EXPECT_GE(counted(record, "penalty 0.001", "longer").violated, 3U);
  EXPECT_EQ(counted(record, "penalty 0.001", "longer").held, 0U);
}

TEST(ReproduceTheorem58, SolvesStepsOfPointedCones) {
  const json record = record_of({"theorem5.8", "--cases", "40"});
  EXPECT_GT(counted(record, "", "solvable").held, 50U);
  EXPECT_EQ(counted(record, "", "solvable").violated, 0U);
  EXPECT_GT(counted(record, "", "unpointed").violated, 5U) << "not judged: some have no solution";
  EXPECT_EQ(counted(record, "", "bound").violated + counted(record, "", "relaxed").violated, 0U);
}

TEST(ReproduceRemark219, FindsNoMetricButBoundsOfTheSecondForm) {
  const json record = record_of({"remark2.19", "--family", "random-boxes", "--cases", "20"});
  EXPECT_GT(counted(record, "f_2", "triangle").violated, 0U);
  EXPECT_EQ(counted(record, "f_2", "lower").held, 22U) << "two examples among them";
  EXPECT_EQ(counted(record, "f_2", "upper").violated, 0U);
  EXPECT_GT(counted(record, "f_1", "upper").violated, 0U);
}

TEST(ReproduceRemark311, FindsOneEventForTenTriples) {
  const json record = record_of({"remark3.11", "--cases", "10"});
  EXPECT_EQ(counted(record, "", "value").held, 30U);
  EXPECT_EQ(counted(record, "", "gradient").held, 30U);
}

TEST(ReproduceLemma64, HoldsWhereOverlapsAreBounded) {
  const json record = record_of({"lemma6.4", "--family", "random-boxes", "--cases", "20"});
  EXPECT_GT(counted(record, "Omega_1", "rho").held, 30U);
  EXPECT_EQ(counted(record, "Omega_1", "rho").violated, 0U);
  EXPECT_GT(counted(record, "anywhere", "rho").violated, 0U);
  EXPECT_EQ(counted(record, "anywhere", "r").violated, 0U);
}

TEST(ReproduceSets411, AreNotEmptyTogether) {
  const json record = record_of({"sets4.11", "--family", "random-boxes", "--cases", "10"});
  EXPECT_EQ(counted(record, "printed", "empty").violated, 20U);
  EXPECT_EQ(counted(record, "printed", "empty").held, 20U);
  EXPECT_GT(counted(record, "mended", "minimum").violated, 0U);
}

TEST(ReproducePegLemmas, FindsTheLemmasTrueAndTwoForcesPermitted) {
  const json record = record_of({"peg-lemmas"});
  EXPECT_EQ(counted(record, "proven", "lemma_1_4").held, 25U);
  EXPECT_EQ(counted(record, "proven", "touching").violated, 0U);
  EXPECT_GT(counted(record, "at most one force", "one_force").violated, 0U);
}

TEST(ReproduceMtdNormal, JumpsOnlyBetweenOptimalFacets) {
  const json record = record_of({"mtd-normal", "--family", "random-boxes", "--cases", "6"});
  for (const char* subject : {"truth", "sat"}) {
    EXPECT_GT(counted(record, subject, "optimal").held, 5U) << subject;
    EXPECT_EQ(counted(record, subject, "optimal").violated, 0U) << subject;
  }
}

TEST(ReproduceIndeterminate, FindsNormalsThatAreNotUniqueAndContactsThere) {
  const json record =
      record_of({"indeterminate", "--family", "kissing-vertex-vertex,symmetric", "--cases", "20"});
  EXPECT_GT(counted(record, "Algorithm 2", "found").held, 3U);
  EXPECT_EQ(counted(record, "Algorithm 2", "found").violated, 0U);
  EXPECT_GT(counted(record, "certified", "used").held, 3U);
  EXPECT_GT(counted(record, "vclip_sat", "flagged").held, 20U);
  EXPECT_EQ(counted(record, "vclip_sat", "flagged").violated, 0U);
}

TEST(ReproduceAccelerations, ShowsSeveralWithFrictionAndOneWithout) {
  const json record = record_of({"accelerations", "--cases", "5"});
  EXPECT_EQ(counted(record, "", "shown").held, 10U);
  EXPECT_GT(counted(record, "", "frictionless").held, 4U);
  EXPECT_EQ(counted(record, "", "frictionless").violated, 0U);
}

TEST(ReproducePegFriction, SolvesStepsWithoutOverlaps) {
  const json record = record_of({"peg-friction", "--cases", "20"});
  EXPECT_EQ(counted(record, "", "no_overlap").held, 60U);
  EXPECT_GT(counted(record, "", "overlap").violated, 0U) << "not judged";
}

TEST(ReproducePegCrash, LeavesStepsOfTheStandardModelUnsolvedInSpace) {
  const json record = record_of({"peg-crash"});
  EXPECT_GT(counted(record, "std", "solved").violated, 0U);
  EXPECT_EQ(counted(record, "peg", "solved").held, 500U);
}

TEST(ReproducePegFeasibility, AsPrintedMissesContactsThatOverlap) {
  const json record = record_of({"peg-feasibility"});
  EXPECT_GT(counted(record, "1e-06 m, 0", "touches").violated, 500U);
  EXPECT_GT(counted(record, "ours", "touches").held, 5000U);
  EXPECT_EQ(counted(record, "ours", "touches").violated, 0U);
}

TEST(ReproduceClaims, TakeTheOptionsOfTheirKind) {
  expect_one_line_refusal(run_touchstone({"reproduce", "peg-lemmas", "--cases", "5"}),
                          "unknown option '--cases'");
  expect_one_line_refusal(run_touchstone({"reproduce", "theorem5.8", "--family", "boxes"}),
                          "unknown option '--family'");
  expect_one_line_refusal(run_touchstone({"reproduce", "theorem5.8", "--cases", "0"}), "--cases");
  expect_one_line_refusal(run_touchstone({"reproduce", "remark2.18", "--family", "icospheres-642"}),
                          "64 vertices");
}

}  // namespace
}  // namespace touchstone
