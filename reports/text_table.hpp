// SPDX-License-Identifier: GPL-3.0-or-later
// Tables in plain text.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace touchstone {

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
  /// The table in at most `room` columns of the terminal. It leaves out as many of `expendable`
  /// (numbers of columns, the first goes first) as it takes, and names them in a line below. Where
  /// that is not enough, it is a block for each row.
  std::string fitted(std::optional<std::size_t> room,
                     const std::vector<std::size_t>& expendable) const;
  /// How many of `expendable` fitted() leaves out.
  std::size_t hidden(std::optional<std::size_t> room,
                     const std::vector<std::size_t>& expendable) const;

 private:
  /// Width of each column: that of its widest cell, header included [characters].
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
  std::vector<std::vector<bool>> wrong_;        ///< by row and column: whether the cell says wrong
};

}  // namespace touchstone
