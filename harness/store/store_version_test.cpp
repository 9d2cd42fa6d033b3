// SPDX-License-Identifier: GPL-3.0-or-later
// What the versions of a store's schema add: certificates, what is missing, faults, what is skipped
// and histograms of errors.
#include <gmock/gmock.h>

#include <atomic>
#include <nlohmann/json.hpp>

#include "harness/campaign/campaign_fold.hpp"
#include "harness/runners/proving_metric.hpp"
#include "harness/store/store_samples.hpp"
#include "metrics/registry.hpp"

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
  const auto error = merge_stores(path("merged.db"), {path("shard1.db"), path("shard2.db")});
  ASSERT_FALSE(error) << error->reason;
  expect_kept("merged.db");
  expect_same_text(dump(path("merged.db"), true), dump(path("a.db"), true));
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
  // A plain store does not have the table: it is as it always was.
  EXPECT_EQ(count(path("without.db"), "sqlite_schema WHERE name = 'certificate'"), 0U);
  EXPECT_EQ(count(path("without.db"), "pragma_user_version WHERE user_version = 9"), 1U);
  EXPECT_EQ(count(path("with.db"), "pragma_user_version WHERE user_version = 10"), 1U);
}

TEST_F(StoreTest, RefusesCertificatesThatDoNotAddUp) {
  const MetricRow holed = proving_row<Proving::with_a_hole>("holed");
  const CampaignOptions options = certified_options(holed);
  run_into(path("good.db"), options);
  for (const char* sql : {"UPDATE certificate SET judged = judged + 1",
                          "UPDATE certificate SET judged = -1",
                          "UPDATE certificate SET oracle = oracle + 1",
                          "UPDATE certificate SET missing = 100000",
                          "UPDATE certificate SET missing = 0",
                          "UPDATE certificate SET first_missing = ''",
                          "UPDATE certificate SET first_missing = x'00'",
                          "UPDATE certificate SET metric = metric + 9",
                          "DELETE FROM certificate WHERE metric = 0",
                          "UPDATE certificate SET judged = 'many'",
                          "INSERT INTO certificate VALUES(0, 9999, 0, 0, 0, 0, '', 0)",
                          "DROP TABLE certificate",
                          "PRAGMA user_version = 1",
                          "PRAGMA user_version = 2",
                          "PRAGMA user_version = 3",
                          "PRAGMA user_version = 4",
                          "PRAGMA user_version = 5",
                          "PRAGMA user_version = 6",
                          "PRAGMA user_version = 7",
                          "PRAGMA user_version = 8",
                          "PRAGMA user_version = 9"}) {
    SCOPED_TRACE(sql);
    std::filesystem::copy_file(path("good.db"), path("bad.db"),
                               std::filesystem::copy_options::overwrite_existing);
    {
      SqliteFile file;
      ASSERT_FALSE(file.open(path("bad.db"), SqliteAccess::write));
      file.run(sql);
    }
    EXPECT_THAT(refusal(path("bad.db"), options), HasSubstr("is damaged: "));
  }
}

/// Makes of a store one of the versions before `missing` was counted and rows had checksums.
void make_older(const std::string& path, int version) {
  SqliteFile file;
  ASSERT_FALSE(file.open(path, SqliteAccess::write));
  for (const std::string column : {"missing", "flaky", "order_dependent", "skipped", "solved_again",
                                   "error_histogram", "degeneracy"}) {
    file.run("ALTER TABLE tally DROP COLUMN " + column);
  }
  for (const std::string table : {"tally", "failure", "certificate"}) {
    if (table != "certificate" || version == 2) {
      file.run("ALTER TABLE " + table + " DROP COLUMN checksum");
    }
  }
  file.run("DELETE FROM campaign WHERE key IN ('degeneracy', 'checksum')");
  file.run("PRAGMA user_version = " + std::to_string(version));
}

// The numbers are looked at also where no checksum tells that they were changed.
TEST_F(StoreTest, RefusesNumbersThatDoNotAddUpOfAVersionWithoutChecksums) {
  const MetricRow holed = proving_row<Proving::with_a_hole>("holed");
  run_into(path("good.db"), certified_options(holed));
  make_older(path("good.db"), 2);
  for (const char* sql :
       {"UPDATE certificate SET judged = judged + 1", "UPDATE certificate SET oracle = oracle + 1",
        "UPDATE certificate SET judged = judged - 1 WHERE judged > 0",
        "UPDATE certificate SET missing = 100000", "UPDATE certificate SET missing = 0",
        "UPDATE certificate SET first_missing = ''"}) {
    SCOPED_TRACE(sql);
    std::filesystem::copy_file(path("good.db"), path("bad.db"),
                               std::filesystem::copy_options::overwrite_existing);
    {
      SqliteFile file;
      ASSERT_FALSE(file.open(path("bad.db"), SqliteAccess::write));
      file.run(sql);
    }
    EXPECT_THAT(Store::open(path("bad.db")).reason(), HasSubstr("is damaged: "));
  }
}

TEST_F(StoreTest, ReadsEarlierVersionsAndSaysSo) {
  const MetricRow holed = proving_row<Proving::with_a_hole>("holed");
  CampaignOptions options = some_options();
  for (const bool certify : {false, true}) {
    SCOPED_TRACE(certify);
    if (certify) options = certified_options(holed);
    std::vector<std::string> shards;
    for (const std::uint64_t k : {1U, 2U}) {
      options.shard = {k, 2};
      shards.push_back(path(std::to_string(k) + (certify ? "-certified.db" : ".db")));
      run_into(shards.back(), options);
      make_older(shards.back(), certify ? 2 : 1);
    }
    CampaignResult result;
    {  // an open store is locked
      const auto old = Store::open(shards.front());
      ASSERT_TRUE(old.ok()) << old.reason();
      result = old.value()->result();
    }
    EXPECT_FALSE(result.counts_missing);
    EXPECT_TRUE(result.complete);
    for (const CampaignRow& row : result.rows) EXPECT_EQ(row.missing, 0U);
    EXPECT_THAT(campaign_json(result), HasSubstr("\"counts_missing\": false"));
    // Merged they are a store of the same version.
    const std::string merged = path(certify ? "merged-certified.db" : "merged.db");
    const auto error = merge_stores(merged, shards);
    ASSERT_FALSE(error) << error->reason;
    EXPECT_EQ(count(merged,
                    "pragma_user_version WHERE user_version = " + std::to_string(certify ? 2 : 1)),
              1U);
    EXPECT_FALSE(Store::open(merged).value()->result().counts_missing);
  }
}

/// What the later of two earlier versions lacks, and the first store version that it has.
struct Earlier {
  RowVersion row_version;
  int plain;
  const char* lacks;
};

TEST_F(StoreTest, ReadsTheVersionsBeforeAndDoesNotGoOnWithThem) {
  const MetricRow holed = proving_row<Proving::with_a_hole>("holed");
  const Earlier before_faults = {RowVersion::missing, 3,
                                 "counts no flaky, order-dependent or skipped cases"};
  const Earlier before_histograms = {RowVersion::faults, 5, "keeps no histogram of errors"};
  const Earlier before_checksums = {RowVersion::current, 7, "has no checksum of its description"};
  for (const auto& [earlier, certify] :
       {std::pair(before_faults, false), std::pair(before_faults, true),
        std::pair(before_histograms, false), std::pair(before_histograms, true),
        std::pair(before_checksums, false), std::pair(before_checksums, true)}) {
    SCOPED_TRACE(std::string(earlier.lacks) + (certify ? ", certified" : ""));
    CampaignOptions options = certify ? certified_options(holed) : some_options();
    CampaignResult all = run_campaign(options);
    for (CampaignRow& row : all.rows) {
      if (earlier.row_version < RowVersion::current) row.error_histogram.reset();
    }
    const std::string wanted = campaign_json(all);
    const std::string suffix = std::to_string(earlier.plain) + (certify ? "-certified.db" : ".db");
    std::vector<std::string> shards;
    for (const std::uint64_t k : {1U, 2U}) {
      options.shard = {k, 2};
      shards.push_back(path(std::to_string(k) + suffix));
      CampaignDescription description = CampaignPlan(options).with_fingerprints();
      description.row_version = earlier.row_version;
      description.checksum = false;
      auto store = Store::open(shards.back(), description);
      ASSERT_TRUE(store.ok()) << store.reason();
      options.store = store.value().get();
      run_campaign(options);
    }
    options.store = nullptr;
    EXPECT_THAT(refusal(shards.back(), options),
                HasSubstr(std::string("made with an earlier version of the store, which ") +
                          earlier.lacks + ", this asks for one that does"));
    const std::string merged = path("merged" + suffix);
    const auto error = merge_stores(merged, shards);
    ASSERT_FALSE(error) << error->reason;
    EXPECT_EQ(count(merged, "pragma_user_version WHERE user_version = " +
                                std::to_string(earlier.plain + (certify ? 1 : 0))),
              1U);
    // It knew all else that there was to count.
    expect_same_text(campaign_json(Store::open(merged).value()->result()), wanted);
  }
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

TEST_F(StoreTest, DoesNotGoOnWithAnEarlierVersion) {
  const CampaignOptions options = some_options();
  run_into(path("a.db"), options);
  make_older(path("a.db"), 1);
  EXPECT_THAT(
      refusal(path("a.db"), options),
      HasSubstr("made with an earlier version of the store, which counts no missing parts"));
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
  EXPECT_TRUE(result.counts_missing);
  EXPECT_EQ(count(path("a.db"), "failure WHERE word = 'missing'"), 70U);
  EXPECT_EQ(nlohmann::json::parse(campaign_json(result))["results"][0]["missing"], 70);
}

}  // namespace
}  // namespace touchstone
