// SPDX-License-Identifier: GPL-3.0-or-later
// Figures for print. User units are points of 1/72 in, text stays text, and what a colour tells
// apart is told apart in grey, too.
#pragma once

#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "reports/svg/svg_text.hpp"

namespace touchstone {

inline constexpr double kColumn_pt = 252;   ///< width of a column of a paper: 3.5 in
inline constexpr double kPrintFont_pt = 8;  ///< size of all text
inline constexpr double kPrintLine_pt = 10.5;

/// About how wide a line of text is [pt].
double print_width(std::string_view text);
/// The words in lines of at most `width` [pt], but for words that are longer.
std::vector<std::string> print_lines(const std::string& text, double width);
/// Lines of text from `top` on, flush left at x [pt].
std::string print_text(const std::vector<std::string>& lines, double x, double top);

/// The mark of the k-th of several things; after five shapes they begin again.
std::string print_mark(const SvgPoint& at, std::size_t k, std::string_view colour, bool filled);

/// A logarithmic axis, which ends close beside what it shows.
class LogAxis {
 public:
  /// Where its ends are drawn [pt].
  LogAxis(double from, double to) : from_(from), to_(to) {}

  void see(double value);
  /// After all values have been seen.
  void settle();
  double place(double value) const;
  /// Values with a number: powers of ten; between fewer than three of them their 2nd and 5th
  /// multiples, too.
  std::vector<double> numbered() const;
  /// Values with a short tick: all multiples of powers of ten.
  std::vector<double> ticks() const;

 private:
  std::vector<double> multiples(const std::vector<int>& factors) const;

  double from_, to_;
  double low_ = std::numeric_limits<double>::infinity();  ///< decimal logarithm, like `high_`
  double high_ = -std::numeric_limits<double>::infinity();
};

/// The number of a tick, without an exponent.
std::string tick_text(double value);

/// Parts in rows of two, each in a column of its own.
SvgPart print_grid(const std::vector<SvgPart>& parts);
/// A whole file that says what made it.
std::string print_document(const SvgPart& part, const std::string& made_by);

}  // namespace touchstone
