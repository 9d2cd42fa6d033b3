// SPDX-License-Identifier: GPL-3.0-or-later
// Stores that somebody, or a disk, has changed: every command that takes one refuses it in one line
// that names it, and none dies, waits or believes it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <filesystem>
#include <fstream>
#include <random>

#include "tests/program.hpp"
#include "tests/refusal.hpp"

namespace touchstone {
namespace {

using testing::AnyOf;
using testing::HasSubstr;
using testing::StartsWith;

class DamagedStore : public testing::Test {
 protected:
  std::string path(const std::string& name) const { return folder_.path(name); }

  /// Makes the two shards of a campaign of several chunks with failures.
  void SetUp() override {
    for (const char* shard : {"1/2", "2/2"}) {
      const Ran ran =
          run_touchstone({"verify", "--metric", "sat_float32,ratio_seidel", "--family",
                          "random-boxes,kissing-vertex-face", "--cases", "2100", "--tolerance",
                          "1e-16", "--shard", shard, "--db", path(std::string("good") + shard[0])});
      ASSERT_LE(ran.exit_code, 1) << ran.err;
    }
    good_ = read_text(path("good1"));
  }

  /// A copy of the first shard on which `sql` was run.
  std::string changed(const std::string& sql) const {
    std::filesystem::copy_file(path("good1"), path("bad"),
                               std::filesystem::copy_options::overwrite_existing);
    sqlite3* file = nullptr;
    EXPECT_EQ(sqlite3_open_v2(path("bad").c_str(), &file, SQLITE_OPEN_READWRITE, nullptr),
              SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(file, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK)
        << sqlite3_errmsg(file);
    EXPECT_GT(sqlite3_total_changes(file) + (sql.rfind("UPDATE", 0) == 0 ? 0 : 1), 0) << sql;
    sqlite3_close(file);
    return path("bad");
  }

  void expect_damaged(const std::string& sql, const std::string& says) const {
    SCOPED_TRACE(sql);
    const std::string bad = changed(sql);
    for (const std::vector<std::string>& command :
         {std::vector<std::string>{"verify", "--db", bad},
          {"verify", "--metric", "sat_float32,ratio_seidel", "--family",
           "random-boxes,kissing-vertex-face", "--cases", "2100", "--tolerance", "1e-16", "--shard",
           "1/2", "--db", bad},
          {"compare", bad, path("good1")},
          {"compare", path("good1"), bad},
          {"merge", path("out"), bad, path("good2")},
          {"merge", path("out"), path("good2"), bad}}) {
      SCOPED_TRACE(command.front());
      const Ran ran = run_touchstone(command);
      expect_one_line_refusal(ran, says);
      EXPECT_THAT(ran.err, StartsWith("touchstone: " + bad + ": is damaged: "));
      EXPECT_FALSE(std::filesystem::exists(path("out")));
    }
  }

  std::string good_;

 private:
  ScratchFolder folder_;
};

TEST_F(DamagedStore, ADescriptionThatNoCampaignHasIsRefused) {
  expect_damaged("UPDATE source SET chunk_cases = 0", "chunk_cases");
  expect_damaged("UPDATE source SET chunk_cases = 1000", "chunk_cases");
  expect_damaged("UPDATE source SET chunk_cases = 'many'", "chunk_cases");
  expect_damaged("UPDATE campaign SET value = '0' WHERE key = 'shard_count'", "value");
  expect_damaged("UPDATE campaign SET value = 0 WHERE key = 'shard_count'", "shard 1/0");
  expect_damaged("UPDATE campaign SET value = 3 WHERE key = 'shard_index'", "shard 3/2");
  expect_damaged("UPDATE source SET metrics = '[77]'", "metrics");
  expect_damaged("UPDATE source SET metrics = '[1, 0]'", "metrics");
  expect_damaged("UPDATE source SET metrics = '[-1]'", "metrics");
  expect_damaged("UPDATE source SET metrics = '[0'", "metrics");
  expect_damaged("UPDATE source SET cases = 100000000000000", "cases");
  expect_damaged("UPDATE source SET cases = -1", "cases");
  expect_damaged("UPDATE source SET position = position + 1 WHERE position = 1", "position");
  expect_damaged("UPDATE source SET name = 'twice'", "name");
  expect_damaged("UPDATE source SET fingerprint = ''", "fingerprint");
  expect_damaged("UPDATE metric SET own_tolerance = -1", "own_tolerance");
  expect_damaged("DELETE FROM metric", "metrics");
  expect_damaged("DELETE FROM campaign", "has no seed");
  expect_damaged("DELETE FROM campaign WHERE key = 'tolerance'", "has no tolerance");
  expect_damaged("UPDATE campaign SET value = 'abc' WHERE key = 'seed'", "value");
  expect_damaged("UPDATE campaign SET value = '{' WHERE key = 'versions'", "versions");
  expect_damaged("UPDATE campaign SET value = 9e999 WHERE key = 'query_limit_s'", "value");
  expect_damaged("INSERT INTO campaign VALUES('colour', 1)", "colour");
  expect_damaged("UPDATE campaign SET value = 2 WHERE key = 'degeneracy'", "value");
  expect_damaged("DELETE FROM campaign WHERE key = 'degeneracy'", "has no degeneracy");
}

TEST_F(DamagedStore, AnotherDescriptionIsSeenByItsChecksum) {
  for (const char* sql :
       {"UPDATE campaign SET value = value + 1 WHERE key = 'seed'",
        "UPDATE campaign SET value = value * 2 WHERE key = 'tolerance'",
        "UPDATE campaign SET value = 1 - value WHERE key = 'default_sizes'",
        "UPDATE campaign SET value = value + 1 WHERE key = 'query_limit_s'",
        "UPDATE campaign SET value = replace(value, '1', '2') WHERE key = 'versions'",
        "UPDATE campaign SET value = 1 WHERE key = 'certify'",
        "UPDATE campaign SET value = 1 WHERE key = 'degeneracy'",
        "UPDATE campaign SET value = value + 1 WHERE key = 'checksum'",
        "UPDATE metric SET name = 'x' || name", "UPDATE metric SET claims_exact = 1 - claims_exact",
        "UPDATE metric SET own_tolerance = own_tolerance * 2",
        "UPDATE source SET name = 'x' || name", "UPDATE source SET \"group\" = 'hulls'",
        "UPDATE source SET path = 'x'", "UPDATE source SET fingerprint = '1'",
        "INSERT INTO not_run VALUES(0, 'ratio_lp: too slow')"}) {
    expect_damaged(sql, "the description of its campaign is not the one");
  }
}

TEST_F(DamagedStore, AChangeThatAddsUpIsSeenByTheChecksum) {
  expect_damaged(
      "UPDATE tally SET error_abs_mean = error_abs_mean * 1.0000000001 "
      "WHERE error_abs_count > 0",
      "checksum");
  expect_damaged(
      "UPDATE tally SET normal_valid = normal_valid - 1, normal_absent = normal_absent "
      "+ 1 WHERE normal_valid > 0",
      "checksum");
  expect_damaged("UPDATE tally SET worst = replace(worst, ':', ';')", "checksum");
  expect_damaged("UPDATE failure SET answer = replace(answer, '1', '2')", "checksum");
  expect_damaged("UPDATE failure SET error = error * 2", "checksum");
  expect_damaged("UPDATE failure SET checksum = 0", "checksum");
}

TEST_F(DamagedStore, ATallyThatDoesNotAddUpIsRefused) {
  expect_damaged("UPDATE tally SET ulp_histogram = '{\"99999\":3}'", "ulp_histogram");
  expect_damaged("UPDATE tally SET ulp_histogram = '{\"0\":3}'", "ulp_histogram");
  expect_damaged("UPDATE tally SET ulp_histogram = '{\"0\":-3}'", "ulp_histogram");
  expect_damaged("UPDATE tally SET error_histogram = '{\"96\":3}'", "error_histogram");
  expect_damaged("UPDATE tally SET error_histogram = '{\"zero\":3}'", "error_histogram");
  expect_damaged("UPDATE tally SET error_histogram = '[]'", "error_histogram");
  expect_damaged("UPDATE tally SET degeneracy = '{\"0\":3}'", "degeneracy");
  expect_damaged("UPDATE tally SET worst = 'nonsense'", "worst");
  expect_damaged("UPDATE tally SET worst = '[]'", "worst");
  expect_damaged("UPDATE tally SET worst = replace(worst, 'inaccurate', 'right')", "worst");
  expect_damaged("UPDATE tally SET right = -5", "right");
  expect_damaged("UPDATE tally SET right = 1000000000", "add up");
  expect_damaged("UPDATE tally SET right = right + 1", "");
  expect_damaged("UPDATE tally SET normal_valid = 1000000000", "add up");
  expect_damaged("UPDATE tally SET cases = cases + 1, no_answer = no_answer + 1", "cases");
  expect_damaged("UPDATE tally SET error_abs_count = 1", "error_abs_count");
  expect_damaged("UPDATE tally SET error_abs_min = error_abs_max + 1", "error_abs_min");
  expect_damaged("UPDATE tally SET error_rel_size_mean = -1", "error_rel_size_mean");
  expect_damaged("UPDATE tally SET error_rel_size_squares = NULL", "error_rel_size_squares");
  expect_damaged("UPDATE tally SET source = 7 WHERE source = 1", "source");
  expect_damaged("UPDATE tally SET chunk = chunk + 1", "");
  expect_damaged("UPDATE tally SET chunk = chunk + 1000", "chunk");
  expect_damaged("UPDATE tally SET metric = metric + 5", "metric");
  expect_damaged("DELETE FROM tally WHERE metric = 1", "lacks a tally");
  expect_damaged("DELETE FROM tally WHERE metric = 0", "metric");
  expect_damaged("DELETE FROM tally WHERE source = 0 AND chunk = 0", "no chunk that is kept");
}

TEST_F(DamagedStore, FailuresAndTablesAreChecked) {
  expect_damaged("DELETE FROM failure", "0 failures of ");
  expect_damaged("DELETE FROM failure WHERE case_index = (SELECT min(case_index) FROM failure)",
                 "failures of ");
  expect_damaged("UPDATE failure SET word = 'right'", "word");
  expect_damaged("UPDATE failure SET case_index = case_index + 100000", "case_index");
  expect_damaged("UPDATE failure SET metric = metric + 9", "metric");
  expect_damaged("UPDATE failure SET truth = x'00'", "truth");
  expect_damaged("DROP TABLE failure", "a table is missing");
  expect_damaged("DROP TABLE tally", "a table is missing");
  expect_damaged("ALTER TABLE tally RENAME COLUMN right TO left", "the table tally");
  expect_damaged("ALTER TABLE not_run ADD COLUMN more", "the table not_run");
  expect_damaged("CREATE TRIGGER more AFTER INSERT ON tally BEGIN DELETE FROM failure; END",
                 "holds more");
  expect_damaged(
      "DROP TABLE not_run; CREATE VIEW not_run AS WITH RECURSIVE n(position) AS (SELECT 0 UNION "
      "ALL SELECT position + 1 FROM n) SELECT position, 'x' AS line FROM n",
      "the table not_run");
}

TEST_F(DamagedStore, FlippedBytesAreNeverTheHarnessesFailure) {
  constexpr unsigned kSeed = 20261121;
  std::mt19937_64 random(kSeed);
  int refused = 0;
  int taken = 0;
  for (int k = 0; k < 200; ++k) {
    SCOPED_TRACE("seed " + std::to_string(kSeed) + ", store " + std::to_string(k));
    std::string bytes = good_;
    for (std::uint64_t flips = random() % 8 + 1; flips > 0; --flips) {
      // Half of them where it says how all the rest is to be read.
      const std::size_t at = random() % (flips % 2 == 0 ? 4096 : bytes.size());
      bytes[at] = static_cast<char>(random());
    }
    std::ofstream(path("bad"), std::ios::binary) << bytes;
    // Compare only reads, so that a store that is taken is not written on.
    const Ran ran = k % 2 == 0 ? run_touchstone({"verify", "--db", path("bad")})
                               : run_touchstone({"compare", path("good1"), path("bad")});
    if (ran.exit_code == 2) {
      ++refused;
      EXPECT_THAT(ran.err, StartsWith("touchstone: "));
      EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
      EXPECT_EQ(ran.out, "");
    } else {
      ++taken;
      EXPECT_THAT(ran.exit_code, AnyOf(0, 1)) << ran.err;
    }
    for (const char* suffix : {"-wal", "-shm", "-journal"}) {
      std::filesystem::remove(path("bad") + suffix);
    }
  }
  EXPECT_GT(refused, 50);
  EXPECT_GT(taken, 5) << "no flip is harmless: is the good store refused?";
}

}  // namespace
}  // namespace touchstone
