// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/mesh/mesh_lines.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <sstream>
#include <system_error>
#include <utility>

namespace touchstone {
namespace {

constexpr std::size_t kMaxQuoted = 24;  ///< characters of a word that a message quotes

Words words_of(const std::string& line) {
  std::istringstream stream(line);
  Words words;
  for (std::string word; words.size() <= kMaxWords && stream >> word;) {
    words.push_back(std::move(word));
  }
  return words;
}

bool ends_in_backslash(const std::string& line) {
  const auto last = line.find_last_not_of('\r');
  return last != std::string::npos && line[last] == '\\';
}

}  // namespace

bool MeshLines::next() {
  while (std::getline(file_, line_)) {
    number_ = ++read_;
    std::string more;
    while (joins_ && ends_in_backslash(line_) && std::getline(file_, more)) {
      ++read_;
      line_.erase(line_.rfind('\\'));
      line_.append(" ").append(more);
    }
    const auto comment = line_.find('#');
    if (comment != std::string::npos) line_.erase(comment);
    words_ = words_of(line_);
    if (!words_.empty()) return true;
  }
  return false;
}

std::string MeshLines::rest() const {
  constexpr std::string_view kBlank = " \t\r\f\v";
  const std::size_t first = line_.find(words_.front()) + words_.front().size();
  const std::size_t begin = line_.find_first_not_of(kBlank, first);
  if (begin == std::string::npos) return "";
  return line_.substr(begin, line_.find_last_not_of(kBlank) + 1 - begin);
}

std::string quoted(const std::string& word) {
  return "'" + word.substr(0, kMaxQuoted) + (word.size() > kMaxQuoted ? "...'" : "'");
}

std::optional<double> number_of(const std::string& word) {
  const char* begin = word.data() + (word.front() == '+' ? 1 : 0);
  const char* end = word.data() + word.size();
  double x = 0;
  const auto [stop, error] = std::from_chars(begin, end, x);
  if (stop != end || error == std::errc::invalid_argument) return std::nullopt;
  // from_chars does not say on which side it is out of range.
  return error == std::errc::result_out_of_range ? std::strtod(begin, nullptr) : x;
}

std::optional<std::int64_t> integer_of(std::string_view word) {
  std::int64_t n = 0;
  const auto [stop, error] = std::from_chars(word.data(), word.data() + word.size(), n);
  if (error != std::errc() || stop != word.data() + word.size()) return std::nullopt;
  return n;
}

std::string numbers_fault(const Words& words, std::size_t first, std::size_t count) {
  const std::size_t given = words.size() - std::min(first, words.size());
  if (given < count) {
    return "a point with " + std::to_string(given) + " of " + std::to_string(count) + " numbers";
  }
  for (std::size_t k = first; k < first + count; ++k) {
    const auto x = number_of(words[k]);
    if (!x) return quoted(words[k]) + " is not a number";
    if (!std::isfinite(*x)) return quoted(words[k]) + " is not a finite number";
  }
  return "";
}

}  // namespace touchstone
