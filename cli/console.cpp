// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/console.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <utility>

#include "cli/terminal.hpp"

namespace touchstone {
namespace {

std::string one_line(std::string_view text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.remove_suffix(1);
  std::string line;
  for (const char c : text) {
    const bool control = static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
    if (!control) {
      line += c;
    } else if (!line.empty() && line.back() != ' ') {
      line += ' ';
    }
  }
  return line;
}

template <class... Arguments>
std::string printed(const char* format, Arguments... arguments) {
  std::array<char, 64> buffer{};
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): every format here is a literal of ours
  const int length = std::snprintf(buffer.data(), buffer.size(), format, arguments...);
  return {buffer.data(), static_cast<std::size_t>(std::max(length, 0))};
}

}  // namespace

int complain(std::string_view message, int exit_code) {
  const std::string line = "touchstone: " + one_line(message) + "\n";
  // Nothing can be done where standard error itself is closed.
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, line.data(), line.size());
  return exit_code;
}

void remark(std::string_view message) {
  complain("note: " + std::string(message), kExitAsExpected);
}

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

}  // namespace

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

std::string TextTable::text_of(const std::vector<std::size_t>& columns) const {
  const std::vector<std::size_t> width = widths();
  std::vector<std::string> above(header_.size());
  std::vector<std::string> below(header_.size());
  bool two_lines = false;
  std::size_t total = columns.empty() ? 0 : 2 * (columns.size() - 1);
  for (const std::size_t k : columns) {
    const auto lines = header_lines(header_[k]);
    above[k] = lines[0];
    below[k] = lines[1];
    two_lines = two_lines || !above[k].empty();
    total += width[k];
  }
  std::string out;
  const auto put = [&](const std::vector<std::string>& row, const auto& shown_cell) {
    std::string line;
    for (const std::size_t k : columns) {
      const std::string pad(width[k] - row[k].size(), ' ');
      line += k == columns.front() ? "" : "  ";
      line += k < left_ ? shown_cell(k) + pad : pad + shown_cell(k);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  };
  const std::string rule(total, '-');
  if (two_lines) put(above, [&](std::size_t k) { return above[k]; });
  put(below, [&](std::size_t k) { return below[k]; });
  out += rule + "\n";
  for (std::size_t k = 0; k < rows_.size(); ++k) {
    if (!rows_[k].empty()) {
      put(rows_[k], [&](std::size_t column) { return shown(k, column); });
    } else if (k + 1 < rows_.size()) {
      out += rule + "\n";
    }
  }
  return out;
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

std::size_t TextTable::hidden(std::optional<std::size_t> room,
                              const std::vector<std::size_t>& expendable) const {
  const std::size_t count = room ? dropped(*room, expendable) : 0;
  return count == kNoTable ? 0 : count;
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

std::string exact_text(double x) {
  std::array<char, 32> buffer{};
  const double unsigned_zero = x == 0 ? 0 : x;
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), unsigned_zero).ptr;
  return {buffer.data(), end};
}

std::string short_text(double x) { return std::isfinite(x) ? printed("%.3g", x) : "-"; }

std::string count_text(std::uint64_t n) { return n == 0 ? "." : std::to_string(n); }

std::string percent_text(std::uint64_t part, std::uint64_t whole) {
  if (whole == 0) return "-";
  if (part == whole) return "100";
  const double hundredths = 10000.0 * static_cast<double>(part) / static_cast<double>(whole);
  return printed("%.2f", std::min(std::floor(hundredths), 9999.0) / 100);
}

std::string time_text(double seconds) {
  const auto s = std::lround(std::clamp(seconds, 0.0, 1e9));
  if (s < 3600) return printed("%ld:%02ld", s / 60, s % 60);
  return printed("%ld:%02ld:%02ld", s / 3600, s / 60 % 60, s % 60);
}

std::string elapsed_text(double seconds, int threads) {
  return time_text(seconds) + " with " + std::to_string(threads) +
         (threads == 1 ? " thread" : " threads");
}

}  // namespace touchstone
