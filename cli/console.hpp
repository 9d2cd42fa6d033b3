// SPDX-License-Identifier: GPL-3.0-or-later
// What every command shares towards the person or program that called it: exit codes, the one line
// of complaint, tables and numbers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/output_file.hpp"
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

/// The text in red where standard output shows colours: beside the word or number that says that
/// it is wrong, never instead of it.
std::string wrong_text(const std::string& text);

/// A table in plain text: the first `left` columns flush left, the others flush right. A header may
/// hold one newline.
class TextTable {
 public:
  TextTable(std::vector<std::string> header, std::size_t left);
  /// `wrong`: numbers of the columns whose cells say that something is wrong.
  void add(std::vector<std::string> row, const std::vector<std::size_t>& wrong = {});
  void add_rule();
  std::string text() const;
  /// The same within so many columns of the terminal: without as many of `expendable` (numbers of
  /// columns, the first goes first) as it takes, which a line below names. Where that is not
  /// enough, a block for each row.
  std::string fitted(std::optional<std::size_t> room,
                     const std::vector<std::size_t>& expendable) const;
  /// How many of `expendable` fitted() leaves out.
  std::size_t hidden(std::optional<std::size_t> room,
                     const std::vector<std::size_t>& expendable) const;

 private:
  /// Of the widest cell of each column.
  std::vector<std::size_t> widths() const;
  /// The cell as it is printed, whose width is that of its text.
  std::string shown(std::size_t row, std::size_t column) const;
  /// How many of `expendable` have to go; kNoTable where that is not enough.
  static constexpr std::size_t kNoTable = static_cast<std::size_t>(-1);
  std::size_t dropped(std::size_t room, const std::vector<std::size_t>& expendable) const;
  std::string text_of(const std::vector<std::size_t>& columns) const;
  std::string blocks() const;

  std::vector<std::string> header_;
  std::size_t left_;
  std::vector<std::vector<std::string>> rows_;  ///< an empty row is a rule
  std::vector<std::vector<bool>> wrong_;        ///< of each cell of each row
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
/// "0:07 with 2 threads".
std::string elapsed_text(double seconds, int threads);

}  // namespace touchstone
