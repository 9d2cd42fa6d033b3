// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/audit/audit.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "geometry/loop_bound.hpp"
#include "harness/check/tests/family_sources.hpp"
#include "harness/runners/proving_metric.hpp"
#include "metrics/registry.hpp"

namespace touchstone {
namespace {

Case a_case() { return make_case(*find_family("random-hulls-16-shallow"), 42, 3); }

Answer answer_to(const Case& c) {
  const auto metric = find_metric("ratio_ray")->make();
  const auto A = metric->prepare(*c.pair().A);
  const auto B = metric->prepare(*c.pair().B);
  const auto workspace = metric->make_workspace();
  return metric->evaluate(*A, c.pair().X_WA, *B, c.pair().X_WB, *workspace);
}

/// A row of one case with this proof.
CheckRow row_of(const Check& check, const Proof& proof, const Case& c, double value) {
  CheckRow row = empty_row(check);
  add_proof(proof, value, c.id, row);
  return row;
}

CheckRow check_ratio(const Case& c, const Answer& answer) {
  return row_of(certificates_check(Quantity::ratio), prove_ratio(c, answer), c, answer.value);
}

CheckRow check_facets(const Case& c, const Answer& answer) {
  return row_of(half_spaces_check(), prove_facets(c, answer), c, answer.value);
}

CheckRow check_distance(const Case& c, const MetricTraits& traits, const Answer& answer) {
  return row_of(certificates_check(Quantity::euclidean), prove_distance(c, traits, answer), c,
                answer.value);
}

bool clean(const CheckRow& row) { return row.violated() == 0; }

TEST(Certificates, OfRatioRayHoldOnEveryFamily) {
  const CheckOptions options = options_of_all(40, 1, kAuditSmall);
  for (const CheckRow& row : audit_certificates(*find_metric("ratio_ray"), options, 5).rows) {
    EXPECT_TRUE(clean(row)) << row.family << " " << first_violation(row);
    EXPECT_EQ(row.claim("proven").held > 0, row.group != "rounded") << row.family;
  }
}

class Endless final : public Metric {
 public:
  std::unique_ptr<Shape> prepare(const Polytope& /*polytope*/) const override {
    return std::make_unique<Shape>();
  }
  Answer evaluate(const Shape& /*A*/, const Pose& /*X_WA*/, const Shape& /*B*/,
                  const Pose& /*X_WB*/, Workspace& /*workspace*/) const override {
    throw_endless_loop("a walk", 7);
  }
};

TEST(Certificates, AMetricThatDoesNotEndProvesNothing) {
  const CheckOptions options = check_options({"random-boxes"}, 2, 1);
  MetricRow row = *find_metric("ratio_ray");
  row.make = [] { return std::make_unique<Endless>(); };
  const ClaimCounts found = audit_certificates(row, options).rows.front().claim("proven");
  EXPECT_EQ(found.held, 0U);
  EXPECT_EQ(found.not_applicable, 0U);
  EXPECT_EQ(found.first.size(), 2U);
}

TEST(Certificates, AValueOffByTwoUlpsIsFound) {
  const Case c = a_case();
  Answer answer = answer_to(c);
  ASSERT_TRUE(clean(check_ratio(c, answer)));
  answer.value = std::nextafter(std::nextafter(std::nextafter(answer.value, 2), 2), 2);
  const CheckRow row = check_ratio(c, answer);
  EXPECT_EQ(row.claim("proven").held, 1U);
  ASSERT_EQ(row.claim("within_ulp").violated, 1U);
  EXPECT_EQ(row.claim("within_ulp").first[0].id, c.id);
}

TEST(Certificates, AValueOffByAnUlpIsNotCountedAsRoundedRight) {
  const Case c = a_case();
  Answer answer = answer_to(c);
  ASSERT_EQ(check_ratio(c, answer).count("rounded_right").value, 1);
  answer.value = std::nextafter(answer.value, 2);
  const CheckRow row = check_ratio(c, answer);
  EXPECT_EQ(row.claim("within_ulp").held, 1U);
  EXPECT_EQ(row.count("rounded_right").value, 0);
}

TEST(Certificates, TheProgramIsAskedOfSmallBodiesOnly) {
  CheckOptions options = check_options({"random-boxes"}, 12);
  options.sources.push_back(family_source(*find_family("unequal"), 3));
  const auto rows = audit_certificates(*find_metric("ratio_ray"), options, 7).rows;
  EXPECT_EQ(rows[0].claim("second_route").held, 7U);
  EXPECT_EQ(rows[0].claim("second_route").not_applicable, 5U);
  EXPECT_EQ(rows[1].claim("second_route").checked(), 0U);
  EXPECT_EQ(rows[1].cases, 3U);
}

TEST(Certificates, RatioFacetsIsWithinAnUlpOfTheProgramOfItsFacets) {
  const CheckOptions options = options_of_all(8, 0, kAuditSmall);
  std::uint64_t solved = 0;
  for (const CheckRow& row : audit_half_spaces(*find_metric("ratio_facets"), options).rows) {
    EXPECT_TRUE(clean(row)) << row.family << " " << first_violation(row);
    solved += row.claim("solved").held;
  }
  EXPECT_GT(solved, 200U);
}

TEST(Certificates, AValueOffTheProgramOfFacetsIsFound) {
  const Case c = a_case();
  const auto metric = find_metric("ratio_facets")->make();
  const auto A = metric->prepare(*c.pair().A);
  const auto B = metric->prepare(*c.pair().B);
  const auto workspace = metric->make_workspace();
  Answer answer = metric->evaluate(*A, c.pair().X_WA, *B, c.pair().X_WB, *workspace);
  ASSERT_TRUE(clean(check_facets(c, answer)));
  answer.value *= 1 + 1e-15;
  EXPECT_EQ(check_facets(c, answer).claim("within_ulp").violated, 1U);
  answer.status = AnswerStatus::no_answer;
  EXPECT_FALSE(clean(check_facets(c, answer)));
}

TEST(Certificates, AnotherPortalProvesNothing) {
  const Case c = a_case();
  Answer answer = answer_to(c);
  answer.ratio->portal[0].vertex_A = (answer.ratio->portal[0].vertex_A + 5) % 16;
  EXPECT_FALSE(clean(check_ratio(c, answer)));
  answer.ratio.reset();
  EXPECT_EQ(check_ratio(c, answer).claim("proven").held, 0U);
}

TEST(Certificates, NoAnswerIsAllowedOnlyWhereRhoIsUndefined) {
  Answer none;
  EXPECT_FALSE(clean(check_ratio(a_case(), none)));
  Case same = a_case();
  std::get<Pair>(same.bodies).B = same.pair().A;
  std::get<Pair>(same.bodies).X_WB = same.pair().X_WA;
  EXPECT_TRUE(clean(check_ratio(same, none)));
}

TEST(Certificates, OfDistancesHoldAndAgreeWithTheHull) {
  const MetricRow sound = proving_row<Proving::soundly>("sound");
  const CheckOptions options =
      check_options({"random-boxes", "random-hulls-16-shallow", "lattice", "convex-radius"}, 12);
  for (const CheckRow& row : audit_certificates(sound, options, 7).rows) {
    EXPECT_TRUE(clean(row)) << row.family;
    EXPECT_EQ(row.claim("proven").held, 12U);
    EXPECT_EQ(row.count("rounded_right").value, 12);
    EXPECT_EQ(row.claim("second_route").held, 7U);
  }
}

TEST(Certificates, OfDistancesFindAWrongValueAndAWrongProof) {
  const CheckOptions options = check_options({"random-boxes"}, 12);
  const MetricRow wrong = proving_row<Proving::with_a_wrong_value>("wrong");
  const CheckRow off = audit_certificates(wrong, options).rows.front();
  EXPECT_EQ(off.claim("proven").held, 12U);
  EXPECT_EQ(off.claim("within_ulp").violated, 12U);
  const MetricRow holed = proving_row<Proving::with_a_hole>("holed");
  const ClaimCounts refused = audit_certificates(holed, options).rows.front().claim("proven");
  EXPECT_LT(refused.held, 12U);
  EXPECT_GT(refused.held, 0U);  // what is separated is proven without a cycle
  EXPECT_EQ(refused.first.size(), std::min<std::size_t>(12 - refused.held, kFirstViolations));
  const MetricRow none = proving_row<Proving::never>("none");
  EXPECT_EQ(audit_certificates(none, options).rows.front().claim("proven").held, 0U);
}

TEST(Certificates, OfADistanceAreNotAskedForWhereAMetricDoesNotTakeTheBodies) {
  Case c = a_case();
  std::get<Pair>(c.bodies).A = make_polytope({{Vec3(0, 0, 0), Vec3(1, 0, 0)}, {}, {}}).value();
  MetricTraits traits;
  EXPECT_EQ(check_distance(c, traits, Answer()).claim("proven").not_applicable, 1U);
  EXPECT_TRUE(clean(check_distance(c, traits, Answer())));
  traits.flat = true;
  EXPECT_EQ(check_distance(c, traits, Answer()).claim("proven").violated, 1U);
}

}  // namespace
}  // namespace touchstone
