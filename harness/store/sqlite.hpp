// SPDX-License-Identifier: GPL-3.0-or-later
// SQLite as values and exceptions: one connection, prepared statements. Serves store*.cpp only.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "geometry/hash.hpp"

struct sqlite3;
struct sqlite3_stmt;

namespace touchstone {

/// A file that holds what its writer cannot have written. The file's fault, not the harness's: the
/// user is told "FILE: is damaged: WHAT", and that is refused input.
class DamagedFile : public std::runtime_error {
 public:
  DamagedFile(const std::string& path, const std::string& what);
};

/// What SQLite complains of; `code` is its primary result code.
struct SqliteError {
  int code = 0;
  std::string reason;
};

class SqliteStatement;

enum class SqliteAccess {
  make,       ///< to read and write; made where there is none
  write,      ///< to read and write
  read_only,  ///< for a file in a read-only place, which must not change while it is open
};

/// `path` in the form that SQLite takes for a file name, whatever it is: "file:..." and ":memory:".
std::string sqlite_path(const std::string& path, SqliteAccess access);

/// Throws std::bad_alloc where memory runs out, DamagedFile where the file is to blame, and
/// HarnessError, naming the file, where anything else fails, unless a function says otherwise. One
/// thread at a time.
class SqliteFile {
 public:
  SqliteFile() = default;
  ~SqliteFile();
  SqliteFile(SqliteFile&& other) noexcept;
  SqliteFile& operator=(SqliteFile&& other) noexcept;
  SqliteFile(const SqliteFile&) = delete;
  SqliteFile& operator=(const SqliteFile&) = delete;

  /// Opens the file. Reads nothing yet.
  std::optional<SqliteError> open(const std::string& path, SqliteAccess access);
  /// Runs statements without results; the complaint, or nothing.
  std::optional<SqliteError> attempt(const std::string& sql);
  void run(const std::string& sql);
  SqliteStatement prepare(std::string_view sql);

  const std::string& path() const { return path_; }
  /// Sets the name by which messages call the file.
  void show_as(const std::string& name) { shown_ = name; }
  [[noreturn]] void fail(int code) const;
  /// For what SQLite takes and a store cannot hold.
  [[noreturn]] void damaged(const std::string& what) const;

 private:
  std::string reason(int code) const;
  const std::string& name() const { return shown_.empty() ? path_ : shown_; }

  std::string path_;
  std::string shown_;  ///< name in messages; empty: `path_`
  sqlite3* handle_ = nullptr;
};

/// FNV-1a over values of SQLite, their types included.
class SqliteChecksum {
 public:
  void add(std::int64_t value);
  void add(double value);  ///< NaN as NULL
  void add(std::string_view value);
  std::uint64_t value() const { return value_; }

 private:
  void add_bytes(char type, std::string_view bytes);
  std::uint64_t value_ = kHashStart;
};

/// Parameters are numbered from 1, columns from 0.
class SqliteStatement {
 public:
  SqliteStatement(SqliteFile& file, sqlite3_stmt* statement) : file_(&file), handle_(statement) {}
  ~SqliteStatement();
  SqliteStatement(const SqliteStatement&) = delete;
  SqliteStatement& operator=(const SqliteStatement&) = delete;

  /// The next parameter; an infinity is kept, a NaN becomes NULL.
  SqliteStatement& bind(std::uint64_t value);
  SqliteStatement& bind(double value);
  SqliteStatement& bind(std::string_view value);

  /// Whether there is another row.
  bool step();
  /// Runs a statement that has no rows; it can then be bound again.
  void run();
  /// Runs a statement with the checksum of its bound values and of `owner`, to which the row
  /// belongs, as the last parameter.
  void run_sealed(std::uint64_t owner);
  /// Throws DamagedFile where column `count` is not the checksum of the columns before it and of
  /// `owner`.
  void require_seal(int count, std::uint64_t owner) const;

  /// SQLite keeps any type in any column: a value of another one than is asked for is damage.
  std::uint64_t integer(int column) const;
  /// An integer that is not negative and, where there is a limit, below it.
  std::uint64_t index(int column, std::uint64_t limit) const;
  std::uint64_t count(int column) const;
  /// NaN where the column is NULL.
  double real(int column) const;
  /// A finite number that is not negative.
  double size(int column) const;
  bool flag(int column) const;
  std::string text(int column) const;

  [[noreturn]] void refuse(int column, const std::string& rule) const;

 private:
  void require_type(int column, int type, const char* name) const;
  void check(int code) const;

  SqliteFile* file_;
  sqlite3_stmt* handle_;
  int bound_ = 0;
  SqliteChecksum checksum_;  ///< checksum of the values bound since the last run
};

/// What is done between construction and commit() is done as a whole or not at all.
class SqliteTransaction {
 public:
  explicit SqliteTransaction(SqliteFile& file) : file_(&file) { file.run("BEGIN IMMEDIATE"); }
  ~SqliteTransaction() {
    if (file_ != nullptr) file_->attempt("ROLLBACK");
  }
  SqliteTransaction(const SqliteTransaction&) = delete;
  SqliteTransaction& operator=(const SqliteTransaction&) = delete;

  void commit() {
    file_->run("COMMIT");
    file_ = nullptr;
  }

 private:
  SqliteFile* file_;
};

}  // namespace touchstone
