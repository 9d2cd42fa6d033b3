// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/text_table.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <numeric>
#include <utility>

#include "reports/terminal.hpp"

namespace touchstone {

std::string wrong_text(const std::string& text) {
  static const bool coloured = shows_colour(STDOUT_FILENO);
  return coloured ? "\033[31m" + text + "\033[0m" : text;
}

TextTable::TextTable(std::vector<std::string> header, std::size_t left)
    : header_(std::move(header)), left_(left) {}

void TextTable::add(std::vector<std::string> row, const std::vector<std::size_t>& wrong) {
  wrong_.emplace_back(row.size(), false);
  for (const std::size_t column : wrong) wrong_.back()[column] = true;
  rows_.push_back(std::move(row));
}

void TextTable::add_rule() {
  if (!rows_.empty() && !rows_.back().empty()) add({});
}

namespace {

/// A header "timed\nout" takes two lines; single words stand on the second.
std::array<std::string, 2> header_lines(const std::string& header) {
  const auto at = header.find('\n');
  if (at == std::string::npos) return {"", header};
  return {header.substr(0, at), header.substr(at + 1)};
}

/// "un-\nsolved" is "unsolved", "drift\nJ" is "drift J".
std::string header_word(const std::string& header) {
  auto [above, below] = header_lines(header);
  if (above.empty()) return below;
  if (above.back() != '-') return above + " " + below;
  above.pop_back();
  return above + below;
}

/// "drift: total energy, end minus start [J]"
std::string explained(const FieldText& column) {
  const std::string unit = column.unit.empty() ? "" : " [" + std::string(column.unit) + "]";
  return column_name(column) + ": " + std::string(column.meaning) + unit + "\n";
}

}  // namespace

std::string column_name(const FieldText& column) {
  std::string name = header_word(std::string(column.title));
  const std::string unit = " " + std::string(column.unit);
  if (name.ends_with(unit)) name.resize(name.size() - unit.size());
  return name;
}

std::size_t TextTable::column(std::string_view name) const {
  const auto found = std::find_if(columns_.begin(), columns_.end(), [name](const FieldText& text) {
    return column_name(text) == name;
  });
  assert(found != columns_.end());
  return static_cast<std::size_t>(found - columns_.begin());
}

std::vector<std::size_t> TextTable::not_kept() const {
  std::vector<std::size_t> numbers;
  for (std::size_t k = columns_.size(); k-- > 0;) {
    if (!columns_[k].is_kept) numbers.push_back(k);
  }
  return numbers;
}

std::vector<std::size_t> TextTable::widths() const {
  std::vector<std::size_t> width(header_.size());
  for (std::size_t k = 0; k < header_.size(); ++k) {
    const auto [above, below] = header_lines(header_[k]);
    width[k] = std::max(above.size(), below.size());
    for (const auto& row : rows_) {
      if (!row.empty()) width[k] = std::max(width[k], row[k].size());
    }
  }
  return width;
}

std::string TextTable::shown(std::size_t row, std::size_t column) const {
  const std::string& text = rows_[row][column];
  return wrong_[row][column] ? wrong_text(text) : text;
}

template <class Shown>
std::string TextTable::line_text(const std::vector<std::size_t>& columns,
                                 const std::vector<std::size_t>& width,
                                 const std::vector<std::string>& row,
                                 const Shown& shown_cell) const {
  std::string line;
  for (const std::size_t k : columns) {
    const std::string pad(width[k] - row[k].size(), ' ');
    line += k == columns.front() ? "" : "  ";
    line += k < left_ ? shown_cell(k) + pad : pad + shown_cell(k);
  }
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

namespace {

std::string rule_below(const std::vector<std::size_t>& columns,
                       const std::vector<std::size_t>& width) {
  std::size_t total = columns.empty() ? 0 : 2 * (columns.size() - 1);
  for (const std::size_t k : columns) total += width[k];
  return std::string(total, '-') + "\n";
}

}  // namespace

std::string TextTable::header_text(const std::vector<std::size_t>& columns,
                                   const std::vector<std::size_t>& width) const {
  std::vector<std::string> above(header_.size());
  std::vector<std::string> below(header_.size());
  bool two_lines = false;
  for (const std::size_t k : columns) {
    const auto lines = header_lines(header_[k]);
    above[k] = lines[0];
    below[k] = lines[1];
    two_lines = two_lines || !above[k].empty();
  }
  std::string out;
  if (two_lines) out += line_text(columns, width, above, [&](std::size_t k) { return above[k]; });
  out += line_text(columns, width, below, [&](std::size_t k) { return below[k]; });
  return out + rule_below(columns, width);
}

std::string TextTable::rows_text(const std::vector<std::size_t>& columns,
                                 const std::vector<std::size_t>& width) const {
  std::string out;
  for (std::size_t k = 0; k < rows_.size(); ++k) {
    if (!rows_[k].empty()) {
      out +=
          line_text(columns, width, rows_[k], [&](std::size_t column) { return shown(k, column); });
    } else if (k + 1 < rows_.size()) {
      out += rule_below(columns, width);
    }
  }
  return out;
}

std::string TextTable::text_of(const std::vector<std::size_t>& columns) const {
  const std::vector<std::size_t> width = widths();
  return header_text(columns, width) + rows_text(columns, width);
}

std::string TextTable::next_rows(const std::vector<std::size_t>& least) {
  const bool first = given_.empty();
  std::vector<std::size_t> columns(header_.size());
  std::iota(columns.begin(), columns.end(), std::size_t{0});
  const std::vector<std::size_t> width = widths();
  if (first) given_ = least;
  for (std::size_t k = 0; k < width.size(); ++k) given_[k] = std::max(given_[k], width[k]);
  const std::string text = (first ? header_text(columns, given_) : "") + rows_text(columns, given_);
  rows_.clear();
  wrong_.clear();
  return text;
}

std::string TextTable::blocks() const {
  std::size_t longest = 0;
  for (const std::string& header : header_) {
    longest = std::max(longest, header_word(header).size());
  }
  std::string out;
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    const std::vector<std::string>& row = rows_[r];
    if (row.empty()) continue;
    // A row without its first cells goes on with the block above.
    if (!out.empty() && !row.front().empty()) out += "\n";
    for (std::size_t k = 0; k < row.size(); ++k) {
      if (row[k].empty()) continue;
      const std::string word = header_word(header_[k]);
      out += word + std::string(longest - word.size() + 2, ' ') + shown(r, k) + "\n";
    }
  }
  return out;
}

std::string TextTable::text() const { return fitted(std::nullopt, {}); }

std::size_t TextTable::dropped(std::size_t room, const std::vector<std::size_t>& expendable) const {
  const std::vector<std::size_t> width = widths();
  std::size_t total = std::accumulate(width.begin(), width.end(), 2 * (width.size() - 1));
  std::size_t count = 0;
  while (total > room && count < expendable.size()) total -= width[expendable[count++]] + 2;
  return total > room ? kNoTable : count;
}

std::string TextTable::legend(std::optional<std::size_t> room, std::size_t from) const {
  std::vector<std::size_t> hidden = not_kept();
  const std::size_t count = room ? dropped(*room, hidden) : 0;
  hidden.resize(count == kNoTable ? 0 : count);
  std::string text;
  for (std::size_t k = from; k < columns_.size(); ++k) {
    if (std::find(hidden.begin(), hidden.end(), k) != hidden.end()) continue;
    text += explained(columns_[k]);
  }
  return text;
}

std::string TextTable::fitted(std::optional<std::size_t> room,
                              const std::vector<std::size_t>& expendable) const {
  std::vector<std::size_t> columns(header_.size());
  std::iota(columns.begin(), columns.end(), std::size_t{0});
  if (!room) return text_of(columns);
  const std::size_t count = dropped(*room, expendable);
  if (count == kNoTable) return blocks();
  for (std::size_t k = 0; k < count; ++k) std::erase(columns, expendable[k]);
  std::string text = text_of(columns);
  if (count == 0) return text;
  std::string line = "not shown in " + std::to_string(*room) + " columns: ";
  for (std::size_t k = 0; k < count; ++k) {
    const std::string word = header_word(header_[expendable[k]]) + (k + 1 == count ? "" : ", ");
    if (line.size() + word.size() > *room) {
      line.pop_back();  // the space behind the comma
      text += std::exchange(line, "  ") + "\n";
    }
    line += word;
  }
  return text + line + "\n";
}

}  // namespace touchstone
