// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/reproduce_text.hpp"

#include <limits>

#include "reports/text_table.hpp"
#include "schema/json_text.hpp"
#include "schema/number_text.hpp"
#include "schema/version.hpp"

namespace touchstone {
namespace {

std::string_view over(const Table1Row& row) { return row.large_only ? "errors>1e-6" : "all"; }

std::string pair_text(const std::array<int, 2>& vertices) {
  return std::to_string(vertices[0]) + "x" + std::to_string(vertices[1]);
}

}  // namespace

std::string table1_json(const Table1Result& result) {
  std::vector<std::string> rows;
  for (const Table1Row& row : result.rows) {
    const bool any = row.error.count > 0;
    const auto figure = [any](double x) { return any ? json_number(x) : std::string("null"); };
    JsonObject object;
    object.add("algorithm", json_string(row.algorithm))
        .add("over", json_string(over(row)))
        .add("min", figure(row.error.min))
        .add("max", figure(row.error.max))
        .add("mean", figure(row.error.mean))
        .add("std", figure(row.error.std))
        .add("paper", row.paper ? JsonObject()
                                      .add("algorithm", json_string(row.paper->algorithm))
                                      .add("min", json_number(row.paper->min))
                                      .add("max", json_number(row.paper->max))
                                      .add("mean", json_number(row.paper->mean))
                                      .add("std", json_number(row.paper->std))
                                      .row()
                                : "null")
        .add("count", std::to_string(row.error.count))
        .add("answered", std::to_string(row.answered))
        .add("missing", std::to_string(row.missing));
    if (!any) object.add("note", json_string("no such errors"));
    rows.push_back(object.text());
  }
  return JsonObject()
      .add("schema", json_string("touchstone.table1/1"))
      .add("versions", versions_json())
      .add("pairs", std::to_string(result.pairs))
      .add("seed", std::to_string(result.seed))
      .add("drawn", std::to_string(result.drawn))
      .add("rows", json_list(rows))
      .document();
}

std::string table1_text(const Table1Result& result) {
  TextTable table({"algorithm", "over", "pairs", "missing", "min", "max", "mean", "std"}, 2);
  for (const Table1Row& row : result.rows) {
    if (!row.large_only) table.add_rule();
    if (row.paper && !row.large_only) {
      table.add({row.paper->algorithm, "the paper", "?", "?", exact_text(row.paper->min),
                 exact_text(row.paper->max), exact_text(row.paper->mean),
                 exact_text(row.paper->std)});
    }
    const bool any = row.error.count > 0;
    const auto figure = [any](double x) {
      return short_text(any ? x : std::numeric_limits<double>::quiet_NaN());
    };
    table.add({row.algorithm, std::string(over(row)), std::to_string(row.error.count),
               count_text(row.missing), figure(row.error.min), figure(row.error.max),
               figure(row.error.mean), figure(row.error.std)});
  }
  return "Table I of Yi & Drumwright: |value - phi| [m] on " + std::to_string(result.pairs) +
         " overlapping pairs of 2 x 2 x 2 boxes\n(the first of " + std::to_string(result.drawn) +
         " cases of random-boxes, seed " + std::to_string(result.seed) + "), phi exact.\n\n" +
         table.text() +
         "missing: pairs without a value (no answer, a mere sign, crashed or timed out), in no "
         "figure.\n"
         "the paper does not say over which errors its figures are.\n";
}

std::string table2_text(const std::vector<Table2Row>& rows, double support_pair_ns) {
  TextTable table(
      {"scenario", "vertices", "contacts", "steps", "median ms", "mean ms", "contact\nms",
       "solve\nms", "rest\nms", "contact\n%", "paper\nms", "paper\ncontact %"},
      3);
  std::string last;
  for (const Table2Row& row : rows) {
    const std::string name = row.scenario + pair_text(row.vertices);
    if (!last.empty() && last != name) table.add_rule();
    last = name;
    table.add(
        {row.scenario, pair_text(row.vertices), row.contacts, std::to_string(row.steps),
         short_text(row.median_ms), short_text(row.mean_ms), short_text(row.contact_ms),
         short_text(row.solve_ms), short_text(row.rest_ms),
         percent_or_dot(row.contact_ms, row.median_ms), row.paper ? exact_text(row.paper->ms) : ".",
         row.paper && row.paper->contact_percent ? short_text(*row.paper->contact_percent) : "."});
  }
  return "Table II of Yi & Drumwright: the time of a simulation step [ms]. Theirs: the mean, on a "
         "2.7 GHz laptop\nof 2016; contact: contact determination and V-Clip together. Here a "
         "pair of support queries of hulls of\neight vertices takes " +
         short_text(support_pair_ns) + " ns.\n\n" + table.text();
}

std::string table2_json(const std::vector<Table2Row>& rows, double support_pair_ns) {
  std::vector<std::string> entries;
  entries.reserve(rows.size());
  for (const Table2Row& row : rows) {
    entries.push_back(
        JsonObject()
            .add("scenario", json_string(row.scenario))
            .add("vertices", json_row(json_items(row.vertices, json_count)))
            .add("contacts", json_string(row.contacts))
            .add("steps", std::to_string(row.steps))
            .add("median_ms", json_number(row.median_ms))
            .add("mean_ms", json_number(row.mean_ms))
            .add("ms_per_step", JsonObject()
                                    .add("contact", json_number(row.contact_ms))
                                    .add("solve", json_number(row.solve_ms))
                                    .add("rest", json_number(row.rest_ms))
                                    .add("total", json_number(row.median_ms))
                                    .row())
            .add("paper",
                 row.paper ? JsonObject()
                                 .add("mean_ms", json_number(row.paper->ms))
                                 .add("contact_percent", json_optional(row.paper->contact_percent))
                                 .row()
                           : "null")
            .text());
  }
  return JsonObject()
      .add("schema", json_string("touchstone.table2/1"))
      .add("versions", versions_json())
      .add("support_pair_ns", json_number(support_pair_ns))
      .add("rows", json_list(entries))
      .document();
}

std::string figure5_text(const std::vector<Figure5Claim>& claims,
                         const std::vector<EnergyResult>& results) {
  std::string text =
      "The scenarios of Yi & Drumwright's Figure 5: what the paper says, what is true, what is "
      "measured here.\n";
  for (std::size_t i = 0; i < claims.size(); ++i) {
    const EnergyResult& result = results[i];
    text += "\npaper  " + claims[i].said + "\ntruth  " + claims[i].verdict + "\nhere   " +
            result.scene + " " + pair_text(result.vertices) + ", dt " + exact_text(result.dt) +
            ", " + result.friction + ": ";
    std::string separator;
    for (const EnergyFinding& finding : result.findings) {
      text += separator + finding.observable + " " +
              (finding.measured == finding.measured ? exact_text(finding.measured) : "never");
      if (finding.truth) {
        text += " (" + exact_text(*finding.truth) + " within " + short_text(finding.tolerance) +
                ": " + std::string(energy_verdict_name(finding.verdict)) + ")";
      }
      separator = "; ";
    }
    text += "; KE " + short_text(result.kinetic_0) + " J at the start, " +
            short_text(result.kinetic_end) + " J after " + short_text(result.t_end) + " s";
    if (result.unsolved_steps + result.stabilisation_dropped > 0) {
      text += "; " + std::to_string(result.unsolved_steps) + " steps unsolved, " +
              std::to_string(result.stabilisation_dropped) + " without stabilisation";
    }
    text += "\n";
  }
  return text + "\nWhy: docs/findings-of-motion.md, \"Energy benchmarks\".\n";
}

std::string figure5_json(const std::vector<Figure5Claim>& claims,
                         const std::vector<EnergyResult>& results) {
  std::vector<std::string> entries;
  for (std::size_t i = 0; i < claims.size(); ++i) {
    const EnergyResult& result = results[i];
    std::vector<std::string> findings;
    for (const EnergyFinding& finding : result.findings) {
      findings.push_back(
          JsonObject()
              .add("observable", json_string(finding.observable))
              .add("measured", json_number(finding.measured))
              .add("truth", json_optional(finding.truth))
              .add("tolerance", finding.truth ? json_number(finding.tolerance) : "null")
              .add("verdict", json_string(energy_verdict_name(finding.verdict)))
              .row());
    }
    entries.push_back(
        JsonObject()
            .add("paper", json_string(claims[i].said))
            .add("truth", json_string(claims[i].verdict))
            .add("scene", json_string(result.scene))
            .add("vertices", json_row(json_items(result.vertices, json_count)))
            .add("dt", json_number(result.dt))
            .add("friction", json_string(result.friction))
            .add("ke0", json_number(result.kinetic_0))
            .add("ke_end", json_number(result.kinetic_end))
            .add("t_end", json_number(result.t_end))
            .add("unsolved_steps", std::to_string(result.unsolved_steps))
            .add("stabilisation_dropped", std::to_string(result.stabilisation_dropped))
            .add("findings", json_list(findings))
            .text());
  }
  return JsonObject()
      .add("schema", json_string("touchstone.figure5/1"))
      .add("versions", versions_json())
      .add("claims", json_list(entries))
      .document();
}

}  // namespace touchstone
