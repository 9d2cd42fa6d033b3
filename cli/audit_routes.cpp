// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/audit_routes.hpp"

#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cli/audit_report.hpp"
#include "cli/console.hpp"
#include "reports/number_text.hpp"
#include "reports/text_table.hpp"

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

nlohmann::ordered_json bound_json(const BoundCount& bound) {
  return {{"met", bound.met}, {"broken", bound.broken}};
}

std::string audit_json(const std::vector<AuditRow>& rows, const AuditOptions& options,
                       const std::optional<Speed>& speed) {
  nlohmann::ordered_json results = nlohmann::ordered_json::array();
  for (const AuditRow& row : rows) {
    results.push_back({{"family", row.family},
                       {"cases", row.cases},
                       {"phi_agree", row.phi_agree},
                       {"ratio_checked", row.ratio_checked},
                       {"ratio_agree", row.ratio_agree},
                       {"distance_bound", bound_json(row.distance)},
                       {"inradius_bound", bound_json(row.inradius)},
                       {"thesis_bound", bound_json(row.thesis)},
                       {"ids", row.ids}});
  }
  nlohmann::ordered_json out = {
      {"schema", "touchstone.audit/1"}, {"seed", options.seed}, {"results", results}};
  if (speed) {
    nlohmann::ordered_json speeds = nlohmann::ordered_json::array();
    for (const SpeedRow& row : speed->rows) {
      speeds.push_back({{"cases", row.name},
                        {"cases_per_s", row.cases_per_s},
                        {"truths_per_s", row.truths_per_s},
                        {"euclidean_verdicts_per_s", row.euclidean_per_s},
                        {"ratio_verdicts_per_s", row.ratio_per_s},
                        {"right_share", row.right_share},
                        {"scaled_euclidean_verdicts_per_s", speed->scaled(row.euclidean_per_s)},
                        {"scaled_ratio_verdicts_per_s", speed->scaled(row.ratio_per_s)}});
    }
    out["speed"] = {{"floor_ns", speed->floor_ns}, {"rates", speeds}};
  }
  return out.dump(1) + "\n";
}

}  // namespace

int audit_routes(const AuditOptions& options, bool measure, OutputFile& output) {
  const auto found = with_progress<AuditRow>("cases", options, run_audit);
  std::optional<Speed> speed;
  if (measure) speed = measure_speed(options.seed);
  // A truth that contradicts itself is a failure of the harness, not of anything judged.
  return report(output, audit_json(found.rows, options, speed),
                audit_text(found.rows) + (speed ? speed_text(*speed) : ""), found.elapsed_s,
                options.jobs, found.clean() ? kExitAsExpected : kExitHarnessFailed);
}

}  // namespace touchstone
