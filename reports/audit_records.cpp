// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/audit_records.hpp"

#include <string>

#include "harness/check/check_record.hpp"

namespace touchstone {
namespace {

const RecordFields<SpeedRow>& speed_row_fields() {
  using Row = SpeedRow;
  static const auto kFields =
      RecordFields<Row>()
          .add(field("cases", "families"), &Row::name)
          .add(field("cases_per_s", "cases made", "1/s"), &Row::cases_per_s)
          .add(field("truths_per_s", "and their truths", "1/s"), &Row::truths_per_s)
          .add(field("euclidean_verdicts_per_s", "and verdicts on phi", "1/s"),
               &Row::euclidean_per_s)
          .add(field("ratio_verdicts_per_s", "and verdicts on rho", "1/s"), &Row::ratio_per_s)
          .add(field("right_share", "share of right answers").from(0, 1), &Row::right_share)
          .add(field("scaled_euclidean_verdicts_per_s", "on a core whose floor is 20 ns", "1/s"),
               &Row::scaled_euclidean_per_s)
          .add(field("scaled_ratio_verdicts_per_s", "on a core whose floor is 20 ns", "1/s"),
               &Row::scaled_ratio_per_s);
  return kFields;
}

const RecordFields<Speed>& speed_fields() {
  static const auto kFields =
      RecordFields<Speed>()
          .add(field("floor_ns", "a pair of support vertices of two hulls of 8", "ns"),
               &Speed::floor_ns)
          .add(field("rates", "by families"), &Speed::rows, speed_row_fields());
  return kFields;
}

RawJson links_of(const ProblemAuditRow& row) {
  JsonObject links;
  for (const auto& [link, count] : row.by_link) links.add(link, std::to_string(count));
  return {links.row()};
}

}  // namespace

const RecordFields<ProblemAuditRow>& problem_audit_row_fields() {
  using Row = ProblemAuditRow;
  static const auto kFields =
      RecordFields<Row>()
          .add(field("source", "scenes or piles").in_table("source"), &Row::source)
          .add(field("problem", "cones, relaxed, frictionless, no-slip or constraints")
                   .in_table("problem"),
               &Row::law)
          .add(field("problems", "how many").in_table("problems"), &Row::problems)
          .add(field("solved", "solved as posed").in_table("solved\nas posed"), &Row::solved)
          .add(field("altered", "solved with bounded friction for no slip, or unstabilised")
                   .in_table("altered"),
               &Row::altered)
          .add(field("infeasible", "proven to be").in_table("infeasible"), &Row::infeasible)
          .add(field("unsolved", "not solved").in_table("unsolved"), &Row::unsolved)
          .add(field("largest_residual", "of those solved as posed").in_table("largest r"),
               &Row::largest_residual)
          .add(field("median_us", "median time of a problem", "us").in_table("median us"),
               &Row::median_us)
          .add(field("largest_us", "longest time of a problem", "us").in_table("largest us"),
               &Row::largest_us)
          .add(field("slowest", "scene and step of that problem"), &Row::slowest)
          .add(field("by_link", "problems by the solver that solved them"), links_of);
  return kFields;
}

const RecordDescription<ProblemAuditRecord>& problem_audit_record() {
  static const RecordDescription<ProblemAuditRecord> kRecord = {
      "touchstone.problems/1", "Solvers held to complementarity problems of running scenes",
      RecordFields<ProblemAuditRecord>()
          .add(field("versions", "what wrote the record"), &ProblemAuditRecord::versions,
               version_fields())
          .add(field("problems", "steps with contacts that were asked for"),
               &ProblemAuditRecord::problems)
          .add(field("seed", "of scenes and piles"), &ProblemAuditRecord::seed)
          .add(field("rows", "by source and problem"), &ProblemAuditRecord::rows,
               problem_audit_row_fields())};
  return kRecord;
}

const RecordDescription<ConstraintAuditRecord>& constraint_audit_record() {
  static const RecordDescription<ConstraintAuditRecord> kRecord = {
      "touchstone.constraints/2", "Solvers of contact constraints held to enumeration",
      RecordFields<ConstraintAuditRecord>()
          .add(field("problems", "problems with U and I that were asked for"),
               &ConstraintAuditRecord::problems)
          .add(
              field("inter", "problems with U and I constraints"),
              [](const ConstraintAuditRecord& record) { return record.found.inter; },
              check_record().fields)
          .add(
              field("cross", "problems with X constraints"),
              [](const ConstraintAuditRecord& record) { return record.found.cross; },
              check_record().fields)};
  return kRecord;
}

const RecordDescription<SpeedRecord>& speed_record() {
  static const RecordDescription<SpeedRecord> kRecord = {
      "touchstone.speed/1", "Cases, truths and verdicts that a core makes in a second",
      RecordFields<SpeedRecord>()
          .add(field("seed", "of the cases"), &SpeedRecord::seed)
          .add(field("speed", "rates of CPU time, the metric's own time aside"),
               &SpeedRecord::speed, speed_fields())};
  return kRecord;
}

}  // namespace touchstone
