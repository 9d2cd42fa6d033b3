// SPDX-License-Identifier: GPL-3.0-or-later
// Time against size: medians, exponents, what changed, and Table II of the paper beside ours.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "reports/html/record_table.hpp"
#include "reports/html/sections.hpp"
#include "reports/reproduce_text.hpp"
#include "schema/json_text.hpp"

namespace touchstone {
namespace {

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
  for (const auto& size : times.sizes) table.column_of_times(std::get<2>(size));
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
  if (!record.ratios.empty()) {
    section.table(record_table("ratios", "Each pair's time over that of another build",
                               time_ratio_fields(), record.ratios));
  }
  if (record.fits.empty()) return section;
  return section.table(record_table(
      "exponents", "time = c facets^exponent, with the 95 % confidence interval of the exponent",
      time_fit_fields(), record.fits));
}

MarkedText machine_change(const TimeComparison& comparison) {
  if (!comparison.floor_ratio) return {};
  std::string text = "Support queries take " + shown_number(*comparison.floor_ratio) +
                     " times as long as in " + comparison.before;
  if (comparison.machines_differ()) text += ": the machine was another, or busier";
  return element("p", text + ".") + "\n";
}

HtmlSection time_changes(const TimeComparison& comparison) {
  std::vector<TimeCellChange> changes;
  std::copy_if(comparison.cells.begin(), comparison.cells.end(), std::back_inserter(changes),
               [](const TimeCellChange& cell) {
                 return cell.change == TimeChange::slower || cell.change == TimeChange::faster;
               });
  HtmlSection section("against", "Against");
  section.text(machine_change(comparison) + plot_place("time-changes"))
      .table(record_table("against-metrics",
                          "Against " + comparison.before + ": metrics as a whole",
                          time_metric_change_fields(), comparison.metrics));
  if (changes.empty()) return section;
  return section.table(
      record_table("against", "Against " + comparison.before + ": cells that got slower or faster",
                   time_cell_change_fields(), changes));
}

/// Table II of Yi & Drumwright, theirs beside ours.
HtmlTable table2(const JsonNode& root) {
  return list_table("table2",
                    "Table II of Yi & Drumwright: time of a simulation step, ours and the paper's",
                    table2_record().fields.shapes(), root, "rows");
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
