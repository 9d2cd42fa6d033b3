// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/judge/question.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "geometry/shapes.hpp"
#include "geometry/single_precision.hpp"
#include "harness/campaign/campaign.hpp"
#include "harness/cases/families/family.hpp"
#include "harness/runners/faulty_metrics.hpp"
#include "metrics/registry.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;

MetricTraits traits_of(Scalar scalar) {
  MetricTraits traits;
  traits.scalar = scalar;
  return traits;
}

TEST(Question, SinglePrecisionIsAskedAndJudgedByTheRoundedPair) {
  const Case c = make_case(*find_family("random-boxes"), 42, 7);
  Question question(c.pair());
  QuickOracle oracle;
  const auto exact = question.pair_for(traits_of(Scalar::float64));
  const auto rounded = question.pair_for(traits_of(Scalar::float32));
  ASSERT_TRUE(exact.ok());
  ASSERT_TRUE(rounded.ok());
  EXPECT_EQ(exact.value(), &c.pair());
  for (int k = 0; k < 3; ++k) {
    const double x = rounded.value()->X_WB.t[k];
    EXPECT_EQ(x, static_cast<double>(static_cast<float>(c.pair().X_WB.t[k])));
  }
  const Truth expected = Oracle().solve(rounded_to_float(c.pair()).value());
  EXPECT_EQ(question.truth_for(traits_of(Scalar::float32), oracle, true).exact().phi_squared,
            expected.phi_squared);
  EXPECT_EQ(question.truth_for(traits_of(Scalar::float64), oracle, true).exact().phi_squared,
            Oracle().solve(c.pair()).phi_squared);
  EXPECT_NE(expected.phi, Oracle().solve(c.pair()).phi);
}

TEST(Question, RhoIsFoundWhenItIsFirstWanted) {
  const Case c = make_case(*find_family("random-boxes"), 42, 7);
  Question question(c.pair());
  QuickOracle oracle;
  EXPECT_FALSE(question.truth_for(traits_of(Scalar::float64), oracle, false).rho());
  EXPECT_TRUE(question.truth_for(traits_of(Scalar::float64), oracle, true).rho());
}

TEST(Question, ACampaignJudgesSinglePrecisionOnWhatItWasAsked) {
  MetricRow row = *find_metric("sound", faulty_registry());
  row.name = "sound_float32";
  row.traits.isolated = false;
  row.traits.scalar = Scalar::float32;
  CaseSource source;
  source.name = "file:two";
  for (const double x : {2.1, 1e45}) {
    Case c;
    c.id = "file:two:" + std::to_string(source.cases.size());
    c.bodies = cube_pair({x, 0, 0});
    source.cases.push_back(c);
  }
  CampaignOptions options;
  options.metrics = {&row};
  options.sources = {source};
  options.tolerance = 1e-12;
  const CampaignResult result = run_campaign(options);
  ASSERT_EQ(result.rows.size(), 1U);
  // 2.1 is not a float: an exact answer to the rounded pair is 5e-8 off the truth of the pair.
  EXPECT_EQ(result.rows[0].right, 1U);
  EXPECT_EQ(result.rows[0].not_applicable, 1U);
  EXPECT_THAT(result.rows[0].why_not_applicable, HasSubstr("in single precision"));
}

}  // namespace
}  // namespace touchstone
