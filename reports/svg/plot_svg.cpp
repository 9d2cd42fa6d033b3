// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/svg/plot_svg.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "schema/number_text.hpp"

namespace touchstone {
namespace {

constexpr double kPlotWidth = 640;
constexpr double kPlotHeight = 440;
constexpr double kLeft = 80;
constexpr double kRight = 150;  ///< holds the names of the lines
constexpr double kTop = 40;
constexpr double kBottom = 60;
constexpr const char* kPlotGrid = "#dddddd";
constexpr const char* kGuide = "#555555";  ///< a dashed line

/// "10" with the exponent raised.
std::string power_of_ten(int exponent) {
  constexpr const char* kRaised[] = {"\u2070", "\u00b9", "\u00b2", "\u00b3", "\u2074",
                                     "\u2075", "\u2076", "\u2077", "\u2078", "\u2079"};
  std::string text = exponent < 0 ? "10\u207b" : "10";
  for (const char digit : std::to_string(std::abs(exponent))) text += kRaised[digit - '0'];
  return text;
}

/// One axis: values and where they are drawn.
class Scale {
 public:
  Scale(bool logarithmic, double from, double to)
      : logarithmic_(logarithmic), from_(from), to_(to) {}

  void see(double value) {
    if (!shows(value)) return;
    low_ = std::min(low_, of(value));
    high_ = std::max(high_, of(value));
  }
  bool shows(double value) const { return std::isfinite(value) && (!logarithmic_ || value > 0); }
  /// After all values have been seen. A logarithmic axis ends at whole decades.
  void settle() {
    if (!(low_ <= high_)) low_ = 0, high_ = 1;
    if (logarithmic_) low_ = std::floor(low_), high_ = std::ceil(high_);
    if (low_ == high_) high_ = low_ + 1;
  }
  /// How a tick is written, the same way along an axis: powers of ten where it is logarithmic.
  std::string text(double tick) const {
    return logarithmic_ ? power_of_ten(static_cast<int>(std::lround(of(tick)))) : short_text(tick);
  }
  double place(double value) const {
    return from_ + (to_ - from_) * (of(value) - low_) / (high_ - low_);
  }
  std::vector<double> ticks() const {
    std::vector<double> values;
    if (logarithmic_) {
      for (double decade = low_; decade <= high_; ++decade) values.push_back(std::pow(10, decade));
      return values;
    }
    const double rough = (high_ - low_) / 5;
    const double decade = std::pow(10, std::floor(std::log10(rough)));
    const double step = decade * (rough > 5 * decade ? 5 : rough > 2 * decade ? 2 : 1);
    for (double v = std::ceil(low_ / step) * step; v <= high_ + 1e-9 * step; v += step) {
      values.push_back(std::abs(v) < 1e-9 * step ? 0 : v);
    }
    return values;
  }

 private:
  double of(double value) const { return logarithmic_ ? std::log10(value) : value; }

  bool logarithmic_;
  double from_, to_;
  double low_ = std::numeric_limits<double>::infinity();
  double high_ = -std::numeric_limits<double>::infinity();
};

std::string axes_svg(const Plot& plot, const Scale& x, const Scale& y) {
  std::string svg;
  const double bottom = kPlotHeight - kBottom;
  const double right = kPlotWidth - kRight;
  for (const double value : x.ticks()) {
    svg += svg_line({x.place(value), kTop}, {x.place(value), bottom}, kPlotGrid);
    svg += svg_label({x.place(value), bottom + 18}, x.text(value), "middle");
  }
  for (const double value : y.ticks()) {
    svg += svg_line({kLeft, y.place(value)}, {right, y.place(value)}, kPlotGrid);
    svg += svg_label({kLeft - 6, y.place(value) + 4}, y.text(value), "end");
  }
  svg += svg_line({kLeft, bottom}, {right, bottom}, "black");
  svg += svg_line({kLeft, kTop}, {kLeft, bottom}, "black");
  svg += svg_label({(kLeft + right) / 2, kPlotHeight - 16}, plot.x_label, "middle");
  svg += svg_label({20, (kTop + bottom) / 2}, plot.y_label, "middle", -90);
  return svg + svg_label({kPlotWidth / 2, 22}, plot.title, "middle");
}

std::string bars_svg(const PlotLine& line, const Scale& x, const Scale& y,
                     std::string_view colour) {
  std::string svg;
  for (std::size_t i = 0; i < line.lower.size(); ++i) {
    if (!x.shows(line.x[i]) || !y.shows(line.lower[i]) || !y.shows(line.upper[i])) continue;
    const double place = x.place(line.x[i]);
    svg += svg_line({place, y.place(line.lower[i])}, {place, y.place(line.upper[i])}, colour);
  }
  return svg;
}

/// Lines are told apart by colour and by mark.
std::string mark_svg(const SvgPoint& at, std::size_t k) {
  if (k % 5 == 0) return svg_dot(at, svg_colour(k));
  constexpr double kRadius = 3;
  const SvgPen pen = {.stroke = svg_colour(k), .fill = svg_colour(k), .closed = true};
  return svg_outline(svg_mark(at, k, kRadius), pen);
}

std::string plot_description(const Plot& plot) {
  std::vector<std::string> names;
  for (const PlotLine& line : plot.lines) names.push_back(line.label);
  return svg_description(plot.title,
                         "a plot of " + plot.y_label + " against " + plot.x_label +
                             (plot.logarithmic ? ", both axes logarithmic" : ""),
                         "curves", names);
}

}  // namespace

SvgPart plot_part(const Plot& plot) {
  Scale x(plot.logarithmic, kLeft, kPlotWidth - kRight);
  Scale y(plot.logarithmic, kPlotHeight - kBottom, kTop);
  for (const PlotLine& line : plot.lines) {
    for (std::size_t i = 0; i < line.x.size(); ++i) {
      if (!x.shows(line.x[i]) || !y.shows(line.y[i])) continue;
      x.see(line.x[i]);
      y.see(line.y[i]);
      if (line.lower.empty()) continue;
      y.see(line.lower[i]);
      y.see(line.upper[i]);
    }
  }
  x.settle();
  y.settle();
  std::string svg = axes_svg(plot, x, y);
  for (std::size_t k = 0; k < plot.lines.size(); ++k) {
    const PlotLine& line = plot.lines[k];
    std::vector<SvgPoint> points;
    for (std::size_t i = 0; i < line.x.size(); ++i) {
      if (!x.shows(line.x[i]) || !y.shows(line.y[i])) continue;
      points.push_back({x.place(line.x[i]), y.place(line.y[i])});
    }
    svg += bars_svg(line, x, y, svg_colour(k));
    const std::string_view colour = line.dashed ? kGuide : svg_colour(k);
    svg += svg_outline(points, {.stroke = colour, .width = 1.5, .dashed = line.dashed});
    for (const SvgPoint& point : points) {
      if (line.dots) svg += mark_svg(point, k);
    }
    const double at = kTop + 16 * static_cast<double>(k) + 8;
    svg += svg_outline({{kPlotWidth - kRight + 12, at - 4}, {kPlotWidth - kRight + 30, at - 4}},
                       {.stroke = colour, .width = 2, .dashed = line.dashed});
    if (line.dots) svg += mark_svg({kPlotWidth - kRight + 21, at - 4}, k);
    svg += svg_label({kPlotWidth - kRight + 36, at}, line.label, "start");
  }
  return {kPlotWidth, kPlotHeight, std::move(svg), plot_description(plot)};
}

std::string plot_svg(const Plot& plot) { return svg_document({plot_part(plot)}); }

}  // namespace touchstone
