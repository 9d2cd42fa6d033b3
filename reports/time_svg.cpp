// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/time_svg.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "harness/statistics/statistics.hpp"
#include "reports/distinct_names.hpp"
#include "reports/svg/print_svg.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

constexpr double kMicro = 1e-3;  ///< microseconds in a nanosecond
constexpr double kNearlyAllRight = 0.999;
constexpr double kPanelLeft_pt = 36;
constexpr double kPanelRight_pt = kColumn_pt - 4;
constexpr double kPanelTop_pt = 13;
constexpr double kPanelBottom_pt = 160;
constexpr double kPanelEnd_pt = 186;  ///< below the name of the axis
constexpr double kSample_pt = 18;     ///< length of a line in the legend
constexpr const char* kInk = "black";
constexpr const char* kHairline = "#dddddd";

/// The cells of a metric and start, by their size.
struct TimeCurve {
  bool warm = false;
  std::vector<const TimeResult*> cells = {};

  double x(std::size_t k) const { return static_cast<double>(cells[k]->cell.vertices[0]); }
  double y(std::size_t k) const { return kMicro * cells[k]->median_ns; }
  double quartile(std::size_t k, double q) const {
    return kMicro * quantile(cells[k]->samples_ns, q);
  }
  /// From three sizes on: two say nothing of how well it is known.
  std::optional<double> exponent() const {
    std::vector<std::pair<double, double>> points;
    for (std::size_t k = 0; k < cells.size(); ++k) points.emplace_back(x(k), y(k));
    const auto law = points.size() < 3 ? std::nullopt : fit_power_law(points);
    return law ? std::optional(law->exponent) : std::nullopt;
  }
};

/// The curves of one metric; it looks alike in all panels.
struct TimeEntry {
  std::string metric;
  std::size_t look = 0;
  std::vector<TimeCurve> curves = {};  ///< cold, warm

  /// "gjk 0.95/0.12"
  std::string label() const {
    std::string exponents;
    bool known = false;
    for (const TimeCurve& curve : curves) {
      const auto exponent = curve.exponent();
      known = known || exponent;
      exponents += (exponents.empty() ? " " : "/") + (exponent ? fixed_text(*exponent, 2) : "-");
    }
    return known ? metric + exponents : metric;
  }
};

struct TimePanel {
  std::string family, regime;
  std::vector<TimeEntry> entries = {};
  std::set<std::uint64_t> sizes = {};
};

/// The panels of all results, in the order in which they come.
std::vector<TimePanel> panels_of(const TimeRecord& record) {
  const std::vector<std::string> metrics =
      distinct_names(record.results, [](const TimeResult& r) { return r.cell.metric; });
  std::vector<TimePanel> panels;
  for (const TimeResult& result : record.results) {
    const TimeCell& cell = result.cell;
    if (cell.vertices[0] != cell.vertices[1] || !(result.median_ns > 0)) continue;
    auto panel = std::find_if(panels.begin(), panels.end(), [&](const TimePanel& one) {
      return one.family == cell.family && one.regime == cell.regime;
    });
    if (panel == panels.end()) panel = panels.insert(panel, {cell.family, cell.regime});
    panel->sizes.insert(cell.vertices[0]);
    auto entry = std::find_if(panel->entries.begin(), panel->entries.end(),
                              [&](const TimeEntry& one) { return one.metric == cell.metric; });
    if (entry == panel->entries.end()) {
      const auto look = std::find(metrics.begin(), metrics.end(), cell.metric) - metrics.begin();
      entry = panel->entries.insert(entry, {cell.metric, static_cast<std::size_t>(look)});
    }
    const bool warm = cell.start == "warm";
    auto curve = std::find_if(entry->curves.begin(), entry->curves.end(),
                              [warm](const TimeCurve& one) { return one.warm == warm; });
    if (curve == entry->curves.end()) {
      curve = entry->curves.insert(warm ? curve : entry->curves.begin(), {warm});
    }
    curve->cells.push_back(&result);
  }
  for (TimePanel& panel : panels) {
    for (TimeEntry& entry : panel.entries) {
      for (TimeCurve& curve : entry.curves) {
        std::sort(curve.cells.begin(), curve.cells.end(),
                  [](const auto* a, const auto* b) { return a->cell.vertices < b->cell.vertices; });
      }
    }
  }
  return panels;
}

/// Calls `visit(entry, curve)` for each curve of the panel.
template <class Visit>
void each_curve(const TimePanel& panel, const Visit& visit) {
  for (const TimeEntry& entry : panel.entries) {
    for (const TimeCurve& curve : entry.curves) visit(entry, curve);
  }
}

std::string panel_frame(const TimePanel& panel, const LogAxis& x, const LogAxis& y) {
  constexpr double kTick_pt = 2.5;
  std::string svg;
  for (const double value : x.numbered()) {
    const double at = x.place(value);
    svg += svg_line({at, kPanelTop_pt}, {at, kPanelBottom_pt}, kHairline, 0.4);
    const std::string number = tick_text(value);
    const double inside = std::min(at, kColumn_pt - print_width(number) / 2);
    svg += svg_label({inside, kPanelBottom_pt + kPrintFont_pt + 2}, number, "middle");
  }
  for (const double value : y.numbered()) {
    const double at = y.place(value);
    svg += svg_line({kPanelLeft_pt, at}, {kPanelRight_pt, at}, kHairline, 0.4);
    svg += svg_label({kPanelLeft_pt - 3, at + 2.8}, tick_text(value), "end");
  }
  for (const double value : x.ticks()) {
    const double at = x.place(value);
    svg += svg_line({at, kPanelBottom_pt}, {at, kPanelBottom_pt - kTick_pt}, kInk, 0.4);
  }
  for (const double value : y.ticks()) {
    const double at = y.place(value);
    svg += svg_line({kPanelLeft_pt, at}, {kPanelLeft_pt + kTick_pt, at}, kInk, 0.4);
  }
  svg += svg_line({kPanelLeft_pt, kPanelBottom_pt}, {kPanelRight_pt, kPanelBottom_pt}, kInk, 0.6);
  svg += svg_line({kPanelLeft_pt, kPanelTop_pt}, {kPanelLeft_pt, kPanelBottom_pt}, kInk, 0.6);
  const double middle = (kPanelLeft_pt + kPanelRight_pt) / 2;
  svg += svg_label({middle, kPanelEnd_pt - 5}, "vertices of each body", "middle");
  svg += svg_label({kPrintFont_pt, (kPanelTop_pt + kPanelBottom_pt) / 2},
                   "time of a query [\xc2\xb5s]", "middle", -90);
  return svg + svg_label({middle, kPrintFont_pt + 1}, panel.family + ", " + panel.regime, "middle");
}

/// From the lower to the upper quartile.
std::string band_svg(const TimeCurve& curve, const LogAxis& x, const LogAxis& y,
                     std::string_view colour) {
  std::vector<SvgPoint> corners;
  for (std::size_t k = 0; k < curve.cells.size(); ++k) {
    corners.push_back({x.place(curve.x(k)), y.place(curve.quartile(k, 0.75))});
  }
  for (std::size_t k = curve.cells.size(); k-- > 0;) {
    corners.push_back({x.place(curve.x(k)), y.place(curve.quartile(k, 0.25))});
  }
  return svg_outline(corners,
                     {.stroke = "none", .fill = colour, .fill_opacity = 0.2, .closed = true});
}

std::string line_svg(const std::vector<SvgPoint>& points, bool dashed, std::string_view colour) {
  return svg_outline(points, {.stroke = colour, .width = 0.9, .dashed = dashed});
}

/// Strikes a mark through, from its lower left or its upper left.
std::string stroke_svg(const SvgPoint& at, bool upwards) {
  constexpr double kArm_pt = 2.4;
  const double rise = upwards ? -kArm_pt : kArm_pt;
  return svg_line({at[0] - kArm_pt, at[1] - rise}, {at[0] + kArm_pt, at[1] + rise}, kInk, 0.6);
}

bool is_judged(const TimeResult& result) { return result.right_share.has_value(); }
bool is_wrong(const TimeResult& result) { return result.right_share.value_or(1) < kNearlyAllRight; }

std::string curve_svg(const TimeEntry& entry, const TimeCurve& curve, const LogAxis& x,
                      const LogAxis& y) {
  const std::string_view colour = svg_colour(entry.look);
  std::vector<SvgPoint> points;
  for (std::size_t k = 0; k < curve.cells.size(); ++k) {
    points.push_back({x.place(curve.x(k)), y.place(curve.y(k))});
  }
  std::string svg = line_svg(points, curve.warm, colour);
  for (std::size_t k = 0; k < points.size(); ++k) {
    svg += print_mark(points[k], entry.look, colour, !curve.warm);
    const TimeResult& cell = *curve.cells[k];
    if (is_wrong(cell) || !is_judged(cell)) svg += stroke_svg(points[k], true);
    if (is_wrong(cell)) svg += stroke_svg(points[k], false);
  }
  return svg;
}

/// What lines, marks and numbers mean, as lines of text.
std::vector<std::string> panel_notes(const TimePanel& panel) {
  std::set<bool> starts;
  bool fits = false, wrong = false, judged = true;
  each_curve(panel, [&](const TimeEntry& /*entry*/, const TimeCurve& curve) {
    starts.insert(curve.warm);
    fits = fits || curve.exponent();
    for (const TimeResult* cell : curve.cells) {
      wrong = wrong || is_wrong(*cell);
      judged = judged && is_judged(*cell);
    }
  });
  const bool both = starts.size() > 1;
  std::string text = both ? "Whole lines: cold start; dashed: warm."
                          : (starts.count(true) > 0 ? "Warm start." : "Cold start.");
  text += " Bands: quartiles.";
  if (fits) text += std::string(" Numbers: exponent of vertices") + (both ? ", cold/warm." : ".");
  if (wrong) text += " Crossed out: fewer than 99.9 % of the answers are right.";
  if (!judged) text += " Struck through once: not judged, as the truth is not known.";
  return print_lines(text, kColumn_pt - 4);
}

SvgPart legend_part(const TimePanel& panel) {
  double widest = 0;
  for (const TimeEntry& entry : panel.entries) {
    widest = std::max(widest, kSample_pt + 4 + print_width(entry.label()) + 6);
  }
  const auto columns = static_cast<std::size_t>(std::max(1.0, std::floor(kColumn_pt / widest)));
  const std::size_t rows = (panel.entries.size() + columns - 1) / columns;
  SvgPart part{kColumn_pt, kPrintLine_pt * static_cast<double>(rows), ""};
  for (std::size_t k = 0; k < panel.entries.size(); ++k) {
    const TimeEntry& entry = panel.entries[k];
    const double left =
        2 + kColumn_pt / static_cast<double>(columns) * static_cast<double>(k / rows);
    const double base = kPrintLine_pt * static_cast<double>(k % rows) + kPrintFont_pt;
    const double middle = base - 2.6;
    const bool warm = entry.curves.front().warm;
    part.content +=
        line_svg({{left, middle}, {left + kSample_pt, middle}}, warm, svg_colour(entry.look)) +
        print_mark({left + kSample_pt / 2, middle}, entry.look, svg_colour(entry.look), !warm) +
        svg_label({left + kSample_pt + 4, base}, entry.label(), "start");
  }
  const std::vector<std::string> notes = panel_notes(panel);
  part.content += print_text(notes, 2, part.height + 2);
  part.height += 2 + kPrintLine_pt * static_cast<double>(notes.size()) + 2;
  return part;
}

SvgPart panel_part(const TimePanel& panel) {
  LogAxis x(kPanelLeft_pt, kPanelRight_pt);
  LogAxis y(kPanelBottom_pt, kPanelTop_pt);
  each_curve(panel, [&](const TimeEntry& /*entry*/, const TimeCurve& curve) {
    for (std::size_t k = 0; k < curve.cells.size(); ++k) {
      x.see(curve.x(k));
      for (const double value : {curve.y(k), curve.quartile(k, 0.25), curve.quartile(k, 0.75)}) {
        y.see(value);
      }
    }
  });
  x.settle();
  y.settle();
  std::string svg = panel_frame(panel, x, y);
  each_curve(panel, [&](const TimeEntry& entry, const TimeCurve& curve) {
    svg += band_svg(curve, x, y, svg_colour(entry.look));
  });
  each_curve(panel, [&](const TimeEntry& entry, const TimeCurve& curve) {
    svg += curve_svg(entry, curve, x, y);
  });
  const SvgPart legend = legend_part(panel);
  return {kColumn_pt, kPanelEnd_pt + legend.height,
          svg + "<g transform=\"translate(0 " + svg_number(kPanelEnd_pt) + ")\">\n" +
              legend.content + "</g>\n"};
}

}  // namespace

std::string time_svg(const TimeRecord& record, const std::string& made_by) {
  std::vector<TimePanel> panels = panels_of(record);
  const auto has_one_size = [](const TimePanel& panel) { return panel.sizes.size() < 2; };
  if (!std::all_of(panels.begin(), panels.end(), has_one_size)) std::erase_if(panels, has_one_size);
  std::vector<SvgPart> parts;
  for (const TimePanel& panel : panels) parts.push_back(panel_part(panel));
  if (parts.empty()) {
    const std::string none = "No pair of bodies of equal size was timed.";
    parts.push_back({kColumn_pt, 2 * kPrintLine_pt, print_text({none}, 2, 2)});
  }
  return print_document(print_grid(parts), made_by);
}

}  // namespace touchstone
