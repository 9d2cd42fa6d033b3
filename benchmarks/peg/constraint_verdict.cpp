// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/peg/constraint_verdict.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

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

/// Branching alone, on what Lemke's algorithm has solved: the ratio of the two distances, if it
/// solves the problem, too.
std::optional<double> branched_ratio(const StepProblem& problem, const StepSolution& by_lemke) {
  ReducedRows rows;
  rows.assign(problem);
  StepSolution branched;
  if (PegBranch().solve(problem, rows, branched) != PegBranch::End::solved) return std::nullopt;
  const double far = distance(problem, by_lemke);
  return far > 0 ? distance(problem, branched) / far : 1;
}

/// Every combination was tried, and each is known to have no solution.
bool proven_infeasible(const StepProblem& problem) {
  if (problem.joint.rows() > 0) return false;
  if (count_combinations(problem, kMaxCombinations) > kMaxCombinations) return false;
  const Combinations all = try_combinations(problem);
  return !all.least && all.undecided == 0;
}

}  // namespace

Check inter_check() {
  Check check;
  check.name = "constraints-inter";
  check.sources = "source";
  check.heading =
      "U and I: islands of running scenes without their X, and random problems, each solved "
      "and judged at a residual of 1e-9.\n\n";
  check.claims = {{"solved", "the solution is right, or enumeration shows that there is none",
                   kMeasuredColumns | kNotApplicableColumn},
                  {"nearest",
                   "branching finds no velocity nearer than peg_lemke's, by more than 1e-6 of it",
                   kJudgedColumns | kShareColumn,
                   {},
                   false}};
  check.counts = {
      {"by_lemke", "solved by Lemke's algorithm", "by\npeg_lemke"},
      {"by_branch", "solved by branching where Lemke's algorithm had no solution",
       "by\npeg_branch"},
      {"borrowed", "a force on a primary contact while another one of its I is farther out",
       "borrowed"},
      {"least_ratio", "least |u - free| of branching over that of peg_lemke", "least\nratio",
       true}};
  check.legend =
      "not applicable: infeasible. max error: the largest residual. several: each contact of an I "
      "may carry a force.\n"
      "borrowed: problems with a force on a primary contact while another one of its I is farther "
      "out. least ratio: of |u - free| of branching to that of peg_lemke.\n";
  check.of_the_truth = true;
  return check;
}

Check cross_check() {
  Check check;
  check.name = "constraints-cross";
  check.sources = "source";
  check.heading = "With X: every combination of alternatives is tried.\n\n";
  check.claims = {
      {"agree", "it is solved exactly where a combination is feasible", kViolatedColumn},
      {"accepted", "the residual is small, and no constraint is broken", kViolatedColumn},
      {"allowed", "the velocity is not nearer than that of every combination", kViolatedColumn},
      {"nearest", "branching finds the nearest velocity of all combinations", kViolatedColumn},
      {"decided", "of every combination it is known whether it is feasible", kViolatedColumn}};
  check.counts = {{"combinations", "combinations that were tried", "combinations"},
                  {"feasible", "problems that have a solution", "feasible"},
                  {"passed_over", "problems of too many combinations", "passed\nover"}};
  check.legend =
      "passed over: problems of more than " + std::to_string(kMaxCombinations) + " combinations.\n";
  check.of_the_truth = true;
  return check;
}

void judge_inter(const StepProblem& problem, bool solved, const StepSolution& solution,
                 const std::string& id, CheckRow& row) {
  ++row.cases;
  ClaimFinding right = ClaimFinding::of(false);
  std::optional<double> ratio;
  if (!solved) {
    right.checked = !proven_infeasible(problem);
  } else {
    right.error = residual(problem, solution, FrictionLaw::stewart_trinkle);
    right.held = right.error <= kAcceptedResidual && obeys(problem, solution.u);
  }
  if (right.held && solution.solver == kPegLemke) {
    row.count("by_lemke").add(1);
    const bool borrows = borrowed_forces(problem, solution, kAcceptedResidual) > 0;
    row.count("borrowed").add(borrows ? 1 : 0);
    ratio = branched_ratio(problem, solution);
  } else if (right.held) {
    row.count("by_branch").add(1);
  }
  row.claim("solved").add(right, id);
  row.claim("nearest").add({ratio.has_value(), ratio.value_or(1) >= 1 - kNearer}, id);
  row.count("least_ratio").add(std::min(1.0, ratio.value_or(1)));
}

void judge_cross(const StepProblem& problem, bool solved, const StepSolution& solution,
                 const std::string& id, CheckRow& row) {
  if (count_combinations(problem, kMaxCombinations) > kMaxCombinations) {
    row.count("passed_over").add(1);
    return;
  }
  ++row.cases;
  const Combinations all = try_combinations(problem);
  row.count("combinations").add(static_cast<double>(all.tried));
  row.count("feasible").add(all.least ? 1 : 0);
  ClaimFinding accepted, allowed, nearest;
  if (solved) {
    const double found = residual(problem, solution, FrictionLaw::stewart_trinkle);
    accepted = ClaimFinding::of(found <= kAcceptedResidual && obeys(problem, solution.u));
  }
  if (solved && all.least) {
    const double least = std::sqrt(*all.least);
    const double far = distance(problem, solution);
    const double same = kSameDistance * std::max(least, far) + kBroken * largest_term(problem);
    allowed = ClaimFinding::of(far >= least - same);
    // Lemke's algorithm takes the solution that it comes to; branching promises the nearest.
    nearest = {solution.solver == kPegBranch, far <= least + same};
  }
  row.claim("agree").add(ClaimFinding::of(solved == all.least.has_value()), id);
  row.claim("accepted").add(accepted, id);
  row.claim("allowed").add(allowed, id);
  row.claim("nearest").add(nearest, id);
  row.claim("decided").add(ClaimFinding::of(all.undecided == 0), id);
}

}  // namespace touchstone
