// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/peg/constraint_verdict.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "benchmarks/peg/combinations.hpp"
#include "dynamics/complementarity/constraint_solver.hpp"

namespace touchstone {
namespace {

/// Distances of velocities that differ by less, relative to the larger, are the same [1].
constexpr double kSameDistance = 1e-7;
/// A constraint is broken where its contacts close faster than this, relative to the largest term
/// of any rate [1].
constexpr double kBroken = 1e-8;

double length_of(const StepProblem& problem, int contact) {
  const double length = problem.normal.row(contact).norm();
  return length > 0 ? length : 1;
}

/// The largest term of the rates of free motion, rows of unit length [sqrt(J)].
double largest_term(const StepProblem& problem) {
  double largest = 0;
  for (int i = 0; i < problem.contacts(); ++i) {
    const double length = length_of(problem, i);
    largest = std::max({largest, std::abs(problem.normal.row(i).dot(problem.free)) / length,
                        std::abs(problem.bound[i]) / length});
  }
  return largest;
}

/// Whether each constraint has a contact with N u + b >= 0. Of the velocity alone: forces are the
/// residual's.
bool obeys(const StepProblem& problem, const Eigen::VectorXd& u) {
  if (u.size() != problem.dof() || !u.allFinite()) return false;
  const double allowed = kBroken * largest_term(problem);
  return std::all_of(problem.constraints.begin(), problem.constraints.end(),
                     [&](const ContactConstraint& constraint) {
                       double largest = -std::numeric_limits<double>::infinity();
                       constraint.for_each([&](int i) {
                         const double rate = problem.normal.row(i).dot(u) + problem.bound[i];
                         largest = std::max(largest, rate / length_of(problem, i));
                       });
                       return largest >= -allowed;
                     });
}

double distance(const StepProblem& problem, const StepSolution& solution) {
  return (solution.u - problem.free).norm();
}

/// Branching alone, on what Lemke's algorithm has solved.
void compare(const StepProblem& problem, const StepSolution& by_lemke, ConstraintAuditRow& row) {
  ReducedRows rows;
  rows.assign(problem);
  StepSolution branched;
  if (PegBranch().solve(problem, rows, branched) != PegBranch::End::solved) return;
  ++row.compared;
  const double far = distance(problem, by_lemke);
  const double ratio = far > 0 ? distance(problem, branched) / far : 1;
  row.nearer += ratio < 1 - kNearer ? 1 : 0;
  row.nearest = std::min(row.nearest, ratio);
}

/// Every combination was tried, and each is known to have no solution.
bool proven_infeasible(const StepProblem& problem) {
  if (problem.joint.rows() > 0) return false;
  if (count_combinations(problem, kMaxCombinations) > kMaxCombinations) return false;
  const Combinations all = try_combinations(problem);
  return !all.least && all.undecided == 0;
}

}  // namespace

void ConstraintAuditRow::add(const ConstraintAuditRow& other) {
  problems += other.problems;
  by_lemke += other.by_lemke;
  by_branch += other.by_branch;
  infeasible += other.infeasible;
  unsolved += other.unsolved;
  compared += other.compared;
  nearer += other.nearer;
  borrowed += other.borrowed;
  largest_residual = std::max(largest_residual, other.largest_residual);
  nearest = std::min(nearest, other.nearest);
}

void CrossAuditRow::add(const CrossAuditRow& other) {
  problems += other.problems;
  combinations += other.combinations;
  feasible += other.feasible;
  disagree += other.disagree;
  rejected += other.rejected;
  nearer += other.nearer;
  farther += other.farther;
  undecided += other.undecided;
  passed_over += other.passed_over;
}

ConstraintAuditRow judge_inter(const StepProblem& problem, bool solved,
                               const StepSolution& solution) {
  ConstraintAuditRow row;
  row.problems = 1;
  if (!solved) {
    ++(proven_infeasible(problem) ? row.infeasible : row.unsolved);
    return row;
  }
  row.largest_residual = residual(problem, solution, FrictionLaw::stewart_trinkle);
  if (!(row.largest_residual <= kAcceptedResidual) || !obeys(problem, solution.u)) {
    ++row.unsolved;
  } else if (solution.solver == kPegLemke) {
    ++row.by_lemke;
    row.borrowed = borrowed_forces(problem, solution, kAcceptedResidual) > 0 ? 1 : 0;
    compare(problem, solution, row);
  } else {
    ++row.by_branch;
  }
  return row;
}

CrossAuditRow judge_cross(const StepProblem& problem, bool solved, const StepSolution& solution) {
  CrossAuditRow row;
  if (count_combinations(problem, kMaxCombinations) > kMaxCombinations) {
    row.passed_over = 1;
    return row;
  }
  row.problems = 1;
  const Combinations all = try_combinations(problem);
  row.combinations = all.tried;
  row.undecided = all.undecided > 0 ? 1 : 0;
  row.feasible = all.least ? 1 : 0;
  row.disagree = solved != all.least.has_value() ? 1 : 0;
  if (!solved) return row;
  const double found = residual(problem, solution, FrictionLaw::stewart_trinkle);
  row.rejected = !(found <= kAcceptedResidual) || !obeys(problem, solution.u) ? 1 : 0;
  if (!all.least) return row;
  const double least = std::sqrt(*all.least);
  const double far = distance(problem, solution);
  const double same = kSameDistance * std::max(least, far) + kBroken * largest_term(problem);
  row.nearer = !(far >= least - same) ? 1 : 0;
  // Lemke's algorithm takes the solution that it comes to; branching promises the nearest.
  row.farther = solution.solver == kPegBranch && !(far <= least + same) ? 1 : 0;
  return row;
}

}  // namespace touchstone
