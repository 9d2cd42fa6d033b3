// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/contraction_text.hpp"

#include "reports/number_text.hpp"
#include "reports/text_table.hpp"
#include "schema/json_text.hpp"
#include "schema/version.hpp"

namespace touchstone {
namespace {

std::string contraction_row_json(const ContractionRow& row) {
  return JsonObject()
      .add("scene", json_string(row.scene))
      .add("map", json_string(map_name(row.map)))
      .add("mu", json_number(row.mu))
      .add("problems", std::to_string(row.problems))
      .add("contracted", std::to_string(row.contracted))
      .add("solved", std::to_string(row.solved))
      .add("median_rate", json_number(row.median_rate))
      .add("largest_rate", json_number(row.largest_rate))
      .add("median_worst_ratio", json_number(row.median_worst_ratio))
      .row();
}

}  // namespace

std::string contraction_text(const std::vector<ContractionRow>& rows) {
  TextTable table({"scene", "map", "mu", "problems", "contracted", "solved", "rate\nmedian",
                   "rate\nlargest", "worst ratio\nmedian"},
                  2);
  std::string last;
  for (const ContractionRow& row : rows) {
    const std::string name = row.scene + std::string(map_name(row.map));
    if (!last.empty() && last != name) table.add_rule();
    last = name;
    table.add({row.scene, std::string(map_name(row.map)), exact_text(row.mu),
               std::to_string(row.problems), count_text(static_cast<std::uint64_t>(row.contracted)),
               count_text(static_cast<std::uint64_t>(row.solved)), short_text(row.median_rate),
               short_text(row.largest_rate), short_text(row.median_worst_ratio)});
  }
  return table.text() +
         "rate: of the changes of successive velocities on one problem, the geometric mean of "
         "their ratios; below 1 the map contracts.\n"
         "contracted: every change was smaller than the one before; solved: it came to a solution "
         "of Stewart & Trinkle's problem.\n"
         "Only problems that took two changes or more are counted.\n";
}

std::string contraction_json(const std::vector<ContractionRow>& rows,
                             const ContractionOptions& options) {
  return JsonObject()
      .add("schema", json_string("touchstone.contraction/1"))
      .add("versions", versions_json())
      .add("dt", json_number(options.dt))
      .add("rows", json_list(json_items(rows, contraction_row_json)))
      .document();
}

}  // namespace touchstone
