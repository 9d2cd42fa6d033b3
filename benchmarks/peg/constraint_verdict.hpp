// SPDX-License-Identifier: GPL-3.0-or-later
// What the solver of contact constraints made of one problem, judged without its own word for it.
//
// A solution is judged by residual() and, besides, by its velocity alone: each constraint has a
// contact that does not close. That no solution exists is taken from enumeration only.
#pragma once

#include <cstdint>
#include <string>

#include "dynamics/complementarity/step_problem.hpp"

namespace touchstone {

/// Problems with U and I constraints, from one source.
struct ConstraintAuditRow {
  std::string source;  ///< a scene with its model, or "random"
  std::uint64_t problems = 0;
  std::uint64_t by_lemke = 0;    ///< solved by Lemke's algorithm, and judged
  std::uint64_t by_branch = 0;   ///< solved by branching, where Lemke's algorithm had no solution
  std::uint64_t infeasible = 0;  ///< no choice of alternatives allows any velocity
  /// Not solved, and not infeasible for all that enumeration says; or solved wrongly.
  std::uint64_t unsolved = 0;
  std::uint64_t compared = 0;  ///< solved by Lemke's algorithm, and by branching too
  std::uint64_t nearer = 0;    ///< compared problems where branching's is nearer by over kNearer
  std::uint64_t borrowed = 0;  ///< problems in which a force of Lemke's form is borrowed
  double largest_residual = 0;
  double nearest = 1;  ///< least |u - free| of branching over that of Lemke's algorithm [1]

  void add(const ConstraintAuditRow& other);
};

/// Problems with X constraints, from one source.
struct CrossAuditRow {
  std::string source;
  std::uint64_t problems = 0;
  std::uint64_t combinations = 0;  ///< combinations tried in all problems
  std::uint64_t feasible = 0;      ///< problems that have a solution
  std::uint64_t disagree = 0;      ///< solved and without any solution, or the other way round
  std::uint64_t rejected = 0;      ///< "solved", but not a solution
  std::uint64_t nearer = 0;        ///< a velocity nearer than that of any combination
  std::uint64_t farther = 0;       ///< branching's velocity is not the nearest of all combinations
  std::uint64_t undecided = 0;     ///< a combination of which nothing is known
  std::uint64_t passed_over = 0;   ///< problems of too many combinations, not counted above

  void add(const CrossAuditRow& other);
};

/// Velocities that are nearer by a smaller share are as near [1].
inline constexpr double kNearer = 1e-6;
/// Problems of more combinations are passed over.
inline constexpr std::uint64_t kMaxCombinations = 2000;

/// The verdict on a problem with U and I constraints. `solved` and `solution` are what
/// ConstraintSolver gave.
ConstraintAuditRow judge_inter(const StepProblem& problem, bool solved,
                               const StepSolution& solution);
/// The verdict on a problem with X constraints and without joints.
CrossAuditRow judge_cross(const StepProblem& problem, bool solved, const StepSolution& solution);

}  // namespace touchstone
