// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/converge_text.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "harness/cases/scenes/event_options_json.hpp"
#include "reports/model_text.hpp"
#include "reports/number_text.hpp"
#include "reports/text_table.hpp"
#include "schema/json_text.hpp"
#include "schema/version.hpp"

namespace touchstone {
namespace {

constexpr double kBelowRounding = 1e-9;  ///< of energies above the start [J]

std::string fixed_text(double x, int digits) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", digits, x);
  return text;
}

std::string group_name(const ConvergeGroup& group) {
  std::string name = group.scene + ", gamma " + exact_text(group.gamma);
  if (group.pattern != StepPattern::constant) {
    name += ", " + std::string(pattern_name(group.pattern)) + " steps";
  }
  return name;
}

std::string slope_text(const ConvergeGroup& group) {
  if (!group.slope) return "  " + group_name(group) + ": no slope: " + group.no_slope + "\n";
  const ConvergeSlope& slope = *group.slope;
  std::string text = "  " + group_name(group) + ": slope " + fixed_text(slope.of_mean, 2);
  if (slope.starts > 1) text += " of the mean, " + fixed_text(slope.of_first, 2) + " of start 0";
  if (slope.half_width) {
    text += ", " + fixed_text(slope.mean, 2) + " +- " + fixed_text(*slope.half_width, 2) +
            " over " + std::to_string(slope.starts) + " starts (95 %)";
  }
  return text + "; maxima " + fixed_text(slope.of_max, 2) + ", C " +
         fixed_text(slope.of_constant, 2) + "\n";
}

TextTable point_table(const std::vector<ConvergeGroup>& groups) {
  TextTable table({"scene", "steps", "gamma", "h\ns", "runs", "average I\nm", "least\nm",
                   "largest\nm", "largest\n/h^2", "moving\nm", "top 1 %\n%", "max I\nm", "C\n1/m",
                   "PE end\nJ", "KE end\nJ", "above\nstart J", "un-\nsolved"},
                  2);
  for (const ConvergeGroup& group : groups) {
    table.add_rule();
    for (const ConvergePoint& point : group.points) {
      table.add({group.scene, std::string(pattern_name(group.pattern)), exact_text(group.gamma),
                 exact_text(point.dt), std::to_string(point.runs), short_text(point.average_m),
                 short_text(point.least_m), short_text(point.largest_m),
                 short_text(point.over_h_squared), short_text(point.moving_average_m),
                 short_text(100 * point.top_share), short_text(point.max_m),
                 short_text(point.constant), fixed_text(point.potential_end_J, 4),
                 short_text(point.kinetic_end_J),
                 point.highest_J <= kBelowRounding ? "." : short_text(point.highest_J),
                 count_text(point.unsolved)});
    }
  }
  return table;
}

std::string constant_json(const StabilisationConstant& constant) {
  return JsonObject()
      .add("C", json_number(constant.C))
      .add("time_s", json_number(constant.time_s))
      .add("speed", json_number(constant.speed))
      .add("depth_m", json_number(constant.depth_m))
      .row();
}

std::string converge_run_json(const ConvergeRun& run) {
  const InfeasibilitySum& sum = run.infeasibility;
  JsonObject object;
  object.add("scene", json_string(run.scene))
      .add("contacts", json_string(run.contacts))
      .add("stepper", json_string(run.stepper))
      .add("pattern", json_string(pattern_name(run.pattern)))
      .add("gamma", json_number(run.gamma))
      .add("dt", json_number(run.dt))
      .add("start", std::to_string(run.start))
      .add("steps", std::to_string(sum.steps))
      .add("average_m", json_number(sum.average_m))
      .add("max_m", json_number(sum.max_m))
      .add("max_time_s", json_number(sum.max_time_s))
      .add("top_share", json_number(sum.top_share))
      .add("moving_steps", std::to_string(sum.moving_steps))
      .add("moving_average_m", json_number(sum.moving_average_m))
      .add("constant", constant_json(sum.constant))
      .add("kinetic_end_J", json_number(run.kinetic_end_J))
      .add("potential_end_J", json_number(run.potential_end_J))
      .add("highest_J", json_number(run.highest_J))
      .add("unsolved", std::to_string(run.unsolved))
      .add("unanswered", std::to_string(run.unanswered))
      .add("fault", json_string_or_null(run.fault));
  add_model(run.model, object);
  return object.row();
}

std::string converge_point_json(const ConvergePoint& point) {
  return JsonObject()
      .add("dt", json_number(point.dt))
      .add("runs", std::to_string(point.runs))
      .add("average_m", json_number(point.average_m))
      .add("least_m", json_number(point.least_m))
      .add("largest_m", json_number(point.largest_m))
      .add("over_h_squared", json_number(point.over_h_squared))
      .add("moving_average_m", json_number(point.moving_average_m))
      .add("top_share", json_number(point.top_share))
      .add("max_m", json_number(point.max_m))
      .add("constant", json_number(point.constant))
      .row();
}

std::string converge_slope_json(const std::optional<ConvergeSlope>& slope) {
  if (!slope) return "null";
  return JsonObject()
      .add("starts", std::to_string(slope->starts))
      .add("of_mean", json_number(slope->of_mean))
      .add("mean", json_number(slope->mean))
      .add("half_width", json_optional(slope->half_width))
      .add("of_first", json_number(slope->of_first))
      .add("of_max", json_number(slope->of_max))
      .add("of_constant", json_number(slope->of_constant))
      .row();
}

std::string converge_group_json(const ConvergeGroup& group) {
  return JsonObject()
      .add("scene", json_string(group.scene))
      .add("pattern", json_string(pattern_name(group.pattern)))
      .add("gamma", json_number(group.gamma))
      .add("points", json_list(json_items(group.points, converge_point_json)))
      .add("slope", converge_slope_json(group.slope))
      .add("no_slope", json_string_or_null(group.no_slope))
      .text();
}

/// What happened to runs besides what was measured.
std::string fault_text(const std::vector<ConvergeRun>& runs) {
  std::string text;
  for (const ConvergeRun& run : runs) {
    if (run.fault.empty()) continue;
    text += "  " + run.scene + ", h " + exact_text(run.dt) + ", gamma " + exact_text(run.gamma) +
            ", start " + std::to_string(run.start) + " ended early: " + run.fault + "\n";
  }
  return text;
}

/// Of all runs together, a line; none for `manifold`.
std::string models_text(const std::vector<ConvergeRun>& runs) {
  if (runs.empty() || !runs.front().model.counted()) return "";
  ModelSteps sum = runs.front().model;
  for (std::size_t i = 1; i < runs.size(); ++i) sum.add(runs[i].model);
  return model_text(sum) + "\n";
}

}  // namespace

std::string converge_text(const std::vector<ConvergeRun>& runs, std::optional<std::size_t> room) {
  const std::vector<ConvergeGroup> groups = converge_groups(runs);
  std::string text =
      point_table(groups).fitted(room, {6, 7, 1, 14, 12, 9, 13, 4}) +
      "average I: of the deepest overlap of any pair, over the steps, the mean of the runs; least, "
      "largest: of a run.\n"
      "moving: over steps with more than 1e-9 J of kinetic energy. C = max I/(|v|^2 h^2).\n";
  text += models_text(runs);
  std::string slopes;
  for (const ConvergeGroup& group : groups) {
    if (group.slope || !group.no_slope.empty()) slopes += slope_text(group);
  }
  if (!slopes.empty()) text += "\nSlopes of log average I against log h:\n" + slopes;
  return text + fault_text(runs);
}

std::string converge_json(const std::vector<ConvergeRun>& runs, const ConvergeOptions& options) {
  JsonObject object;
  object.add("schema", json_string("touchstone.converge/1"))
      .add("versions", versions_json())
      .add("seed", std::to_string(options.seed));
  if (options.contacts == "events") object.add("events", event_options_json(options.events));
  return object.add("runs", json_list(json_items(runs, converge_run_json)))
      .add("groups", json_list(json_items(converge_groups(runs), converge_group_json)))
      .document();
}

std::string converge_csv(const std::vector<ConvergeRun>& runs) {
  std::string text =
      "scene,contacts,stepper,pattern,gamma,dt_s,start,steps,average_m,max_m,top_share,"
      "moving_average_m,C_per_m,kinetic_end_J,potential_end_J,highest_J,unsolved\n";
  for (const ConvergeRun& run : runs) {
    const InfeasibilitySum& sum = run.infeasibility;
    text += run.scene + "," + run.contacts + "," + run.stepper + "," +
            std::string(pattern_name(run.pattern)) + "," + exact_text(run.gamma) + "," +
            exact_text(run.dt) + "," + std::to_string(run.start) + "," + std::to_string(sum.steps);
    for (const double x : {sum.average_m, sum.max_m, sum.top_share, sum.moving_average_m,
                           sum.constant.C, run.kinetic_end_J, run.potential_end_J, run.highest_J}) {
      text += "," + exact_text(x);
    }
    text += "," + std::to_string(run.unsolved) + "\n";
  }
  return text;
}

std::string converge_steps_csv(const ConvergeRun& run) {
  std::string text = "time_s,h_s,infeasibility_m,speed,kinetic_J\n";
  for (const InfeasibleStep& step : run.steps) {
    text += exact_text(step.time_s);
    for (const double x : {step.h, step.depth_m, std::sqrt(step.speed_squared), step.kinetic_J}) {
      text += "," + exact_text(x);
    }
    text += "\n";
  }
  return text;
}

bool any_run_failed(const std::vector<ConvergeRun>& runs) {
  return std::any_of(runs.begin(), runs.end(), [](const ConvergeRun& run) {
    return !run.fault.empty() || run.unsolved > 0 || run.unanswered > 0;
  });
}

}  // namespace touchstone
