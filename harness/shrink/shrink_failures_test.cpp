// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/shrink/shrink_failures.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "harness/causes/tests/planted_causes.hpp"
#include "harness/runners/marked_cubes.hpp"
#include "metrics/registry.hpp"

namespace touchstone {
namespace {

CampaignOptions cubes_campaign(const char* metric, int jobs) {
  CampaignOptions options;
  options.metrics = {find_metric("sound", faulty_registry()),
                     find_metric(metric, faulty_registry())};
  options.sources = {marked_cubes(200)};
  options.jobs = jobs;
  options.runner.worker_command = {TOUCHSTONE_TEST_WORKER};
  options.runner.query_limit_s = 0.5;
  return options;
}

std::vector<MetricFailures> run(CampaignOptions options) {
  FailureCollector collector;
  options.failed = [&](const CampaignFailure& failure) { collector.take(failure); };
  const CampaignResult result = run_campaign(options);
  EXPECT_TRUE(result.complete);
  RunControl control;
  control.jobs = options.jobs;
  ShrinkLimits limits;
  limits.calls = 100;
  return shrink_failures(options, collector, {}, control, limits);
}

TEST(ShrinkFailures, SortsByKindAndShrinksOneOfEach) {
  const auto failures = run(cubes_campaign("segfault", 1));
  ASSERT_EQ(failures.size(), 1U) << "sound has none";
  EXPECT_EQ(failures[0].metric, "segfault");
  EXPECT_EQ(failures[0].count, 20U);
  EXPECT_EQ(failures[0].sorted, 20U);
  ASSERT_FALSE(failures[0].groups.empty());
  std::uint64_t all = 0;
  for (const FailureGroup& group : failures[0].groups) {
    all += group.count;
    EXPECT_EQ(group.kind.word, Word::crashed);
    EXPECT_EQ(group.kind.signal, "SIGSEGV");
    ASSERT_TRUE(group.shrunk) << group.id;
    EXPECT_EQ(group.shrunk->kind(), group.kind);
  }
  EXPECT_EQ(all, 20U);
  EXPECT_TRUE(std::is_sorted(
      failures[0].groups.begin(), failures[0].groups.end(),
      [](const FailureGroup& a, const FailureGroup& b) { return a.count > b.count; }));
}

TEST(ShrinkFailures, GiveTheSameWhateverTheNumberOfThreads) {
  const auto one = run(cubes_campaign("abort", 1));
  const auto three = run(cubes_campaign("abort", 3));
  ASSERT_EQ(one.size(), three.size());
  for (std::size_t k = 0; k < one.size(); ++k) {
    ASSERT_EQ(one[k].groups.size(), three[k].groups.size());
    for (std::size_t g = 0; g < one[k].groups.size(); ++g) {
      EXPECT_EQ(one[k].groups[g].id, three[k].groups[g].id);
      EXPECT_EQ(one[k].groups[g].count, three[k].groups[g].count);
      EXPECT_EQ(one[k].groups[g].shrunk->calls, three[k].groups[g].shrunk->calls);
    }
  }
}

TEST(ShrinkFailures, ArePairsWithCurvedCoresToo) {
  const Family& family = *find_family("cylinder-box");
  CampaignOptions options;
  options.metrics = {find_metric("mpr_1e-8")};
  options.sources = {CaseSource{&family, family.name, family.group, 20, {}, ""}};
  const auto failures = run(options);
  ASSERT_EQ(failures.size(), 1U);
  EXPECT_EQ(failures[0].count, failures[0].sorted);
  std::uint64_t all = 0;
  for (const FailureGroup& group : failures[0].groups) {
    all += group.count;
    EXPECT_EQ(group.kind.features, std::vector<std::string>{"cylinder"});
    ASSERT_TRUE(group.shrunk) << group.why_not_shrunk;
    EXPECT_EQ(group.shrunk->kind(), group.kind);
    EXPECT_TRUE(std::holds_alternative<ConvexPair>(group.shrunk->bodies));
    EXPECT_LE(group.shrunk->calls, 110);
  }
  EXPECT_EQ(all, failures[0].count);
  EXPECT_GT(all, 3U);
}

TEST(ShrinkFailures, BeginWithThoseOfTheLikelyCause) {
  const MetricRow metric = plant(*find_metric("certified"), "opposite-normal");
  CampaignOptions options = planted_campaign(metric, {"random-boxes"}, 60);
  FailureCollector failures;
  options.failed = [&](const CampaignFailure& failure) {
    RunOutcome outcome = failure.outcome;
    if (failure.index % 12 == 0) outcome.answer.value += 1;  // another fault
    failures.take({failure.metric, failure.source, failure.index, outcome, failure.verdict,
                   failure.counts_at_asked});
  };
  run_campaign(options);
  const FoundCauses causes = find_causes(options, failures, {});
  ASSERT_EQ(causes.size(), 1U);
  ShrinkLimits limits;
  limits.calls = 5;
  const auto found = shrink_failures(options, failures, causes, {}, limits);
  ASSERT_EQ(found.size(), 1U);
  const auto& groups = found[0].groups;
  const auto of_cause = [](const FailureGroup& group) {
    return is_of_cause(group.explained, group.count);
  };
  EXPECT_TRUE(of_cause(groups.front()));
  EXPECT_FALSE(of_cause(groups.back()));
  EXPECT_TRUE(std::is_partitioned(groups.begin(), groups.end(), of_cause));
  std::uint64_t explained = 0;
  for (const FailureGroup& group : groups) explained += group.explained;
  EXPECT_EQ(explained, causes.at(0).cause.explained);
}

TEST(FailureCollector, KeepsTheFirstInCaseOrderAndCountsAll) {
  RunOutcome outcome;
  Verdict verdict;
  verdict.word = Word::crashed;
  verdict.own_word = Word::crashed;
  FailureCollector forwards;
  FailureCollector backwards;
  const std::uint64_t all = kMaxSortedFailures + 500;
  for (std::uint64_t k = 0; k < all; ++k) {
    forwards.take({0, 0, k, outcome, verdict});
    backwards.take({0, 0, all - 1 - k, outcome, verdict});
  }
  for (const FailureCollector* collector : {&forwards, &backwards}) {
    const auto& collected = collector->collected().at(0);
    EXPECT_EQ(collected.count, all);
    const auto& first = collected.first.at({0, Word::crashed});
    EXPECT_EQ(first.size(), kMaxSortedFailures);
    EXPECT_EQ(first.begin()->first, 0U);
    EXPECT_EQ(first.rbegin()->first, kMaxSortedFailures - 1);
  }
  verdict.own_word = Word::right;
  forwards.take({0, 0, 0, outcome, verdict});
  EXPECT_EQ(forwards.collected().at(0).within_own, 1U);
  EXPECT_EQ(forwards.collected().at(0).count, all);
}

}  // namespace
}  // namespace touchstone
