// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/audit/certificates.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "geometry/loop_bound.hpp"
#include "harness/runners/proving_metric.hpp"
#include "metrics/registry.hpp"

namespace touchstone {
namespace {

Case a_case() { return make_case(*find_family("random-hulls-16-shallow"), 42, 3); }

Answer answer_to(const Case& c) {
  const auto metric = find_metric("ratio_ray")->make();
  const auto A = metric->prepare(*c.pair.A);
  const auto B = metric->prepare(*c.pair.B);
  const auto workspace = metric->make_workspace();
  return metric->evaluate(*A, c.pair.X_WA, *B, c.pair.X_WB, *workspace);
}

TEST(Certificates, OfRatioRayHoldOnEveryFamily) {
  AuditOptions options;
  options.cases = 40;
  options.large_cases = 1;
  options.jobs = 2;
  for (const Family& family : family_registry()) options.families.push_back(&family);
  for (const CertificateRow& row : run_certificates(*find_metric("ratio_ray"), options, 5)) {
    EXPECT_TRUE(row.clean()) << row.family << " " << (row.ids.empty() ? "" : row.ids.front());
    EXPECT_GT(row.proven, 0U) << row.family;
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
  AuditOptions options;
  options.cases = 2;
  options.families = {find_family("random-boxes")};
  MetricRow row = *find_metric("ratio_ray");
  row.make = [] { return std::make_unique<Endless>(); };
  const CertificateRow found = run_certificates(row, options).front();
  EXPECT_EQ(found.proven, 0U);
  EXPECT_EQ(found.undefined, 0U);
  EXPECT_EQ(found.ids.size(), 2U);
}

TEST(Certificates, AValueOffByTwoUlpsIsFound) {
  const Case c = a_case();
  Answer answer = answer_to(c);
  ASSERT_TRUE(check_ratio(c, answer).clean());
  answer.value = std::nextafter(std::nextafter(std::nextafter(answer.value, 2), 2), 2);
  const CertificateRow row = check_ratio(c, answer);
  EXPECT_EQ(row.proven, 1U);
  EXPECT_EQ(row.within_ulp, 0U);
  EXPECT_EQ(row.ids, std::vector<std::string>{c.id});
}

TEST(Certificates, AValueOffByAnUlpIsNotCountedAsRoundedRight) {
  const Case c = a_case();
  Answer answer = answer_to(c);
  ASSERT_EQ(check_ratio(c, answer).rounded_right, 1U);
  answer.value = std::nextafter(answer.value, 2);
  const CertificateRow row = check_ratio(c, answer);
  EXPECT_EQ(row.within_ulp, 1U);
  EXPECT_EQ(row.rounded_right, 0U);
}

TEST(Certificates, TheProgramIsAskedOfSmallBodiesOnly) {
  AuditOptions options;
  options.cases = 12;
  options.large_cases = 3;
  options.families = {find_family("random-boxes"), find_family("unequal")};
  const auto rows = run_certificates(*find_metric("ratio_ray"), options, 7);
  EXPECT_EQ(rows[0].programs, 7U);
  EXPECT_EQ(rows[0].programs_agree, 7U);
  EXPECT_EQ(rows[1].programs, 0U);
  CertificateRow other = rows[0];
  --other.programs_agree;
  EXPECT_FALSE(other.clean());
}

TEST(Certificates, RatioFacetsIsWithinAnUlpOfTheProgramOfItsFacets) {
  AuditOptions options;
  options.cases = 8;
  options.large_cases = 0;
  options.jobs = 2;
  for (const Family& family : family_registry()) options.families.push_back(&family);
  std::uint64_t solved = 0;
  for (const CertificateRow& row : run_facet_programs(*find_metric("ratio_facets"), options)) {
    EXPECT_TRUE(row.clean()) << row.family << " " << (row.ids.empty() ? "" : row.ids.front());
    solved += row.proven;
  }
  EXPECT_GT(solved, 200U);
}

TEST(Certificates, AValueOffTheProgramOfFacetsIsFound) {
  const Case c = a_case();
  const auto metric = find_metric("ratio_facets")->make();
  const auto A = metric->prepare(*c.pair.A);
  const auto B = metric->prepare(*c.pair.B);
  const auto workspace = metric->make_workspace();
  Answer answer = metric->evaluate(*A, c.pair.X_WA, *B, c.pair.X_WB, *workspace);
  ASSERT_TRUE(check_facet_program(c, answer).clean());
  answer.value *= 1 + 1e-15;
  EXPECT_EQ(check_facet_program(c, answer).ids, std::vector<std::string>{c.id});
  answer.status = AnswerStatus::no_answer;
  EXPECT_FALSE(check_facet_program(c, answer).clean());
}

TEST(Certificates, AnotherPortalProvesNothing) {
  const Case c = a_case();
  Answer answer = answer_to(c);
  answer.ratio->portal[0].vertex_A = (answer.ratio->portal[0].vertex_A + 5) % 16;
  EXPECT_FALSE(check_ratio(c, answer).clean());
  answer.ratio.reset();
  EXPECT_EQ(check_ratio(c, answer).proven, 0U);
}

TEST(Certificates, NoAnswerIsAllowedOnlyWhereRhoIsUndefined) {
  Answer none;
  EXPECT_FALSE(check_ratio(a_case(), none).clean());
  Case same = a_case();
  same.pair.B = same.pair.A;
  same.pair.X_WB = same.pair.X_WA;
  EXPECT_TRUE(check_ratio(same, none).clean());
}

AuditOptions audit_of(const std::vector<const char*>& families) {
  AuditOptions options;
  options.cases = 12;
  options.jobs = 2;
  for (const char* name : families) options.families.push_back(find_family(name));
  return options;
}

TEST(Certificates, OfDistancesHoldAndAgreeWithTheHull) {
  const MetricRow sound = proving_row<Proving::soundly>("sound");
  const AuditOptions options = audit_of({"random-boxes", "random-hulls-16-shallow", "lattice"});
  for (const CertificateRow& row : run_certificates(sound, options, 7)) {
    EXPECT_TRUE(row.clean()) << row.family;
    EXPECT_EQ(row.proven, 12U);
    EXPECT_EQ(row.rounded_right, 12U);
    EXPECT_EQ(row.programs, 7U);
    EXPECT_EQ(row.undefined, 0U);
  }
}

TEST(Certificates, OfDistancesFindAWrongValueAndAWrongProof) {
  const AuditOptions options = audit_of({"random-boxes"});
  const MetricRow wrong = proving_row<Proving::with_a_wrong_value>("wrong");
  const CertificateRow off = run_certificates(wrong, options, 0).front();
  EXPECT_EQ(off.proven, 12U);
  EXPECT_EQ(off.within_ulp, 0U);
  EXPECT_FALSE(off.clean());
  const MetricRow holed = proving_row<Proving::with_a_hole>("holed");
  const CertificateRow refused = run_certificates(holed, options, 0).front();
  EXPECT_LT(refused.proven, 12U);
  EXPECT_GT(refused.proven, 0U);  // what is separated is proven without a cycle
  EXPECT_EQ(refused.ids.size(), std::min<std::size_t>(12 - refused.proven, kAuditIds));
  const MetricRow none = proving_row<Proving::never>("none");
  EXPECT_EQ(run_certificates(none, options, 0).front().proven, 0U);
}

TEST(Certificates, OfADistanceAreNotAskedForWhereAMetricDoesNotTakeTheBodies) {
  Case c = a_case();
  c.pair.A = make_polytope({{Vec3(0, 0, 0), Vec3(1, 0, 0)}, {}, {}}).value();
  MetricTraits traits;
  EXPECT_EQ(check_distance(c, traits, Answer()).undefined, 1U);
  EXPECT_TRUE(check_distance(c, traits, Answer()).clean());
  traits.flat = true;
  EXPECT_EQ(check_distance(c, traits, Answer()).undefined, 0U);
  EXPECT_FALSE(check_distance(c, traits, Answer()).clean());
}

}  // namespace
}  // namespace touchstone
