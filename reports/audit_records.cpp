// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/audit_records.hpp"

#include <string>

#include "harness/check/check_record.hpp"

namespace touchstone {
namespace {

RecordFields<SpeedRow> speed_row_fields() {
  using Row = SpeedRow;
  return RecordFields<Row>()
      .add(field("cases", "family of the cases, or what several families have in common"),
           &Row::name)
      .add(field("cases_per_s", "cases that a core makes in a second", "1/s"), &Row::cases_per_s)
      .add(field("truths_per_s",
                 "cases that a core makes and finds the exact truth of, in a second", "1/s"),
           &Row::truths_per_s)
      .add(field("euclidean_verdicts_per_s",
                 "cases that a core makes, finds the truth of and judges an answer phi of, in "
                 "a second",
                 "1/s"),
           &Row::euclidean_per_s)
      .add(field("ratio_verdicts_per_s",
                 "cases that a core makes, finds the truth of and judges an answer rho of, in "
                 "a second",
                 "1/s"),
           &Row::ratio_per_s)
      .add(field("right_share",
                 "share of right answers among those judged, of phi or of rho the lesser")
               .from(0, 1),
           &Row::right_share)
      .add(field("scaled_euclidean_verdicts_per_s",
                 "euclidean_verdicts_per_s as it would be on a core whose floor_ns is 20", "1/s"),
           &Row::scaled_euclidean_per_s)
      .add(field("scaled_ratio_verdicts_per_s",
                 "ratio_verdicts_per_s as it would be on a core whose floor_ns is 20", "1/s"),
           &Row::scaled_ratio_per_s);
}

RecordFields<Speed> speed_fields() {
  return RecordFields<Speed>()
      .add(field("floor_ns", "CPU time of a pair of support queries on two hulls of eight vertices",
                 "ns"),
           &Speed::floor_ns)
      .add(field("rates", "rates of each family, or of several together"), &Speed::rows,
           speed_row_fields());
}

RawJson links_of(const ProblemAuditRow& row) {
  JsonObject links;
  for (const auto& [link, count] : row.by_link) links.add(link, std::to_string(count));
  return {links.row()};
}

}  // namespace

RecordFields<ProblemAuditRow> problem_audit_row_fields() {
  using Row = ProblemAuditRow;
  return RecordFields<Row>()
      .add(field("source", "where the problems come from: scenes or piles").in_table("source"),
           &Row::source)
      .add(field("problem", "kind of problem: cones, relaxed, frictionless, no-slip or constraints")
               .in_table("problem"),
           &Row::law)
      .add(field("problems", "problems that were put to the solvers").in_table("problems"),
           &Row::problems)
      .add(field("solved", "problems that were solved as posed").in_table("solved\nas posed"),
           &Row::solved)
      .add(field("altered",
                 "problems that were solved with bounded friction in place of no slip, or "
                 "without stabilisation")
               .in_table("altered"),
           &Row::altered)
      .add(field("infeasible", "problems that are proven to have no solution")
               .in_table("infeasible"),
           &Row::infeasible)
      .add(field("unsolved", "problems that were not solved, nor proven to have no solution")
               .in_table("unsolved"),
           &Row::unsolved)
      .add(field("largest_residual", "largest residual of a problem that was solved as posed")
               .in_table("largest r"),
           &Row::largest_residual)
      .add(field("median_us", "median time of a problem", "us").in_table("median us"),
           &Row::median_us)
      .add(field("largest_us", "longest time of a problem", "us").in_table("largest us"),
           &Row::largest_us)
      .add(field("slowest", "scene and step of that problem"), &Row::slowest)
      .add(field("by_link", "number of problems by the name of the solver that solved them"),
           links_of);
}

const RecordDescription<ProblemAuditRecord>& problem_audit_record() {
  static const RecordDescription<ProblemAuditRecord> kRecord = {
      "touchstone.problems/1", "Solvers held to complementarity problems of running scenes",
      RecordFields<ProblemAuditRecord>()
          .add(field("problems", "least number of steps with contacts that was asked for"),
               &ProblemAuditRecord::problems)
          .add(field("seed", "seed from which scenes and piles are made"),
               &ProblemAuditRecord::seed)
          .add(field("rows", "one entry for each source and kind of problem"),
               &ProblemAuditRecord::rows, problem_audit_row_fields())};
  return kRecord;
}

const RecordDescription<ConstraintAuditRecord>& constraint_audit_record() {
  static const RecordDescription<ConstraintAuditRecord> kRecord = {
      "touchstone.constraints/2", "Solvers of contact constraints held to enumeration",
      RecordFields<ConstraintAuditRecord>()
          .add(field("problems", "number of problems with U and I constraints that was asked for"),
               &ConstraintAuditRecord::problems)
          .add(
              field("inter", "what was claimed and found of problems with U and I constraints"),
              [](const ConstraintAuditRecord& record) { return record.found.inter; },
              check_record().fields)
          .add(
              field("cross", "what was claimed and found of problems with X constraints"),
              [](const ConstraintAuditRecord& record) { return record.found.cross; },
              check_record().fields)};
  return kRecord;
}

const RecordDescription<SpeedRecord>& speed_record() {
  static const RecordDescription<SpeedRecord> kRecord = {
      "touchstone.speed/1", "Cases, truths and verdicts that a core makes in a second",
      RecordFields<SpeedRecord>()
          .add(field("seed", "seed from which the cases are made"), &SpeedRecord::seed)
          .add(field("speed", "rates by CPU time of one core, the metric's own time aside"),
               &SpeedRecord::speed, speed_fields())};
  return kRecord;
}

}  // namespace touchstone
