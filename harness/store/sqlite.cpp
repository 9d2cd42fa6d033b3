// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/store/sqlite.hpp"

#include <sqlite3.h>

#include <array>
#include <bit>
#include <cctype>
#include <cerrno>
#include <cmath>
#include <limits>
#include <new>
#include <system_error>
#include <utility>

#include "harness/asking/run_outcome.hpp"

namespace touchstone {
namespace {

/// Codes that say something of the bytes in the file, given that our statements are right and that
/// the tables are ours: the rest is for the machine to answer.
bool blames_file(int code) {
  switch (code & 0xff) {
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
    case SQLITE_ERROR:
    case SQLITE_CONSTRAINT:
    case SQLITE_MISMATCH:
    case SQLITE_TOOBIG:
    case SQLITE_FORMAT:
    case SQLITE_SCHEMA:
      return true;
    default:
      return false;
  }
}

/// It may quote the file: no more than a line of it, and nothing that a terminal obeys.
std::string shortened(std::string what) {
  constexpr std::size_t kMax = 200;
  if (what.size() > kMax) what = what.substr(0, kMax) + "...";
  for (char& letter : what) {
    if (letter < 0x20 || letter > 0x7e) letter = '?';
  }
  return what;
}

}  // namespace

DamagedFile::DamagedFile(const std::string& path, const std::string& what)
    : std::runtime_error(path + ": is damaged: " + shortened(what)) {}

std::string sqlite_path(const std::string& path, SqliteAccess access) {
  const std::string name = !path.empty() && path.front() == '/' ? path : "./" + path;
  if (access != SqliteAccess::read_only) return name;
  // Only as a URI can it be told that there is no log to open and no lock to set.
  std::string uri = "file:";
  for (const char c : name) {
    const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '/' || c == '.';
    constexpr std::string_view kHex = "0123456789ABCDEF";
    const auto byte = static_cast<unsigned char>(c);
    if (plain) {
      uri += c;
    } else {
      uri += {'%', kHex[byte >> 4U], kHex[byte & 0xfU]};
    }
  }
  return uri + "?immutable=1";
}

SqliteFile::~SqliteFile() {
  if (handle_ != nullptr) sqlite3_close_v2(handle_);
}

SqliteFile::SqliteFile(SqliteFile&& other) noexcept
    : path_(std::move(other.path_)),
      shown_(std::move(other.shown_)),
      handle_(std::exchange(other.handle_, nullptr)) {}

SqliteFile& SqliteFile::operator=(SqliteFile&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(shown_, other.shown_);
  std::swap(handle_, other.handle_);
  return *this;
}

std::string SqliteFile::reason(int code) const {
  std::string text = name() + ": " + sqlite3_errstr(code);
  // What the system said is clearer than "disk I/O error".
  const int told = handle_ != nullptr ? sqlite3_system_errno(handle_) : 0;
  const int cause = told != 0 ? told : errno;
  const bool of_system = (code & 0xff) == SQLITE_IOERR || (code & 0xff) == SQLITE_CANTOPEN;
  if (of_system && cause != 0) text += ": " + std::generic_category().message(cause);
  return text;
}

void SqliteFile::fail(int code) const {
  if ((code & 0xff) == SQLITE_NOMEM) throw std::bad_alloc();
  if (blames_file(code)) damaged(sqlite3_errmsg(handle_));
  throw HarnessError(reason(code));
}

void SqliteFile::damaged(const std::string& what) const { throw DamagedFile(name(), what); }

std::optional<SqliteError> SqliteFile::open(const std::string& path, SqliteAccess access) {
  path_ = path;
  // With SQLITE_OPEN_URI files that are attached may be named by URIs, too; sqlite_path() never
  // begins with "file:" but where it means one.
  int flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI;
  flags |= access == SqliteAccess::read_only ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE;
  if (access == SqliteAccess::make) flags |= SQLITE_OPEN_CREATE;
  const int code = sqlite3_open_v2(sqlite_path(path, access).c_str(), &handle_, flags, nullptr);
  if (code == SQLITE_OK) return std::nullopt;
  return SqliteError{code & 0xff, reason(code)};
}

std::optional<SqliteError> SqliteFile::attempt(const std::string& sql) {
  const int code = sqlite3_exec(handle_, sql.c_str(), nullptr, nullptr, nullptr);
  if (code == SQLITE_OK) return std::nullopt;
  return SqliteError{code & 0xff, reason(sqlite3_extended_errcode(handle_))};
}

void SqliteFile::run(const std::string& sql) {
  if (attempt(sql)) fail(sqlite3_extended_errcode(handle_));
}

SqliteStatement SqliteFile::prepare(std::string_view sql) {
  sqlite3_stmt* statement = nullptr;
  const int code =
      sqlite3_prepare_v2(handle_, sql.data(), static_cast<int>(sql.size()), &statement, nullptr);
  if (code != SQLITE_OK) fail(sqlite3_extended_errcode(handle_));
  return {*this, statement};
}

void SqliteChecksum::add_bytes(char type, std::string_view bytes) {
  value_ = hash_text(bytes, hash_text({&type, 1}, value_));
}

void SqliteChecksum::add(std::int64_t value) {
  const auto bytes = std::bit_cast<std::array<char, sizeof(value)>>(value);
  add_bytes('i', {bytes.data(), bytes.size()});
}

void SqliteChecksum::add(double value) {
  if (std::isnan(value)) return add_bytes('n', {});
  // SQLite does not keep the sign of a zero.
  const auto bytes = std::bit_cast<std::array<char, sizeof(value)>>(value + 0.0);
  add_bytes('r', {bytes.data(), bytes.size()});
}

void SqliteChecksum::add(std::string_view value) { add_bytes('t', value); }

SqliteStatement::~SqliteStatement() { sqlite3_finalize(handle_); }

void SqliteStatement::check(int code) const {
  if (code != SQLITE_OK) file_->fail(code);
}

SqliteStatement& SqliteStatement::bind(std::uint64_t value) {
  // SQLite's integers are signed; the seed alone may need the last bit, and gets it back.
  check(sqlite3_bind_int64(handle_, ++bound_, std::bit_cast<std::int64_t>(value)));
  checksum_.add(std::bit_cast<std::int64_t>(value));
  return *this;
}

SqliteStatement& SqliteStatement::bind(double value) {
  check(sqlite3_bind_double(handle_, ++bound_, value));
  checksum_.add(value);
  return *this;
}

SqliteStatement& SqliteStatement::bind(std::string_view value) {
  // The caller's text lives until the statement has run.
  check(sqlite3_bind_text(handle_, ++bound_, value.data(), static_cast<int>(value.size()),
                          nullptr));  // SQLITE_STATIC, without its old-style cast
  checksum_.add(value);
  return *this;
}

bool SqliteStatement::step() {
  const int code = sqlite3_step(handle_);
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  file_->fail(code);
}

void SqliteStatement::run() {
  step();
  check(sqlite3_reset(handle_));
  bound_ = 0;
  checksum_ = {};
}

void SqliteStatement::run_sealed(std::uint64_t owner) {
  checksum_.add(std::bit_cast<std::int64_t>(owner));
  bind(checksum_.value());
  run();
}

void SqliteStatement::require_seal(int count, std::uint64_t owner) const {
  SqliteChecksum checksum;
  for (int k = 0; k < count; ++k) {
    switch (sqlite3_column_type(handle_, k)) {
      case SQLITE_INTEGER:
        checksum.add(std::int64_t{sqlite3_column_int64(handle_, k)});
        break;
      case SQLITE_TEXT:
        checksum.add(text(k));
        break;
      default:
        checksum.add(real(k));
    }
  }
  checksum.add(std::bit_cast<std::int64_t>(owner));
  if (integer(count) != checksum.value()) {
    refuse(count, "is not the checksum of its row and campaign");
  }
}

void SqliteStatement::refuse(int column, const std::string& rule) const {
  file_->damaged(std::string(sqlite3_column_name(handle_, column)) + ": " + rule);
}

void SqliteStatement::require_type(int column, int type, const char* name) const {
  if (sqlite3_column_type(handle_, column) != type) refuse(column, std::string("is not ") + name);
}

std::uint64_t SqliteStatement::integer(int column) const {
  require_type(column, SQLITE_INTEGER, "an integer");
  return std::bit_cast<std::uint64_t>(
      static_cast<std::int64_t>(sqlite3_column_int64(handle_, column)));
}

std::uint64_t SqliteStatement::index(int column, std::uint64_t limit) const {
  const std::uint64_t n = integer(column);
  if (n >= limit) refuse(column, "is not below " + std::to_string(limit));
  return n;
}

std::uint64_t SqliteStatement::count(int column) const {
  const std::uint64_t n = integer(column);
  if (std::bit_cast<std::int64_t>(n) < 0) refuse(column, "is negative");
  return n;
}

double SqliteStatement::real(int column) const {
  if (sqlite3_column_type(handle_, column) == SQLITE_NULL) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  require_type(column, SQLITE_FLOAT, "a real number");
  return sqlite3_column_double(handle_, column);
}

double SqliteStatement::size(int column) const {
  const double x = real(column);
  if (!(x >= 0) || !std::isfinite(x)) refuse(column, "is negative or not a number");
  return x;
}

bool SqliteStatement::flag(int column) const { return index(column, 2) == 1; }

std::string SqliteStatement::text(int column) const {
  require_type(column, SQLITE_TEXT, "text");
  // sqlite3_column_text gives UTF-8 whatever the file's encoding is.
  const void* bytes = sqlite3_column_text(handle_, column);
  const auto length = static_cast<std::size_t>(sqlite3_column_bytes(handle_, column));
  if (bytes == nullptr) file_->fail(SQLITE_NOMEM);
  return {static_cast<const char*>(bytes), length};
}

}  // namespace touchstone
