// SPDX-License-Identifier: GPL-3.0-or-later
// Errors of values, by metric and size, and the papers' tables beside ours.
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "reports/html/record_table.hpp"
#include "reports/html/sections.hpp"
#include "reports/reproduce_text.hpp"
#include "schema/json_node.hpp"
#include "schema/json_text.hpp"

namespace touchstone {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
/// Decades of the table of errors; the record has quarters of them.
constexpr int kQuarters = 4;

/// The errors of one metric over its families.
struct Errors {
  std::uint64_t valued = 0;
  std::uint64_t rounded_right = 0;  ///< no error, or at most half a unit in the last place
  double max = 0;
  std::string worst_family;
  std::uint64_t right_at_own = 0;
  double own_tolerance = 0;
  // Counts of the error histogram, where it was recorded.
  bool recorded = true;
  std::uint64_t zero = 0;
  std::uint64_t below = 0;
  std::uint64_t above = 0;
  std::map<int, std::uint64_t> decades;  ///< by exponent of ten
};

void add_histogram(const JsonNode& row, Errors& errors) {
  if (!row.has("error_histogram") || row.at("error_histogram").is_null()) {
    errors.recorded = false;
    return;
  }
  const JsonNode histogram = row.at("error_histogram");
  errors.zero += histogram.at("zero").count();
  errors.below += histogram.at("below").count();
  errors.above += histogram.at("above").count();
  const double first = histogram.at("first").number();
  int k = 0;
  for (const JsonNode& bin : histogram.at("counts").items()) {
    const int decade = static_cast<int>(std::floor((first + k++) / kQuarters));
    if (const std::uint64_t count = bin.count()) errors.decades[decade] += count;
  }
}

void add_row_errors(const JsonNode& row, Errors& errors) {
  const std::uint64_t valued = row.at("answered").count();
  const std::vector<JsonNode> bins = row.at("ulp_histogram").items();
  for (std::size_t k = 0; k < std::min<std::size_t>(2, bins.size()); ++k) {
    errors.rounded_right += bins[k].count();
  }
  errors.valued += valued;
  const JsonNode max = row.at("error_rel_size").at("max");
  // Where there are values, null says that the error is beyond the range of doubles.
  if (max.is_null() && valued == 0) {
    // Nothing to compare.
  } else if (const double largest = max.is_null() ? kInfinite : max.number();
             largest >= errors.max) {
    errors.max = largest;
    errors.worst_family = row.at("family").text();
  }
  errors.right_at_own += row.at("right_at_own_tolerance").count();
  errors.own_tolerance = row.at("own_tolerance").number();
  add_histogram(row, errors);
}

using MetricErrors = std::vector<std::pair<std::string, Errors>>;

MetricErrors read_errors(const JsonNode& root) {
  MetricErrors metrics;
  std::map<std::string, std::size_t> places;
  for (const JsonNode& row : root.at("results").items()) {
    const std::string metric = row.at("metric").text();
    const auto [place, added] = places.emplace(metric, metrics.size());
    if (added) metrics.emplace_back(metric, Errors{});
    add_row_errors(row, metrics[place->second].second);
  }
  return metrics;
}

HtmlTable error_table(const MetricErrors& metrics) {
  HtmlTable table("errors",
                  "Errors of values, relative to size (of ratio metrics: to max(1, |rho|))");
  table.column("metric", HtmlColumn::text);
  for (const char* title : {"values", "rounded right", "largest error"}) table.column(title);
  table.column("on", HtmlColumn::text);
  for (const char* title : {"own tolerance", "right at own tolerance"}) table.column(title);
  for (const auto& [metric, errors] : metrics) {
    const bool any = errors.valued > 0;
    table.row({text_cell(metric), count_cell(errors.valued), count_cell(errors.rounded_right),
               any ? number_cell(errors.max) : empty_cell(), text_cell(errors.worst_family),
               number_cell(errors.own_tolerance), count_cell(errors.right_at_own)},
              html_attribute("data-metric", metric));
  }
  return table;
}

HtmlTable decade_table(const MetricErrors& metrics) {
  constexpr int kLowest = -20;
  constexpr int kHighest = 4;
  HtmlTable table("error-histogram", "Values by the decade of their relative error");
  table.column("metric", HtmlColumn::text).column("0").column("below 1e-20");
  for (int decade = kLowest; decade < kHighest; ++decade) {
    table.column("1e" + std::to_string(decade));
  }
  table.column("from 1e4");
  for (const auto& [metric, errors] : metrics) {
    if (!errors.recorded) continue;
    std::vector<HtmlCell> cells = {text_cell(metric), count_cell(errors.zero),
                                   count_cell(errors.below)};
    for (int decade = kLowest; decade < kHighest; ++decade) {
      const auto found = errors.decades.find(decade);
      cells.push_back(count_cell(found == errors.decades.end() ? 0 : found->second));
    }
    cells.push_back(count_cell(errors.above));
    table.row(cells, html_attribute("data-metric", metric));
  }
  return table;
}

HtmlSection errors_of(const JsonNode& root) {
  const MetricErrors metrics = read_errors(root);
  HtmlSection section("accuracy", "Accuracy");
  section.table(error_table(metrics))
      .text(plot_place("error-cdf") + plot_place("error-histogram") + plot_place("degeneracy"));
  HtmlTable decades = decade_table(metrics);
  if (decades.empty()) {
    return section.text(not_recorded("Error histograms.", "a record of touchstone verify"));
  }
  return section.text(tags("<details>") + element("summary", "Errors by decade"))
      .table(std::move(decades))
      .text(tags("</details>") + "\n");
}

/// Table I of Yi & Drumwright, theirs beside ours.
HtmlTable table1(const JsonNode& root) {
  return list_table(
      "table1",
      "Table I of Yi & Drumwright: error of the depth of random boxes, ours and the paper's",
      table1_record().fields.shapes(), root, "rows");
}

}  // namespace

Result<HtmlSection> accuracy_section(const ReportInputs& inputs) {
  HtmlSection section("accuracy", "Accuracy");
  if (inputs.verify) {
    const RecordText& text = inputs.verify->text;
    auto errors = read_json(text.json, text.name, errors_of);
    if (!errors) return errors;
    section.take(std::move(errors).value());
  }
  return with_reproduced(std::move(section), inputs.reproduced, table1_record().schema, table1);
}

}  // namespace touchstone
