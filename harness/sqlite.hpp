// SPDX-License-Identifier: GPL-3.0-or-later
// SQLite as values and exceptions: one connection, prepared statements. Serves store*.cpp only.
#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace touchstone {

/// What SQLite complains of; `code` is its primary result code.
struct SqliteError {
  int code = SQLITE_OK;
  std::string reason;
};

class SqliteStatement;

/// Throws std::bad_alloc where memory runs out and HarnessError, naming the file, where anything
/// else fails, unless a function says otherwise. One thread at a time.
class SqliteFile {
 public:
  SqliteFile() = default;
  ~SqliteFile();
  SqliteFile(SqliteFile&& other) noexcept;
  SqliteFile& operator=(SqliteFile&& other) noexcept;
  SqliteFile(const SqliteFile&) = delete;
  SqliteFile& operator=(const SqliteFile&) = delete;

  /// Opens the file, making it where `create`. Reads nothing yet.
  std::optional<SqliteError> open(const std::string& path, bool create);
  /// Runs statements without results; the complaint, or nothing.
  std::optional<SqliteError> attempt(const std::string& sql);
  void run(const std::string& sql);
  SqliteStatement prepare(std::string_view sql);

  [[noreturn]] void fail(int code) const;

 private:
  std::string reason(int code) const;

  std::string path_;
  sqlite3* handle_ = nullptr;
};

/// Parameters are numbered from 1, columns from 0.
class SqliteStatement {
 public:
  SqliteStatement(SqliteFile& file, sqlite3_stmt* statement) : file_(&file), handle_(statement) {}
  ~SqliteStatement() { sqlite3_finalize(handle_); }
  SqliteStatement(const SqliteStatement&) = delete;
  SqliteStatement& operator=(const SqliteStatement&) = delete;

  /// The next parameter; an infinity is kept, a NaN becomes NULL.
  SqliteStatement& bind(std::uint64_t value);
  SqliteStatement& bind(double value);
  SqliteStatement& bind(std::string_view value);

  /// Whether there is another row.
  bool step();
  /// Runs a statement that has no rows, ready to be bound again.
  void run();

  std::uint64_t integer(int column) const;
  /// NaN where the column is NULL.
  double real(int column) const;
  std::string text(int column) const;

 private:
  void check(int code) const;

  SqliteFile* file_;
  sqlite3_stmt* handle_;
  int bound_ = 0;
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
