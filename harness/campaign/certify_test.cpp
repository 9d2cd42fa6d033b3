// SPDX-License-Identifier: GPL-3.0-or-later
// Campaigns that judge by certificates.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "harness/campaign/campaign.hpp"
#include "harness/campaign/tally.hpp"
#include "harness/compare/verdict_records.hpp"
#include "harness/runners/proving_metric.hpp"
#include "metrics/registry.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;

constexpr std::uint64_t kCases = 40;

CampaignOptions options_for(std::vector<const MetricRow*> metrics, const char* family) {
  CampaignOptions options;
  options.metrics = std::move(metrics);
  CaseSource source;
  source.family = find_family(family);
  source.name = source.family->name;
  source.group = source.family->group;
  source.count = kCases;
  options.sources = {source};
  options.certify = true;
  return options;
}

TEST(Certify, JudgesAsTheOracleDoesWithoutAskingIt) {
  const MetricRow sound = proving_row<Proving::soundly>("sound");
  for (const char* family : {"random-boxes", "random-hulls-16-deep", "lattice"}) {
    CampaignOptions options = options_for({&sound}, family);
    const CampaignResult result = run_campaign(options);
    const CampaignRow& row = result.rows.front();
    EXPECT_EQ(row.right, kCases);
    EXPECT_EQ(row.certificates.judged, kCases);
    EXPECT_EQ(row.certificates.oracle, 0U);
    EXPECT_EQ(row.certificates.missing, 0U);
    options.certify = false;
    const CampaignResult plain = run_campaign(options);
    const CampaignRow& other = plain.rows.front();
    EXPECT_EQ(other.certificates.judged, 0U);
    for (const RowField& field : kRowFields) {
      EXPECT_EQ(field.read(row), field.read(other)) << field.column;
    }
    EXPECT_EQ(row.ulp_histogram, other.ulp_histogram);
    // Errors are given to nine digits.
    EXPECT_NEAR(row.error_abs.mean, other.error_abs.mean, 1e-8 * other.error_abs.mean);
  }
}

TEST(Certify, DoesNotTrustTheValueThatComesWithARightProof) {
  const MetricRow wrong = proving_row<Proving::with_a_wrong_value>("wrong");
  const CampaignResult result = run_campaign(options_for({&wrong}, "random-boxes"));
  const CampaignRow& row = result.rows.front();
  EXPECT_EQ(row.value.inaccurate, kCases);
  EXPECT_EQ(row.certificates.judged, kCases);
  EXPECT_EQ(row.certificates.missing, 0U);
}

TEST(Certify, AsksTheOracleWhereAProofDoesNotHoldAndSaysSo) {
  const MetricRow holed = proving_row<Proving::with_a_hole>("holed");
  const CampaignResult result = run_campaign(options_for({&holed}, "random-boxes"));
  const CampaignRow& row = result.rows.front();
  EXPECT_EQ(row.right, kCases);
  EXPECT_GT(row.certificates.missing, 0U);
  EXPECT_GT(row.certificates.judged, 0U);
  EXPECT_EQ(row.certificates.oracle, row.certificates.missing);
  EXPECT_EQ(row.certificates.judged + row.certificates.oracle, kCases);
  EXPECT_THAT(row.first_missing, HasSubstr("random-boxes:42:"));
  EXPECT_THAT(row.first_missing, HasSubstr("its cycle is not closed"));
  const auto json = nlohmann::json::parse(campaign_json(result))["results"][0]["certificates"];
  EXPECT_EQ(json["missing"], row.certificates.missing);
  EXPECT_EQ(json["judged"], row.certificates.judged);
  EXPECT_EQ(json["oracle"], row.certificates.oracle);
  EXPECT_EQ(json["first_missing"], row.first_missing);
}

TEST(Certify, MissesWhatAMetricPromises) {
  const MetricRow none = proving_row<Proving::never>("none");
  const CampaignResult result = run_campaign(options_for({&none}, "random-boxes"));
  EXPECT_EQ(result.rows.front().certificates.missing, kCases);
  EXPECT_EQ(result.rows.front().certificates.oracle, kCases);
  EXPECT_THAT(result.rows.front().first_missing, HasSubstr("it has none"));
}

/// ratio_ray, robbed of its certificates.
class Robbed : public Metric {
 public:
  std::unique_ptr<Shape> prepare(const Polytope& polytope) const override {
    return metric_->prepare(polytope);
  }
  std::unique_ptr<Workspace> make_workspace() const override { return metric_->make_workspace(); }
  Answer evaluate(const Shape& A, const Pose& X_WA, const Shape& B, const Pose& X_WB,
                  Workspace& workspace) const override {
    Answer answer = metric_->evaluate(A, X_WA, B, X_WB, workspace);
    if (answer.ratio) answer.ratio->portal_count = 0;
    return answer;
  }

 private:
  std::unique_ptr<Metric> metric_ = find_metric("ratio_ray")->make();
};

TEST(Certify, MissesThoseOfRatiosToo) {
  MetricRow robbed = *find_metric("ratio_ray");
  robbed.name = "robbed";
  robbed.make = [] { return std::unique_ptr<Metric>(std::make_unique<Robbed>()); };
  const CampaignResult result =
      run_campaign(options_for({&robbed, find_metric("ratio_ray")}, "random-boxes"));
  EXPECT_EQ(result.rows[0].certificates.missing, kCases);
  EXPECT_EQ(result.rows[0].right, kCases);
  EXPECT_THAT(result.rows[0].first_missing, HasSubstr("it has none"));
  EXPECT_EQ(result.rows[1].certificates.missing, 0U);
}

TEST(Certify, WhatOneMetricProvesJudgesAllDistancesAndNoRatio) {
  const MetricRow sound = proving_row<Proving::soundly>("sound");
  const CampaignResult result = run_campaign(
      options_for({find_metric("sat"), &sound, find_metric("ratio_lp")}, "random-hulls-8-shallow"));
  ASSERT_EQ(result.rows.size(), 3U);
  EXPECT_EQ(result.rows[0].certificates.judged, kCases);
  EXPECT_EQ(result.rows[0].certificates.missing, 0U);
  EXPECT_EQ(result.rows[0].right, kCases);
  EXPECT_EQ(result.rows[2].certificates.judged, 0U);
  EXPECT_EQ(result.rows[2].certificates.oracle, kCases);
  EXPECT_EQ(result.rows[2].right, kCases);
}

TEST(Certify, GivesTheSameRecordWhateverTheJobs) {
  const MetricRow holed = proving_row<Proving::with_a_hole>("holed");
  CampaignOptions options = options_for({&holed, find_metric("sat")}, "random-boxes");
  options.sources.front().count = 1100;  // more than a chunk
  const std::string one = campaign_json(run_campaign(options));
  options.jobs = 3;
  EXPECT_EQ(campaign_json(run_campaign(options)), one);
}

}  // namespace
}  // namespace touchstone
