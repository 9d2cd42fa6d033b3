// SPDX-License-Identifier: GPL-3.0-or-later
// How far central differences are from the exact gradient, by their step: a drawing of the largest
// errors, of each group and at kinks, and a table over all families.
#include <algorithm>
#include <cstdlib>
#include <map>
#include <utility>
#include <vector>

#include "reports/html/html_text.hpp"
#include "reports/html/sections.hpp"
#include "reports/svg/plot_svg.hpp"
#include "schema/json_node.hpp"

namespace touchstone {
namespace {

struct DifferenceErrors {
  std::uint64_t right = 0, wrong = 0;
  double largest = 0;
  void add(const JsonNode& claim) {
    right += claim.at("held").count();
    wrong += claim.at("violated").count();
    largest = std::max(largest, claim.at("largest").number());
  }
};

struct StepErrors {
  std::string step;
  std::map<std::string, DifferenceErrors> claims = {}, lines = {};
};

/// In the order of the record.
std::vector<StepErrors> read_steps(const JsonNode& root) {
  std::vector<StepErrors> steps;
  for (const JsonNode& row : root.at("results").items()) {
    const std::string step = row.at("subject").text();
    if (steps.empty() || steps.back().step != step) steps.push_back({step});
    for (const JsonNode& claim : row.at("claims").items()) {
      const std::string name = claim.at("claim").text();
      steps.back().claims[name].add(claim);
      if (name == "smooth") steps.back().lines[row.at("group").text()].add(claim);
      if (name == "kink") steps.back().lines["kinks"].add(claim);
    }
  }
  return steps;
}

HtmlTable step_table(const JsonNode& root, std::vector<StepErrors> steps) {
  std::string caption = "Central differences of " + root.at("metric").text();
  std::vector<std::string> names;
  for (const JsonNode& claim : root.at("claims").items()) {
    names.push_back(claim.at("claim").text());
    caption += "; " + names.back() + ": " + claim.at("meaning").text();
  }
  HtmlTable table("gradient-differences", caption);
  table.column("step", HtmlColumn::text);
  for (const std::string& name : names) {
    table.column(name + ", right").column(name + ", wrong").column(name + ", largest error");
  }
  for (StepErrors& found : steps) {
    std::vector<HtmlCell> cells = {text_cell(found.step)};
    for (const std::string& name : names) {
      const DifferenceErrors& errors = found.claims[name];
      cells.push_back(count_cell(errors.right));
      cells.push_back(count_cell(errors.wrong));
      cells.push_back(number_cell(errors.largest));
    }
    table.row(std::move(cells));
  }
  return table;
}

std::string error_drawing(const std::vector<StepErrors>& steps) {
  Plot plot;
  plot.title = "Largest error of central differences";
  plot.x_label = "step: part of the size, or turn [rad]";
  plot.y_label = "error, as a part of the largest speed [1]";
  std::map<std::string, PlotLine> lines;
  for (const StepErrors& found : steps) {
    char* end = nullptr;
    const double step = std::strtod(found.step.c_str(), &end);
    if (*end != '\0') continue;  // the best of all
    for (const auto& [label, errors] : found.lines) {
      lines[label].label = label;
      lines[label].x.push_back(step);
      lines[label].y.push_back(errors.largest);
    }
  }
  for (auto& [label, line] : lines) plot.lines.push_back(std::move(line));
  return "<figure>" + plot_svg(plot) + "</figure>\n";
}

HtmlSection differences_of(const JsonNode& root) {
  const std::vector<StepErrors> steps = read_steps(root);
  return HtmlSection("gradients", "Gradients")
      .text(tags(error_drawing(steps)))
      .table(step_table(root, steps));
}

}  // namespace

Result<HtmlSection> gradient_section(const ReportInputs& inputs) {
  if (!inputs.differences) return HtmlSection("gradients", "Gradients");
  return read_json(inputs.differences->json, inputs.differences->name, differences_of);
}

}  // namespace touchstone
