// SPDX-License-Identifier: GPL-3.0-or-later
// Contact problems put to solvers, and their answers judged (reference/steps.hpp).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "harness/runners/run_driver.hpp"
#include "harness/steps/step_file.hpp"
#include "harness/steps/step_solver.hpp"

namespace touchstone {

/// What stands in the place of a solver's name for impulses that came with the problems.
inline constexpr const char* kStoredSolutions = "stored";

/// What became of a problem at a solver.
enum class StepWord {
  solved,            ///< r <= kAcceptedStepError of reference/steps.hpp
  approximate,       ///< impulses with a larger r
  unusable,          ///< impulses that are no numbers, or velocities that are not theirs
  gave_up,           ///< it says so itself
  infeasible_open,   ///< it says that there is no solution, and nobody has one
  infeasible_wrong,  ///< it says so, and somebody has one
  crashed,
  timed_out,
  skipped  ///< it does not take such a problem
};
std::string step_word(StepWord word);

struct AskedStep {
  StepFile file;
  std::string group;  ///< the folder that it lies in, or "files"
};

/// A problem as it was put.
struct StepSummary {
  std::string problem, group;
  std::uint64_t contacts = 0;
  std::string cone;
  std::string known = {};  ///< "solvable": somebody solved it; "open"; "ill-scaled"
  double limit = 0;        ///< r that rounding the impulses leaves [1]
};

struct JudgedStep {
  std::string problem, solver, group;
  StepWord word = StepWord::gave_up;
  std::optional<double> r = {};            ///< [1]
  std::optional<double> natural_map = {};  ///< [1]
  std::uint64_t exact_contacts = 0;        ///< contacts where only rationals decide
  bool claims_solved = false;
  std::optional<double> claimed_residual = {};
  bool false_claim = false;
  bool flaky = false;
  std::optional<std::uint64_t> iterations = {};
  double time_s = 0;
  std::optional<std::uint64_t> worst_contact = {};
  std::string detail = {};
};

/// The answers of a solver to the problems of a group.
struct SolveRow {
  std::string solver, group;
  std::uint64_t problems = 0, solved = 0, approximate = 0, unusable = 0, gave_up = 0;
  std::uint64_t infeasible_open = 0, infeasible_wrong = 0, crashed = 0, timed_out = 0, skipped = 0;
  std::uint64_t flaky = 0, ill_scaled = 0, false_claims = 0;
  std::optional<double> median_r = {}, p90_r = {},
                        largest_r = {};  ///< r of the approximate ones [1]
  std::optional<double> median_s = {};   ///< [s]
};

struct SolveRun {
  std::vector<SolverTraits> solvers;
  std::vector<StepSummary> problems;
  std::vector<JudgedStep> answers;
  std::vector<SolveRow> rows;
  bool partial = false;

  /// No false claim, no wrong "infeasible", no crash.
  bool as_expected() const;
};

/// Puts each problem to each solver, and judges impulses that came with a problem, too. Problems
/// whose `limit` is above kAcceptedStepError count for nobody. Throws HarnessError.
SolveRun run_solvers(const std::vector<AskedStep>& problems,
                     const std::vector<std::unique_ptr<StepRunner>>& solvers,
                     const RunControl& control);

}  // namespace touchstone
