// SPDX-License-Identifier: GPL-3.0-or-later
// Stores of small campaigns, for tests of what is kept in them.
#pragma once

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "harness/runners/marked_cubes.hpp"
#include "harness/store/sqlite.hpp"
#include "harness/store/store.hpp"
#include "metrics/registry.hpp"
#include "schema/json_text.hpp"

namespace touchstone {

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

inline CaseSource family_source(const char* name, std::uint64_t count) {
  CaseSource source;
  source.family = find_family(name);
  source.name = source.family->name;
  source.group = source.family->group;
  source.count = count;
  return source;
}

/// Stops a run after so many questions of its threads whether to stop. The thread that makes this
/// is the one that waits for them: how often it asks is a matter of time.
inline std::function<bool()> stop_after(int questions) {
  const auto asked = std::make_shared<std::atomic<int>>(0);
  return [asked, questions, waiting = std::this_thread::get_id()] {
    return (std::this_thread::get_id() == waiting ? asked->load() : ++*asked) > questions;
  };
}

/// A tolerance below every rounding error makes most cases wrong, and "throw_error" fails on the
/// marked cubes.
inline CampaignOptions some_options() {
  CampaignOptions options;
  options.metrics = {find_metric("sat_float32"), find_metric("throw_error", faulty_registry())};
  options.sources = {family_source("random-boxes", 2500), family_source("field", 1000),
                     marked_cubes(2100)};
  options.tolerance = 1e-17;
  options.versions = R"({"touchstone": "test"})";
  options.jobs = 2;
  return options;
}

/// Runs what a store has not yet.
inline CampaignResult run_into(const std::string& path, CampaignOptions options) {
  auto store = Store::open(path, CampaignPlan(options).with_fingerprints());
  if (!store) throw HarnessError(store.reason());
  options.store = store.value().get();
  return run_campaign(options);
}

inline std::string refusal(const std::string& path, const CampaignOptions& options) {
  const auto store = Store::open(path, CampaignPlan(options).with_fingerprints());
  return store ? "" : store.reason();
}

/// docs/store.md, "Canonical dump": every row of every table by its key, except for the shard.
inline std::string dump(const std::string& path) {
  sqlite3* file = nullptr;
  EXPECT_EQ(sqlite3_open_v2(path.c_str(), &file, SQLITE_OPEN_READWRITE, nullptr), SQLITE_OK);
  std::string text;
  const std::vector<const char*> tables = {
      "SELECT key, value FROM campaign WHERE key NOT LIKE 'shard_%' ORDER BY key",
      "SELECT * FROM metric ORDER BY position",
      "SELECT * FROM source ORDER BY position",
      "SELECT * FROM not_run ORDER BY position",
      "SELECT * FROM tally ORDER BY source, chunk, metric",
      "SELECT * FROM failure ORDER BY source, metric, case_index"};
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

inline std::uint64_t count(const std::string& path, const std::string& what) {
  SqliteFile file;
  EXPECT_FALSE(file.open(path, SqliteAccess::write));
  SqliteStatement query = file.prepare("SELECT count(*) FROM " + what);
  return query.step() ? query.integer(0) : 0;
}

/// Long texts are compared as a whole, and a failure shows where they part.
inline void expect_same_text(const std::string& a, const std::string& b) {
  if (a == b) return;
  const auto apart = std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin();
  const auto from = static_cast<std::size_t>(std::max<std::ptrdiff_t>(apart - 200, 0));
  ADD_FAILURE() << "differ at " << apart << ":\n"
                << a.substr(from, 400) << "\n---\n"
                << b.substr(from, 400);
}

}  // namespace touchstone
