// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/audit_text.hpp"

#include <array>

#include "reports/audit_records.hpp"
#include "reports/text_table.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

/// Columns of percent, behind the counts that they compare.
constexpr std::ptrdiff_t kSolvedPercent = 4;
constexpr std::ptrdiff_t kNearerPercent = 10;

std::vector<std::string> with_column(std::vector<std::string> cells, std::ptrdiff_t place,
                                     const std::string& cell) {
  cells.insert(cells.begin() + place, cell);
  return cells;
}

template <class Row>
Row sum_of_sources(const std::vector<Row>& rows) {
  Row all;
  all.source = "all";
  for (const Row& row : rows) all.add(row);
  return all;
}

std::string inter_table(std::vector<ConstraintAuditRow> rows) {
  const auto& fields = constraint_audit_row_fields();
  TextTable table(with_column(fields.titles(), kNearerPercent, "%"), 1);
  const auto add = [&](const ConstraintAuditRow& row) {
    table.add(
        with_column(fields.cells(row), kNearerPercent, percent_text(row.nearer, row.compared)));
  };
  for (const ConstraintAuditRow& row : rows) add(row);
  table.add_rule();
  add(sum_of_sources(rows));
  return table.text();
}

std::string cross_table(const std::vector<CrossAuditRow>& rows) {
  TextTable table(cross_audit_row_fields().titles(), 1);
  for (const CrossAuditRow& row : rows) table.add(cross_audit_row_fields().cells(row));
  table.add_rule();
  table.add(cross_audit_row_fields().cells(sum_of_sources(rows)));
  return table.text();
}

}  // namespace

std::string problem_audit_text(const std::vector<ProblemAuditRow>& rows) {
  const auto& fields = problem_audit_row_fields();
  TextTable table(with_column(fields.titles(), kSolvedPercent, "%"), 2);
  std::string links;
  std::string slowest;
  for (const ProblemAuditRow& row : rows) {
    table.add(with_column(fields.cells(row), kSolvedPercent,
                          percent_text(row.solved, row.problems - row.infeasible)));
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

std::string constraint_audit_text(const ConstraintAudit& audit) {
  return "U and I: islands of running scenes without their X, and random problems, each solved "
         "and judged at a residual of 1e-9.\n\n" +
         inter_table(audit.rows) +
         "nearer by branching: |u - free| is less than that of peg_lemke's solution, by more than "
         "1e-6 of it; least ratio: of the two.\n"
         "borrowed: problems with a force on a primary contact while another one of its I is "
         "farther out. several: each contact of an I may carry a force.\n\n"
         "With X: every combination of alternatives is tried.\n\n" +
         cross_table(audit.cross) +
         "disagree: solved where no combination is feasible, or the other way round. rejected: "
         "\"solved\", but the residual is too large or a constraint is broken.\n"
         "nearer: nearer than any combination. farther: branching did not find the nearest one.\n"
         "passed over: problems of more than " +
         std::to_string(kMaxCombinations) + " combinations.\n";
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
