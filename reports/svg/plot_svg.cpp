// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/svg/plot_svg.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "schema/number_text.hpp"

namespace touchstone {
namespace {

constexpr double kPlotHeight = 440;
constexpr double kLeft = 80;
constexpr double kAxesEnd = 490;  ///< right end of the axes
constexpr double kLegend = 150;   ///< width of the names of the lines, at least
constexpr double kTop = 40;
constexpr double kBottom = 60;
constexpr double kNote = 16;  ///< height of a line of notes
constexpr const char* kPlotGrid = "#dddddd";
constexpr const char* kGuide = "#555555";  ///< a dashed line
constexpr const char* kCrossedOut = "failed";

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
  /// After all values have been seen. A logarithmic axis ends at whole decades, or close beside
  /// what it shows where that is less than two.
  void settle() {
    if (!(low_ <= high_)) low_ = 0, high_ = 1;
    close_ = logarithmic_ && high_ > low_ && high_ - low_ < 2;
    if (close_) {
      const double room = 0.08 * (high_ - low_);
      low_ -= room, high_ += room;
    } else if (logarithmic_) {
      low_ = std::floor(low_), high_ = std::ceil(high_);
    }
    if (low_ == high_) high_ = low_ + 1;
  }
  /// How a tick is written: by powers of ten where the axis is logarithmic.
  std::string text(double tick) const {
    if (!logarithmic_) return short_text(tick);
    const int exponent = static_cast<int>(std::floor(of(tick) + 1e-9));
    const long factor = std::lround(tick / std::pow(10, exponent));
    return (factor == 1 ? "" : std::to_string(factor) + "\u00b7") + power_of_ten(exponent);
  }
  double place(double value) const {
    return from_ + (to_ - from_) * (of(value) - low_) / (high_ - low_);
  }
  std::vector<double> ticks() const {
    std::vector<double> values;
    if (logarithmic_) {
      for (double decade = std::floor(low_); decade <= high_; ++decade) {
        for (const double factor : {1.0, 2.0, 5.0}) {
          const double value = factor * std::pow(10, decade);
          if (!close_ && factor > 1) break;
          if (of(value) >= low_ - 1e-9 && of(value) <= high_ + 1e-9) values.push_back(value);
        }
      }
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
  bool close_ = false;  ///< less than two decades are shown
  double from_, to_;
  double low_ = std::numeric_limits<double>::infinity();
  double high_ = -std::numeric_limits<double>::infinity();
};

std::string axes_svg(const Plot& plot, const Scale& x, const Scale& y) {
  std::string svg;
  const double bottom = kPlotHeight - kBottom;
  const double right = kAxesEnd;
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
  double below = kPlotHeight + 6;
  for (const std::string& note : plot.notes) {
    svg += svg_label({kLeft, below}, note, "start");
    below += kNote;
  }
  return svg + svg_label({(kAxesEnd + kLegend) / 2, 22}, plot.title, "middle");
}

/// How far each line with bars stands to the right of its abscissas; 0 of the others.
std::vector<double> shifts_of(const Plot& plot, const Scale& x) {
  std::size_t barred = 0;
  std::vector<double> places;
  for (const PlotLine& line : plot.lines) {
    if (line.lower.empty()) continue;
    ++barred;
    for (const double value : line.x) {
      if (x.shows(value)) places.push_back(x.place(value));
    }
  }
  std::sort(places.begin(), places.end());
  double room = 32;  // for the lines at one abscissa
  for (std::size_t i = 1; i < places.size(); ++i) {
    const double gap = places[i] - places[i - 1];
    if (gap > 0.5) room = std::min(room, 0.6 * gap);
  }
  std::vector<double> shifts;
  double shift = -room / 2;
  for (const PlotLine& line : plot.lines) {
    const bool moved = barred > 1 && !line.lower.empty();
    shifts.push_back(moved ? shift : 0);
    if (moved) shift += room / static_cast<double>(barred - 1);
  }
  return shifts;
}

std::string bars_svg(const PlotLine& line, const Scale& x, const Scale& y, double shift,
                     std::string_view colour) {
  std::string svg;
  for (std::size_t i = 0; i < line.lower.size(); ++i) {
    if (!x.shows(line.x[i]) || !y.shows(line.lower[i]) || !y.shows(line.upper[i])) continue;
    const double place = x.place(line.x[i]) + shift;
    svg += svg_line({place, y.place(line.lower[i])}, {place, y.place(line.upper[i])}, colour);
  }
  return svg;
}

std::string cross_svg(const SvgPoint& at) {
  constexpr double kArm = 5;
  return svg_line({at[0] - kArm, at[1] - kArm}, {at[0] + kArm, at[1] + kArm}, "black", 1.5) +
         svg_line({at[0] - kArm, at[1] + kArm}, {at[0] + kArm, at[1] - kArm}, "black", 1.5);
}

/// Lines are told apart by colour and by mark.
std::string mark_svg(const SvgPoint& at, std::size_t k) {
  if (k % 5 == 0) return svg_dot(at, svg_colour(k));
  constexpr double kRadius = 3;
  const SvgPen pen = {.stroke = svg_colour(k), .fill = svg_colour(k), .closed = true};
  return svg_outline(svg_mark(at, k, kRadius), pen);
}

std::string_view stroke_of(const PlotLine& line, std::size_t k) {
  return line.dashed ? kGuide : svg_colour(k);
}

/// The k-th line, with its bars and marks.
std::string curve_svg(const PlotLine& line, std::size_t k, const Scale& x, const Scale& y,
                      double shift) {
  std::vector<SvgPoint> points;
  std::string crosses;
  for (std::size_t i = 0; i < line.x.size(); ++i) {
    if (!x.shows(line.x[i]) || !y.shows(line.y[i])) continue;
    points.push_back({x.place(line.x[i]) + shift, y.place(line.y[i])});
    if (!line.failed.empty() && line.failed[i]) crosses += cross_svg(points.back());
  }
  std::string svg =
      bars_svg(line, x, y, shift, stroke_of(line, k)) +
      svg_outline(points, {.stroke = stroke_of(line, k), .width = 1.5, .dashed = line.dashed});
  for (const SvgPoint& point : points) {
    if (line.dots) svg += mark_svg(point, k);
  }
  return svg + crosses;
}

double names_width(const Plot& plot) {
  constexpr double kCharacter = 6.2;  // width of a character, about
  double width = kLegend;
  for (const PlotLine& line : plot.lines) {
    width = std::max(width, 38 + kCharacter * static_cast<double>(line.label.size()));
  }
  return width;
}

double name_height(std::size_t k) { return kTop + 16 * static_cast<double>(k) + 8; }

/// The name of the k-th line behind a piece of it.
std::string curve_name_svg(const PlotLine& line, std::size_t k) {
  const double at = name_height(k);
  std::string svg = svg_outline({{kAxesEnd + 12, at - 4}, {kAxesEnd + 30, at - 4}},
                                {.stroke = stroke_of(line, k), .width = 2, .dashed = line.dashed});
  if (line.dots) svg += mark_svg({kAxesEnd + 21, at - 4}, k);
  return svg + svg_label({kAxesEnd + 36, at}, line.label, "start");
}

/// What a cross means, below the names.
std::string cross_name_svg(const Plot& plot) {
  const bool any = std::any_of(plot.lines.begin(), plot.lines.end(), [](const PlotLine& line) {
    return std::find(line.failed.begin(), line.failed.end(), true) != line.failed.end();
  });
  if (!any) return "";
  const double at = name_height(plot.lines.size());
  return cross_svg({kAxesEnd + 21, at - 4}) + svg_label({kAxesEnd + 36, at}, kCrossedOut, "start");
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
  Scale x(plot.logarithmic, kLeft, kAxesEnd);
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
  const std::vector<double> shifts = shifts_of(plot, x);
  for (std::size_t k = 0; k < plot.lines.size(); ++k) {
    svg += curve_svg(plot.lines[k], k, x, y, shifts[k]) + curve_name_svg(plot.lines[k], k);
  }
  return {kAxesEnd + names_width(plot),
          kPlotHeight + kNote * static_cast<double>(plot.notes.size()), svg + cross_name_svg(plot),
          plot_description(plot)};
}

std::string plot_svg(const Plot& plot) { return svg_document({plot_part(plot)}); }

}  // namespace touchstone
