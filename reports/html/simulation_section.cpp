// SPDX-License-Identifier: GPL-3.0-or-later
// Scenes in motion: what was measured, what is true, and with which order it converges.
#include "reports/html/html_text.hpp"
#include "reports/html/sections.hpp"
#include "schema/json_node.hpp"
#include "schema/json_text.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

std::string vertices_text(const JsonNode& run) {
  if (run.has("sides") && !run.at("sides").is_null()) {
    return std::to_string(run.at("sides").count()) + " sides";
  }
  std::string text;
  for (const JsonNode& count : run.at("vertices").items()) {
    const std::uint64_t n = count.count();
    text += (text.empty() ? "" : "x") + (n == 0 ? std::string("ideal") : std::to_string(n));
  }
  return text;
}

HtmlCell judged_cell(const JsonNode& record) {
  const std::string verdict = record.at("verdict").text();
  return verdict == "no_truth" ? verdict_cell("none", "no truth") : verdict_cell(verdict, verdict);
}

std::string text_or_nothing(const JsonNode& record, const char* key) {
  return record.at(key).is_null() ? "" : record.at(key).text();
}

HtmlTable run_table(const JsonNode& root) {
  HtmlTable table("runs", "What was measured of each run, and what is true");
  for (const char* title : {"scene", "contacts", "friction"}) table.column(title, HtmlColumn::text);
  table.column("dt [s]").column("vertices", HtmlColumn::text);
  table.column("observable", HtmlColumn::text);
  for (const char* title : {"measured", "truth", "tolerance"}) table.column(title);
  table.column("verdict", HtmlColumn::text);
  for (const char* title : {"energy drift", "largest gain [J]", "gaining steps", "gains [J]",
                            "penetration [m]", "unsolved steps", "ms a step"}) {
    table.column(title);
  }
  for (const JsonNode& run : root.at("results").items()) {
    const std::string metric = text_or_nothing(run, "metric");
    table.row({text_cell(run.at("scene").text()),
               text_cell(metric.empty() ? run.at("contacts").text() : metric),
               text_cell(run.at("friction").text()), number_cell(run, "dt"),
               text_cell(vertices_text(run)), text_cell(run.at("observable").text()),
               number_cell(run, "measured"), number_cell(run, "truth"),
               number_cell(run, "tolerance"), judged_cell(run), number_cell(run, "energy_drift"),
               number_cell(run, "max_gain"), number_cell(run, "gaining_steps"),
               number_cell(run, "gain_sum"), number_cell(run, "max_penetration"),
               count_cell(run.at("unsolved_steps").count()),
               number_cell(run.at("ms_per_step"), "total")});
  }
  return table;
}

HtmlTable order_table(const JsonNode& root) {
  HtmlTable table("orders", "Orders of convergence");
  for (const char* title : {"scene", "observable", "against", "vertices"}) {
    table.column(title, HtmlColumn::text);
  }
  for (const char* title : {"runs", "order", "truth", "tolerance"}) table.column(title);
  table.column("verdict", HtmlColumn::text);
  for (const JsonNode& order : root.at("orders").items()) {
    table.row({text_cell(order.at("scene").text()), text_cell(order.at("observable").text()),
               text_cell(order.at("against").text()), text_cell(vertices_text(order)),
               count_cell(order.at("points").count()), number_cell(order, "order"),
               number_cell(order, "truth"), number_cell(order, "tolerance"), judged_cell(order)});
  }
  return table;
}

HtmlSection runs_of(const JsonNode& root) {
  HtmlSection section("simulation", "Simulation");
  section.text(plot_place("energy") + plot_place("drift") + plot_place("step-profile"))
      .table(run_table(root));
  HtmlTable orders = order_table(root);
  return orders.empty() ? section : section.table(std::move(orders));
}

}  // namespace

Result<HtmlSection> simulation_section(const ReportInputs& inputs) {
  if (!inputs.energy) return HtmlSection("simulation", "Simulation");
  return read_json(inputs.energy->json, inputs.energy->name, runs_of);
}

}  // namespace touchstone
