// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/peg_text.hpp"

#include <algorithm>

#include "reports/svg/plot_svg.hpp"
#include "reports/text_table.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

/// What smaller overlaps are drawn at, 0 among them [m^2 or m^3].
constexpr double kDrawnZero = 1e-20;

std::string trap_percent(std::uint64_t part, std::uint64_t whole) {
  return percent_or_dot(static_cast<double>(part), static_cast<double>(whole));
}

std::string peg_heading(const PegFigure& figure) {
  return "Williams, Lu & Trinkle, figure " + figure.name.substr(10) + ": " + figure.title + ".\n\n";
}

std::string overlap_table(const std::vector<PegPoint>& points, std::optional<std::size_t> room) {
  TextTable table({"model", "dt\ns", "runs", "median", "lower\nquartile", "upper\nquartile", "mean",
                   "before std\nfails", "max", "un-\nsolved", "first\ns", "left", "never\nin",
                   "gain\nJ", "fall-\nback"},
                  1);
  std::string last;
  for (const PegPoint& point : points) {
    if (!last.empty() && last != point.model.name()) table.add_rule();
    last = point.model.name();
    table.add({last, short_text(point.dt), std::to_string(point.runs),
               short_text(point.overlap.median), short_text(point.overlap.lower),
               short_text(point.overlap.upper), short_text(point.overlap.mean),
               point.mean_before_std_fails ? short_text(*point.mean_before_std_fails) : ".",
               short_text(point.overlap.max), count_text(point.unsolved),
               point.first_unsolved_s ? short_text(*point.first_unsolved_s) : ".",
               count_text(static_cast<std::uint64_t>(point.left)),
               count_text(static_cast<std::uint64_t>(point.never_entered)),
               short_text(point.largest_gain_J), count_text(point.fallback)});
  }
  return table.fitted(room, {14, 12, 5, 4, 8, 2});
}

std::string trap_table(const std::vector<PegPoint>& points, std::optional<std::size_t> room) {
  TextTable table(
      {"model", "dt\ns", "runs", "steps", "with\ncontacts", "potential\na step", "traps\na step",
       "traps of\ncontacts %", "steps with\ntraps %", "un-\nsolved", "left"},
      1);
  for (const PegPoint& point : points) {
    const bool trapping = point.model.may_trap();
    table.add({point.model.name(), short_text(point.dt), std::to_string(point.runs),
               std::to_string(point.steps), std::to_string(point.contact_steps),
               short_text(point.per_step(point.potential)),
               trapping ? short_text(point.per_step(point.traps)) : ".",
               trapping ? trap_percent(point.traps, point.potential) : ".",
               trapping ? trap_percent(point.trap_steps, point.contact_steps) : ".",
               count_text(point.unsolved), count_text(static_cast<std::uint64_t>(point.left))});
  }
  return table.fitted(room, {10, 9, 2, 4, 3});
}

/// Times of `plane` are what those of the others are compared with.
std::string cost_table(const std::vector<PegPoint>& points, std::optional<std::size_t> room) {
  TextTable table({"model", "dt\ns", "step\nms", "median\nms", "contact\nms", "solve\nms",
                   "corrections\nms", "of\nplane", "of\nstd", "truth\nms"},
                  1);
  const auto against = [&points](const char* model, const PegPoint& point) {
    const auto other = std::find_if(points.begin(), points.end(), [&](const PegPoint& p) {
      return p.model == ModelChoice{model, 0} && p.dt == point.dt;
    });
    return other == points.end() || !(other->cost.total_ms > 0)
               ? std::string(".")
               : short_text(point.cost.total_ms / other->cost.total_ms);
  };
  for (const PegPoint& point : points) {
    table.add({point.model.name(), short_text(point.dt), short_text(point.cost.total_ms),
               short_text(point.cost.median_ms), short_text(point.cost.contact_ms),
               short_text(point.cost.solve_ms), short_text(point.cost.corrections_ms),
               against("plane", point), against("std", point), short_text(point.truth_ms)});
  }
  return table.fitted(room, {9, 8, 3, 6});
}

std::string slopes_text(const std::vector<PegSlope>& slopes) {
  std::string text;
  for (const PegSlope& slope : slopes) {
    text += slope.model.name() + ": slope of log mean overlap against log dt " +
            short_text(slope.of_mean);
    if (slope.starts > 0) {
      text += "; of single starts " + short_text(slope.mean);
      if (slope.half_width) text += " +- " + short_text(*slope.half_width);
      text += " (" + std::to_string(slope.starts) + ")";
    }
    text += "\n";
  }
  return text;
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

}  // namespace

std::string peg_text(const PegFigure& figure, const std::vector<PegRun>& runs,
                     std::optional<std::size_t> room) {
  const std::vector<PegPoint> points = peg_points(runs);
  std::string text = peg_heading(figure);
  if (figure.traps) {
    text += trap_table(points, room) +
            "potential: potential contacts; trap: one behind which a body is at the end of a step, "
            "in which the standard model would have held it\n";
  } else {
    text += overlap_table(points, room) + "overlaps after a step, all pairs together [" +
            figure.overlap_unit() +
            "]; before std fails: mean over the steps before the first that " +
            "std did not solve from the same start\n" + slopes_text(peg_slopes(runs)) + "\n" +
            cost_table(points, room);
  }
  return text + peg_failures_text(runs);
}

std::string peg_svg(const PegFigure& figure, const std::vector<PegRun>& runs) {
  Plot plot;
  plot.title = figure.title;
  plot.x_label = "time step h [s]";
  plot.y_label = figure.traps ? "in a step [1]"
                              : "overlap, median and quartiles [" + figure.overlap_unit() +
                                    "], less than 1e-20 at 1e-20";
  for (const PegPoint& point : peg_points(runs)) {
    if (figure.traps) {
      const std::string of = figure.traps ? ", " + point.model.name() : "";
      PlotLine& potential = labelled_line(plot, "contacts" + of);
      potential.x.push_back(point.dt);
      potential.y.push_back(point.per_step(point.potential));
      if (!point.model.may_trap()) continue;
      PlotLine& traps = labelled_line(plot, "traps" + of);
      traps.x.push_back(point.dt);
      traps.y.push_back(point.per_step(point.traps));
      continue;
    }
    PlotLine& line = labelled_line(plot, point.model.name());
    line.x.push_back(point.dt);
    line.y.push_back(std::max(kDrawnZero, point.overlap.median));
    line.lower.push_back(std::max(kDrawnZero, point.overlap.lower));
    line.upper.push_back(std::max(kDrawnZero, point.overlap.upper));
  }
  return plot_svg(plot);
}

bool peg_model_failed(const std::vector<PegRun>& runs) {
  return std::any_of(runs.begin(), runs.end(), [](const PegRun& run) {
    const bool failed = !run.fault.empty() || run.unsolved > 0 || !run.left.empty() ||
                        !run.late.never.empty() || run.gains.wrong_steps > 0;
    return run.model.model == "peg" && failed;
  });
}

}  // namespace touchstone
