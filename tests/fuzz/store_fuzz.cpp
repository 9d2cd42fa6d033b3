// SPDX-License-Identifier: GPL-3.0-or-later
// Stores: a small valid one, of which the input changes cells, rows, tables and bytes. It is
// refused in one line, or is read, compared and merged, and adds up.
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <vector>

#include "harness/compare/record.hpp"
#include "harness/compare/verdict_records.hpp"
#include "harness/store/sqlite.hpp"
#include "harness/store/store.hpp"
#include "metrics/registry.hpp"
#include "tests/fuzz/fuzz.hpp"

namespace touchstone {
namespace {

namespace fs = std::filesystem;

constexpr unsigned kMaxChanges = 16;

/// One folder, removed at the end.
class Folder {
 public:
  Folder() : path_(memory() / ("touchstone-fuzz-store-" + std::to_string(::getpid()))) {
    fs::create_directories(path_);
  }
  ~Folder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::string path(const char* name) const { return (path_ / name).string(); }
  void clear() const {
    for (const auto& entry : fs::directory_iterator(path_)) fs::remove(entry.path());
  }

 private:
  /// SQLite waits for a disk several times in each run.
  static fs::path memory() {
    constexpr const char* kShared = "/dev/shm";
    return ::access(kShared, W_OK) == 0 ? kShared : fs::temp_directory_path();
  }

  fs::path path_;
};

struct Table {
  std::string name;
  std::string key;  ///< its columns, with commas
  std::vector<std::string> columns;
};

struct Template {
  std::string bytes;
  std::vector<Table> tables;
};

std::string read_bytes(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Twelve cases of two metrics; at this tolerance most are failures.
CampaignOptions small_campaign() {
  CampaignOptions options;
  options.metrics = {find_metric("sat"), find_metric("ratio_seidel")};
  for (const char* name : {"random-boxes", "kissing-vertex-face"}) {
    CaseSource source;
    source.family = find_family(name);
    source.name = name;
    source.group = source.family->group;
    source.count = 6;
    options.sources.push_back(source);
  }
  options.tolerance = 1e-17;
  options.versions = R"({"touchstone": "fuzz"})";
  return options;
}

Template make_template(const std::string& path) {
  CampaignOptions options = small_campaign();
  {
    auto store = Store::open(path, CampaignPlan(options).with_fingerprints());
    require(store.ok(), "the fuzzer can make its store");
    options.store = store.value().get();
    require(run_campaign(options).complete, "the fuzzer can run its campaign");
  }
  Template made;
  {
    SqliteFile file;
    require(!file.open(path, SqliteAccess::write), "the fuzzer can open its store");
    for (const char* name : {"campaign", "metric", "source", "not_run", "tally", "failure"}) {
      Table table{name, "", {}};
      SqliteStatement column = file.prepare("PRAGMA table_info(" + table.name + ")");
      while (column.step()) {
        table.columns.push_back("\"" + column.text(1) + "\"");
        if (column.integer(5) == 0) continue;
        table.key += (table.key.empty() ? "" : ", ") + table.columns.back();
      }
      made.tables.push_back(std::move(table));
    }
  }
  made.bytes = read_bytes(path);
  return made;
}

class Input {
 public:
  Input(const std::uint8_t* data, std::size_t size) : rest_(as_text(data, size)) {}

  bool empty() const { return rest_.empty(); }
  /// Zeros behind the end.
  template <class T>
  T get() {
    T value{};
    const std::size_t count = std::min(sizeof(T), rest_.size());
    if (count > 0) std::memcpy(&value, rest_.data(), count);  // no input has no data either
    rest_.remove_prefix(count);
    return value;
  }
  std::string_view bytes(std::size_t count) {
    const std::string_view taken = rest_.substr(0, count);
    rest_.remove_prefix(taken.size());
    return taken;
  }

 private:
  std::string_view rest_;
};

/// "WHERE key = (that of row N)".
std::string where_row(const Table& table, std::uint8_t row) {
  return " WHERE (" + table.key + ") = (SELECT " + table.key + " FROM " + table.name +
         " LIMIT 1 OFFSET " + std::to_string(row % 8) + ")";
}

void change_cell(SqliteFile& file, const Table& table, Input& input) {
  const auto row = input.get<std::uint8_t>();
  const std::string& column = table.columns[input.get<std::uint8_t>() % table.columns.size()];
  const std::string begin = "UPDATE " + table.name + " SET " + column + " = ";
  const std::string end = where_row(table, row);
  switch (input.get<std::uint8_t>() % 6) {
    case 0:
      file.prepare(begin + std::to_string(input.get<std::int8_t>()) + end).run();
      break;
    case 1:
      file.prepare(begin + "?" + end).bind(input.get<std::uint64_t>()).run();
      break;
    case 2:
      file.prepare(begin + "?" + end).bind(input.get<double>()).run();
      break;
    case 3:
      file.prepare(begin + "?" + end).bind(input.bytes(input.get<std::uint8_t>())).run();
      break;
    case 4:
      file.prepare(begin + "NULL" + end).run();
      break;
    default:
      file.prepare(begin + "CAST(? AS BLOB)" + end)
          .bind(input.bytes(input.get<std::uint8_t>()))
          .run();
  }
}

void change_table(SqliteFile& file, const std::vector<Table>& tables, Input& input) {
  const Table& table = tables[input.get<std::uint8_t>() % tables.size()];
  switch (input.get<std::uint8_t>() % 8) {
    case 0:
      file.prepare("DELETE FROM " + table.name + where_row(table, input.get<std::uint8_t>())).run();
      break;
    case 1:
      file.prepare("DELETE FROM " + table.name).run();
      break;
    case 2:
      file.prepare("DROP TABLE " + table.name).run();
      break;
    default:
      change_cell(file, table, input);
  }
}

void change_bytes(std::string& bytes, Input& input) {
  const std::size_t at = input.get<std::uint32_t>() % (bytes.size() + 1);
  const auto what = input.get<std::uint8_t>();
  if (what == 0xff) {
    bytes.resize(at);
    return;
  }
  const std::string_view fresh = input.bytes(what % 16 + 1);
  bytes.replace(at, std::min(fresh.size(), bytes.size() - at), fresh);
}

/// Changes by SQL first: nothing of it works on bytes that are changed already.
void write_changed(const Template& from, const std::string& path, Input input) {
  std::ofstream(path, std::ios::binary) << from.bytes;
  const unsigned changes = input.get<std::uint8_t>() % kMaxChanges;
  {
    SqliteFile file;
    if (changes > 0)
      require(!file.open(path, SqliteAccess::write), "the fuzzer can open its store");
    for (unsigned k = 0; k < changes && !input.empty(); ++k) {
      try {
        change_table(file, from.tables, input);
      } catch (const std::runtime_error&) {  // a constraint, or a table that is gone
      }
    }
  }
  if (input.empty()) return;
  std::string bytes = read_bytes(path);
  for (unsigned k = 0; k < kMaxChanges && !input.empty(); ++k) change_bytes(bytes, input);
  std::ofstream(path, std::ios::binary) << bytes;
}

void require_adds_up(const CampaignResult& result) {
  for (const CampaignRow& row : result.rows) require(adds_up(row), "a row that is taken adds up");
  require(nlohmann::json::accept(campaign_json(result)), "what is printed is JSON");
}

void take(const std::string& path, const std::string& merged) {
  {
    const auto store = Store::open(path);
    if (!store.ok()) {
      require_one_line(store.reason(), path + ": ");
      return;
    }
    require_adds_up(store.value()->result());
  }
  const auto record = read_record(path);
  if (record.ok()) {
    require_adds_up(record.value().result);
  } else {
    require_one_line(record.reason(), path + ": ");
  }
  if (const auto result = merge_stores(merged, {path}); !result.ok()) {
    require(result.reason().find('\n') == std::string::npos, "a refusal is one line");
    return;
  }
  const auto store = Store::open(merged);
  require(store.ok(), "what was merged is a store");
  require_adds_up(store.value()->result());
}

}  // namespace
}  // namespace touchstone

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace touchstone;  // NOLINT(google-build-using-namespace): an entry point of C
  static const Folder kFolder;
  static const Template kTemplate = make_template(kFolder.path("template"));
  kFolder.clear();
  try {
    write_changed(kTemplate, kFolder.path("store"), Input(data, size));
    take(kFolder.path("store"), kFolder.path("merged"));
  } catch (const std::exception& error) {
    require(false, std::string("a store is taken or refused, and throws nothing: ") + error.what());
  }
  return 0;
}
