// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/constraint_audit_text.hpp"

#include <vector>

#include "reports/text_table.hpp"
#include "schema/json_text.hpp"
#include "schema/number_text.hpp"
#include "schema/version.hpp"

namespace touchstone {
namespace {

ConstraintAuditRow sum_of(const std::vector<ConstraintAuditRow>& rows) {
  ConstraintAuditRow all;
  all.source = "all";
  for (const ConstraintAuditRow& row : rows) all.add(row);
  return all;
}

CrossAuditRow sum_of(const std::vector<CrossAuditRow>& rows) {
  CrossAuditRow all;
  all.source = "all";
  for (const CrossAuditRow& row : rows) all.add(row);
  return all;
}

std::string inter_table(const ConstraintAudit& audit) {
  TextTable table(
      {"source", "problems", "by\npeg_lemke", "by\npeg_branch", "infeasible", "unsolved",
       "largest r", "borrowed", "compared", "nearer\nby branching", "%", "least\nratio"},
      1);
  const auto add = [&table](const ConstraintAuditRow& row) {
    table.add({row.source, std::to_string(row.problems), std::to_string(row.by_lemke),
               count_text(row.by_branch), count_text(row.infeasible), count_text(row.unsolved),
               short_text(row.largest_residual), count_text(row.borrowed),
               std::to_string(row.compared), count_text(row.nearer),
               percent_text(row.nearer, row.compared), short_text(row.nearest)});
  };
  for (const ConstraintAuditRow& row : audit.rows) add(row);
  table.add_rule();
  add(sum_of(audit.rows));
  return table.text();
}

std::string cross_table(const ConstraintAudit& audit) {
  TextTable table({"source", "problems", "combinations", "feasible", "disagree", "rejected",
                   "nearer", "farther", "undecided", "passed\nover"},
                  1);
  const auto add = [&table](const CrossAuditRow& row) {
    table.add({row.source, std::to_string(row.problems), std::to_string(row.combinations),
               std::to_string(row.feasible), count_text(row.disagree), count_text(row.rejected),
               count_text(row.nearer), count_text(row.farther), count_text(row.undecided),
               count_text(row.passed_over)});
  };
  for (const CrossAuditRow& row : audit.cross) add(row);
  table.add_rule();
  add(sum_of(audit.cross));
  return table.text();
}

std::string inter_json(const ConstraintAuditRow& row) {
  return JsonObject()
      .add("source", json_string(row.source))
      .add("problems", std::to_string(row.problems))
      .add("by_lemke", std::to_string(row.by_lemke))
      .add("by_branch", std::to_string(row.by_branch))
      .add("infeasible", std::to_string(row.infeasible))
      .add("unsolved", std::to_string(row.unsolved))
      .add("largest_residual", json_number(row.largest_residual))
      .add("borrowed", std::to_string(row.borrowed))
      .add("compared", std::to_string(row.compared))
      .add("nearer", std::to_string(row.nearer))
      .add("least_ratio", json_number(row.nearest))
      .text();
}

std::string cross_json(const CrossAuditRow& row) {
  return JsonObject()
      .add("source", json_string(row.source))
      .add("problems", std::to_string(row.problems))
      .add("combinations", std::to_string(row.combinations))
      .add("feasible", std::to_string(row.feasible))
      .add("disagree", std::to_string(row.disagree))
      .add("rejected", std::to_string(row.rejected))
      .add("nearer", std::to_string(row.nearer))
      .add("farther", std::to_string(row.farther))
      .add("undecided", std::to_string(row.undecided))
      .add("passed_over", std::to_string(row.passed_over))
      .text();
}

}  // namespace

std::string constraint_audit_text(const ConstraintAudit& audit) {
  return "U and I: islands of running scenes without their X, and random problems, each solved "
         "and judged at a residual of 1e-9.\n\n" +
         inter_table(audit) +
         "nearer by branching: |u - free| is less than that of peg_lemke's solution, by more than "
         "1e-6 of it; least ratio: of the two.\n"
         "borrowed: problems with a force on a primary contact while another one of its I is "
         "farther out. several: each contact of an I may carry a force.\n\n"
         "With X: every combination of alternatives is tried.\n\n" +
         cross_table(audit) +
         "disagree: solved where no combination is feasible, or the other way round. rejected: "
         "\"solved\", but the residual is too large or a constraint is broken.\n"
         "nearer: nearer than any combination. farther: branching did not find the nearest one.\n"
         "passed over: problems of more than " +
         std::to_string(kMaxCombinations) + " combinations.\n";
}

std::string constraint_audit_json(const ConstraintAudit& audit,
                                  const ConstraintAuditOptions& options) {
  return JsonObject()
      .add("schema", json_string("touchstone.constraints/1"))
      .add("versions", versions_json())
      .add("problems", std::to_string(options.problems))
      .add("seed", std::to_string(options.seed))
      .add("rows", json_list(json_items(audit.rows, inter_json)))
      .add("cross", json_list(json_items(audit.cross, cross_json)))
      .document();
}

}  // namespace touchstone
