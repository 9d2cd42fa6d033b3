// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/audit/audit_routes.hpp"

#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "cli/audit/audit_report.hpp"
#include "cli/process/console.hpp"
#include "reports/text_table.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

/// In how many of the cases with a rho the bound's hypotheses hold, and in how many it is broken.
std::string bound_text(const BoundCount& bound, std::uint64_t defined) {
  const std::string broken = bound.broken > 0 ? std::to_string(bound.broken) + " broken, " : "";
  return broken + std::to_string(bound.met) + " of " + std::to_string(defined);
}

std::string audit_text(const std::vector<AuditRow>& rows) {
  TextTable table({"family", "cases", "phi agrees", "rho defined", "rho agrees", "s/D <= rho",
                   "inradius of K", "Theorem 2.16"},
                  1);
  for (const AuditRow& row : rows) {
    table.add({row.family, std::to_string(row.cases), std::to_string(row.phi_agree),
               std::to_string(row.ratio_checked), std::to_string(row.ratio_agree),
               bound_text(row.distance, row.ratio_checked),
               bound_text(row.inradius, row.ratio_checked),
               bound_text(row.thesis, row.ratio_checked)});
  }
  if (rows.empty()) return "";
  return table.text() +
         "agrees: the two exact routes give the same fractions and directions.\n"
         "The last three columns: in how many of the cases with a rho a bound's hypotheses hold; a "
         "bound that is broken is said.\n" +
         unclean_text(rows);
}

std::string speed_text(const Speed& speed) {
  TextTable table(
      {"cases per second and core", "made", "+ truth", "+ verdict (phi)", "+ verdict (rho)",
       "scaled: made", "+ truth", "+ verdict (phi)", "+ verdict (rho)"},
      1);
  for (const SpeedRow& row : speed.rows) {
    std::vector<std::string> cells{row.name};
    const std::array rates{row.cases_per_s, row.truths_per_s, row.euclidean_per_s, row.ratio_per_s};
    for (const double rate : rates) cells.push_back(short_text(rate));
    for (const double rate : rates) cells.push_back(short_text(speed.scaled(rate)));
    table.add(std::move(cells));
  }
  return table.text() +
         "floor (a pair of support vertices, two hulls of 8): " + short_text(speed.floor_ns) +
         " ns; scaled: to a core whose floor is 20 ns. The metric's own time is not in it.\n";
}

std::string bound_json(const BoundCount& bound) {
  return JsonObject()
      .add("met", json_count(bound.met))
      .add("broken", json_count(bound.broken))
      .text();
}

std::string audit_row_json(const AuditRow& row) {
  return JsonObject()
      .add("family", json_string(row.family))
      .add("cases", json_count(row.cases))
      .add("phi_agree", json_count(row.phi_agree))
      .add("ratio_checked", json_count(row.ratio_checked))
      .add("ratio_agree", json_count(row.ratio_agree))
      .add("distance_bound", bound_json(row.distance))
      .add("inradius_bound", bound_json(row.inradius))
      .add("thesis_bound", bound_json(row.thesis))
      .add("ids", ids_json(row))
      .text();
}

std::string speed_json(const Speed& speed) {
  const auto row_json = [&speed](const SpeedRow& row) {
    // A whole share as 1.0.
    const char* fraction = row.right_share == std::floor(row.right_share) ? ".0" : "";
    return JsonObject()
        .add("cases", json_string(row.name))
        .add("cases_per_s", json_number(row.cases_per_s))
        .add("truths_per_s", json_number(row.truths_per_s))
        .add("euclidean_verdicts_per_s", json_number(row.euclidean_per_s))
        .add("ratio_verdicts_per_s", json_number(row.ratio_per_s))
        .add("right_share", json_number(row.right_share) + fraction)
        .add("scaled_euclidean_verdicts_per_s", json_number(speed.scaled(row.euclidean_per_s)))
        .add("scaled_ratio_verdicts_per_s", json_number(speed.scaled(row.ratio_per_s)))
        .text();
  };
  return JsonObject()
      .add("floor_ns", json_number(speed.floor_ns))
      .add("rates", json_list(json_items(speed.rows, row_json)))
      .text();
}

std::string audit_json(const std::vector<AuditRow>& rows, const AuditOptions& options) {
  return audit_document(JsonObject()
                            .add("schema", json_string("touchstone.audit/1"))
                            .add("seed", json_count(options.seed))
                            .add("results", json_list(json_items(rows, audit_row_json))));
}

}  // namespace

int audit_routes(const AuditOptions& options, OutputFile& output) {
  const auto found = with_progress<AuditRow>("cases", options, run_audit);
  // A truth that contradicts itself is a failure of the harness, not of anything judged.
  return report(output, audit_json(found.rows, options), audit_text(found.rows), found.elapsed_s,
                options.jobs, found.clean() ? kExitAsExpected : kExitHarnessFailed);
}

int audit_speed(const AuditOptions& options, OutputFile& output) {
  const Progress progress("audit", "rates");
  const Speed speed = measure_speed(options.seed);
  const std::string record = audit_document(JsonObject()
                                                .add("schema", json_string("touchstone.speed/1"))
                                                .add("seed", json_count(options.seed))
                                                .add("speed", speed_json(speed)));
  constexpr int kThreads = 1;
  return report(output, record, speed_text(speed), progress.elapsed_s(), kThreads, kExitAsExpected);
}

}  // namespace touchstone
