// SPDX-License-Identifier: GPL-3.0-or-later
// Scenes in motion: what was measured, what is true, and with which order it converges.
#include "reports/energy_record.hpp"
#include "reports/html/record_table.hpp"
#include "reports/html/sections.hpp"

namespace touchstone {
namespace {

HtmlSection runs_of(const JsonNode& root) {
  HtmlSection section("simulation", "Simulation");
  section.text(plot_place("energy") + plot_place("drift") + plot_place("step-profile"))
      .table(record_table("runs", "What was measured of each run, and what is true",
                          energy_table_fields().shapes(), root.at("results").items()));
  HtmlTable orders = list_table("orders", "Orders of convergence", energy_record().fields.shapes(),
                                root, "orders");
  return orders.empty() ? section : section.table(std::move(orders));
}

}  // namespace

Result<HtmlSection> simulation_section(const ReportInputs& inputs) {
  if (!inputs.energy) {
    return HtmlSection("simulation", "Simulation")
        .text(not_recorded("No runs.", "touchstone energy --json energy.json"));
  }
  return read_json(inputs.energy->json, inputs.energy->name, runs_of);
}

}  // namespace touchstone
