// SPDX-License-Identifier: GPL-3.0-or-later
// What the solver of contact constraints made of one problem, judged without its own word for it.
//
// A solution is judged by residual() and, besides, by its velocity alone: each constraint has a
// contact that does not close. That no solution exists is taken from enumeration only.
#pragma once

#include <cstdint>
#include <string>

#include "dynamics/complementarity/step_problem.hpp"
#include "harness/check/check.hpp"

namespace touchstone {

/// Velocities that are nearer by a smaller share are as near [1].
inline constexpr double kNearer = 1e-6;
/// Problems of more combinations are passed over.
inline constexpr std::uint64_t kMaxCombinations = 2000;

/// What is claimed of problems with U and I constraints, and of those with X constraints.
Check inter_check();
Check cross_check();

/// Adds the verdict on a problem with U and I constraints to a row of inter_check(). `solved` and
/// `solution` are what ConstraintSolver gave.
void judge_inter(const StepProblem& problem, bool solved, const StepSolution& solution,
                 const std::string& id, CheckRow& row);
/// Adds the verdict on a problem with X constraints and without joints to a row of cross_check().
void judge_cross(const StepProblem& problem, bool solved, const StepSolution& solution,
                 const std::string& id, CheckRow& row);

}  // namespace touchstone
