// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/converge_text.hpp"

#include <algorithm>

#include "reports/converge_record.hpp"
#include "reports/model_text.hpp"
#include "reports/text_table.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

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
  const auto text_of = [](const std::optional<double>& power) {
    return power ? fixed_text(*power, 2) : "none";
  };
  std::string text = "  " + group_name(group) + ": slope " + fixed_text(slope.of_mean, 2);
  if (slope.starts > 1) text += " of the mean, " + text_of(slope.of_first) + " of start 0";
  if (slope.half_width) {
    text += ", " + text_of(slope.mean) + " +- " + text_of(slope.half_width) + " over " +
            std::to_string(slope.starts) + " starts (95 %)";
  }
  return text + "; by rho " + text_of(slope.of_ratio) + ", maxima " + text_of(slope.of_max) +
         ", C " + text_of(slope.of_constant) + "\n";
}

TextTable point_table(const std::vector<ConvergeGroup>& groups) {
  std::vector<std::string> header = converge_group_fields().titles();
  const auto append = [](std::vector<std::string>& row, const std::vector<std::string>& cells) {
    row.insert(row.end(), cells.begin(), cells.end());
  };
  append(header, converge_point_fields().titles());
  TextTable table(header, 2);
  for (const ConvergeGroup& group : groups) {
    table.add_rule();
    for (const ConvergePoint& point : group.points) {
      std::vector<std::string> row = converge_group_fields().cells(group);
      append(row, converge_point_fields().cells(point));
      table.add(row);
    }
  }
  return table;
}

/// A line for each run that is wrong.
std::string fault_text(const std::vector<ConvergeRun>& runs) {
  std::string text;
  for (const ConvergeRun& run : runs) {
    const std::string why = why_wrong(run);
    if (why.empty()) continue;
    text += "  wrong: " + run.scene + ", h " + exact_text(run.dt) + ", gamma " +
            exact_text(run.gamma) + ", start " + std::to_string(run.start) + ": " + why + "\n";
  }
  return text;
}

/// A line that adds up what the contact model counted in all runs; empty for `manifold`.
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
      point_table(groups).fitted(room, {7, 8, 1, 15, 13, 10, 14, 4}) +
      "average I: of the deepest overlap of any pair, over the steps, the mean of the runs; least, "
      "largest: of a run.\n"
      "by rho: of Hart's I(q), max(0, -rho) of any pair.\n"
      "moving: over steps with more than 1e-9 J of kinetic energy. C = max I/(|v|^2 h^2).\n";
  text += models_text(runs);
  std::string slopes;
  for (const ConvergeGroup& group : groups) {
    if (group.slope || !group.no_slope.empty()) slopes += slope_text(group);
  }
  if (!slopes.empty()) text += "\nSlopes of log average I against log h:\n" + slopes;
  return text + fault_text(runs);
}

bool any_run_failed(const std::vector<ConvergeRun>& runs) {
  return std::any_of(runs.begin(), runs.end(),
                     [](const ConvergeRun& run) { return !why_wrong(run).empty(); });
}

}  // namespace touchstone
