// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/store.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "harness/json_text.hpp"
#include "harness/proving_metric.hpp"
#include "harness/runners/marked_cubes.hpp"
#include "harness/sqlite.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;

/// A folder of its own for one test, removed with it.
class StoreTest : public testing::Test {
 protected:
  StoreTest() {
    std::string name = (std::filesystem::temp_directory_path() / "touchstone-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no scratch folder");
    folder_ = name;
  }
  ~StoreTest() override {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  std::string path(const std::string& name) const { return folder_ + "/" + name; }

 private:
  std::string folder_;
};

CaseSource family_source(const char* name, std::uint64_t count) {
  CaseSource source;
  source.family = find_family(name);
  source.name = source.family->name;
  source.group = source.family->group;
  source.count = count;
  return source;
}

/// A tolerance below every rounding error makes most cases wrong, and "throw_error" fails on the
/// marked cubes.
CampaignOptions some_options() {
  CampaignOptions options;
  options.metrics = {find_metric("sat"), find_metric("throw_error", misdeed_registry())};
  options.sources = {family_source("random-boxes", 2500), family_source("field", 1000),
                     marked_cubes(2100)};
  options.tolerance = 1e-17;
  options.versions = R"({"touchstone": "test"})";
  options.jobs = 2;
  return options;
}

/// Runs what a store has not yet.
CampaignResult run_into(const std::string& path, CampaignOptions options) {
  auto store = Store::open(path, CampaignPlan(options).with_fingerprints());
  if (!store) throw HarnessError(store.reason());
  options.store = store.value().get();
  return run_campaign(options);
}

std::string refusal(const std::string& path, const CampaignOptions& options) {
  const auto store = Store::open(path, CampaignPlan(options).with_fingerprints());
  return store ? "" : store.reason();
}

/// docs/store.md, "Canonical dump": every row of every table by its key, but for the shard.
std::string dump(const std::string& path, bool certify = false) {
  sqlite3* file = nullptr;
  EXPECT_EQ(sqlite3_open_v2(path.c_str(), &file, SQLITE_OPEN_READWRITE, nullptr), SQLITE_OK);
  std::string text;
  std::vector<const char*> tables = {
      "SELECT key, value FROM campaign WHERE key NOT LIKE 'shard_%' ORDER BY key",
      "SELECT * FROM metric ORDER BY position",
      "SELECT * FROM source ORDER BY position",
      "SELECT * FROM not_run ORDER BY position",
      "SELECT * FROM tally ORDER BY source, chunk, metric",
      "SELECT * FROM failure ORDER BY source, metric, case_index"};
  if (certify) tables.push_back("SELECT * FROM certificate ORDER BY source, chunk, metric");
  for (const char* sql : tables) {
    text += std::string("-- ") + sql + "\n";
    sqlite3_stmt* query = nullptr;
    EXPECT_EQ(sqlite3_prepare_v2(file, sql, -1, &query, nullptr), SQLITE_OK) << sql;
    while (sqlite3_step(query) == SQLITE_ROW) {
      for (int k = 0; k < sqlite3_column_count(query); ++k) {
        const bool real = sqlite3_column_type(query, k) == SQLITE_FLOAT;
        const void* bytes = sqlite3_column_blob(query, k);
        const std::string word(
            bytes == nullptr ? "NULL" : static_cast<const char*>(bytes),
            bytes == nullptr ? 4 : static_cast<std::size_t>(sqlite3_column_bytes(query, k)));
        text += (k == 0 ? "" : "|") + (real ? json_number(sqlite3_column_double(query, k)) : word);
      }
      text += "\n";
    }
    sqlite3_finalize(query);
  }
  sqlite3_close(file);
  return text;
}

std::uint64_t count(const std::string& path, const std::string& what) {
  SqliteFile file;
  EXPECT_FALSE(file.open(path, false));
  SqliteStatement query = file.prepare("SELECT count(*) FROM " + what);
  return query.step() ? query.integer(0) : 0;
}

/// Long texts are compared as a whole, and a failure shows where they part.
void expect_same_text(const std::string& a, const std::string& b) {
  if (a == b) return;
  const auto apart = std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin();
  const auto from = static_cast<std::size_t>(std::max<std::ptrdiff_t>(apart - 200, 0));
  ADD_FAILURE() << "differ at " << apart << ":\n"
                << a.substr(from, 400) << "\n---\n"
                << b.substr(from, 400);
}

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
    std::atomic<int> asked = 0;
    options.stop_requested = [&asked] { return ++asked > 40; };
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
  const auto error = merge_stores(path("merged.db"), shards);
  ASSERT_FALSE(error) << error->reason;
  expect_same_text(dump(path("merged.db")), dump(path("whole.db")));
  const auto merged = Store::open(path("merged.db"));
  ASSERT_TRUE(merged.ok()) << merged.reason();
  EXPECT_EQ(campaign_json(merged.value()->result()), plain);
}

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
  std::atomic<int> asked = 0;
  options.stop_requested = [&asked] { return ++asked > 10; };
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
              HasSubstr("judged with --certify (asked for: without it)"));
  options.certify = true;
  EXPECT_THAT(refusal(path("without.db"), options),
              HasSubstr("judged without --certify (asked for: with it)"));
  // The table is no part of a plain store, which is as it always was.
  EXPECT_EQ(count(path("without.db"), "sqlite_schema WHERE name = 'certificate'"), 0U);
  EXPECT_EQ(count(path("without.db"), "pragma_user_version WHERE user_version = 1"), 1U);
  EXPECT_EQ(count(path("with.db"), "pragma_user_version WHERE user_version = 2"), 1U);
}

TEST_F(StoreTest, RefusesCertificatesThatDoNotAddUp) {
  const MetricRow holed = proving_row<Proving::with_a_hole>("holed");
  const CampaignOptions options = certified_options(holed);
  run_into(path("good.db"), options);
  for (const char* sql :
       {"UPDATE certificate SET judged = judged + 1", "UPDATE certificate SET judged = -1",
        "UPDATE certificate SET oracle = oracle + 1", "UPDATE certificate SET missing = 100000",
        "UPDATE certificate SET missing = 0", "UPDATE certificate SET first_missing = ''",
        "UPDATE certificate SET first_missing = x'00'",
        "UPDATE certificate SET metric = metric + 9", "DELETE FROM certificate WHERE metric = 0",
        "UPDATE certificate SET judged = 'many'",
        "INSERT INTO certificate VALUES(0, 9999, 0, 0, 0, 0, '')", "DROP TABLE certificate",
        "PRAGMA user_version = 1"}) {
    SCOPED_TRACE(sql);
    std::filesystem::copy_file(path("good.db"), path("bad.db"),
                               std::filesystem::copy_options::overwrite_existing);
    {
      SqliteFile file;
      ASSERT_FALSE(file.open(path("bad.db"), false));
      file.run(sql);
    }
    EXPECT_THAT(refusal(path("bad.db"), options), HasSubstr("is damaged: "));
  }
}

TEST_F(StoreTest, KeepsTheFirstFailuresAndSaysHowManyThereWere) {
  const CampaignResult result = run_into(path("a.db"), some_options());
  bool capped = false;
  for (const CampaignRow& row : result.rows) {
    const std::string of_row =
        " FROM failure JOIN source ON source = source.position WHERE name = '" + row.family + "'";
    if (row.metric != "sat") continue;
    EXPECT_EQ(count(path("a.db"), "(SELECT 1" + of_row + " AND metric = 0)"),
              std::min(row.wrong(), kMostFailures))
        << row.family;
    capped = capped || row.wrong() > kMostFailures;
  }
  EXPECT_TRUE(capped);
  // None is left out before the last one kept.
  SqliteFile file;
  ASSERT_FALSE(file.open(path("a.db"), false));
  SqliteStatement query = file.prepare(
      "SELECT id, word, answer, truth FROM failure WHERE source = 2 AND metric = 1 "
      "ORDER BY case_index LIMIT 1");
  ASSERT_TRUE(query.step());
  EXPECT_EQ(query.text(0), "file:cubes:3");
  EXPECT_EQ(query.text(1), "no_answer");
  EXPECT_THAT(query.text(2), HasSubstr(R"("status": "no_answer")"));
  EXPECT_THAT(query.text(3), HasSubstr(R"("phi_squared": ")"));
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
  expect_refused(other, "seed 42 (asked for: seed 43)");
  other = options;
  other.tolerance = 1e-8;
  expect_refused(other, "tolerance 1e-17 (asked for: tolerance 1e-08)");
  other = options;
  other.metrics.pop_back();
  expect_refused(other, "with metric throw_error (asked for: without it)");
  other = options;
  other.metrics.push_back(find_metric("minkowski"));
  expect_refused(other, "without metric minkowski");
  other = options;
  other.sources.erase(other.sources.begin());
  expect_refused(other, "with family random-boxes");
  other = options;
  other.sources.front().count = 2499;
  expect_refused(other, "2500 cases of random-boxes (asked for: 2499)");
  other = options;
  other.sources.back().cases[1700].pair.X_WB.t.x() += 1e-16;
  other.sources.back().cases[1700].pair.X_WB.t.y() = 7;
  expect_refused(other, "cases of file:cubes with the fingerprint");
  other = options;
  other.versions = R"({"touchstone": "other"})";
  expect_refused(other, "other");
  other = options;
  other.shard = {1, 2};
  expect_refused(other, "shard 1/1 (asked for: shard 1/2)");
}

TEST_F(StoreTest, RefusesWhatIsNoStore) {
  const CampaignOptions options = some_options();
  std::ofstream(path("text.db")) << std::string(5000, 'x');
  EXPECT_THAT(refusal(path("text.db"), options), HasSubstr("is not a store of Touchstone"));
  {
    SqliteFile other;
    ASSERT_FALSE(other.open(path("other.db"), true));
    other.run("CREATE TABLE birds(name)");
  }
  EXPECT_THAT(refusal(path("other.db"), options), HasSubstr("is not a store of Touchstone"));
  EXPECT_EQ(count(path("other.db"), "birds"), 0U);
  run_into(path("newer.db"), options);
  {
    SqliteFile newer;
    ASSERT_FALSE(newer.open(path("newer.db"), false));
    newer.run("PRAGMA user_version = 99");
  }
  EXPECT_THAT(refusal(path("newer.db"), options), HasSubstr("a store of version 99"));
  EXPECT_THAT(refusal(path("no/such/folder.db"), options), HasSubstr("unable to open"));
  EXPECT_THAT(Store::open(path("absent.db")).reason(), HasSubstr("there is no such store"));
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

  const auto why = [&](const std::vector<std::string>& shards) {
    const auto error = merge_stores(path("out.db"), shards);
    EXPECT_FALSE(std::filesystem::exists(path("out.db")));
    return error ? error->reason : "";
  };
  EXPECT_THAT(why({a}), HasSubstr("shard 2/2 is missing"));
  EXPECT_THAT(why({a, b, a}), HasSubstr("a.db: is shard 1/2, as "));
  EXPECT_THAT(why({a, third}), HasSubstr("third.db: is shard 3/3, but "));
  EXPECT_THAT(why({a, seed}), HasSubstr("seed 43"));
  EXPECT_THAT(why({a, path("begun.db")}), HasSubstr("is not finished: 0 of "));
  EXPECT_THAT(why({a, path("absent.db")}), HasSubstr("there is no such store"));
  EXPECT_THAT(merge_stores(a, {a, b})->reason, HasSubstr("is there already"));
  EXPECT_FALSE(merge_stores(path("out.db"), {b, a}));
}

}  // namespace
}  // namespace touchstone
