// SPDX-License-Identifier: GPL-3.0-or-later
// Certificates in a store, cases of every verdict, and stores of another version
// or with rows of another campaign.
#include <gmock/gmock.h>

#include <atomic>
#include <fstream>
#include <nlohmann/json.hpp>

#include "harness/campaign/campaign_fold.hpp"
#include "harness/compare/verdict_records.hpp"
#include "harness/runners/proving_metric.hpp"
#include "harness/store/store_samples.hpp"
#include "metrics/registry.hpp"
#include "schema/version.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;

/// A metric that does not prove every overlap, and one that is judged by what it proves.
CampaignOptions certified_options(const MetricRow& holed) {
  CampaignOptions options;
  options.metrics = {&holed, find_metric("sat"), find_metric("ratio_lp")};
  options.sources = {family_source("random-boxes", 1100), family_source("field", 40)};
  options.certify = true;
  options.jobs = 2;
  return options;
}

TEST_F(StoreTest, KeepsByWhatAnswersWereJudged) {
  const MetricRow holed = proving_row<Proving::with_a_hole>("holed");
  CampaignOptions options = certified_options(holed);
  const CampaignResult plain = run_campaign(options);
  ASSERT_GT(plain.rows.front().certificates.judged, 0U);
  ASSERT_GT(plain.rows.front().certificates.missing, 0U);
  const std::string wanted = campaign_json(plain);
  // Interrupted, gone on with, complete and in shards.
  options.stop_requested = stop_after(10);
  EXPECT_FALSE(run_into(path("a.db"), options).complete);
  options.stop_requested = nullptr;
  expect_same_text(campaign_json(run_into(path("a.db"), options)), wanted);
  const auto expect_kept = [&](const std::string& file) {
    const auto store = Store::open(path(file));
    ASSERT_TRUE(store.ok()) << store.reason();
    EXPECT_TRUE(store.value()->description().certify);
    expect_same_text(campaign_json(store.value()->result()), wanted);
  };
  expect_kept("a.db");
  for (const std::uint64_t k : {1U, 2U}) {
    options.shard = {k, 2};
    run_into(path("shard" + std::to_string(k) + ".db"), options);
  }
  const auto made = merge_stores(path("merged.db"), {path("shard1.db"), path("shard2.db")});
  ASSERT_TRUE(made.ok()) << made.reason();
  expect_kept("merged.db");
  expect_same_text(dump(path("merged.db")), dump(path("a.db")));
}

TEST_F(StoreTest, RefusesToGoOnWithOrWithoutCertificates) {
  const MetricRow holed = proving_row<Proving::with_a_hole>("holed");
  CampaignOptions options = certified_options(holed);
  run_into(path("with.db"), options);
  options.certify = false;
  run_into(path("without.db"), options);
  EXPECT_THAT(refusal(path("with.db"), options),
              HasSubstr("made with --certify, this asks for a campaign without it"));
  options.certify = true;
  EXPECT_THAT(refusal(path("without.db"), options),
              HasSubstr("made without --certify, this asks for it"));
  EXPECT_EQ(count(path("without.db"), "tally WHERE certified > 0 OR by_oracle > 0"), 0U);
}

TEST_F(StoreTest, RefusesCertificatesThatDoNotAddUp) {
  const MetricRow holed = proving_row<Proving::with_a_hole>("holed");
  const CampaignOptions options = certified_options(holed);
  run_into(path("good.db"), options);
  const auto refusal_after = [&](const char* sql) {
    std::filesystem::copy_file(path("good.db"), path("bad.db"),
                               std::filesystem::copy_options::overwrite_existing);
    {
      SqliteFile file;
      EXPECT_FALSE(file.open(path("bad.db"), SqliteAccess::write));
      file.run(sql);
    }
    return refusal(path("bad.db"), options);
  };
  for (const char* sql :
       {"UPDATE tally SET certified = certified + 1", "UPDATE tally SET certified = -1",
        "UPDATE tally SET by_oracle = by_oracle + 1", "UPDATE tally SET uncertified = 100000",
        "UPDATE tally SET uncertified = 0", "UPDATE tally SET first_uncertified = ''",
        "UPDATE tally SET first_uncertified = x'00'", "UPDATE tally SET certified = 'many'",
        "UPDATE tally SET certified = certified - 1, by_oracle = by_oracle + 1 WHERE certified > 0",
        "UPDATE campaign SET value = 0 WHERE key = 'certify'",
        "DELETE FROM campaign WHERE key = 'certify'"}) {
    EXPECT_THAT(refusal_after(sql), HasSubstr("is damaged: ")) << sql;
  }
  // That is said before the checksum of the row is looked at.
  EXPECT_THAT(refusal_after("UPDATE tally SET by_oracle = by_oracle + 1"),
              HasSubstr("does not add up with the oracle's"));
}

TEST_F(StoreTest, RefusesEveryOtherVersionInOneLine) {
  const CampaignOptions options = some_options();
  run_into(path("a.db"), options);
  for (const int version : {1, 8, 13, 14}) {
    {
      SqliteFile file;
      ASSERT_FALSE(file.open(path("a.db"), SqliteAccess::write));
      file.run("PRAGMA user_version = " + std::to_string(version));
    }
    const std::string wanted = path("a.db") + ": a store of version " + std::to_string(version) +
                               ", and this program knows version 15 alone";
    EXPECT_EQ(Store::open(path("a.db")).reason(), wanted);
    EXPECT_EQ(refusal(path("a.db"), options), wanted);
    EXPECT_EQ(merge_stores(path("merged.db"), {path("a.db")}).reason(), wanted);
  }
}

TEST_F(StoreTest, RefusesRowsOfAnotherCampaign) {
  CampaignOptions options = some_options();
  options.sources = {family_source("random-boxes", 40)};
  run_into(path("good.db"), options);
  const auto refusal_with_rows_of = [&](const std::string& other, const std::string& table) {
    std::filesystem::copy_file(path("good.db"), path("bad.db"),
                               std::filesystem::copy_options::overwrite_existing);
    SqliteFile file;
    EXPECT_FALSE(file.open(path("bad.db"), SqliteAccess::write));
    file.prepare("ATTACH ? AS other").bind(std::string_view(path(other))).run();
    for (const std::string name : {"tally", "failure"}) {
      if (!table.empty() && name != table) continue;
      file.run("DELETE FROM " + name);
      file.run("INSERT INTO " + name + " SELECT * FROM other." + name);
    }
    file = {};
    const auto store = Store::open(path("bad.db"));
    return store ? "" : store.reason();
  };
  EXPECT_EQ(refusal_with_rows_of("good.db", ""), "");
  CampaignOptions seed = options;
  seed.seed = 7;
  run_into(path("seed.db"), seed);
  CampaignOptions tolerance = options;
  tolerance.tolerance = 1e-16;
  run_into(path("tolerance.db"), tolerance);
  for (const char* other : {"seed.db", "tolerance.db"}) {
    for (const char* table : {"tally", "failure", ""}) {
      EXPECT_THAT(refusal_with_rows_of(other, table), HasSubstr("is not the checksum of its row"))
          << other << " " << table;
    }
  }
}

TEST_F(StoreTest, RefusesAPlugInWhoseFileHasChanged) {
  MetricRow plugin = *find_metric("sat");
  plugin.plugin.where = path("mine.so");
  std::ofstream(plugin.plugin.where) << "a build";
  CampaignOptions options = some_options();
  options.sources = {family_source("random-boxes", 4)};
  options.metrics = {&plugin};
  run_into(path("a.db"), options);
  EXPECT_EQ(refusal(path("a.db"), options), "");
  std::filesystem::copy_file(path("a.db"), path("bad.db"));
  {
    SqliteFile file;
    ASSERT_FALSE(file.open(path("bad.db"), SqliteAccess::write));
    file.run("UPDATE metric SET fingerprint = 'mine'");
  }
  EXPECT_THAT(refusal(path("bad.db"), options), HasSubstr("is damaged: "));
  std::ofstream(plugin.plugin.where) << "another build";
  EXPECT_THAT(refusal(path("a.db"), options),
              testing::ContainsRegex("it was made with a sat of the fingerprint [0-9a-f]+, this "
                                     "asks for one of the fingerprint [0-9a-f]+ .its file has"));
  plugin.plugin.where.clear();
  EXPECT_THAT(refusal(path("a.db"), options), HasSubstr("this asks for one of no file of its own"));
}

TEST_F(StoreTest, AMergeNamesTheCommitsOfItsShards) {
  CampaignOptions options = some_options();
  const auto versions = [](const std::string& commit) {
    return version_fields().row({"1.0.0", commit, "g++", "Release", "GMP"});
  };
  std::vector<std::string> shards;
  for (const std::uint64_t k : {1U, 2U, 3U}) {
    options.shard = {k, 3};
    options.versions = versions(k == 2 ? "b" : "a");
    shards.push_back(path("shard" + std::to_string(k) + ".db"));
    run_into(shards.back(), options);
  }
  const auto made = merge_stores(path("merged.db"), shards);
  ASSERT_TRUE(made.ok()) << made.reason();
  EXPECT_THAT(made.value().commits, testing::ElementsAre("a", "b"));
  EXPECT_EQ(Store::open(path("merged.db")).value()->description().versions, versions("a"));
}

TEST_F(StoreTest, KeepsFaultsAndWhatIsSkipped) {
  CampaignOptions options = some_options();
  options.sources = {family_source("random-boxes", 4)};
  options.metrics = {find_metric("sat")};
  const CampaignDescription description = CampaignPlan(options).with_fingerprints();
  std::vector<Tally> tallies = empty_tallies(description, 0);
  std::vector<std::vector<Failure>> failures(1);
  for (const Word word : {Word::flaky, Word::order_dependent, Word::skipped, Word::crashed}) {
    Verdict verdict;
    verdict.word = word;
    const std::string id(word_name(word));
    tallies.front().add(id, verdict);
    failures.front().push_back({failures.front().size(), id, verdict, "{}", "{}"});
  }
  Store::open(path("a.db"), description).value()->keep({0, 0}, tallies, failures);
  const auto store = Store::open(path("a.db"));
  ASSERT_TRUE(store.ok()) << store.reason();
  const CampaignResult result = store.value()->result();
  const CampaignRow& row = result.rows.front();
  EXPECT_EQ(row.flaky, 1U);
  EXPECT_EQ(row.order_dependent, 1U);
  EXPECT_EQ(row.skipped, 1U);
  EXPECT_EQ(row.wrong(), 4U);
  EXPECT_EQ(row.worst.front(), "flaky");
}

TEST_F(StoreTest, KeepsWhatIsMissing) {
  CampaignOptions options = some_options();
  MetricRow promising = proving_row<Proving::soundly>("promising");
  promising.traits.gives = {};
  options.metrics = {&promising};
  options.sources = {family_source("random-boxes", 70)};
  options.tolerance = kDefaultTolerance;
  const CampaignResult result = run_into(path("a.db"), options);
  EXPECT_EQ(result.rows.front().missing, 70U);
  EXPECT_EQ(result.rows.front().right, 0U);
  EXPECT_EQ(count(path("a.db"), "failure WHERE word = 'missing'"), 70U);
  EXPECT_EQ(nlohmann::json::parse(campaign_json(result))["results"][0]["missing"], 70);
}

}  // namespace
}  // namespace touchstone
