// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/audit_text.hpp"

#include <array>

#include "reports/audit_records.hpp"
#include "reports/text_table.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
std::string problem_audit_text(const std::vector<ProblemAuditRow>& rows) {
  const auto& fields = problem_audit_row_fields();
  constexpr std::ptrdiff_t kPercent = 4;  ///< behind those solved as posed
  std::vector<std::string> cells = fields.titles();
  cells.insert(cells.begin() + kPercent, "%");
  TextTable table(cells, 2);
  std::string links;
  std::string slowest;
  for (const ProblemAuditRow& row : rows) {
    cells = fields.cells(row);
    cells.insert(cells.begin() + kPercent, percent_text(row.solved, row.problems - row.infeasible));
    table.add(cells);
    links += row.source + ", " + row.law + ":";
    for (const auto& [link, count] : row.by_link) links += " " + link + " " + std::to_string(count);
    links += "\n";
    slowest += row.source + ", " + row.law + ": " + row.slowest + "\n";
  }
  return "Problems taken from running scenes, each solved anew, accepted at a residual of "
         "1e-9.\n\n" +
         table.text() +
         "altered: solved with bounded friction for no slip, or without stabilisation. infeasible: "
         "proven to be (relaxed).\n"
         "Every step with contacts is solved without friction. If a contact of it is no-slip, it "
         "is solved so too; else, if one has a cone, with cones and relaxed: hence fewer of "
         "these.\n"
         "constraints: steps of contact models that say which facet holds (docs/peg.md).\n"
         "\nsolved by\n" +
         links + "\nslowest\n" + slowest;
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

}  // namespace touchstone
