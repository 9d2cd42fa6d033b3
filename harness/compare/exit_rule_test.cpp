// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/compare/exit_rule.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/compare/record_samples.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;

/// Ten cases: each way to be wrong once, or none.
CampaignRow row_of(const std::string& metric, bool wrong) {
  CampaignRow row;
  row.metric = metric;
  row.family = "f";
  row.cases = 10;
  if (wrong) {
    row.flaky = row.crashed = row.timed_out = row.order_dependent = row.skipped = 1;
    row.no_answer = 1;
    row.value.wrong_sign = row.value.inaccurate = 1;
    row.normal.invalid = row.witness.invalid = 1;
    row.invalid_normal = row.invalid_witness = 1;
  }
  row.answered = 10 - (wrong ? 6 : 0);
  row.value.right = row.answered - (wrong ? 2 : 0);
  row.right = row.value.right - (wrong ? 2 : 0);
  row.error_rel_size.count = row.answered;
  return row;
}

TEST(ExitRule, EachWordFailsByItself) {
  const CampaignResult result = result_of({row_of("good", false), row_of("bad", true)});
  for (const char* name :
       {"flaky", "crashed", "timed_out", "order_dependent", "no_answer", "skipped", "wrong_sign",
        "inaccurate", "invalid_normal", "invalid_witness"}) {
    const auto words = words_of_names({name});
    ASSERT_TRUE(words.ok()) << words.reason();
    const RuleCheck check = check_words(result, words.value());
    EXPECT_TRUE(check.failed()) << name;
    EXPECT_FALSE(check.rows[0]) << name;
    ASSERT_TRUE(check.rows[1]) << name;
    EXPECT_EQ(check.rows[1]->message, std::string("1 ") + name);
    EXPECT_EQ(check.sentence, std::string("--fail-on: bad ") + name + " in 1 case");
    const bool ended = std::string(name) == "crashed" || std::string(name) == "timed_out";
    EXPECT_EQ(check.rows[1]->ended_badly, ended) << name;
  }
  const RuleCheck check = check_words(result, words_of_names({"missing"}).value());
  EXPECT_FALSE(check.failed());
  EXPECT_EQ(check.sentence, "none of the words of --fail-on occurred: missing");
}

TEST(ExitRule, SeveralWordsAreCountedEach) {
  const CampaignResult result = result_of({row_of("bad", true), row_of("bad", true)});
  const auto words = words_of_names({"crashed", "inaccurate", "crashed"});
  ASSERT_TRUE(words.ok());
  const RuleCheck check = check_words(result, words.value());
  EXPECT_EQ(check.rows[0]->message, "1 crashed, 1 inaccurate");
  EXPECT_EQ(check.sentence, "--fail-on: bad crashed in 2 cases, bad inaccurate in 2 cases");
}

TEST(ExitRule, APartialBaselineHoldsForWhatItsRunFinished) {
  CampaignRow begun = row_of("m", false);
  begun.family = "begun";
  CampaignRow left = begun;
  left.left = 3;
  VerdictRecord baseline = record_of({left, row_of("m", false)}, "old");
  baseline.result.complete = false;
  baseline.result.done = 20;
  baseline.result.total = 23;
  begun.cases = begun.answered = begun.value.right = begun.right = 13;
  begun.error_rel_size.count = 13;
  CampaignRow worse = row_of("m", false);
  worse.value.right = worse.right = 9;
  worse.value.inaccurate = 1;
  const auto checked = check_baseline(result_of({begun, worse}), baseline);
  ASSERT_TRUE(checked.ok()) << checked.reason();
  ASSERT_EQ(checked.value().rows.size(), 2U);
  EXPECT_FALSE(checked.value().rows[0]);
  EXPECT_TRUE(checked.value().rows[1]);
  EXPECT_THAT(checked.value().sentence,
              HasSubstr("; old is partial: its run was interrupted after 20 of 23 answers; 1 cell "
                        "not compared"));
}

TEST(ExitRule, AnUnknownVerdictIsRejected) {
  for (const char* name : {"crash", "", "right", "not_applicable"}) {
    const auto words = words_of_names({"crashed", name});
    ASSERT_FALSE(words.ok()) << name;
    EXPECT_THAT(words.reason(), HasSubstr("unknown verdict '" + std::string(name) + "'"));
  }
}

TEST(ExitRule, OnlyWhatGotWorseThanTheBaselineFails) {
  CampaignRow slightly = row_of("m", false);
  slightly.value.inaccurate = 2;
  slightly.right = slightly.value.right = 8;
  CampaignRow better = slightly;
  better.value.inaccurate = 1;
  better.right = better.value.right = 9;
  CampaignRow worse = slightly;
  worse.crashed = 1;
  worse.answered = worse.error_rel_size.count = 9;
  worse.right = worse.value.right = 7;
  const VerdictRecord baseline = record_of({slightly, row_of("gone", false)}, "old.json");
  for (const CampaignRow& row : {slightly, better}) {
    const auto check = check_baseline(result_of({row, row_of("new", true)}), baseline);
    ASSERT_TRUE(check.ok()) << check.reason();
    EXPECT_FALSE(check.value().failed());
    EXPECT_THAT(check.value().sentence,
                HasSubstr("nothing is worse than in old.json: 1 cell in both"));
  }
  const auto check = check_baseline(result_of({worse}), baseline);
  ASSERT_TRUE(check.ok()) << check.reason();
  ASSERT_TRUE(check.value().rows[0]);
  EXPECT_EQ(check.value().rows[0]->message, "worse: right 8 -> 7, crashed 0 -> 1");
  EXPECT_TRUE(check.value().rows[0]->ended_badly);
  EXPECT_EQ(check.value().sentence,
            "1 of 1 cell in both, 0 better; worse than in old.json: m on f");
}

TEST(ExitRule, ABaselineOfOtherCasesIsRejected) {
  const VerdictRecord baseline = record_of({row_of("m", false)}, "old.json");
  CampaignResult other = result_of({row_of("m", false)});
  other.seed = 7;
  EXPECT_EQ(check_baseline(other, baseline).reason(),
            "this campaign: has seed 7, old.json has seed 42: not comparable");
  EXPECT_THAT(check_baseline(result_of({row_of("n", false)}), baseline).reason(),
              HasSubstr("has no metric and family in common with old.json"));
  // Before anything is run.
  CampaignOptions options;
  EXPECT_FALSE(why_not_a_baseline(baseline, options));
  options.tolerance = 1e-4;
  EXPECT_THAT(why_not_a_baseline(baseline, options)->reason, HasSubstr("tolerance 1e-04"));
  options.tolerance = kDefaultTolerance;
  const Family& family = family_registry().front();
  CaseSource source;
  source.family = &family;
  source.name = family.name;
  source.count = 3;
  options.sources = {source};
  VerdictRecord of_family = baseline;
  of_family.result.rows[0].family = family.name;
  EXPECT_THAT(why_not_a_baseline(of_family, options)->reason, HasSubstr("3 cases of"));
  options.sources[0].count = 10;
  EXPECT_FALSE(why_not_a_baseline(of_family, options));
  of_family.result.complete = false;
  EXPECT_FALSE(why_not_a_baseline(of_family, options));
  of_family.result.rows[0].left = 1;
  EXPECT_THAT(why_not_a_baseline(of_family, options)->reason,
              HasSubstr("old.json is partial: its run was interrupted"));
}

}  // namespace
}  // namespace touchstone
