// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/solve_record.hpp"

#include <string>
#include <vector>

#include "schema/number_text.hpp"

namespace touchstone {
namespace {

constexpr double kMicroseconds = 1e6;

const RecordFields<SolverTraits>& solver_fields() {
  static const auto kFields =
      RecordFields<SolverTraits>()
          .add(field("solver", "what the solver calls itself"), &SolverTraits::name)
          .add(field("version", "version that the solver gives").omitted_where("it gives none"),
               &SolverTraits::version)
          .add(field("summary", "what the solver says it is").omitted_where("it says nothing"),
               &SolverTraits::summary)
          .add(field("cones", "friction cones that the solver takes: round, box, polygon"),
               [](const SolverTraits& solver) { return cone_names(solver.cones); })
          .add(field("tolerance", "r up to which it means its word solved; 0: 1e-9").from(0, 1e-3),
               &SolverTraits::tolerance);
  return kFields;
}

const RecordFields<StepSummary>& summary_fields() {
  static const auto kFields =
      RecordFields<StepSummary>()
          .add(field("problem", "name of the problem, or of its file"), &StepSummary::problem)
          .add(field("group", "folder that the problem lies in, or files"), &StepSummary::group)
          .add(field("contacts", "number of contacts of the problem"), &StepSummary::contacts)
          .add(field("cone", "friction cone: round, box, or a polygon's directions"),
               &StepSummary::cone)
          .add(field("known", "whether somebody solved it")
                   .one_of({"solvable", "open", "ill-scaled"}),
               &StepSummary::known)
          .add(field("limit", "r that rounding the impulses leaves; above 1e-9 it is ill-scaled"),
               [](const StepSummary& problem) { return AnyReal{problem.limit}; });
  return kFields;
}

std::optional<AnyReal> any_real(const std::optional<double>& x) {
  return x ? std::optional(AnyReal{*x}) : std::nullopt;
}

const RecordFields<JudgedStep>& answer_fields() {
  static const auto kFields =
      RecordFields<JudgedStep>()
          .add(field("problem", "name of the problem, or of its file"), &JudgedStep::problem)
          .add(field("group", "folder that the problem lies in, or files"), &JudgedStep::group)
          .add(field("solver", "what the solver calls itself"), &JudgedStep::solver)
          .add(field("word", "what became of the problem")
                   .one_of({"solved", "approximate", "unusable", "gave_up", "infeasible_open",
                            "infeasible_wrong", "crashed", "timed_out", "skipped"}),
               [](const JudgedStep& answer) { return step_word(answer.word); })
          .add(field("r", "largest error of the law of contact, free of units")
                   .null_where("there are no impulses"),
               [](const JudgedStep& answer) { return any_real(answer.r); })
          .add(field("exact_contacts",
                     "contacts where only rationals decide whether r is up to 1e-9"),
               &JudgedStep::exact_contacts)
          .add(field("claims_solved", "whether the solver says that it solved it"),
               &JudgedStep::claims_solved)
          .add(field("claimed_residual", "residual that the solver gives, in a unit of its own")
                   .null_where("it gives none"),
               [](const JudgedStep& answer) { return any_real(answer.claimed_residual); })
          .add(field("false_claim",
                     "whether it says solved where r exceeds both 1e-9 and its tolerance"),
               &JudgedStep::false_claim)
          .add(field("flaky", "whether it crashed, and not when it was asked once more"),
               &JudgedStep::flaky)
          .add(field("natural_map", "error of the natural map in the same unit; decides nothing")
                   .null_where("the cone is not round, or there are no impulses"),
               [](const JudgedStep& answer) { return any_real(answer.natural_map); })
          .add(field("iterations", "iterations that the solver gives")
                   .null_where("it gives none")
                   .from(0),
               &JudgedStep::iterations)
          .add(field("time_us", "time of the answer", "us"),
               [](const JudgedStep& answer) { return answer.time_s * kMicroseconds; })
          .add(field("worst_contact", "contact with the largest error, counted from 0")
                   .null_where("there are no impulses")
                   .from(0),
               &JudgedStep::worst_contact)
          .add(field("detail", "how it ended, or what the solver notes")
                   .omitted_where("there is nothing to say"),
               &JudgedStep::detail);
  return kFields;
}

}  // namespace

const RecordFields<SolveRow>& solve_row_fields() {
  using Row = SolveRow;
  static const auto kFields =
      RecordFields<Row>()
          .add(field("solver", "what the solver calls itself").in_table("solver").kept(),
               &Row::solver)
          .add(field("group", "folder that the problems lie in, or files").in_table("group").kept(),
               &Row::group)
          .add(field("problems", "problems that were put to it").in_table("problems").kept(),
               &Row::problems)
          .add(field("solved", "answers with r up to 1e-9").in_table("solved").kept(), &Row::solved)
          .add(field("approximate", "impulses with a larger r").in_table("approx-\nimate").kept(),
               &Row::approximate)
          .add(field("median_r", "median r of approximate answers")
                   .null_where("there are none")
                   .in_table("median\nr"),
               &Row::median_r)
          .add(field("p90_r", "an r that nine in ten approximate answers do not exceed")
                   .null_where("there are none"),
               &Row::p90_r)
          .add(field("largest_r", "largest r of approximate answers")
                   .null_where("there are none")
                   .in_table("largest\nr"),
               &Row::largest_r)
          .add(field("unusable", "impulses that are no numbers, or velocities that are not theirs")
                   .in_table("unus-\nable"),
               &Row::unusable)
          .add(field("gave_up", "problems that the solver gave up itself").in_table("gave\nup"),
               &Row::gave_up)
          .add(field("infeasible_open", "problems said to have no solution, and nobody has one")
                   .in_table("infeas.\nopen"),
               &Row::infeasible_open)
          .add(field("infeasible_wrong", "problems said to have no solution that somebody solved")
                   .in_table("infeas.\nwrong"),
               &Row::infeasible_wrong)
          .add(field("crashed", "problems at which the solver crashed").in_table("crashed"),
               &Row::crashed)
          .add(field("timed_out", "problems at which it ran out of time").in_table("timed\nout"),
               &Row::timed_out)
          .add(field("skipped", "problems of a kind that it does not take").in_table("skipped"),
               &Row::skipped)
          .add(field("flaky", "crashes that did not come a second time"), &Row::flaky)
          .add(field("ill_scaled", "problems that count for nobody: rounding decides"),
               &Row::ill_scaled)
          .add(field("false_claims", "answers said to be solved, with a larger r than is meant")
                   .in_table("false\nclaims")
                   .kept(),
               &Row::false_claims)
          .add(field("median_us", "median time of an answer", "us")
                   .null_where("there are none")
                   .in_table("median\nus")
                   .kept(),
               [](const Row& row) {
                 return row.median_s ? std::optional(*row.median_s * kMicroseconds) : std::nullopt;
               });
  return kFields;
}

const RecordDescription<SolveRun>& solve_record() {
  static const RecordDescription<SolveRun> kRecord = {
      "touchstone.solve/1", "Contact solvers, and their answers judged",
      RecordFields<SolveRun>()
          .add(field("partial", "whether the run was interrupted"), &SolveRun::partial)
          .add(field("solvers", "one entry for each solver"), &SolveRun::solvers, solver_fields())
          .add(field("rows", "one entry for each group and solver").with_lines(), &SolveRun::rows,
               solve_row_fields())
          .add(field("problems", "one entry for each problem").with_lines(), &SolveRun::problems,
               summary_fields())
          .add(field("answers", "one entry for each problem and solver").with_lines(),
               &SolveRun::answers, answer_fields())};
  return kRecord;
}

}  // namespace touchstone
