// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/store/store_schema.hpp"

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <system_error>
#include <vector>

#include "harness/campaign/row_fields.hpp"
#include "schema/json_text.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kApplicationId = 0x54537431;  // "TSt1": how file(1) and we know a store

constexpr std::uint64_t kStoreVersion = 15;  ///< the only one that is read and written

/// docs/store.md describes the tables. Without rowids they hold nothing but what is written, in the
/// order of their keys.
struct Table {
  const char* name;
  std::string sql;
};

std::string tally_columns_sql() {
  std::string sql = "(source INTEGER NOT NULL, chunk INTEGER NOT NULL, metric INTEGER NOT NULL";
  for (const RowField& field : kRowFields) {
    sql += ", " + std::string(field.column) + " INTEGER NOT NULL";
  }
  for (const char* error : {"error_abs", "error_rel_size"}) {
    sql += ", " + std::string(error) + "_count INTEGER NOT NULL";
    for (const char* part : {"_min", "_max", "_mean", "_squares"}) {
      sql += ", " + std::string(error) + part + " REAL";
    }
  }
  return sql + R"(, ulp_histogram TEXT NOT NULL, worst TEXT NOT NULL,
  why_not_applicable TEXT NOT NULL, solved_again INTEGER NOT NULL, error_histogram TEXT NOT NULL,
  degeneracy TEXT NOT NULL, certified INTEGER NOT NULL, by_oracle INTEGER NOT NULL,
  uncertified INTEGER NOT NULL, first_uncertified TEXT NOT NULL, checksum INTEGER NOT NULL,
  PRIMARY KEY(source, chunk, metric)) WITHOUT ROWID)";
}

std::vector<Table> tables() {
  std::vector<Table> made = {
      {"campaign", "(key TEXT PRIMARY KEY, value) WITHOUT ROWID"},
      {"metric",
       R"((position INTEGER PRIMARY KEY, name TEXT NOT NULL, claims_exact INTEGER NOT NULL,
  own_tolerance REAL NOT NULL, fingerprint TEXT NOT NULL))"},
      {"source", R"((position INTEGER PRIMARY KEY, name TEXT NOT NULL, "group" TEXT NOT NULL,
  path TEXT NOT NULL, cases INTEGER NOT NULL, chunk_cases INTEGER NOT NULL, metrics TEXT NOT NULL,
  fingerprint TEXT NOT NULL))"},
      {"not_run", "(position INTEGER PRIMARY KEY, line TEXT NOT NULL)"},
      {"failure",
       R"((source INTEGER NOT NULL, metric INTEGER NOT NULL, case_index INTEGER NOT NULL,
  id TEXT NOT NULL, word TEXT NOT NULL, error REAL, answer TEXT NOT NULL, truth TEXT NOT NULL,
  checksum INTEGER NOT NULL, PRIMARY KEY(source, metric, case_index)) WITHOUT ROWID)"},
      {"tally", tally_columns_sql()}};
  for (Table& table : made) table.sql = std::string("CREATE TABLE ") + table.name + table.sql;
  return made;
}

/// Only our tables as we make them: another type of column, a view or a trigger could do anything.
void require_tables(SqliteFile& file) {
  std::size_t found = 0;
  const std::vector<Table> wanted = tables();
  SqliteStatement row = file.prepare("SELECT name, sql FROM sqlite_schema");
  while (row.step()) {
    const std::string name = row.text(0);
    const auto table =
        std::find_if(wanted.begin(), wanted.end(), [&](const Table& t) { return t.name == name; });
    if (table == wanted.end()) file.damaged("holds " + name + ", which is not part of a store");
    if (row.text(1) != table->sql) file.damaged("the table " + name + " is not as it is made");
    ++found;
  }
  if (found != wanted.size()) file.damaged("a table is missing");
}

std::uint64_t pragma(SqliteFile& file, const std::string& name) {
  SqliteStatement query = file.prepare("PRAGMA " + name);
  return query.step() ? query.integer(0) : 0;
}

/// The journal of a store there, or in the folder where it will be.
std::string_view journal_of(const std::string& path) {
  struct statfs place {};
  const std::string folder = std::filesystem::path(path).parent_path().string();
  const bool known = ::statfs(path.c_str(), &place) == 0 ||
                     ::statfs(folder.empty() ? "." : folder.c_str(), &place) == 0;
  return known ? journal_mode(place.f_type) : "WAL";
}

bool has_tables(SqliteFile& file) {
  SqliteStatement query = file.prepare("SELECT count(*) FROM sqlite_schema");
  return query.step() && query.integer(0) > 0;
}

}  // namespace

std::string shard_text(const Shard& shard) {
  return std::to_string(shard.index) + "/" + std::to_string(shard.count);
}

std::optional<std::string> why_not_writable(const std::string& path) {
  const auto refused = [](const std::filesystem::path& name, int rights) {
    return ::faccessat(AT_FDCWD, name.c_str(), rights, AT_EACCESS) != 0;
  };
  std::error_code unknown;
  // SQLite keeps the log beside the file itself, not beside a link to it.
  const auto whole = std::filesystem::weakly_canonical(path, unknown);
  const auto folder = whole.parent_path();
  const bool there = ::access(path.c_str(), F_OK) == 0;
  if (!(there && refused(path, W_OK)) && !refused(folder.empty() ? "." : folder, W_OK | X_OK)) {
    return std::nullopt;
  }
  return std::generic_category().message(errno);
}

std::string_view journal_mode(std::int64_t file_system) {
  // statfs(2). Every FUSE is among them: it does not say what is behind it.
  constexpr std::array<std::int64_t, 11> kOfNetworks = {
      0x6969,                              // NFS
      0x0BD00BD0,                          // Lustre
      0x65735546,                          // FUSE
      0x517B,     0xFE534D42, 0xFF534D42,  // SMB, SMB 2, CIFS
      0x47504653,                          // GPFS
      0x00C36400,                          // Ceph
      0x19830326,                          // BeeGFS
      0x01021997,                          // 9P
      0x5346414F,                          // AFS
  };
  // Some systems give the type as a signed number of 32 bits.
  const auto type = file_system & 0xFFFFFFFF;
  const bool remote = std::find(kOfNetworks.begin(), kOfNetworks.end(), type) != kOfNetworks.end();
  return remote ? "DELETE" : "WAL";
}

Result<SqliteAccess> access_to_read(const std::string& path, StoreUse use) {
  if (use == StoreUse::copy) return SqliteAccess::read_only;
  const auto why = why_not_writable(path);
  if (!why) return SqliteAccess::write;
  if (::faccessat(AT_FDCWD, path.c_str(), R_OK, AT_EACCESS) != 0) {
    return Error{path +
                 ": cannot be opened for reading: " + std::generic_category().message(errno)};
  }
  struct stat log {};
  if (::stat((path + "-wal").c_str(), &log) == 0 && log.st_size > 0) {
    return Error{path + ": in use by another process, or interrupted: what is in " + path +
                 "-wal is put back by whoever may write here (" + *why + ")"};
  }
  return SqliteAccess::read_only;
}

Result<StoreState> open_store_file(SqliteFile& file, const std::string& path, SqliteAccess access) {
  if (access == SqliteAccess::make) {
    if (const auto why = why_not_writable(path)) {
      return Error{path + ": cannot write here: " + *why};
    }
  }
  if (const auto error = file.open(path, access)) return Error{error->reason};
  const bool alone = access != SqliteAccess::read_only;
  const std::string journal(journal_of(path));
  // One process at a time, to read or to write: then SQLite needs no shared memory beside the file,
  // for which a full disk has no room. A journal other than WAL is safe only if it is synchronous.
  for (const std::string& sql :
       {std::string("PRAGMA locking_mode = EXCLUSIVE"), "PRAGMA journal_mode = " + journal,
        std::string("BEGIN EXCLUSIVE"), std::string("COMMIT"),
        std::string("PRAGMA synchronous = ") + (journal == "WAL" ? "NORMAL" : "FULL")}) {
    const auto error = alone ? file.attempt(sql) : std::nullopt;
    if (!error) continue;
    if (error->code == SQLITE_BUSY) return Error{path + ": in use by another process"};
    if (error->code == SQLITE_NOTADB) return Error{path + ": is not a store of Touchstone"};
    if (error->code == SQLITE_FULL) file.fail(error->code);
    if (error->code == SQLITE_CORRUPT) file.damaged("not even its tables can be read");
    return Error{error->reason};
  }
  if (const auto error = file.attempt("PRAGMA trusted_schema = OFF")) return Error{error->reason};
  if (!has_tables(file)) return StoreState::empty;
  if (pragma(file, "application_id") != kApplicationId) {
    return Error{path + ": is not a store of Touchstone"};
  }
  const std::uint64_t version = pragma(file, "user_version");
  if (version != kStoreVersion) {
    return Error{path + ": a store of version " + std::to_string(version) +
                 ", and this program knows version " + std::to_string(kStoreVersion) + " alone"};
  }
  require_tables(file);
  return StoreState::filled;
}

Result<CampaignDescription> open_described(SqliteFile& file, const std::string& path,
                                           StoreUse use) {
  if (!store_exists(path)) return Error{path + ": there is no such store"};
  const auto access = access_to_read(path, use);
  if (!access) return access.error();
  const auto state = open_store_file(file, path, access.value());
  if (!state) return state.error();
  if (state.value() == StoreState::empty) return Error{path + ": there is no campaign in it"};
  return read_description(file);
}

bool synchronise(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return false;
  const bool synchronised = ::fsync(descriptor) == 0;
  ::close(descriptor);
  return synchronised;
}

void write_description(SqliteFile& file, const CampaignDescription& d) {
  SqliteTransaction transaction(file);
  file.run("PRAGMA application_id = " + std::to_string(kApplicationId));
  file.run("PRAGMA user_version = " + std::to_string(kStoreVersion));
  for (const Table& table : tables()) file.run(table.sql);
  SqliteStatement put = file.prepare("INSERT INTO campaign VALUES(?, ?)");
  const auto add = [&put](std::string_view key, const auto& value) {
    put.bind(key).bind(value).run();
  };
  add("seed", d.seed);
  add("tolerance", d.tolerance);
  add("default_sizes", std::uint64_t{d.default_sizes ? 1U : 0U});
  add("query_limit_s", d.query_limit_s);
  add("wall_limit_s", d.wall_limit_s);
  add("memory_limit_bytes", d.memory_limit_bytes);
  add("in_process", std::uint64_t{d.in_process ? 1U : 0U});
  add("versions", std::string_view(d.versions));
  add("shard_index", d.shard.index);
  add("shard_count", d.shard.count);
  add("certify", std::uint64_t{d.certify ? 1U : 0U});
  add("degeneracy", std::uint64_t{d.degeneracy ? 1U : 0U});
  add("checksum", description_checksum(d));
  SqliteStatement metric = file.prepare("INSERT INTO metric VALUES(?, ?, ?, ?, ?)");
  for (std::size_t k = 0; k < d.metrics.size(); ++k) {
    metric.bind(std::uint64_t{k})
        .bind(std::string_view(d.metrics[k].name))
        .bind(std::uint64_t{d.metrics[k].claims_exact ? 1U : 0U})
        .bind(d.metrics[k].own_tolerance)
        .bind(std::string_view(d.metrics[k].fingerprint))
        .run();
  }
  SqliteStatement source = file.prepare("INSERT INTO source VALUES(?, ?, ?, ?, ?, ?, ?, ?)");
  for (std::size_t k = 0; k < d.sources.size(); ++k) {
    const SourceEntry& s = d.sources[k];
    const std::string metrics = json_row(json_items(s.metrics, json_count));
    source.bind(std::uint64_t{k})
        .bind(std::string_view(s.name))
        .bind(std::string_view(s.group))
        .bind(std::string_view(s.path))
        .bind(s.cases)
        .bind(s.chunk_cases)
        .bind(std::string_view(metrics))
        .bind(std::string_view(s.fingerprint))
        .run();
  }
  SqliteStatement line = file.prepare("INSERT INTO not_run VALUES(?, ?)");
  for (std::size_t k = 0; k < d.not_run.size(); ++k) {
    line.bind(std::uint64_t{k}).bind(std::string_view(d.not_run[k])).run();
  }
  transaction.commit();
}

}  // namespace touchstone
