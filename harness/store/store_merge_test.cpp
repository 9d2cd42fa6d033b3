// SPDX-License-Identifier: GPL-3.0-or-later
// A merge of many shards of many chunks, which one judged chunk stands for.
#include <gmock/gmock.h>
#include <sys/resource.h>

#include <cstdlib>
#include <ctime>

#include "harness/compare/verdict_records.hpp"
#include "harness/store/store_rows.hpp"
#include "harness/store/store_samples.hpp"
#include "harness/store/store_schema.hpp"

namespace touchstone {
namespace {

CampaignOptions boxes_options(std::uint64_t cases) {
  CampaignOptions options;
  options.metrics = {find_metric("gjk_epa")};
  options.sources = {family_source("random-boxes", cases)};
  options.versions = R"({"touchstone": "test"})";
  return options;
}

/// What was found in the one chunk of a campaign.
struct JudgedChunk {
  std::vector<Tally> tallies;
  std::vector<StoredFailure> failures;
};

JudgedChunk judged_chunk(const std::string& path, std::uint64_t cases) {
  const CampaignOptions options = boxes_options(cases);
  run_into(path, options);
  SqliteFile file;
  EXPECT_FALSE(file.open(path, SqliteAccess::write));
  JudgedChunk judged;
  const CampaignDescription description = CampaignPlan(options).with_fingerprints();
  read_tallies(file, description, [&](const ChunkId& /*chunk*/, std::vector<Tally> tallies) {
    judged.tallies = std::move(tallies);
    return true;
  });
  read_failures(file, [&](const StoredFailure& failure) { judged.failures.push_back(failure); });
  return judged;
}

/// Writes a finished shard in which every chunk came out as `judged`.
void write_shard(const std::string& path, const CampaignDescription& description,
                 const JudgedChunk& judged) {
  SqliteFile file;
  ASSERT_TRUE(open_store_file(file, path, SqliteAccess::make).ok());
  write_description(file, description);
  SqliteTransaction transaction(file);
  SqliteStatement put = prepare_tally(file);
  const std::uint64_t campaign = campaign_checksum(description);
  std::uint64_t kept = 0;
  const SourceEntry& source = description.sources[0];
  for (std::uint64_t c = description.next_in_shard(0, 0); c < source.chunks();
       c = description.next_in_shard(0, c + 1)) {
    put_tally(put, campaign, {0, c}, 0, judged.tallies[0].state());
    for (StoredFailure failure : judged.failures) {
      if (kept++ >= kMaxFailures) break;
      failure.index += c * source.chunk_cases;
      put_failure(file, campaign, failure);
    }
  }
  transaction.commit();
}

/// With the long tests a thousand shards of a million cases: 2 minutes and 500 MB at most.
TEST_F(StoreTest, ManyShardsAreMergedAsOneRunInLittleMemory) {
  const bool all = std::getenv("TOUCHSTONE_LONG_TESTS") != nullptr;
  const std::uint64_t chunk_cases = cases_of_chunk(8);
  const std::uint64_t chunks = all ? 976'562 : 1007;
  const std::uint64_t shards = all ? 1000 : 40;
  const JudgedChunk judged = judged_chunk(path("judged.db"), chunk_cases);
  ASSERT_EQ(judged.tallies.size(), 1U);
  const std::uint64_t wrong = judged.failures.size();
  ASSERT_GT(wrong, 0U);
  CampaignDescription description =
      CampaignPlan(boxes_options(chunks * chunk_cases)).with_fingerprints();
  ASSERT_EQ(description.sources[0].chunk_cases, chunk_cases);
  std::vector<std::string> paths;
  for (std::uint64_t k = shards; k >= 1; --k) {
    description.shard = {k, shards};
    paths.push_back(path("shard" + std::to_string(k) + ".db"));
    write_shard(paths.back(), description, judged);
  }

  // Its processor's time: other programs may run, too.
  const std::clock_t begin = std::clock();
  const auto merged = merge_stores(path("merged.db"), paths, StoreUse::copy);
  const double processor_s = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  ASSERT_TRUE(merged.ok()) << merged.reason();
  struct rusage used {};
  ::getrusage(RUSAGE_SELF, &used);
  const double peak_MB = static_cast<double>(used.ru_maxrss) / 1024;
  RecordProperty("processor_s", std::to_string(processor_s));
  RecordProperty("peak_MB", std::to_string(peak_MB));
  if (all) {
    EXPECT_LE(processor_s, 120);
    EXPECT_LE(peak_MB, 500);
    std::cout << shards << " shards, " << chunks << " chunks: " << processor_s << " s, " << peak_MB
              << " MB\n";
  }
  const CampaignRow& row = merged.value().result.rows.at(0);
  EXPECT_EQ(row.cases, chunks * chunk_cases);
  EXPECT_EQ(row.wrong(), chunks * wrong);
  EXPECT_EQ(count(path("merged.db"), "tally"), chunks);
  // The first of all failures are kept: those of the first chunks, whatever shards they are in.
  EXPECT_EQ(count(path("merged.db"), "failure"), kMaxFailures);
  EXPECT_EQ(count(path("merged.db"), "failure WHERE case_index >= " +
                                         std::to_string((kMaxFailures / wrong + 1) * chunk_cases)),
            0U);
  if (all) return;
  const auto store = Store::open(path("merged.db"));
  ASSERT_TRUE(store.ok()) << store.reason();
  EXPECT_TRUE(store.value()->complete());
  EXPECT_EQ(campaign_json(store.value()->result()), campaign_json(merged.value().result));
}

}  // namespace
}  // namespace touchstone
