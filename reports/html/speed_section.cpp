// SPDX-License-Identifier: GPL-3.0-or-later
// Time against size: medians, exponents, what changed, and Table II of the paper beside ours.
#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "reports/html/html_text.hpp"
#include "reports/html/sections.hpp"
#include "reports/reproduce_text.hpp"
#include "schema/json_node.hpp"
#include "schema/json_text.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

std::string sizes_name(const JsonNode& vertices) {
  const auto items = vertices.items();
  if (items.size() != 2) vertices.refuse("must be two numbers");
  const std::uint64_t a = items[0].count();
  const std::uint64_t b = items[1].count();
  return a == b ? std::to_string(a) : std::to_string(a) + "x" + std::to_string(b);
}

/// Metric, family, regime, start: what has a row.
using TimeRowName = std::array<std::string, 4>;

template <class Named>
TimeRowName row_name(const Named& named) {
  return {named.metric, named.family, named.regime, named.start};
}

/// "8", or "8x200" where the bodies differ.
std::string vertices_name(const TimeCell& cell) {
  return cell.vertices[0] == cell.vertices[1] ? std::to_string(cell.vertices[0]) : size_text(cell);
}

/// The cells of one family: its sizes are columns.
struct FamilyTimes {
  struct Row {
    std::map<std::string, HtmlCell> medians;  ///< by the name of the size
    std::uint64_t right = 0;
    std::uint64_t judged = 0;
  };
  std::set<std::tuple<std::uint64_t, std::uint64_t, std::string>> sizes;
  std::vector<TimeRowName> names;
  std::map<TimeRowName, Row> rows;

  void add(const TimeResult& result) {
    const std::string size = vertices_name(result.cell);
    sizes.emplace(result.cell.vertices[0], result.cell.vertices[1], size);
    const auto [place, added] = rows.try_emplace(row_name(result.cell));
    if (added) names.push_back(place->first);
    Row& row = place->second;
    row.medians[size] = duration_cell(result.median_ns);
    if (!result.right_share) return;
    row.judged += result.judged;
    row.right += right_count(result);
  }
};

HtmlTable family_table(const std::string& family, const FamilyTimes& times) {
  HtmlTable table("times-" + family,
                  family + ": median time of one query, by the vertices of each body");
  for (const char* title : {"metric", "regime", "start"}) table.column(title, HtmlColumn::text);
  table.column("right, %");
  for (const auto& size : times.sizes) table.column(std::get<2>(size));
  for (const TimeRowName& name : times.names) {
    const FamilyTimes::Row& row = times.rows.at(name);
    std::vector<HtmlCell> cells = {text_cell(name[0]), text_cell(name[2]), text_cell(name[3]),
                                   percent_cell(row.right, row.judged)};
    for (const auto& size : times.sizes) {
      const auto found = row.medians.find(std::get<2>(size));
      cells.push_back(found == row.medians.end() ? empty_cell() : found->second);
    }
    table.row(std::move(cells));
  }
  return table;
}

std::vector<HtmlTable> time_tables(const TimeRecord& record) {
  std::vector<std::string> families;
  std::map<std::string, FamilyTimes> times;
  for (const TimeResult& result : record.results) {
    const std::string& family = result.cell.family;
    const auto [place, added] = times.try_emplace(family);
    if (added) families.push_back(family);
    place->second.add(result);
  }
  std::vector<HtmlTable> tables;
  for (const std::string& family : families) {
    tables.push_back(family_table(family, times.at(family)));
  }
  return tables;
}

HtmlTable exponent_table(const TimeRecord& record) {
  HtmlTable table("exponents",
                  "time = c facets^exponent, with the 95 % confidence interval of the exponent");
  for (const char* title : {"metric", "family", "regime", "start"}) {
    table.column(title, HtmlColumn::text);
  }
  for (const char* title : {"exponent", "from", "to", "facets from", "facets to", "sizes"}) {
    table.column(title);
  }
  for (const TimeFit& fit : record.fits) {
    std::vector<HtmlCell> cells;
    for (const std::string& part : row_name(fit)) cells.push_back(text_cell(part));
    for (const double x : {fit.exponent, fit.low, fit.high, fit.facets_from, fit.facets_to}) {
      cells.push_back(number_cell(x));
    }
    cells.push_back(count_cell(fit.points));
    table.row(cells);
  }
  return table;
}

MarkedText left_out(const TimeRecord& record) {
  if (record.left_out.empty()) return {};
  MarkedText items;
  for (const TimeLeftOut& one : record.left_out) {
    std::string text;
    for (const std::string& part : row_name(one.cell)) text += part.empty() ? "" : part + " ";
    items += element("li", text + ": " + one.reason) + "\n";
  }
  return folded_list(std::to_string(record.left_out.size()) + " cells were not timed", items);
}

MarkedText context_line(const TimeContext& context) {
  std::string text = "Timed on " + context.cpu + " at " + shown_number(context.mhz) + " MHz";
  if (!context.load_before.empty()) {
    text += ", load " + shown_number(context.load_before.front()) + " before";
  }
  return element("p", text + "; " + context.clock + ".") + "\n";
}

HtmlSection times_of(const TimeRecord& record) {
  HtmlSection section("speed", "Speed");
  section.text(context_line(record.context) + left_out(record) + plot_place("time") +
               plot_place("time-ratio"));
  for (HtmlTable& table : time_tables(record)) section.table(std::move(table));
  HtmlTable exponents = exponent_table(record);
  return exponents.empty() ? section : section.table(std::move(exponents));
}

MarkedText machine_change(const TimeComparison& comparison) {
  if (!comparison.floor_ratio) return {};
  std::string text = "Support queries take " + shown_number(*comparison.floor_ratio) +
                     " times as long as in " + comparison.before;
  if (comparison.machines_differ()) text += ": the machine was another, or busier";
  return element("p", text + ".") + "\n";
}

/// Each metric over all its cells.
HtmlTable metric_changes(const TimeComparison& comparison) {
  HtmlTable table("against-metrics", "Against " + comparison.before + ": metrics as a whole");
  table.column("metric", HtmlColumn::text).column("change", HtmlColumn::text);
  table.column("cells").column("ratio").column("p");
  for (const TimeMetricChange& change : comparison.metrics) {
    table.row({text_cell(change.metric),
               text_cell(kTimeChangeNames.at(static_cast<std::size_t>(change.change))),
               count_cell(change.cells), number_cell(change.ratio),
               number_cell(change.p_adjusted)});
  }
  return table;
}

HtmlSection time_changes(const TimeComparison& comparison) {
  HtmlSection section("against", "Against");
  HtmlTable table("against", "Against " + comparison.before + ": cells that got slower or faster");
  for (const char* title : {"change", "metric", "family", "regime", "start", "vertices"}) {
    table.column(title, HtmlColumn::text);
  }
  for (const char* title : {"ratio", "p"}) table.column(title);
  for (const TimeCellChange& change : comparison.cells) {
    if (change.change != TimeChange::slower && change.change != TimeChange::faster) continue;
    const TimeCell& cell = change.cell;
    table.row({text_cell(kTimeChangeNames.at(static_cast<std::size_t>(change.change))),
               text_cell(cell.metric), text_cell(cell.family), text_cell(cell.regime),
               text_cell(cell.start),
               text_cell(std::to_string(cell.vertices[0]) + "x" + std::to_string(cell.vertices[1])),
               number_cell(change.ratio()),
               change.p_adjusted ? number_cell(*change.p_adjusted) : empty_cell()});
  }
  section.text(plot_place("time-changes")).table(metric_changes(comparison));
  return table.empty() ? section : section.table(std::move(table));
}

/// Table II of Yi & Drumwright, theirs beside ours.
HtmlTable table2(const JsonNode& root) {
  HtmlTable table(
      "table2",
      "Table II of Yi & Drumwright: time of a simulation step, ours and the paper's [ms]");
  for (const char* title : {"scenario", "vertices", "contacts by"}) {
    table.column(title, HtmlColumn::text);
  }
  for (const char* title : {"steps", "median", "mean", "contacts", "solver", "rest", "paper: mean",
                            "paper: contacts %"}) {
    table.column(title);
  }
  for (const JsonNode& row : root.at("rows").items()) {
    const JsonNode step = row.at("ms_per_step");
    std::vector<HtmlCell> cells = {text_cell(row.at("scenario").text()),
                                   text_cell(sizes_name(row.at("vertices"))),
                                   text_cell(row.at("contacts").text()),
                                   count_cell(row.at("steps").count()),
                                   number_cell(row, "median_ms"),
                                   number_cell(row, "mean_ms"),
                                   number_cell(step, "contact"),
                                   number_cell(step, "solve"),
                                   number_cell(step, "rest")};
    const bool has_paper = !row.at("paper").is_null();
    for (const char* key : {"mean_ms", "contact_percent"}) {
      cells.push_back(has_paper ? number_cell(row.at("paper"), key) : empty_cell());
    }
    table.row(cells);
  }
  return table;
}

}  // namespace

std::uint64_t right_count(const TimeResult& result) {
  const double right = result.right_share.value_or(0) * static_cast<double>(result.judged);
  return static_cast<std::uint64_t>(std::llround(right));
}

Result<HtmlSection> speed_section(const ReportInputs& inputs) {
  HtmlSection section("speed", "Speed");
  if (inputs.time) section.take(times_of(inputs.time->record));
  if (inputs.time_against) section.take(time_changes(*inputs.time_against));
  return with_reproduced(std::move(section), inputs.reproduced, table2_record().schema, table2);
}

}  // namespace touchstone
