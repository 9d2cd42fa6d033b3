// SPDX-License-Identifier: GPL-3.0-or-later
// Tables in plain text.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "schema/record_fields.hpp"

namespace touchstone {

/// The text in red where standard output shows colours: beside the word or number that says that
/// it is wrong, never instead of it.
std::string wrong_text(const std::string& text);

/// What a header says, on one line and without the unit: "drift" of "drift\nJ".
std::string column_name(const FieldText& column);

/// A table in plain text: the first `left` columns flush left, the others flush right. A header may
/// hold one newline.
class TextTable {
 public:
  TextTable(std::vector<std::string> header, std::size_t left);
  /// A table of records as `fields` describes them, flush left up to the column with this name.
  template <class T>
  TextTable(const RecordFields<T>& fields, std::string_view last_left)
      : TextTable(fields.titles(), 0) {
    columns_ = fields.table_columns();
    left_ = column(last_left) + 1;
  }
  /// The number of the described column with this name.
  std::size_t column(std::string_view name) const;
  /// `wrong`: numbers of the columns whose cells say that something is wrong.
  void add(std::vector<std::string> row, const std::vector<std::size_t>& wrong = {});
  void add_rule();
  std::string text() const;
  /// The rows that were added since the last call, which the table forgets, below the header if
  /// there was none. A column is as wide as its widest cell so far, and at least as `least` says
  /// of each column [characters].
  std::string next_rows(const std::vector<std::size_t>& least);
  /// The table in at most `room` columns of the terminal. It leaves out as many of `expendable`
  /// (numbers of columns, the first goes first) as it takes, and names them in a line below. Where
  /// that is not enough, it is a block for each row.
  std::string fitted(std::optional<std::size_t> room,
                     const std::vector<std::size_t>& expendable) const;
  /// Leaves out described columns from the right, but for those that are kept.
  std::string fitted(std::optional<std::size_t> room) const { return fitted(room, not_kept()); }
  /// A line for each column that fitted(room) shows, from the column `from` on: what it means.
  std::string legend(std::optional<std::size_t> room, std::size_t from) const;

 private:
  std::vector<std::size_t> not_kept() const;  ///< numbers of these columns, from the right
  /// Width of each column: that of its widest cell, header included [characters].
  std::vector<std::size_t> widths() const;
  /// The cell as it is printed, whose width is that of its text.
  std::string shown(std::size_t row, std::size_t column) const;
  /// How many of `expendable` have to go; kNoTable where that is not enough.
  static constexpr std::size_t kNoTable = static_cast<std::size_t>(-1);
  std::size_t dropped(std::size_t room, const std::vector<std::size_t>& expendable) const;
  std::string text_of(const std::vector<std::size_t>& columns) const;
  /// The header and the rule below it.
  std::string header_text(const std::vector<std::size_t>& columns,
                          const std::vector<std::size_t>& width) const;
  std::string rows_text(const std::vector<std::size_t>& columns,
                        const std::vector<std::size_t>& width) const;
  template <class Shown>
  std::string line_text(const std::vector<std::size_t>& columns,
                        const std::vector<std::size_t>& width, const std::vector<std::string>& row,
                        const Shown& shown_cell) const;
  std::string blocks() const;

  std::vector<std::string> header_;
  std::vector<FieldText> columns_;  ///< their descriptions; else empty
  std::size_t left_;
  std::vector<std::vector<std::string>> rows_;  ///< an empty row is a rule
  std::vector<std::vector<bool>> wrong_;        ///< by row and column: whether the cell says wrong
  std::vector<std::size_t> given_;  ///< widths in what next_rows() has given; else empty
};

/// A table with a row for each record, flush left up to the column `last_left`; "" without any.
template <class T>
std::string table_text(const RecordFields<T>& fields, std::string_view last_left,
                       const std::vector<T>& records) {
  TextTable table(fields, last_left);
  for (const T& record : records) table.add(fields.cells(record));
  return records.empty() ? "" : table.text();
}

}  // namespace touchstone
