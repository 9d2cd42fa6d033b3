// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/judge/question.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "geometry/shapes.hpp"
#include "harness/campaign/campaign.hpp"
#include "harness/campaign/campaign_plan.hpp"
#include "harness/compare/verdict_records.hpp"
#include "harness/store/store.hpp"
#include "metrics/registry.hpp"
#include "reference/oracle.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;

constexpr std::uint64_t kChunk = 1024;  ///< cases of a chunk of boxes

std::string id_of(const char* family, std::uint64_t seed, std::uint64_t index) {
  return std::string(family) + ":" + std::to_string(seed) + ":" + std::to_string(index);
}

std::vector<std::uint64_t> sampled_of(const char* family, std::uint64_t seed, std::uint64_t count) {
  std::vector<std::uint64_t> sampled;
  for (std::uint64_t k = 0; k < count; ++k) {
    if (hash_of_id(id_of(family, seed, k)) % kSampledOneIn == 0) sampled.push_back(k);
  }
  return sampled;
}

/// A seed for which the first of the family's first `count` cases to be sampled is not among the
/// first `before`.
std::uint64_t seed_with_sample_after(const char* family, std::uint64_t before,
                                     std::uint64_t count) {
  for (std::uint64_t seed = 0;; ++seed) {
    const auto sampled = sampled_of(family, seed, count);
    if (!sampled.empty() && sampled.front() >= before) return seed;
  }
}

CampaignOptions options_for(const std::vector<std::string>& families, std::uint64_t count,
                            std::uint64_t seed) {
  CampaignOptions options;
  options.metrics = {find_metric("sat"), find_metric("ratio_seidel")};
  for (const std::string& name : families) {
    CaseSource source;
    source.family = find_family(name);
    source.name = source.family->name;
    source.group = source.family->group;
    source.count = count;
    options.sources.push_back(source);
  }
  options.seed = seed;
  return options;
}

TEST(TruthSample, IsOneCaseInAThousandByItsIdAlone) {
  const auto sampled = sampled_of("random-boxes", 42, 100000);
  EXPECT_GT(sampled.size(), 60U);
  EXPECT_LT(sampled.size(), 140U);
  Case c = make_case(id_of("random-boxes", 42, sampled.front())).value();
  EXPECT_TRUE(is_sampled(c));
  c.id = id_of("random-boxes", 42, sampled.front() + 1);
  EXPECT_FALSE(is_sampled(c));
}

TEST(TruthSample, LeavesOutWhatWouldTakeMinutes) {
  Case c =
      make_case(id_of("random-boxes", 42, sampled_of("random-boxes", 42, 5000).front())).value();
  const PolytopePtr largest = make_uv_sphere(46, 90);
  const PolytopePtr larger = make_uv_sphere(63, 66);
  ASSERT_EQ(largest->vertices().size(), kMaxSampled);
  ASSERT_EQ(larger->vertices().size(), kMaxSampled + 1);
  std::get<Pair>(c.bodies).B = largest;
  EXPECT_TRUE(is_sampled(c));
  std::get<Pair>(c.bodies).B = larger;
  EXPECT_FALSE(is_sampled(c));
  c.bodies = Pair{larger, {}, make_box({1, 1, 1}), {}};
  EXPECT_FALSE(is_sampled(c));
}

TEST(TruthSample, CampaignsCountWhatTheySolveAgainAndTheSameWhateverTheJobs) {
  const std::vector<std::string> families = {"random-boxes", "random-hulls-8-shallow"};
  CampaignOptions options = options_for(families, 3000, 42);
  QuickOracle oracle;
  std::uint64_t expected = 0;
  for (const std::string& family : families) {
    for (const std::uint64_t k : sampled_of(family.c_str(), 42, 3000)) {
      if (oracle.settle(make_case(id_of(family.c_str(), 42, k)).value().pair())) ++expected;
    }
  }
  ASSERT_GT(expected, 2U);
  for (const int jobs : {1, 3}) {
    options.jobs = jobs;
    const CampaignResult result = run_campaign(options);
    EXPECT_EQ(result.solved_again(), expected);
    for (const CampaignRow& row : result.rows) EXPECT_LE(row.solved_again, expected);
    const auto json = nlohmann::json::parse(campaign_json(result));
    EXPECT_EQ(json.at("solved_again"), expected);
    EXPECT_EQ(json.at("results").at(0).at("solved_again"), result.rows.front().solved_again);
  }
  options.certify = true;
  EXPECT_EQ(run_campaign(options).solved_again(), 0U);
}

TEST(TruthSample, ATruthThatIsWrongEndsTheCampaignByTheCasesName) {
  constexpr const char* kFamily = "random-boxes";
  const std::uint64_t seed = seed_with_sample_after(kFamily, kChunk, 2 * kChunk);
  const std::string id = id_of(kFamily, seed, sampled_of(kFamily, seed, 2 * kChunk).front());
  CampaignOptions options = options_for({kFamily}, 2 * kChunk, seed);
  // Each is wrong in one way that no verdict on these metrics' answers depends on.
  const std::vector<std::function<void(RoundedTruth&)>> wrongs = {
      [](RoundedTruth& truth) {
        truth.phi.doubt = 0;
        truth.phi.tail = 0;
      },
      [](RoundedTruth& truth) {
        if (truth.rho) truth.rho->tail *= 1 + 0x1p-30;
      },
      [](RoundedTruth& truth) { truth.normal += Vec3(2e-12, 2e-12, 2e-12); }};
  for (const auto& wrong : wrongs) {
    options.falsify_fast_truth = wrong;
    try {
      run_campaign(options);
      ADD_FAILURE() << "went on";
    } catch (const HarnessError& error) {
      EXPECT_THAT(error.what(), HasSubstr(id + ", solved again: "));
    }
  }
}

TEST(TruthSample, WhatWasFinishedBeforeAWrongTruthStaysInTheStore) {
  constexpr const char* kFamily = "random-boxes";
  const std::uint64_t seed = seed_with_sample_after(kFamily, kChunk, 2 * kChunk);
  CampaignOptions options = options_for({kFamily}, 2 * kChunk, seed);
  const CampaignResult whole = run_campaign(options);
  EXPECT_GT(whole.solved_again(), 0U);

  std::string folder = (std::filesystem::temp_directory_path() / "touchstone-XXXXXX").string();
  ASSERT_NE(::mkdtemp(folder.data()), nullptr);
  const std::string path = folder + "/sample.db";
  const auto run_into_store = [&] {
    auto store = Store::open(path, CampaignPlan(options).with_fingerprints());
    EXPECT_TRUE(store) << store.reason();
    options.store = store.value().get();
    const std::uint64_t before = store.value()->chunks_done();
    const CampaignResult result = run_campaign(options);
    options.store = nullptr;
    return std::pair(before, result);
  };
  // Wrong in what no verdict and no error depends on.
  options.falsify_fast_truth = [](RoundedTruth& truth) { truth.normal[0] += 2e-12; };
  EXPECT_THROW(run_into_store(), HarnessError);
  options.falsify_fast_truth = {};
  const auto [before, resumed] = run_into_store();
  EXPECT_EQ(before, 1U);
  EXPECT_EQ(campaign_json(resumed), campaign_json(whole));
  const auto [all, again] = run_into_store();
  EXPECT_EQ(all, 2U);
  EXPECT_EQ(campaign_json(again), campaign_json(whole));
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace touchstone
