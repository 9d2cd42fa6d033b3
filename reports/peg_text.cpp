// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/peg_text.hpp"

#include <algorithm>

#include "reports/peg_record.hpp"
#include "reports/svg/plot_svg.hpp"
#include "reports/text_table.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

/// What smaller overlaps are drawn at, 0 among them [m^2 or m^3].
constexpr double kDrawnZero = 1e-20;
/// Rounding of a double of 1 m^2 or m^3.
constexpr double kPrecision = 2.2e-16;

std::string peg_heading(const PegFigure& figure) {
  return "Williams, Lu & Trinkle, figure " + figure.name.substr(10) + ": " + figure.title + ".\n\n";
}

/// A rule stands between the models.
std::string peg_table(const RecordFields<PegPoint>& part, const std::vector<PegPoint>& points,
                      std::optional<std::size_t> room) {
  RecordFields<PegPoint> fields = peg_point_fields();
  fields.include(part);
  TextTable table(fields, "model");
  for (std::size_t k = 0; k < points.size(); ++k) {
    if (k > 0 && points[k].model != points[k - 1].model) table.add_rule();
    table.add(fields.cells(points[k]));
  }
  return table.fitted(room);
}

std::string peg_slope_table(const std::vector<PegSlope>& slopes) {
  if (slopes.empty()) return "";
  return "\nSlopes of log mean overlap against log dt, with half of their 95 % interval:\n" +
         table_text(peg_slope_fields(), "model", slopes);
}

std::string primary_table(const std::vector<PrimaryRatio>& ratios) {
  if (ratios.empty()) return "";
  return "\nMean overlap with several primaries over that with one, start by start, with its 95 % "
         "interval:\n" +
         table_text(primary_ratio_fields(), "model", ratios);
}

/// Runs that ended early and bodies that left, by name.
std::string peg_failures_text(const std::vector<PegRun>& runs) {
  std::string text;
  for (const PegRun& run : runs) {
    const std::string who = run.model.name() + ", dt " + short_text(run.dt) + ", start " +
                            std::to_string(run.start) + ": ";
    if (!run.fault.empty()) text += who + "ended early: " + run.fault + "\n";
    if (run.gains.wrong_steps > 0) {
      text += who + std::to_string(run.gains.wrong_steps) +
              " steps gained energy from nothing, at " + short_text(run.gains.first_wrong.time_s) +
              " s first: " + short_text(run.gains.first_wrong.gain_J) + " J\n";
    }
    if (!run.left.empty()) {
      text += who + std::to_string(run.left.size()) + " bodies left the box, " + run.left.front() +
              " at " + short_text(run.first_left_s.value_or(0)) + " s\n";
    }
    if (!run.late.never.empty()) {
      text += who + run.late.never.front() + " never entered\n";
    } else if (run.late.delayed > 0) {
      text += who + run.late.most_delayed + " waited " + short_text(run.late.max_delay_s) +
              " s for its place\n";
    }
  }
  return text;
}

PlotLine& labelled_line(Plot& plot, const std::string& label) {
  const auto found = std::find_if(plot.lines.begin(), plot.lines.end(),
                                  [&](const PlotLine& line) { return line.label == label; });
  if (found != plot.lines.end()) return *found;
  plot.lines.emplace_back();
  plot.lines.back().label = label;
  return plot.lines.back();
}

/// Mean overlaps with those of single starts, or medians with their quartiles.
SvgPart overlap_part(const PegFigure& figure, const std::vector<PegPoint>& points, bool mean) {
  Plot plot;
  plot.title = figure.title + (mean ? ": mean of all steps" : ": median of all steps");
  plot.x_label = "time step h [s]";
  plot.y_label = "overlap after a step [" + figure.overlap_unit() + "]";
  plot.notes = {mean ? "Bars: from the least to the largest mean of a start."
                     : "Bars: quartiles; below 1e-20 at 1e-20. A median is at rounding where more "
                       "than half of the steps are.",
                "Failed: a step was not solved, a body was lost, or energy came from nothing."};
  for (const PegPoint& point : points) {
    const OverlapStatistics& overlap = point.overlap;
    PlotLine& line = labelled_line(plot, point.model.name());
    line.x.push_back(point.dt);
    line.y.push_back(std::max(kDrawnZero, mean ? overlap.mean : overlap.median));
    line.lower.push_back(std::max(kDrawnZero, mean ? point.least_mean : overlap.lower));
    line.upper.push_back(std::max(kDrawnZero, mean ? point.largest_mean : overlap.upper));
    line.failed.push_back(point.failed_runs > 0);
  }
  const auto [least, most] =
      std::minmax_element(points.begin(), points.end(),
                          [](const PegPoint& a, const PegPoint& b) { return a.dt < b.dt; });
  PlotLine precision = {"double precision", {least->dt, most->dt}, {kPrecision, kPrecision}};
  precision.dots = false;
  precision.dashed = true;
  plot.lines.push_back(std::move(precision));
  return plot_part(plot);
}

SvgPart traps_by_step(const PegFigure& figure, const std::vector<PegRun>& runs) {
  Plot plot;
  plot.title = figure.title;
  plot.x_label = "time step h [s]";
  plot.y_label = "in a step, mean of all steps [1]";
  for (const PegPoint& point : peg_points(runs)) {
    const std::string of = ", " + point.model.name();
    PlotLine& potential = labelled_line(plot, "contacts" + of);
    potential.x.push_back(point.dt);
    potential.y.push_back(point.per_step(point.potential));
    if (!point.model.may_trap()) continue;
    PlotLine& traps = labelled_line(plot, "traps" + of);
    traps.x.push_back(point.dt);
    traps.y.push_back(point.per_step(point.traps));
  }
  return plot_part(plot);
}

SvgPart traps_by_time(const PegFigure& figure, const std::vector<PegMoment>& moments) {
  Plot plot;
  plot.title =
      figure.title + ", h = " + short_text(moments.empty() ? 0 : moments.front().dt) + " s";
  plot.x_label = "time [s]";
  plot.y_label = "in a step, mean of the starts [1]";
  plot.logarithmic = false;
  for (const PegMoment& moment : moments) {
    const auto add = [&](const std::string& what, double value) {
      PlotLine& line = labelled_line(plot, what + ", " + moment.model.name());
      line.x.push_back(moment.time_s);
      line.y.push_back(value);
    };
    add("contacts", moment.potential);
    if (moment.traps) add("traps", *moment.traps);
  }
  return plot_part(plot);
}

}  // namespace

std::string peg_text(const PegFigure& figure, const std::vector<PegRun>& runs,
                     std::optional<std::size_t> room) {
  const std::vector<PegPoint> points = peg_points(runs);
  std::string text = peg_heading(figure);
  if (figure.traps) {
    text += peg_table(peg_trap_fields(), points, room) +
            "potential: potential contacts; trap: one behind which a body is at the end of a step, "
            "in which the standard model would have held it\n";
  } else {
    text += peg_table(peg_overlap_fields(), points, room) +
            "overlaps after a step, all pairs together [" + figure.overlap_unit() +
            "]; rounding: share of steps with 1e-15 at most; before std fails: mean over the steps "
            "before "
            "the first that std did not solve from the same start\n" +
            peg_slope_table(peg_slopes(runs)) + primary_table(primary_ratios(runs)) + "\n" +
            peg_table(peg_cost_fields(), points, room);
  }
  return text + peg_failures_text(runs);
}

std::string peg_svg(const PegFigure& figure, const std::vector<PegRun>& runs) {
  if (figure.traps) {
    return svg_document({traps_by_step(figure, runs), traps_by_time(figure, peg_moments(runs))});
  }
  const std::vector<PegPoint> points = peg_points(runs);
  return svg_document({overlap_part(figure, points, true), overlap_part(figure, points, false)});
}

bool peg_model_failed(const std::vector<PegRun>& runs) {
  return std::any_of(runs.begin(), runs.end(),
                     [](const PegRun& run) { return run.model.model == "peg" && run.failed(); });
}

}  // namespace touchstone
