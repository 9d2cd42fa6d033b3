// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/console_blocks.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <map>
#include <sstream>

namespace touchstone {
namespace {

using Lines = std::vector<std::string>;

/// Words; a rule of hyphens is as long as it happens to be.
std::vector<std::string> words_of(const std::string& line) {
  std::istringstream in(line);
  std::vector<std::string> words;
  for (std::string word; in >> word;) {
    words.push_back(word.find_first_not_of('-') == std::string::npos ? "-" : word);
  }
  return words;
}

bool is_left_out(const std::string& line) { return words_of(line) == Lines{"..."}; }

/// Whether the whole word is a number.
bool reads_as(const std::string& word, double& number) {
  char* end = nullptr;
  number = std::strtod(word.c_str(), &end);
  return end != word.c_str() && *end == '\0';
}

/// Seconds in a unit of time; 0 for other words.
double unit_s(const std::string& word) {
  static const std::map<std::string, double> kUnits = {
      {"ns", 1e-9}, {"us", 1e-6}, {"ms", 1e-3}, {"s", 1}};
  const auto unit = kUnits.find(word);
  return unit == kUnits.end() ? 0 : unit->second;
}

/// Whether two lines have the same words, and numbers within kTimesFactor of each other; times are
/// compared in seconds.
bool alike_but_for_times(const std::string& shown, const std::string& printed) {
  const Lines a = words_of(shown);
  const Lines b = words_of(printed);
  if (a.size() != b.size()) return false;
  for (std::size_t k = 0; k < a.size(); ++k) {
    double x = 0;
    double y = 0;
    if (a[k] == b[k] && (k + 1 == a.size() || a[k + 1] == b[k + 1])) continue;
    if (k > 0 && unit_s(a[k]) > 0 && unit_s(b[k]) > 0) continue;  // compared with its number
    if (!reads_as(a[k], x) || !reads_as(b[k], y)) {
      if (a[k] != b[k]) return false;
      continue;
    }
    if (k + 1 < a.size() && unit_s(a[k + 1]) > 0 && unit_s(b[k + 1]) > 0) {
      x *= unit_s(a[k + 1]);
      y *= unit_s(b[k + 1]);
    }
    if (x != y && !(x / y <= kTimesFactor && y / x <= kTimesFactor)) return false;
  }
  return true;
}

/// The part of the words that two lines have in common.
double likeness(const std::string& shown, const std::string& printed) {
  Lines a = words_of(shown);
  Lines b = words_of(printed);
  if (a.empty() && b.empty()) return 1;
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  Lines both;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
  return 2 * static_cast<double>(both.size()) / static_cast<double>(a.size() + b.size());
}

/// Finds the lines of the output that are most like what is shown, run of shown lines by run.
class Placement {
 public:
  Placement(const Lines& shown, const Lines& printed) : printed_(printed) {
    runs_.emplace_back();
    for (const std::string& line : shown) {
      if (is_left_out(line)) {
        runs_.emplace_back();
      } else {
        runs_.back().push_back(line);
      }
    }
    // best_[r][p]: of runs from r on, in the output from line p on.
    best_.assign(runs_.size() + 1, std::vector<double>(printed.size() + 1, kNone));
    for (double& score : best_.back()) score = 0;
    for (std::size_t r = runs_.size(); r-- > 0;) {
      for (std::size_t p = printed.size() + 1; p-- > 0;) {
        best_[r][p] = std::max(placed(r, p), may_wait(r, p) ? best_[r][p + 1] : kNone);
      }
    }
  }

  bool found() const { return best_[0][0] > kNone; }

  Lines lines() const {
    Lines lines;
    std::size_t p = 0;
    for (std::size_t r = 0; r < runs_.size(); ++r) {
      while (placed(r, p) < best_[r][p]) ++p;
      if (r > 0) lines.emplace_back("...");
      for (std::size_t k = 0; k < runs_[r].size(); ++k) lines.push_back(printed_[p++]);
    }
    return lines;
  }

 private:
  static constexpr double kNone = -std::numeric_limits<double>::infinity();

  /// The first run stands at the start of the output.
  bool may_wait(std::size_t r, std::size_t p) const { return r > 0 && p < printed_.size(); }

  /// With run r at line p. The last one ends where the output does, an empty one anywhere.
  double placed(std::size_t r, std::size_t p) const {
    const Lines& run = runs_[r];
    const std::size_t end = p + run.size();
    if (end > printed_.size()) return kNone;
    if (r + 1 == runs_.size() && !(run.empty() && r > 0) && end < printed_.size()) return kNone;
    double score = best_[r + 1][end];
    for (std::size_t k = 0; k < run.size(); ++k) score += likeness(run[k], printed_[p + k]);
    return score;
  }

  const Lines& printed_;
  std::vector<Lines> runs_;
  std::vector<std::vector<double>> best_;
};

}  // namespace

Lines lines_of(const std::string& text) {
  std::istringstream in(text);
  Lines lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::vector<ShownCommand> shown_commands(const Lines& page) {
  std::vector<ShownCommand> commands;
  Lines block;  // words of its first line; empty outside
  for (std::size_t k = 0; k < page.size(); ++k) {
    const std::string& line = page[k];
    if (line.rfind("```", 0) == 0) {
      block = block.empty() ? words_of(line) : Lines{};
    } else if (block.empty() || block.front() != "```console") {
      continue;
    } else if (line.rfind("$ ", 0) == 0) {
      const auto marked = [&](const char* word) {
        return std::find(block.begin(), block.end(), word) != block.end();
      };
      commands.push_back({line.substr(2), k + 1, {}, marked("times"), marked("long")});
    } else if (!commands.empty()) {
      commands.back().output.push_back(line);
    }
  }
  return commands;
}

bool is_shown(const ShownCommand& shown, const Lines& printed) {
  // Where a line differs, the last `...` takes in one line more.
  std::size_t s = 0;
  std::size_t p = 0;
  std::size_t after_dots = std::string::npos;
  std::size_t taken_in = 0;
  const Lines& lines = shown.output;
  while (p < printed.size()) {
    const bool more = s < lines.size();
    if (more && is_left_out(lines[s])) {
      after_dots = ++s;
      taken_in = p;
    } else if (more && (lines[s] == printed[p] ||
                        (shown.times && alike_but_for_times(lines[s], printed[p])))) {
      ++s;
      ++p;
    } else if (after_dots != std::string::npos) {
      s = after_dots;
      p = ++taken_in;
    } else {
      return false;
    }
  }
  while (s < lines.size() && is_left_out(lines[s])) ++s;
  return s == lines.size();
}

Lines shown_anew(const Lines& shown, const Lines& printed) {
  if (std::none_of(shown.begin(), shown.end(), is_left_out)) return printed;
  const Placement placement(shown, printed);
  return placement.found() ? placement.lines() : printed;
}

}  // namespace touchstone
