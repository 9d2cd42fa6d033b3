// SPDX-License-Identifier: GPL-3.0-or-later
// Time against size: medians, exponents, what changed, and Table II of the paper beside ours.
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "reports/html/html_text.hpp"
#include "reports/html/sections.hpp"
#include "reports/time_text.hpp"
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

HtmlCell duration_cell(const JsonNode& ns) {
  return {duration_text(ns.number()), json_number(ns.number())};
}

/// Metric, family, regime, start: what has a row.
using TimeRowName = std::array<std::string, 4>;

TimeRowName row_name(const JsonNode& record) {
  return {record.at("metric").text(), record.at("family").text(), record.at("regime").text(),
          record.at("start").text()};
}

/// The cells of one family: its sizes are columns.
struct FamilyTimes {
  struct Row {
    std::map<std::string, HtmlCell> medians;  ///< by the name of the size
    double right = 0;
    double judged = 0;
  };
  std::set<std::tuple<std::uint64_t, std::uint64_t, std::string>> sizes;
  std::vector<TimeRowName> names;
  std::map<TimeRowName, Row> rows;

  void add(const JsonNode& result) {
    const auto vertices = result.at("vertices").items();
    const std::string size = sizes_name(result.at("vertices"));
    sizes.emplace(vertices[0].count(), vertices[1].count(), size);
    const auto [place, added] = rows.try_emplace(row_name(result));
    if (added) names.push_back(place->first);
    Row& row = place->second;
    row.medians[size] = duration_cell(result.at("median_ns"));
    if (result.at("right_share").is_null()) return;
    const auto cases = static_cast<double>(result.at("judged").count());
    row.judged += cases;
    row.right += cases * result.at("right_share").number();
  }
};

HtmlTable family_table(const std::string& family, const FamilyTimes& times) {
  HtmlTable table("times-" + family,
                  family + ": median time of one query, by the vertices of each body");
  for (const char* title : {"metric", "regime", "start"}) table.column(title, HtmlColumn::text);
  table.column("right");
  for (const auto& size : times.sizes) table.column(std::get<2>(size));
  for (const TimeRowName& name : times.names) {
    const FamilyTimes::Row& row = times.rows.at(name);
    std::vector<HtmlCell> cells = {
        text_cell(name[0]), text_cell(name[2]), text_cell(name[3]),
        row.judged > 0 ? number_cell(row.right / row.judged) : empty_cell()};
    for (const auto& size : times.sizes) {
      const auto found = row.medians.find(std::get<2>(size));
      cells.push_back(found == row.medians.end() ? empty_cell() : found->second);
    }
    table.row(std::move(cells));
  }
  return table;
}

std::vector<HtmlTable> time_tables(const JsonNode& root) {
  std::vector<std::string> families;
  std::map<std::string, FamilyTimes> times;
  for (const JsonNode& result : root.at("results").items()) {
    const std::string family = result.at("family").text();
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

HtmlTable exponent_table(const JsonNode& root) {
  HtmlTable table("exponents",
                  "time = c facets^exponent, with the 95 % confidence interval of the exponent");
  for (const char* title : {"metric", "family", "regime", "start"}) {
    table.column(title, HtmlColumn::text);
  }
  for (const char* title : {"exponent", "from", "to", "facets from", "facets to", "sizes"}) {
    table.column(title);
  }
  for (const JsonNode& fit : root.at("fits").items()) {
    std::vector<HtmlCell> cells;
    for (const std::string& part : row_name(fit)) cells.push_back(text_cell(part));
    for (const char* key : {"exponent", "low", "high", "facets_from", "facets_to"}) {
      cells.push_back(number_cell(fit, key));
    }
    cells.push_back(count_cell(fit.at("points").count()));
    table.row(cells);
  }
  return table;
}

MarkedText left_out(const JsonNode& root) {
  const std::vector<JsonNode> all = root.at("left_out").items();
  if (all.empty()) return {};
  MarkedText items;
  for (const JsonNode& one : all) {
    std::string text;
    for (const char* key : {"metric", "family", "regime", "start"}) {
      if (const std::string part = one.at(key).is_null() ? "" : one.at(key).text(); !part.empty()) {
        text += part + " ";
      }
    }
    items += element("li", text + ": " + one.at("reason").text()) + "\n";
  }
  return folded_list(std::to_string(all.size()) + " cells were not timed", items);
}

MarkedText context_line(const JsonNode& root) {
  const JsonNode context = root.at("context");
  std::string text = "Timed on " + context.at("cpu").text() + " at " +
                     short_text(context.at("mhz").number()) + " MHz";
  const auto loads = context.at("load_before").items();
  if (!loads.empty()) text += ", load " + short_text(loads.front().number()) + " before";
  return element("p", text + "; " + context.at("clock").text() + ".") + "\n";
}

HtmlSection times_of(const JsonNode& root) {
  if (root.at("schema").text() != kTimeSchema) {
    root.at("schema").refuse(std::string("must be ") + kTimeSchema);
  }
  HtmlSection section("speed", "Speed");
  section.text(context_line(root) + left_out(root) + plot_place("time") + plot_place("time-ratio"));
  for (HtmlTable& table : time_tables(root)) section.table(std::move(table));
  HtmlTable exponents = exponent_table(root);
  return exponents.empty() ? section : section.table(std::move(exponents));
}

MarkedText change_counts(const TimeComparison& comparison) {
  std::string text = "Against " + comparison.before + ": ";
  for (std::size_t k = 0; k < kTimeChangeNames.size(); ++k) {
    const std::uint64_t count = comparison.count(static_cast<TimeChange>(k));
    text += (k > 0 ? ", " : "") + std::to_string(count) + " cells " + kTimeChangeNames.at(k);
  }
  if (comparison.floor_ratio) {
    text += "; support queries take " + short_text(*comparison.floor_ratio) + " times as long";
    if (comparison.machines_differ()) text += ", as the machine was another, or busier";
  }
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
  section.text(change_counts(comparison) + plot_place("time-changes"))
      .table(metric_changes(comparison));
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

Result<HtmlSection> speed_section(const ReportInputs& inputs) {
  HtmlSection section("speed", "Speed");
  if (inputs.time) {
    auto times = read_json(inputs.time->json, inputs.time->name, times_of);
    if (!times) return times;
    section.take(std::move(times).value());
  } else {
    section.text(not_recorded("No times.", "touchstone time --json time.json"));
  }
  if (inputs.time_against) section.take(time_changes(*inputs.time_against));
  return with_reproduced(std::move(section), inputs.reproduced, "touchstone.table2/1", table2);
}

}  // namespace touchstone
