// SPDX-License-Identifier: GPL-3.0-or-later
// Histograms of errors and distances to degeneracy in a store.
#include <gmock/gmock.h>

#include <atomic>

#include "harness/campaign/campaign_fold.hpp"
#include "harness/compare/verdict_records.hpp"
#include "harness/store/count_columns.hpp"
#include "harness/store/store_samples.hpp"
#include "metrics/registry.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;

/// Metrics of both precisions on a family with ties and one without, in several chunks.
CampaignOptions counted_options() {
  CampaignOptions options;
  options.metrics = {find_metric("minkowski_float"), find_metric("sat_float32"),
                     find_metric("ratio_seidel")};
  options.sources = {family_source("symmetric", 1100), family_source("random-boxes", 60)};
  options.degeneracy = true;
  options.jobs = 2;
  return options;
}

TEST_F(StoreTest, KeepsHistogramsAndDistancesToDegeneracy) {
  CampaignOptions options = counted_options();
  const CampaignResult plain = run_campaign(options);
  for (const CampaignRow& row : plain.rows) {
    ASSERT_TRUE(row.error_histogram);
    EXPECT_EQ(row.error_histogram->count(), row.answered) << row.metric;
    EXPECT_EQ(row.degeneracy.bins.empty(), row.metric == "ratio_seidel") << row.metric;
  }
  const std::string wanted = campaign_json(plain);
  // One thread; interrupted and gone on with; in shards.
  options.jobs = 1;
  expect_same_text(campaign_json(run_campaign(options)), wanted);
  options.jobs = 2;
  options.stop_requested = stop_after(9);
  EXPECT_FALSE(run_into(path("a.db"), options).complete);
  options.stop_requested = nullptr;
  expect_same_text(campaign_json(run_into(path("a.db"), options)), wanted);
  for (const std::uint64_t k : {1U, 2U}) {
    options.shard = {k, 2};
    run_into(path("shard" + std::to_string(k) + ".db"), options);
  }
  const auto made = merge_stores(path("merged.db"), {path("shard1.db"), path("shard2.db")});
  ASSERT_TRUE(made.ok()) << made.reason();
  const auto merged = Store::open(path("merged.db"));
  ASSERT_TRUE(merged.ok()) << merged.reason();
  EXPECT_TRUE(merged.value()->description().degeneracy);
  expect_same_text(campaign_json(merged.value()->result()), wanted);
}

TEST_F(StoreTest, RefusesToGoOnWithOrWithoutDegeneracy) {
  CampaignOptions options = counted_options();
  options.sources = {family_source("symmetric", 50)};
  run_into(path("with.db"), options);
  options.degeneracy = false;
  run_into(path("without.db"), options);
  EXPECT_THAT(refusal(path("with.db"), options),
              HasSubstr("made with --degeneracy, this asks for a campaign without it"));
  options.degeneracy = true;
  EXPECT_THAT(refusal(path("without.db"), options),
              HasSubstr("made without --degeneracy, this asks for it"));
}

/// The reason why a tally with this text in a column is refused.
std::string refused_column(const std::string& good, const std::string& bad,
                           const std::string& column, const std::string& text) {
  std::filesystem::copy_file(good, bad, std::filesystem::copy_options::overwrite_existing);
  {
    SqliteFile file;
    EXPECT_FALSE(file.open(bad, SqliteAccess::write));
    file.run("UPDATE tally SET " + column + " = '" + text + "' WHERE metric = 0");
  }
  return Store::open(bad).reason();
}

TEST_F(StoreTest, RefusesHistogramsAndDegeneracyThatDoNotAddUp) {
  CampaignOptions options = counted_options();
  options.metrics = {find_metric("minkowski_float")};
  options.sources = {family_source("symmetric", 50)};
  run_into(path("good.db"), options);
  const auto reason = [&](const std::string& column, const std::string& text) {
    return refused_column(path("good.db"), path("bad.db"), column, text);
  };
  for (const char* column : {"ulp_histogram", "error_histogram"}) {
    EXPECT_THAT(reason(column, R"({"0":51})"), HasSubstr("does not add up"));
    EXPECT_THAT(reason(column, R"({"0":49})"), HasSubstr("does not add up"));
    EXPECT_THAT(reason(column, R"({"0":50,"1":0})"), HasSubstr("other than filled bins"));
    EXPECT_THAT(reason(column, R"({"0":50,"99":1})"), HasSubstr("other than filled bins"));
    EXPECT_THAT(reason(column, R"({"0":-50})"), HasSubstr("not counts"));
    EXPECT_THAT(reason(column, "[]"), HasSubstr("not a JSON object"));
  }
  const auto bin = [](const std::string& rest) { return R"({"0":{"words":)" + rest + "}}"; };
  const auto bad_bin = [&](const std::string& rest) { return reason("degeneracy", bin(rest)); };
  EXPECT_THAT(bad_bin(R"({"right":51},"valued":0)"), HasSubstr("does not add up"));
  EXPECT_THAT(bad_bin(R"({},"valued":0)"), HasSubstr("does not add up"));
  EXPECT_THAT(bad_bin(R"({"right":1},"valued":2,"max_error":1,"worst":"a")"),
              HasSubstr("does not add up"));
  EXPECT_THAT(bad_bin(R"({"nonsense":1},"valued":0)"), HasSubstr("other than filled bins"));
  EXPECT_THAT(bad_bin(R"({"right":1},"valued":1)"), HasSubstr("not as they are made"));
  EXPECT_THAT(bad_bin(R"({"right":1},"valued":1,"max_error":-1,"worst":"a")"),
              HasSubstr("without their worst case"));
  EXPECT_THAT(bad_bin(R"({"right":1},"valued":1,"max_error":1,"worst":7)"),
              HasSubstr("without their worst case"));
  EXPECT_THAT(reason("degeneracy", R"({"17":{}})"), HasSubstr("other than filled bins"));
  EXPECT_THAT(reason("degeneracy", R"({"0":7})"), HasSubstr("not as they are made"));
  EXPECT_THAT(reason("degeneracy", "nonsense"), HasSubstr("not a JSON object"));
  // What adds up is seen by the checksum.
  EXPECT_THAT(reason("degeneracy", "{}"), HasSubstr("checksum"));
}

TEST_F(StoreTest, KeepsWhatIsInNoBin) {
  CampaignOptions options = counted_options();
  options.metrics = {find_metric("minkowski_float")};
  options.sources = {family_source("random-boxes", 4)};
  const CampaignDescription description = CampaignPlan(options).with_fingerprints();
  std::vector<Tally> tallies = empty_tallies(description, 0);
  for (const double error : {0.0, 1e-30, 1.0, std::numeric_limits<double>::infinity()}) {
    Verdict verdict;
    verdict.word = Word::right;
    verdict.value = ValueVerdict::right;
    verdict.error_rel_size = error;
    verdict.error_abs = error;
    tallies.front().add("a", verdict);
    tallies.front().add_degeneracy(error, "a", verdict);
  }
  Store::open(path("a.db"), description).value()->keep({0, 0}, tallies, {{}});
  const auto store = Store::open(path("a.db"));
  ASSERT_TRUE(store.ok()) << store.reason();
  const CampaignRow row = store.value()->result().rows.front();
  EXPECT_EQ(row.error_histogram, tallies.front().state().row.error_histogram);
  EXPECT_EQ(row.error_histogram->zero, 1U);
  EXPECT_EQ(row.error_histogram->below, 1U);
  EXPECT_EQ(row.error_histogram->above, 1U);
  ASSERT_EQ(row.degeneracy.bins.size(), kDegeneracyBins);
  EXPECT_EQ(row.degeneracy.bins.back().max_error, std::numeric_limits<double>::infinity());
  EXPECT_EQ(row.degeneracy.bins.back().worst, "a");
}

}  // namespace
}  // namespace touchstone
