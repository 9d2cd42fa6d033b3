// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/solve_record.hpp"

#include <cmath>
#include <optional>
#include <vector>

#include "harness/compare/time_record.hpp"
#include "harness/steps/performance_profile.hpp"

namespace touchstone {
namespace {

constexpr double kMicroseconds = 1e6;
constexpr double kMaxTime_us = kMicroseconds * kMaxWallTime_s;
constexpr double kMaxWhole = 0x1p64;  ///< above what a solver can count to

RecordFields<SolverTraits> solver_fields() {
  return RecordFields<SolverTraits>()
      .add(field("solver", "what the solver calls itself"), &SolverTraits::name)
      .add(field("version", "version that the solver gives").omitted_where("it gives none"),
           &SolverTraits::version)
      .add(field("summary", "what the solver says it is").omitted_where("it says nothing"),
           &SolverTraits::summary)
      .add(field("cones", "friction cones that the solver takes: round, box, polygon"),
           [](const SolverTraits& solver) { return cone_names(solver.cones); })
      .add(field("tolerance", "r up to which it means its word solved; 0: 1e-9").from(0, 1e-3),
           &SolverTraits::tolerance);
}

RecordFields<StepSummary> summary_fields() {
  return RecordFields<StepSummary>()
      .add(field("problem", "name of the problem, or of its file"), &StepSummary::problem)
      .add(field("group", "folder that the problem lies in, or files"), &StepSummary::group)
      .add(field("contacts", "number of contacts of the problem").counts(), &StepSummary::contacts)
      .add(field("cone", "friction cone: round, box, or a polygon's directions"),
           &StepSummary::cone)
      .add(field("known", "whether it has a solution: proven, solved by somebody, or out of reach")
               .one_of({"solvable", "infeasible", "open", "ill-scaled"}),
           &StepSummary::known)
      .add(field("proven", "whether that is proven, in rationals"), &StepSummary::proven)
      .add(field("limit", "r that rounding the impulses leaves; above 1e-9 it is ill-scaled")
               .from(0),
           [](const StepSummary& problem) { return AnyReal{problem.limit}; })
      .add(field("apart",
                 "how far velocities of two accepted answers are apart, over the largest of theirs "
                 "and of those without impulses")
               .omitted_where("fewer were accepted, or it is ill-scaled")
               .from(0),
           &StepSummary::apart);
}

/// A field that tables of `--csv` have, too.
FieldText column(std::string_view key, std::string_view meaning, std::string_view unit = "") {
  return field(key, meaning, unit).in_csv(key);
}

/// How many answers, or problems.
FieldText count_column(std::string_view key, std::string_view meaning) {
  return column(key, meaning).counts();
}
/// A figure of the approximate answers.
FieldText residual_column(std::string_view key, std::string_view meaning) {
  return column(key, meaning).null_where("there are none").from(0);
}

/// Entries may be what no JSON number is: they are null.
auto entries_of(std::vector<double> JudgedStep::*member) {
  return [member](const JudgedStep& answer) {
    const std::vector<double>& all = answer.*member;
    return std::vector<std::optional<double>>(all.begin(), all.end());
  };
}

std::optional<AnyReal> any_real(const std::optional<double>& x) {
  return x ? std::optional(AnyReal{*x}) : std::nullopt;
}

RecordFields<PublishedResiduals> published_fields() {
  using Residuals = PublishedResiduals;
  return RecordFields<Residuals>()
      .add(column("merit_1", "FCLIB's MERIT_1: the natural map over 1 + sqrt(|q|)").from(0),
           &Residuals::fclib_merit_1)
      .add(column("siconos", "error that siconos 4.4 prints: the natural map over |q|").from(0),
           &Residuals::siconos_error)
      .add(column("ncp_primal", "Kamino's r_ncp_primal: impulses off the friction cone", "N s")
               .from(0),
           &Residuals::ncp_primal)
      .add(column("ncp_dual", "Kamino's r_ncp_dual: velocities off the dual cone", "m/s").from(0),
           &Residuals::ncp_dual)
      .add(column("ncp_compl", "Kamino's r_ncp_compl: impulse times velocity", "J").from(0),
           &Residuals::ncp_compl)
      .add(column("vi_natmap", "Kamino's r_vi_natmap: largest entry of the natural map").from(0),
           &Residuals::vi_natmap);
}

RecordFields<JudgedStep> answer_fields() {
  return RecordFields<JudgedStep>()
      .add(column("problem", "name of the problem, or of its file"), &JudgedStep::problem)
      .add(column("group", "folder that the problem lies in, or files"), &JudgedStep::group)
      .add(column("solver", "what the solver calls itself"), &JudgedStep::solver)
      .add(column("word", "what became of the problem").one_of(step_words()),
           [](const JudgedStep& answer) { return step_word(answer.word); })
      .add(column("r", "largest error of the law of contact, free of units")
               .null_where("there are no impulses")
               .from(0),
           [](const JudgedStep& answer) { return any_real(answer.r); })
      .add(count_column("exact_contacts",
                        "contacts where only rationals decide whether r is up to 1e-9"),
           &JudgedStep::exact_contacts)
      .add(column("claims_solved", "whether the solver says that it solved it"),
           &JudgedStep::claims_solved)
      .add(column("claimed_residual", "residual that the solver gives, in a unit of its own")
               .null_where("it gives none"),
           [](const JudgedStep& answer) { return any_real(answer.claimed_residual); })
      .add(column("false_claim",
                  "whether it says solved where r exceeds both 1e-9 and its tolerance"),
           &JudgedStep::false_claim)
      .add(column("flaky", "whether it crashed, and not when it was asked once more"),
           &JudgedStep::flaky)
      .add(column("natural_map", "error of the natural map in the same unit; decides nothing")
               .null_where("the cone is not round, the impulses are unusable, or there are none")
               .from(0),
           [](const JudgedStep& answer) { return any_real(answer.natural_map); })
      .add(column("residuals", "residuals as other programs print them, in SI; they decide nothing")
               .null_where("the cone is not round in space, or there are joints, or no impulses"),
           &JudgedStep::published, published_fields())
      .add(column("iterations", "iterations that the solver gives")
               .null_where("it gives none")
               .from(0, kMaxWhole),
           &JudgedStep::iterations)
      .add(column("time_us", "time of the answer", "us").from(0, kMaxTime_us),
           [](const JudgedStep& answer) { return answer.time_s * kMicroseconds; })
      .add(column("worst_contact", "contact with the largest error, counted from 0")
               .null_where("there are no impulses, or a row of the joints is worst")
               .counts(),
           &JudgedStep::worst_contact)
      .add(column("detail", "how it ended, or what the solver notes")
               .omitted_where("there is nothing to say"),
           &JudgedStep::detail)
      .add(field("impulses", "impulses that it gives: of each contact normal first", "N s")
               .omitted_where("there are none")
               .entries_null_where(kNotFinite),
           entries_of(&JudgedStep::impulses))
      .add(field("joint_impulses", "impulses of the joints' rows", "N s")
               .omitted_where("there are none")
               .entries_null_where(kNotFinite),
           entries_of(&JudgedStep::joint_impulses));
}

RecordFields<ProfileRow> profile_row_fields() {
  return RecordFields<ProfileRow>()
      .add(column("solver", "what the solver calls itself"), &ProfileRow::solver)
      .add(column("within", "multiple of the fastest solver's time")
               .null_where("any time is within it")
               .from(1),
           &ProfileRow::within)
      .add(column("share", "share of the problems that it solved within that").from(0, 1),
           &ProfileRow::share);
}

RecordFields<ShrunkStep> shrunk_step_fields() {
  return RecordFields<ShrunkStep>()
      .add(field("problem", "problem whose failure it is"), &ShrunkStep::problem)
      .add(field("solver", "what the solver calls itself"), &ShrunkStep::solver)
      .add(field("contacts", "contacts that are left, by their numbers in the problem").counts(),
           &ShrunkStep::contacts)
      .add(field("step", "problem of these contacts, as a file"), &ShrunkStep::file,
           step_record().fields);
}

auto count_of(StepWord word) {
  return [word](const SolveRow& row) { return row.count(word); };
}

/// The words of answers without a residual.
void add_other_words(RecordFields<SolveRow>& fields) {
  fields
      .add(count_column("unusable",
                        "impulses that are no numbers, or velocities that are not theirs")
               .in_table("unus-\nable"),
           count_of(StepWord::unusable))
      .add(count_column("gave_up", "problems that the solver gave up itself").in_table("gave\nup"),
           count_of(StepWord::gave_up))
      .add(count_column("infeasible_right", "problems said to have no solution, which is proven")
               .in_table("infeas.\nright"),
           count_of(StepWord::infeasible_right))
      .add(count_column("infeasible_open",
                        "problems said to have no solution, and nothing is proven")
               .in_table("infeas.\nopen"),
           count_of(StepWord::infeasible_open))
      .add(count_column("infeasible_wrong",
                        "problems said to have no solution that have one by a proof")
               .in_table("infeas.\nwrong"),
           count_of(StepWord::infeasible_wrong))
      .add(count_column("crashed", "problems at which the solver crashed").in_table("crashed"),
           count_of(StepWord::crashed))
      .add(count_column("timed_out", "problems at which it ran out of time").in_table("timed\nout"),
           count_of(StepWord::timed_out))
      .add(count_column("skipped", "problems of a kind that it does not take").in_table("skipped"),
           count_of(StepWord::skipped));
}

RecordFields<SolveRow> row_fields() {
  using Row = SolveRow;
  auto fields =
      RecordFields<Row>()
          .add(column("solver", "what the solver calls itself").in_table("solver").kept(),
               &Row::solver)
          .add(
              column("group", "folder that the problems lie in, or files").in_table("group").kept(),
              &Row::group)
          .add(count_column("problems", "problems that were put to it").in_table("problems").kept(),
               &Row::problems)
          .add(count_column("solved", "answers with r up to 1e-9").in_table("solved").kept(),
               count_of(StepWord::solved))
          .add(count_column("approximate", "impulses with a larger r")
                   .in_table("approx-\nimate")
                   .kept(),
               count_of(StepWord::approximate))
          .add(residual_column("median_r", "median r of approximate answers").in_table("median\nr"),
               &Row::median_r)
          .add(residual_column("p90_r", "an r that nine in ten approximate answers do not exceed")
                   .not_below("median_r"),
               &Row::p90_r)
          .add(residual_column("largest_r", "largest r of approximate answers")
                   .in_table("largest\nr")
                   .not_below("p90_r"),
               &Row::largest_r);
  add_other_words(fields);
  fields
      .add(count_column("proven_solvable", "problems, not skipped, that have a solution by a proof")
               .not_below("missed_solutions"),
           &Row::proven_solvable)
      .add(count_column("missed_solutions", "those of them that it did not solve")
               .in_table("solvable,\nunsolved"),
           &Row::missed_solutions);
  fields.add(count_column("flaky", "crashes that did not come a second time"), &Row::flaky)
      .add(count_column("ill_scaled", "problems that count for nobody: rounding decides"),
           &Row::ill_scaled)
      .add(count_column("false_claims", "answers said to be solved, with a larger r than is meant")
               .in_table("false\nclaims")
               .kept(),
           &Row::false_claims)
      .add(column("median_us", "median time of an answer", "us")
               .null_where("there are none")
               .from(0, kMaxTime_us)
               .in_table("median\nus")
               .kept(),
           [](const Row& row) {
             return row.median_s ? std::optional(*row.median_s * kMicroseconds) : std::nullopt;
           });
  return fields;
}

}  // namespace

const RecordFields<SolveRow>& solve_row_fields() {
  static const auto kFields = row_fields();
  return kFields;
}

std::vector<ProfileRow> profile_rows(const SolveRun& run) {
  const PerformanceProfile profile = performance_profile(run);
  std::vector<ProfileRow> rows;
  for (const ProfileCurve& curve : profile.curves) {
    for (const double tau : profile_multiples()) {
      rows.push_back({curve.solver, std::isfinite(tau) ? std::optional(tau) : std::nullopt,
                      profile.share(curve, tau)});
    }
  }
  return rows;
}

std::vector<SolveTable> solve_tables(const SolveRun& run) {
  return {{"rows.csv", solve_row_fields().csv(run.rows)},
          {"answers.csv", answer_fields().csv(run.answers)},
          {"profile.csv", profile_row_fields().csv(profile_rows(run))}};
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
          .add(field("profile", "performance profile: an entry for each solver and multiple")
                   .with_lines(),
               profile_rows, profile_row_fields())
          .add(field("shrunk", "fewest contacts of the first failure of each solver and word")
                   .omitted_where("none was shrunk")
                   .with_lines(),
               &SolveRun::shrunk, shrunk_step_fields())
          .add(field("answers", "one entry for each problem and solver").with_lines(),
               &SolveRun::answers, answer_fields())};
  return kRecord;
}

}  // namespace touchstone
