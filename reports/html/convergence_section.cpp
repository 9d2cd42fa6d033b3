// SPDX-License-Identifier: GPL-3.0-or-later
// How overlaps shrink with the step: a table of every h, the slopes, and a drawing of both.
#include <algorithm>
#include <vector>

#include "reports/html/html_text.hpp"
#include "reports/html/sections.hpp"
#include "reports/svg/plot_svg.hpp"
#include "schema/json_node.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

std::string group_name(const JsonNode& group) {
  const std::string pattern = group.at("pattern").text();
  return group.at("scene").text() + ", gamma " + exact_text(group.at("gamma").number()) +
         (pattern == "constant" ? "" : ", " + pattern);
}

HtmlTable point_table(const JsonNode& root) {
  HtmlTable table("converge-points", "Infeasibility: the depth of the deepest pair of a state");
  table.column("scene", HtmlColumn::text).column("steps", HtmlColumn::text);
  for (const char* title :
       {"gamma", "h [s]", "runs", "average [m]", "largest average / h^2 [m/s^2]",
        "average while moving [m]", "share of the top 1 %", "largest [m]", "C [1/m]"}) {
    table.column(title);
  }
  for (const JsonNode& group : root.at("groups").items()) {
    for (const JsonNode& point : group.at("points").items()) {
      table.row({text_cell(group.at("scene").text()), text_cell(group.at("pattern").text()),
                 number_cell(group, "gamma"), number_cell(point, "dt"),
                 count_cell(point.at("runs").count()), number_cell(point, "average_m"),
                 number_cell(point, "over_h_squared"), number_cell(point, "moving_average_m"),
                 number_cell(point, "top_share"), number_cell(point, "max_m"),
                 number_cell(point, "constant")});
    }
  }
  return table;
}

std::string drawing(const JsonNode& root) {
  Plot plot;
  plot.title = "Average infeasibility against the step";
  plot.x_label = "time step h [s]";
  plot.y_label = "average infeasibility [m]";
  for (const JsonNode& group : root.at("groups").items()) {
    PlotLine line;
    line.label = group_name(group);
    for (const JsonNode& point : group.at("points").items()) {
      line.x.push_back(point.at("dt").number());
      line.y.push_back(point.at("average_m").number());
    }
    plot.lines.push_back(std::move(line));
  }
  return "<figure>" + plot_svg(plot) + "</figure>\n";
}

HtmlSection convergence_of(const JsonNode& root) {
  HtmlSection section("convergence", "Convergence");
  return section.text(tags(drawing(root))).table(point_table(root));
}

}  // namespace

HtmlTable slope_table(const JsonNode& root) {
  HtmlTable table("converge-slopes", "Slopes of log infeasibility against log h");
  table.column("scene", HtmlColumn::text).column("steps", HtmlColumn::text);
  for (const char* title : {"gamma", "starts", "of the mean", "mean of the starts",
                            "half of its 95 % interval", "of start 0", "of the largest", "of C"}) {
    table.column(title);
  }
  for (const JsonNode& group : root.at("groups").items()) {
    const JsonNode slope = group.at("slope");
    if (slope.is_null()) continue;
    table.row({text_cell(group.at("scene").text()), text_cell(group.at("pattern").text()),
               number_cell(group, "gamma"), count_cell(slope.at("starts").count()),
               number_cell(slope, "of_mean"), number_cell(slope, "mean"),
               number_cell(slope, "half_width"), number_cell(slope, "of_first"),
               number_cell(slope, "of_max"), number_cell(slope, "of_constant")});
  }
  return table;
}

std::string slope_sentence(const JsonNode& root) {
  std::vector<double> slopes;
  for (const JsonNode& group : root.at("groups").items()) {
    const JsonNode slope = group.at("slope");
    if (slope.is_null() || slope.at("of_mean").is_null()) continue;
    slopes.push_back(slope.at("of_mean").number());
  }
  if (slopes.empty()) return "No slope of overlaps against the step.";
  const auto [least, most] = std::minmax_element(slopes.begin(), slopes.end());
  const std::string first = shown_number(*least);
  const std::string last = shown_number(*most);
  return "Overlaps shrink as h^" + first + (first == last ? "" : " to h^" + last) +
         " with the step h.";
}

Result<HtmlSection> convergence_section(const ReportInputs& inputs) {
  if (!inputs.converge) return HtmlSection("convergence", "Convergence");
  return read_json(inputs.converge->json, inputs.converge->name, convergence_of);
}

}  // namespace touchstone
