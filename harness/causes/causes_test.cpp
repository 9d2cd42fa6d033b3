// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/causes/causes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/causes/cause_table.hpp"
#include "harness/causes/tests/planted_causes.hpp"
#include "metrics/registry.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

const std::vector<std::string> kFamilies = {"random-boxes", "random-hulls-16-shallow"};

class PlantedCause : public testing::TestWithParam<std::string_view> {};

TEST_P(PlantedCause, IsNamed) {
  const MetricRow metric = plant(*find_metric("certified"), GetParam());
  const FoundCauses causes = causes_in(planted_campaign(metric, kFamilies, 40));
  ASSERT_EQ(causes.size(), 1U);
  const auto& [cause, explained] = causes.at(0);
  EXPECT_EQ(cause.metric, "certified");
  EXPECT_EQ(cause.name, GetParam());
  EXPECT_EQ(cause.explained, explained.size());
  EXPECT_GE(10 * cause.explained, 9 * cause.examined);
  EXPECT_EQ(cause.examined, cause.failures) << "few enough to look at all";
}

std::string name_of(const testing::TestParamInfo<std::string_view>& row) {
  std::string name(row.param);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Causes, PlantedCause, testing::ValuesIn(kPlantedCauses), name_of);

TEST(Causes, NothingIsNamedWhereNothingIsPlanted) {
  const MetricRow sound = plant(*find_metric("certified"), "");
  EXPECT_THAT(causes_in(planted_campaign(sound, kFamilies, 60)), IsEmpty());
}

TEST(Causes, NothingIsNamedForFaultsOfAnAlgorithmsOwn) {
  for (const char* name : {"gjk_epa", "mpr"}) {
    const MetricRow metric = plant(*find_metric(name), "");
    const CampaignOptions options = planted_campaign(metric, kFamilies, 300);
    EXPECT_GE(run_campaign(options).rows[0].wrong(), 5U) << name;
    EXPECT_THAT(causes_in(options), IsEmpty()) << name;
  }
}

TEST(Causes, AMarginIsNamedWithItsLength) {
  const MetricRow metric = plant(*find_metric("box15"), "margin");
  const FoundCauses causes = causes_in(planted_campaign(metric, {"random-boxes"}, 60));
  ASSERT_EQ(causes.size(), 1U);
  EXPECT_THAT(causes.at(0).cause.finding, HasSubstr(", -0.02 m"));
}

/// The planted metric looks at no radius. That is no other size of the bodies, and no length.
TEST(Causes, AnIgnoredRadiusIsNamed) {
  MetricRow metric = plant(*find_metric("certified"), "");
  metric.traits.rounded_cores = kRoundedPoint | kRoundedBox;
  for (const char* family : {"spheres", "rounded-boxes"}) {
    const FoundCauses causes = causes_in(planted_campaign(metric, {family}, 40));
    ASSERT_EQ(causes.size(), 1U) << family;
    EXPECT_EQ(causes.at(0).cause.name, "ignored-radius");
  }
}

TEST(Causes, ASkinIsNamedWithItsThicknessAndAFactorWithItself) {
  const auto finding_of = [](const char* mistake) {
    const MetricRow metric = plant(*find_metric("certified"), mistake);
    const FoundCauses causes = causes_in(planted_campaign(metric, {"posed-boxes"}, 60));
    return causes.empty() ? "" : causes.at(0).cause.finding;
  };
  EXPECT_THAT(finding_of("skin"), HasSubstr("grown by the same length, 0.01 m"));
  EXPECT_THAT(finding_of("value-factor"), HasSubstr("the same number, 1000"));
}

TEST(Causes, SharesAreThoseOfAllFailuresThoughFewAreKept) {
  // 900 failures of one family, of which 200 are kept, and 33 of another have it; 66 have not.
  const MetricRow metric = plant(*find_metric("certified"), "opposite-normal");
  CampaignOptions options = planted_campaign(
      metric, {"random-boxes", "posed-boxes", "random-hulls-8-shallow", "random-hulls-16-shallow"},
      100);
  options.sources[0].count = 900;
  FailureCollector failures;
  options.failed = [&](const CampaignFailure& failure) {
    RunOutcome outcome = failure.outcome;
    if (failure.source != 0 && failure.index >= 33) return;
    if (failure.source > 1) outcome.answer.value += 1e30;
    failures.take({failure.metric, failure.source, failure.index, outcome, failure.verdict,
                   failure.counts_at_asked});
  };
  run_campaign(options);
  const FoundCauses causes = find_causes(options, failures, {});
  ASSERT_EQ(causes.size(), 1U);
  const auto& [cause, explained] = causes.at(0);
  EXPECT_EQ(cause.name, "opposite-normal");
  EXPECT_GE(cause.failures, 990U);
  EXPECT_NEAR(static_cast<double>(cause.explained) / static_cast<double>(cause.examined), 0.93,
              0.02);
  EXPECT_EQ(explained.size(), 233U) << "all that are kept";
  EXPECT_LT(cause.explained, explained.size());
}

TEST(Causes, FewFailuresShowNothing) {
  const MetricRow metric = plant(*find_metric("certified"), "opposite-normal");
  EXPECT_THAT(causes_in(planted_campaign(metric, {"random-boxes"}, 4)), IsEmpty());
}

TEST(Causes, FamiliesWithFewFailuresDoNotHideOne) {
  // Three of four families have another fault, in two cases each: 6 of 106.
  const MetricRow metric = plant(*find_metric("certified"), "opposite-normal");
  CampaignOptions options = planted_campaign(
      metric, {"random-boxes", "random-hulls-16-shallow", "scale-1e9", "scale-1e12"}, 100);
  FailureCollector failures;
  options.failed = [&](const CampaignFailure& failure) {
    RunOutcome outcome = failure.outcome;
    if (failure.source != 0 && failure.index >= 2) return;
    if (failure.source != 0) outcome.answer.value += 1e30;
    failures.take({failure.metric, failure.source, failure.index, outcome, failure.verdict,
                   failure.counts_at_asked});
  };
  run_campaign(options);
  const FoundCauses causes = find_causes(options, failures, {});
  ASSERT_EQ(causes.size(), 1U);
  EXPECT_EQ(causes.at(0).cause.name, "opposite-normal");
  EXPECT_LT(causes.at(0).cause.explained, causes.at(0).cause.examined);
}

/// A planted campaign in which each so many-th wrong answer is wrong for another reason, too.
FoundCauses causes_beside_others(std::string_view mistake, std::uint64_t cases,
                                 std::uint64_t others_one_in) {
  const MetricRow metric = plant(*find_metric("certified"), mistake);
  CampaignOptions options = planted_campaign(metric, kFamilies, cases);
  FailureCollector failures;
  options.failed = [&](const CampaignFailure& failure) {
    RunOutcome outcome = failure.outcome;
    const bool other = failure.index % others_one_in == 0;
    if (other) outcome.answer.value += 1 + static_cast<double>(failure.index);
    failures.take({failure.metric, failure.source, failure.index, outcome, failure.verdict,
                   failure.counts_at_asked});
  };
  run_campaign(options);
  return find_causes(options, failures, {});
}

TEST(Causes, OneOfMostIsNamedBesideOthers) {
  for (const char* mistake : {"opposite-normal", "transposed-rotation"}) {
    const FoundCauses causes = causes_beside_others(mistake, 60, 3);
    ASSERT_EQ(causes.size(), 1U) << mistake;
    EXPECT_EQ(causes.at(0).cause.name, mistake);
    EXPECT_FALSE(causes.at(0).cause.explains_all());
    EXPECT_GE(10 * causes.at(0).cause.explained, 6 * causes.at(0).cause.examined);
  }
}

TEST(Causes, OneOfHalfIsNotNamed) {
  EXPECT_THAT(causes_beside_others("opposite-normal", 60, 2), IsEmpty());
}

TEST(Causes, OneOfMostNeedsMoreFailuresThanOneOfAll) {
  EXPECT_THAT(causes_beside_others("opposite-normal", 8, 3), IsEmpty());
}

TEST(Causes, AreTheSameWhateverTheNumberOfThreads) {
  const MetricRow metric = plant(*find_metric("certified"), "exchanged-witnesses");
  CampaignOptions options = planted_campaign(metric, kFamilies, 60);
  options.jobs = 1;
  const FoundCauses one = causes_in(options);
  options.jobs = 3;
  const FoundCauses three = causes_in(options);
  ASSERT_EQ(one.size(), 1U);
  ASSERT_EQ(three.size(), 1U);
  EXPECT_EQ(one.at(0).explained, three.at(0).explained);
}

}  // namespace
}  // namespace touchstone
