// SPDX-License-Identifier: GPL-3.0-or-later
// What every command shares towards the person or program that called it: exit codes, the one line
// of complaint, JSON output, and tables.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "geometry/result.hpp"

namespace touchstone {

inline constexpr int kExitAsExpected = 0;
inline constexpr int kExitJudgedWrong = 1;
inline constexpr int kExitBadInput = 2;
inline constexpr int kExitHarnessFailed = 3;

/// Prints "touchstone: MESSAGE" as exactly one line on standard error, whatever the message holds,
/// and returns `exit_code`.
int complain(std::string_view message, int exit_code);

/// Prints "touchstone: note: MESSAGE", likewise: what does not stop the command.
void remark(std::string_view message);

/// Said of a record of an earlier schema, wherever its counts are shown.
inline constexpr const char* kCountsNoMissing =
    "a record of an earlier schema version, which counted answers without a promised normal or "
    "witness points as right: none is missing\n";

/// Where --json goes: nowhere, standard output, or a file that is opened before the work starts and
/// replaced after it. Nothing is left of a file that was made and never written.
class JsonOutput {
 public:
  /// Nothing: no JSON wanted; "" or "-": standard output.
  static Result<JsonOutput> open(const std::optional<std::string>& path);

  JsonOutput(JsonOutput&& other) noexcept;
  JsonOutput& operator=(JsonOutput&& other) noexcept;
  JsonOutput(const JsonOutput&) = delete;
  JsonOutput& operator=(const JsonOutput&) = delete;
  ~JsonOutput();

  bool wanted() const { return !path_.empty(); }
  bool on_stdout() const { return path_ == "-"; }
  const std::string& path() const { return path_; }
  /// Replaces what the file held. Returns why it failed, or nothing.
  std::optional<Error> write(std::string_view text);

 private:
  JsonOutput() = default;
  std::string path_;
  int descriptor_ = -1;
  bool made_ = false;  ///< by this object, and nothing written to it yet
};

/// Writes text to a file at once. Returns why it failed, or nothing.
std::optional<Error> write_whole(int descriptor, std::string_view text, const std::string& name);

/// A table in plain text: the first `left` columns flush left, the others flush right. A header may
/// hold one newline.
class TextTable {
 public:
  TextTable(std::vector<std::string> header, std::size_t left);
  void add(std::vector<std::string> row);
  void add_rule();
  std::string text() const;

 private:
  std::vector<std::string> header_;
  std::size_t left_;
  std::vector<std::vector<std::string>> rows_;  ///< an empty row is a rule
};

/// Shortest text that reads back as the same double.
std::string exact_text(double x);
/// Three significant digits.
std::string short_text(double x);
/// "." for 0, so that what is not zero stands out.
std::string count_text(std::uint64_t n);
/// Percent rounded towards 0: 100 means all.
std::string percent_text(std::uint64_t part, std::uint64_t whole);
/// "0:07", "12:34", "1:02:03".
std::string time_text(double seconds);

}  // namespace touchstone
