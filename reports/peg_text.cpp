// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/peg_text.hpp"

#include <algorithm>
#include <utility>

#include "reports/overlap_json.hpp"
#include "reports/svg/plot_svg.hpp"
#include "reports/text_table.hpp"
#include "schema/json_text.hpp"
#include "schema/number_text.hpp"
#include "schema/version.hpp"

namespace touchstone {
namespace {

/// What smaller overlaps are drawn at, 0 among them [m^2 or m^3].
constexpr double kDrawnZero = 1e-20;

std::string unit_of(const PegFigure& figure) {
  return figure.scene == "polygon-box" ? "m^2" : "m^3";
}

std::string trap_percent(std::uint64_t part, std::uint64_t whole) {
  return percent_or_dot(static_cast<double>(part), static_cast<double>(whole));
}

double per_step(std::uint64_t count, const PegPoint& point) {
  return point.steps == 0 ? 0 : static_cast<double>(count) / static_cast<double>(point.steps);
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
               short_text(per_step(point.potential, point)),
               trapping ? short_text(per_step(point.traps, point)) : ".",
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

std::string statistics_json(const OverlapStatistics& overlap) {
  JsonObject object;
  return add_overlap(overlap, object).row();
}

std::string cost_json(const StepCost& cost) {
  return JsonObject()
      .add("total", json_number(cost.total_ms))
      .add("median", json_number(cost.median_ms))
      .add("contact", json_number(cost.contact_ms))
      .add("solve", json_number(cost.solve_ms))
      .add("corrections", json_number(cost.corrections_ms))
      .row();
}

std::string peg_run_json(const PegRun& run) {
  const bool trapping = run.model.may_trap();
  return JsonObject()
      .add("model", json_string(run.model.model))
      .add("corrections", std::to_string(run.model.corrections))
      .add("dt", json_number(run.dt))
      .add("start", std::to_string(run.start))
      .add("steps", std::to_string(run.overlap.size()))
      .add("overlap", statistics_json(overlap_statistics(run.overlap)))
      .add("contact_steps", std::to_string(run.contact_steps))
      .add("potential", std::to_string(run.potential))
      .add("traps", trapping ? std::to_string(run.traps) : "null")
      .add("trap_steps", trapping ? std::to_string(run.trap_steps) : "null")
      .add("islands", std::to_string(run.islands))
      .add("fallback", std::to_string(run.fallback))
      .add("borrowed", std::to_string(run.borrowed))
      .add("nodes", std::to_string(run.nodes))
      .add("unsolved", std::to_string(run.unsolved))
      .add("first_unsolved_s", json_optional(run.first_unsolved_s))
      .add("left", json_row(json_items(run.left, json_string)))
      .add("first_left_s", json_optional(run.first_left_s))
      .add("never_entered", json_row(json_items(run.late.never, json_string)))
      .add("max_delay_s", json_number(run.late.max_delay_s))
      .add("max_gain", json_number(run.gains.largest_J))
      .add("wrong_gains", std::to_string(run.gains.wrong_steps))
      .add("fault", json_string_or_null(run.fault))
      .add("ms_per_step", cost_json(run.cost))
      .text();
}

std::string peg_point_json(const PegPoint& point) {
  return JsonObject()
      .add("model", json_string(point.model.model))
      .add("corrections", std::to_string(point.model.corrections))
      .add("dt", json_number(point.dt))
      .add("runs", std::to_string(point.runs))
      .add("overlap", statistics_json(point.overlap))
      .add("mean_before_std_fails", json_optional(point.mean_before_std_fails))
      .add("potential_per_step", json_number(per_step(point.potential, point)))
      .add("traps_per_step",
           point.model.may_trap() ? json_number(per_step(point.traps, point)) : "null")
      .add("ms_per_step", cost_json(point.cost))
      .text();
}

std::string peg_slope_json(const PegSlope& slope) {
  return JsonObject()
      .add("model", json_string(slope.model.model))
      .add("corrections", std::to_string(slope.model.corrections))
      .add("of_mean", json_number(slope.of_mean))
      .add("starts", std::to_string(slope.starts))
      .add("mean", json_number(slope.mean))
      .add("half_width", json_optional(slope.half_width))
      .row();
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
            unit_of(figure) + "]; before std fails: mean over the steps before the first that " +
            "std did not solve from the same start\n" + slopes_text(peg_slopes(runs)) + "\n" +
            cost_table(points, room);
  }
  return text + peg_failures_text(runs);
}

std::string peg_json(const PegFigure& figure, const PegRunOptions& options,
                     const std::vector<PegRun>& runs) {
  return JsonObject()
      .add("schema", json_string("touchstone.peg/1"))
      .add("versions", versions_json())
      .add("figure", json_string(figure.name))
      .add("title", json_string(figure.title))
      .add("scene", json_string(figure.scene))
      .add("unit", json_string(unit_of(figure)))
      .add("seed", std::to_string(options.seed))
      .add("points", json_list(json_items(peg_points(runs), peg_point_json)))
      .add("slopes", json_list(json_items(peg_slopes(runs), peg_slope_json)))
      .add("runs", json_list(json_items(runs, peg_run_json)))
      .document();
}

std::string peg_csv(const std::vector<PegRun>& runs) {
  std::string text =
      "model,corrections,dt,start,steps,lower,median,upper,mean,max,contact_steps,potential,traps,"
      "trap_steps,islands,fallback,unsolved,left,never_entered,max_gain_J,step_ms,contact_ms,"
      "solve_ms,corrections_ms\n";
  for (const PegRun& run : runs) {
    const OverlapStatistics overlap = overlap_statistics(run.overlap);
    text += run.model.model + "," + std::to_string(run.model.corrections) + "," +
            exact_text(run.dt) + "," + std::to_string(run.start) + "," +
            std::to_string(overlap.steps);
    for (const double x :
         {overlap.lower, overlap.median, overlap.upper, overlap.mean, overlap.max}) {
      text += "," + exact_text(x);
    }
    text += "," + std::to_string(run.contact_steps) + "," + std::to_string(run.potential);
    const bool trapping = run.model.may_trap();
    for (const std::uint64_t n : {run.traps, run.trap_steps}) {
      text += "," + (trapping ? std::to_string(n) : "");
    }
    for (const std::uint64_t n :
         {run.islands, run.fallback, run.unsolved, static_cast<std::uint64_t>(run.left.size()),
          static_cast<std::uint64_t>(run.late.never.size())}) {
      text += "," + std::to_string(n);
    }
    for (const double x : {run.gains.largest_J, run.cost.total_ms, run.cost.contact_ms,
                           run.cost.solve_ms, run.cost.corrections_ms}) {
      text += "," + exact_text(x);
    }
    text += "\n";
  }
  return text;
}

std::string peg_svg(const PegFigure& figure, const std::vector<PegRun>& runs) {
  Plot plot;
  plot.title = figure.title;
  plot.x_label = "time step h [s]";
  plot.y_label = figure.traps ? "in a step [1]"
                              : "overlap, median and quartiles [" + unit_of(figure) +
                                    "], less than 1e-20 at 1e-20";
  for (const PegPoint& point : peg_points(runs)) {
    if (figure.traps) {
      const std::string of = figure.traps ? ", " + point.model.name() : "";
      PlotLine& potential = labelled_line(plot, "contacts" + of);
      potential.x.push_back(point.dt);
      potential.y.push_back(per_step(point.potential, point));
      if (!point.model.may_trap()) continue;
      PlotLine& traps = labelled_line(plot, "traps" + of);
      traps.x.push_back(point.dt);
      traps.y.push_back(per_step(point.traps, point));
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
