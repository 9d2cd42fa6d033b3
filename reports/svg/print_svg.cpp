// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/svg/print_svg.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <sstream>

#include "schema/number_text.hpp"

namespace touchstone {
namespace {

constexpr double kGutter_pt = 12;  ///< between two columns
constexpr double kMark_pt = 1.9;   ///< radius of a mark

/// The width of a letter in Helvetica, over the size of the font.
double letter_width(char letter) {
  const auto byte = static_cast<unsigned char>(letter);
  if ((byte & 0xc0U) == 0x80U) return 0;  // the rest of a letter
  if (std::string_view("ijl.,:;|'!").find(letter) != std::string_view::npos) return 0.25;
  if (std::string_view("frt-()[]/ ").find(letter) != std::string_view::npos) return 0.33;
  if (letter == 'm' || letter == 'w' || letter == '%') return 0.85;
  return std::isupper(byte) != 0 ? 0.69 : 0.556;
}

}  // namespace

double print_width(std::string_view text) {
  double width = 0;
  for (const char letter : text) width += letter_width(letter);
  return kPrintFont_pt * width;
}

std::vector<std::string> print_lines(const std::string& text, double width) {
  std::vector<std::string> lines;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (!lines.empty() && print_width(lines.back() + " " + word) <= width) {
      lines.back() += " " + word;
    } else {
      lines.push_back(word);
    }
  }
  return lines;
}

std::string print_text(const std::vector<std::string>& lines, double x, double top) {
  std::string svg;
  for (std::size_t k = 0; k < lines.size(); ++k) {
    const double base = top + kPrintFont_pt + kPrintLine_pt * static_cast<double>(k);
    svg += svg_label({x, base}, lines[k], "start");
  }
  return svg;
}

std::string print_mark(const SvgPoint& at, std::size_t k, std::string_view colour, bool filled) {
  const SvgPen pen = {
      .stroke = colour, .width = 0.75, .fill = filled ? colour : "white", .closed = true};
  return svg_outline(svg_mark(at, k, kMark_pt), pen);
}

void LogAxis::see(double value) {
  if (!(value > 0) || !std::isfinite(value)) return;
  low_ = std::min(low_, std::log10(value));
  high_ = std::max(high_, std::log10(value));
}

void LogAxis::settle() {
  constexpr double kRoom = 0.04;  ///< at each end, over the length of what is shown
  constexpr double kLeast = 0.6;  ///< decades
  if (!(low_ <= high_)) low_ = high_ = 0;
  const double lack = std::max(0.0, kLeast - (high_ - low_));
  const double room = kRoom * (high_ - low_) + lack / 2;
  low_ -= room;
  high_ += room;
}

double LogAxis::place(double value) const {
  return from_ + (to_ - from_) * (std::log10(value) - low_) / (high_ - low_);
}

std::vector<double> LogAxis::multiples(const std::vector<int>& factors) const {
  std::vector<double> values;
  for (double decade = std::floor(low_); decade <= high_; ++decade) {
    for (const int factor : factors) {
      const double value = factor * std::pow(10, decade);
      if (std::log10(value) >= low_ && std::log10(value) <= high_) values.push_back(value);
    }
  }
  return values;
}

std::vector<double> LogAxis::numbered() const {
  constexpr std::size_t kEnough = 3;
  const std::vector<double> decades = multiples({1});
  return decades.size() < kEnough ? multiples({1, 2, 5}) : decades;
}

std::vector<double> LogAxis::ticks() const { return multiples({1, 2, 3, 4, 5, 6, 7, 8, 9}); }

std::string tick_text(double value) {
  const double digits = std::ceil(-std::log10(value) - 1e-9);
  return fixed_text(value, static_cast<int>(std::max(0.0, digits)));
}

SvgPart print_grid(const std::vector<SvgPart>& parts) {
  if (parts.size() == 1) return parts.front();
  SvgPart whole;
  whole.width = 2 * kColumn_pt + kGutter_pt;
  for (std::size_t k = 0; k < parts.size(); k += 2) {
    double height = 0;
    for (std::size_t beside = k; beside < std::min(parts.size(), k + 2); ++beside) {
      const double x = beside == k ? 0 : kColumn_pt + kGutter_pt;
      whole.content += "<g transform=\"translate(" + svg_number(x) + " " +
                       svg_number(whole.height) + ")\">\n" + parts[beside].content + "</g>\n";
      height = std::max(height, parts[beside].height);
    }
    whole.height += height + kGutter_pt;
  }
  whole.height -= kGutter_pt;
  return whole;
}

std::string print_document(const SvgPart& part, const std::string& made_by) {
  const std::string w = svg_number(part.width);
  const std::string h = svg_number(part.height);
  return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + w + "pt\" height=\"" + h +
         "pt\" viewBox=\"0 0 " + w + " " + h +
         "\" font-family=\"Helvetica, Arial, 'Liberation Sans', sans-serif\" font-size=\"" +
         svg_number(kPrintFont_pt) + "\">\n<desc>" + svg_escaped(made_by) +
         "</desc>\n<rect width=\"" + w + "\" height=\"" + h + "\" fill=\"white\"/>\n" +
         part.content + "</svg>\n";
}

}  // namespace touchstone
