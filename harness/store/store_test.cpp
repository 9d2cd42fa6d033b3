// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/store/store.hpp"

#include <gmock/gmock.h>
#include <unistd.h>

#include <atomic>
#include <cmath>
#include <cstdlib>
#include <fstream>

#include "geometry/random.hpp"
#include "harness/compare/verdict_records.hpp"
#include "harness/store/store_samples.hpp"
#include "metrics/registry.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;

TEST_F(StoreTest, TheRecordIsThatOfARunWithoutOne) {
  const CampaignOptions options = some_options();
  const std::string plain = campaign_json(run_campaign(options));
  EXPECT_EQ(campaign_json(run_into(path("a.db"), options)), plain);
  // And a complete store gives it again, without a case being run.
  const auto store = Store::open(path("a.db"));
  ASSERT_TRUE(store.ok()) << store.reason();
  EXPECT_TRUE(store.value()->complete());
  EXPECT_EQ(campaign_json(store.value()->result()), plain);
}

TEST_F(StoreTest, JobsDoNotChangeIt) {
  CampaignOptions options = some_options();
  options.jobs = 1;
  run_into(path("one.db"), options);
  options.jobs = 3;
  run_into(path("three.db"), options);
  expect_same_text(dump(path("one.db")), dump(path("three.db")));
}

TEST_F(StoreTest, GoesOnAfterEachInterruption) {
  CampaignOptions options = some_options();
  const std::string plain = campaign_json(run_into(path("whole.db"), options));
  int runs = 0;
  bool complete = false;
  std::uint64_t done = 0;
  while (!complete && runs < 100) {
    options.stop_requested = stop_after(40);
    std::optional<std::uint64_t> first;
    options.progress = [&](std::uint64_t now, std::uint64_t /*total*/) {
      if (!first) first = now;
    };
    const CampaignResult result = run_into(path("parts.db"), options);
    // Progress begins with what was done before.
    EXPECT_EQ(first, done);
    complete = result.complete;
    done = result.done;
    if (complete) {
      EXPECT_EQ(campaign_json(result), plain);
    }
    const auto store = Store::open(path("parts.db"));
    ASSERT_TRUE(store.ok()) << store.reason();
    EXPECT_EQ(store.value()->result().complete, complete);
    ++runs;
  }
  EXPECT_GT(runs, 2);
  expect_same_text(dump(path("parts.db")), dump(path("whole.db")));
}

TEST_F(StoreTest, FourShardsMergedAreOneRunRecordForRecord) {
  CampaignOptions options = some_options();
  const std::string plain = campaign_json(run_into(path("whole.db"), options));
  std::vector<std::string> shards;
  std::uint64_t chunks = 0;
  for (const std::uint64_t k : {3U, 1U, 4U, 2U}) {
    options.shard = {k, 4};
    shards.push_back(path("shard" + std::to_string(k) + ".db"));
    const CampaignResult result = run_into(shards.back(), options);
    EXPECT_TRUE(result.complete);
    EXPECT_THAT(campaign_json(result), HasSubstr("\"shard\": [" + std::to_string(k) + ", 4]"));
    chunks += count(shards.back(), "(SELECT DISTINCT source, chunk FROM tally)");
  }
  EXPECT_EQ(chunks, count(path("whole.db"), "(SELECT DISTINCT source, chunk FROM tally)"));
  const auto made = merge_stores(path("merged.db"), shards);
  ASSERT_TRUE(made.ok()) << made.reason();
  expect_same_text(dump(path("merged.db")), dump(path("whole.db")));
  const auto merged = Store::open(path("merged.db"));
  ASSERT_TRUE(merged.ok()) << merged.reason();
  EXPECT_EQ(campaign_json(merged.value()->result()), plain);
}

TEST_F(StoreTest, KeepsTheFirstFailuresAndSaysHowManyThereWere) {
  const CampaignResult result = run_into(path("a.db"), some_options());
  bool capped = false;
  for (const CampaignRow& row : result.rows) {
    const std::string of_row =
        " FROM failure JOIN source ON source = source.position WHERE name = '" + row.family + "'";
    if (row.metric != "sat_float32") continue;
    EXPECT_EQ(count(path("a.db"), "(SELECT 1" + of_row + " AND metric = 0)"),
              std::min(row.wrong(), kMaxFailures))
        << row.family;
    capped = capped || row.wrong() > kMaxFailures;
  }
  EXPECT_TRUE(capped);
  // None is left out before the last one kept.
  SqliteFile file;
  ASSERT_FALSE(file.open(path("a.db"), SqliteAccess::write));
  SqliteStatement query = file.prepare(
      "SELECT id, word, answer, truth FROM failure WHERE source = 2 AND metric = 1 "
      "ORDER BY case_index LIMIT 1");
  ASSERT_TRUE(query.step());
  EXPECT_EQ(query.text(0), "file:cubes:3");
  EXPECT_EQ(query.text(1), "no_answer");
  EXPECT_THAT(query.text(2), HasSubstr(R"("status": "no_answer")"));
  EXPECT_THAT(query.text(3), HasSubstr(R"("phi_squared": ")"));
}

TEST_F(StoreTest, AnAnswerWithoutAValueHasNoError) {
  run_into(path("a.db"), some_options());
  const auto store = Store::open(path("a.db"));
  ASSERT_TRUE(store.ok()) << store.reason();
  std::size_t with = 0;
  std::size_t without = 0;
  store.value()->each_failure([&](const StoredFailure& failure) {
    if (failure.word == "inaccurate") {
      EXPECT_GT(failure.error, 0) << failure.id;
      ++with;
    }
    if (failure.word != "no_answer") return;
    EXPECT_TRUE(std::isnan(failure.error)) << failure.id;
    ++without;
  });
  EXPECT_GT(with, 0U);
  EXPECT_GT(without, 0U);
}

TEST_F(StoreTest, RefusesAnotherCampaign) {
  const CampaignOptions options = some_options();
  run_into(path("a.db"), options);
  const auto expect_refused = [&](const CampaignOptions& other, const std::string& why) {
    const std::string line = refusal(path("a.db"), other);
    EXPECT_THAT(line, HasSubstr("holds another campaign"));
    EXPECT_THAT(line, HasSubstr(why));
  };
  EXPECT_EQ(refusal(path("a.db"), options), "");
  CampaignOptions other = options;
  other.seed = 43;
  expect_refused(other, "it was made with --seed 42, this asks for --seed 43");
  other = options;
  other.tolerance = 1e-8;
  expect_refused(other, "it was made with --tolerance 1e-17, this asks for --tolerance 1e-08");
  other = options;
  other.metrics.pop_back();
  expect_refused(other,
                 "it was made with the metric throw_error, this asks for a campaign without it");
  other = options;
  other.metrics.push_back(find_metric("minkowski"));
  expect_refused(other, "it was made without the metric minkowski, this asks for it");
  other = options;
  other.sources.erase(other.sources.begin());
  expect_refused(other,
                 "it was made with the family random-boxes, this asks for a campaign without it");
  other = options;
  other.sources.front().count = 2499;
  expect_refused(other, "it was made with 2500 cases of random-boxes, this asks for 2499 cases");
  other = options;
  other.metrics.push_back(find_metric("minkowski"));
  other.metrics.push_back(find_metric("sat"));
  expect_refused(other, "it was made without the metric minkowski and 1 other, this asks for them");
  other = options;
  std::get<Pair>(other.sources.back().cases[1700].bodies).X_WB.t.x() += 1e-16;
  std::get<Pair>(other.sources.back().cases[1700].bodies).X_WB.t.y() = 7;
  expect_refused(other, "it was made with other cases of file:cubes (of the fingerprint ");
  other = options;
  other.versions = R"({"touchstone": "other"})";
  expect_refused(other,
                 "it was made with touchstone test, this asks for touchstone other (another build "
                 "of the program)");
  other.versions = R"({"touchstone": "other", "commit": "b"})";
  expect_refused(other, "this asks for touchstone other (another build of the program)");
  other.tolerance = CampaignOptions().tolerance;
  expect_refused(other, "this asks for --tolerance 1e-08 (the default)");
  std::swap(other.metrics[0], other.metrics[1]);
  other.seed = 7;  // first of all of these
  expect_refused(other, "it was made with --seed 42, this asks for --seed 7");
  other = options;
  other.shard = {1, 2};
  expect_refused(other, "it was made with --shard 1/1, this asks for --shard 1/2");
  other = options;
  other.runner.wall_limit_s = 1;
  expect_refused(other, "a limit in seconds of waiting (0: the default) of 0, this asks for");
  other = options;
  other.runner.memory_limit_bytes = 1U << 20U;
  expect_refused(other, "a limit of memory in bytes of 8589934592, this asks for");
  other = options;
  other.runner.worker_command = {"a worker"};
  expect_refused(other, "it was made with --in-process, this asks for a campaign without it");
}

TEST_F(StoreTest, IsOfTheCommitThatBeganIt) {
  CampaignOptions options = some_options();
  options.versions = R"({"touchstone": "test", "commit": "a"})";
  run_into(path("a.db"), options);
  for (const char* later : {R"({"commit":"b","touchstone":"test"})", R"({"touchstone": "test"})"}) {
    CampaignOptions other = options;
    other.versions = later;
    EXPECT_EQ(run_into(path("a.db"), other).versions, options.versions);
  }
}

TEST_F(StoreTest, RefusesToRunWhatWasLeftOutForItsSize) {
  CampaignOptions options;
  options.metrics = {find_metric("sat"), find_metric("minkowski")};
  options.sources = {family_source("random-boxes", 5), family_source("random-hulls-512-deep", 5)};
  options.runner.query_limit_s = 1;
  const CampaignDescription smaller = CampaignPlan(options).with_fingerprints();
  ASSERT_FALSE(smaller.not_run.empty());
  options.respect_default_sizes = false;
  const CampaignDescription all = CampaignPlan(options).with_fingerprints();
  { ASSERT_TRUE(Store::open(path("small.db"), smaller).ok()); }
  { ASSERT_TRUE(Store::open(path("all.db"), all).ok()); }
  EXPECT_THAT(Store::open(path("small.db"), all).reason(),
              testing::ContainsRegex("made without [a-z]+ on random-hulls-512-deep \\(bodies of "
                                     "more than .*\\), this asks for it"));
  EXPECT_THAT(Store::open(path("all.db"), smaller).reason(),
              testing::ContainsRegex("made with [a-z]+ on random-hulls-512-deep \\(bodies of "
                                     "more than .*\\), this asks for a campaign without it"));
}

TEST_F(StoreTest, RefusesCasesOfAFileThatWereLeftOutForTheirSize) {
  CampaignOptions options;
  const MetricRow* sat = find_metric("sat");
  MetricRow small = *sat;
  small.traits.largest_default_vertices = 100;
  options.metrics = {&small};
  CaseSource file = marked_cubes(3);
  const Case large = make_case(*find_family("random-hulls-512-deep"), 42, 0);
  file.cases[1].bodies = large.bodies;
  options.sources = {file};
  { ASSERT_TRUE(Store::open(path("a.db"), CampaignPlan(options).with_fingerprints()).ok()); }
  options.respect_default_sizes = false;
  EXPECT_THAT(refusal(path("a.db"), options), HasSubstr("made without sat on file:cubes (1 of 3"));
}

TEST_F(StoreTest, RefusesWhatIsNoStore) {
  const CampaignOptions options = some_options();
  std::ofstream(path("text.db")) << std::string(5000, 'x');
  EXPECT_THAT(refusal(path("text.db"), options), HasSubstr("is not a store of Touchstone"));
  {
    SqliteFile other;
    ASSERT_FALSE(other.open(path("other.db"), SqliteAccess::make));
    other.run("CREATE TABLE birds(name)");
  }
  EXPECT_THAT(refusal(path("other.db"), options), HasSubstr("is not a store of Touchstone"));
  EXPECT_EQ(count(path("other.db"), "birds"), 0U);
  run_into(path("newer.db"), options);
  {
    SqliteFile newer;
    ASSERT_FALSE(newer.open(path("newer.db"), SqliteAccess::write));
    newer.run("PRAGMA user_version = 99");
  }
  EXPECT_THAT(refusal(path("newer.db"), options), HasSubstr("a store of version 99"));
  EXPECT_THAT(refusal(path("no/such/folder.db"), options),
              HasSubstr("cannot write here: No such file"));
  EXPECT_THAT(Store::open(path("absent.db")).reason(), HasSubstr("there is no such store"));
}

TEST_F(StoreTest, ARunThatWasKilledBeforeItWroteItsCampaignBeginsAgain) {
  EXPECT_FALSE(store_begun(path("a.db")));
  {
    SqliteFile killed;
    ASSERT_FALSE(killed.open(path("a.db"), SqliteAccess::make));
    killed.run("PRAGMA journal_mode = WAL");
  }
  EXPECT_TRUE(store_exists(path("a.db")));
  EXPECT_FALSE(store_begun(path("a.db")));
  const CampaignOptions options = some_options();
  EXPECT_EQ(campaign_json(run_into(path("a.db"), options)), campaign_json(run_campaign(options)));
  EXPECT_TRUE(store_begun(path("a.db")));
  std::ofstream(path("text.db")) << std::string(5000, 'x');
  EXPECT_TRUE(store_begun(path("text.db")));
}

TEST_F(StoreTest, IsForOneAtATime) {
  const CampaignOptions options = some_options();
  const auto first = Store::open(path("a.db"), CampaignPlan(options).with_fingerprints());
  ASSERT_TRUE(first.ok());
  EXPECT_THAT(refusal(path("a.db"), options), HasSubstr("in use by another process"));
}

TEST_F(StoreTest, AnEmptyFileIsANewStore) {
  std::ofstream(path("a.db")).flush();
  EXPECT_TRUE(run_into(path("a.db"), some_options()).complete);
}

TEST_F(StoreTest, MergeWantsAllShardsOfOneCampaignFinished) {
  CampaignOptions options = some_options();
  const auto make = [&](const std::string& name, std::uint64_t k, std::uint64_t of) {
    options.shard = {k, of};
    run_into(path(name), options);
    return path(name);
  };
  const std::string a = make("a.db", 1, 2);
  const std::string b = make("b.db", 2, 2);
  const std::string third = make("third.db", 3, 3);
  options.seed = 43;
  const std::string seed = make("seed.db", 2, 2);
  options.seed = 42;
  options.shard = {2, 2};
  options.stop_requested = [] { return true; };
  run_into(path("begun.db"), options);
  options.jobs = 1;
  options.stop_requested = stop_after(25);
  const CampaignResult half = run_into(path("half.db"), options);
  ASSERT_GT(half.done, 0U);
  ASSERT_FALSE(half.complete);

  const auto why = [&](const std::vector<std::string>& shards) {
    const auto made = merge_stores(path("out.db"), shards);
    EXPECT_FALSE(std::filesystem::exists(path("out.db")));
    return made ? "" : made.reason();
  };
  EXPECT_THAT(why({a}), HasSubstr("shard 2/2 is missing"));
  EXPECT_THAT(why({a, b, a}), HasSubstr("a.db: is shard 1/2, as "));
  EXPECT_THAT(why({a, third}), HasSubstr("third.db: is shard 3/3, but "));
  EXPECT_THAT(why({a, seed}),
              HasSubstr("a.db was made with --seed 42, " + seed + " with --seed 43"));
  EXPECT_THAT(why({a, path("begun.db")}), HasSubstr("is not finished: 0 of "));
  EXPECT_THAT(why({a, path("half.db")}), HasSubstr("half.db: is not finished: "));
  EXPECT_THAT(why({a, path("absent.db")}), HasSubstr("there is no such store"));
  EXPECT_THAT(merge_stores(a, {a, b}).reason(), HasSubstr("is there already"));
  EXPECT_TRUE(merge_stores(path("out.db"), {b, a}));
  // The process of another container may have this number, too.
  const std::string other = path("other.db-" + std::to_string(::getpid()) + ".part");
  std::ofstream(other) << "another's";
  const auto made = merge_stores(path("other.db"), {b, a});
  EXPECT_TRUE(made.ok());
  EXPECT_TRUE(std::filesystem::exists(other));
}

/// A sample of the bytes, with the long tests all of them, each in another way. What is left of
/// free room and of SQLite's own notes does not change what any reader finds.
TEST_F(StoreTest, AChangedByteIsSeenOrChangesNothingThatIsRead) {
  CampaignOptions options = some_options();
  options.metrics = {find_metric("sat_float32"), find_metric("certified")};
  options.sources = {family_source("random-boxes", 12), family_source("high-valence-512", 1)};
  options.certify = true;
  ASSERT_FALSE(run_into(path("good.db"), options).not_run.empty());
  const std::string wanted = dump(path("good.db"));
  std::ifstream file(path("good.db"), std::ios::binary);
  const std::string good{std::istreambuf_iterator<char>(file), {}};
  const bool all = std::getenv("TOUCHSTONE_LONG_TESTS") != nullptr;
  Random random(20261126);
  std::size_t seen = 0;
  std::size_t harmless = 0;
  for (std::size_t at = 0; at < good.size(); ++at) {
    // Most of the file is free room.
    if (!all && random.below(good[at] == 0 ? 64 : 4) > 0) continue;
    std::string bytes = good;
    bytes[at] = static_cast<char>(bytes[at] ^ static_cast<char>(1 + random.below(255)));
    std::ofstream(path("bad.db"), std::ios::binary) << bytes;
    bool taken = false;
    {
      const auto store = Store::open(path("bad.db"));
      taken = store.ok() && store.value()->complete();
    }
    if (taken) {
      ++harmless;
      EXPECT_EQ(dump(path("bad.db")), wanted) << "byte " << at;
    } else {
      ++seen;
    }
  }
  EXPECT_GT(seen, 500U);
  EXPECT_GT(harmless, 25U);
}

}  // namespace
}  // namespace touchstone
