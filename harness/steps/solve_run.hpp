// SPDX-License-Identifier: GPL-3.0-or-later
// Contact problems put to solvers, and their answers judged (reference/steps.hpp).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/runners/run_driver.hpp"
#include "harness/steps/published_residuals.hpp"
#include "harness/steps/step_file.hpp"
#include "harness/steps/step_solver.hpp"

namespace touchstone {

/// What stands in the place of a solver's name for impulses that came with the problems.
inline constexpr const char* kStoredSolutions = "stored";

/// The largest r of an answer that counts as solved: kAcceptedStepError of reference/steps.hpp [1].
double accepted_step_error();

/// What became of a problem at a solver.
enum class StepWord {
  solved,            ///< r <= kAcceptedStepError of reference/steps.hpp
  approximate,       ///< impulses with a larger r
  unusable,          ///< impulses that are no numbers, or velocities that are not theirs
  gave_up,           ///< it says so itself
  infeasible_right,  ///< it says that there is no solution, and that is proven
  infeasible_open,   ///< it says so, and nothing is proven
  infeasible_wrong,  ///< it says so, and there is one by a proof
  crashed,
  timed_out,
  skipped  ///< it does not take such a problem
};
inline constexpr std::size_t kStepWordCount = 10;
std::string_view step_word(StepWord word);
/// All of them, in this order.
std::vector<std::string_view> step_words();
/// Whether a solver that ends so has failed, and the run with it: it crashed or is wrong.
bool is_step_fault(StepWord word);

struct AskedStep {
  StepFile file;
  std::string group;  ///< the folder that it lies in, or "files"
};

/// A problem as it was put.
struct StepSummary {
  std::string problem, group;
  std::uint64_t contacts = 0;
  std::string cone;
  /// "solvable": by a proof, or somebody solved it; "infeasible": by a proof, or out of reach;
  /// "open"; "ill-scaled"
  std::string known = {};
  bool proven = false;  ///< whether a proof says so
  double limit = 0;     ///< r that rounding the impulses leaves [1]
  /// How far velocities of two accepted answers are apart, over the largest of theirs and of those
  /// without impulses; nothing where fewer were accepted [1].
  std::optional<double> apart = {};
};
/// Accepted velocities differ where they are farther apart: solutions need not be unique [1].
inline constexpr double kOtherVelocities = 1e-6;

struct JudgedStep {
  std::string problem, solver, group;
  StepWord word = StepWord::gave_up;
  std::optional<double> r = {};            ///< [1]
  std::optional<double> natural_map = {};  ///< [1]
  std::optional<PublishedResiduals> published = {};
  std::uint64_t exact_contacts = 0;  ///< contacts where only rationals decide
  bool claims_solved = false;
  std::optional<double> claimed_residual = {};
  bool false_claim = false;
  bool flaky = false;
  std::optional<std::uint64_t> iterations = {};
  double time_s = 0;
  std::optional<std::uint64_t> worst_contact = {};
  std::string detail = {};
  bool gave_up_with_impulses = false;       ///< it gave up, and its impulses are not all 0
  std::vector<double> impulses = {};        ///< [N s]; as LocalStep has the contacts' rows
  std::vector<double> joint_impulses = {};  ///< [N s]
};

/// The answers of a solver to the problems of a group.
struct SolveRow {
  std::string solver, group;
  std::uint64_t problems = 0;
  std::array<std::uint64_t, kStepWordCount> words = {};  ///< by StepWord
  std::uint64_t flaky = 0, ill_scaled = 0, false_claims = 0;
  std::uint64_t proven_solvable = 0;     ///< problems that have a solution by a proof, not skipped
  std::uint64_t missed_solutions = 0;    ///< how many of these it did not solve
  std::optional<double> median_r = {};   ///< r of the approximate ones [1]
  std::optional<double> p90_r = {};      ///< nine in ten of these do not exceed it [1]
  std::optional<double> largest_r = {};  ///< [1]
  std::optional<double> median_s = {};   ///< [s]

  std::uint64_t count(StepWord word) const { return words.at(static_cast<std::size_t>(word)); }
};

/// A failure, and the fewest contacts with which it stays.
struct ShrunkStep {
  std::string problem, solver;
  std::vector<std::uint64_t> contacts;  ///< those that are left, by their numbers there
  StepFile file;
};

struct SolveRun {
  std::vector<SolverTraits> solvers;
  std::vector<StepSummary> problems;
  std::vector<JudgedStep> answers;
  std::vector<SolveRow> rows;
  std::vector<ShrunkStep> shrunk = {};
  bool partial = false;

  /// Whether a solver was put to a problem that it takes and that counts.
  bool judges_something() const;
  /// No false claim, no wrong "infeasible", no crash; and something was judged.
  bool as_expected() const;
};

/// A row for each group and solver, from solvers, problems and answers.
std::vector<SolveRow> solve_rows(const SolveRun& run);

/// Whether the answer makes the run fail.
bool is_failure(const JudgedStep& answer);

/// A problem put to solvers, and their answers in this order, then that of impulses that came with
/// it if `stored`.
struct PutStep {
  StepSummary problem;
  std::vector<JudgedStep> answers;
};
PutStep put_step(const AskedStep& asked, const std::vector<StepRunner*>& solvers, bool stored);

/// Puts each problem to each solver, and judges impulses that came with a problem, too. Problems
/// whose `limit` is above kAcceptedStepError count for nobody. Throws HarnessError.
SolveRun run_solvers(const std::vector<AskedStep>& problems,
                     const std::vector<std::unique_ptr<StepRunner>>& solvers,
                     const RunControl& control);

}  // namespace touchstone
