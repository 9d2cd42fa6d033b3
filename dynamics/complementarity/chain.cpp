// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/complementarity/chain.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <utility>

#include "dynamics/complementarity/weaker_problem.hpp"

namespace touchstone {
namespace {

/// Whether all entries are finite: 0 times an entry is 0 for these alone. Four sums, so that one
/// addition does not wait for the last.
template <class Matrix>
bool matrix_is_finite(const Matrix& matrix) {
  const double* x = matrix.data();
  const auto n = static_cast<std::size_t>(matrix.size());
  std::array<double, 4> sum = {};
  std::size_t i = 0;
  for (; i + 4 <= n; i += 4) {
    for (std::size_t k = 0; k < 4; ++k) sum[k] += 0 * x[i + k];
  }
  for (; i < n; ++i) sum[0] += 0 * x[i];
  return sum[0] + sum[1] + sum[2] + sum[3] == 0;
}

bool problem_is_finite(const StepProblem& p) {
  return matrix_is_finite(p.free) && matrix_is_finite(p.normal) && matrix_is_finite(p.tangent) &&
         matrix_is_finite(p.bound) && matrix_is_finite(p.joint) &&
         matrix_is_finite(p.joint_bound) &&
         std::all_of(p.friction.begin(), p.friction.end(),
                     [](const ContactFriction& f) { return std::isfinite(f.mu) && f.mu >= 0; });
}

[[maybe_unused]] bool problem_sizes_match(const StepProblem& p) {
  const Eigen::Index n = p.contacts();
  return p.normal.rows() == n && p.tangent.rows() == 2 * n &&
         p.joint.rows() == p.joint_bound.size() &&
         static_cast<Eigen::Index>(p.friction.size()) == n && p.directions >= 4 &&
         p.directions % 2 == 0 && (n == 0 || p.normal.cols() == p.dof()) &&
         (n == 0 || p.tangent.cols() == p.dof()) &&
         (p.joint.rows() == 0 || p.joint.cols() == p.dof());
}

}  // namespace

StepSolver::StepSolver(std::vector<SolverLink> chain) : links_(std::move(chain)) {}

StepSolution& StepSolver::solve(const StepProblem& problem, FrictionLaw law, WarmStart& start) {
  assert(problem_sizes_match(problem));
  attempt_.begin(problem, law, start.found());
  StepSolution& solution = attempt_.solution;
  if (!problem_is_finite(problem) || !problem.constraints.empty()) {
    solution.pivots = 0;
    solution.u = problem.free;
    solution.clear_impulses(problem);
    return solution;
  }
  attempt_.pose(problem);
  const bool posed = solve_posed(start);
  const bool inconsistent = !posed && attempt_.no_slip && no_slip_.inconsistent();
  solution.solved = posed || solve_altered(problem);
  if (!solution.solved) {
    give_best(problem);
  }
  solution.no_slip_inconsistent = inconsistent;
  solution.pivots = attempt_.pivots;
  return solution;
}

bool StepSolver::solve_posed(WarmStart& start) {
  const WarmStart::End end =
      links_.has(SolverLink::warm_start) ? start.solve(attempt_) : WarmStart::End::failed;
  if (end == WarmStart::End::solved) {
    return true;
  }
  if (end == WarmStart::End::failed && !solve_cold()) {
    return false;
  }
  polish();
  start.remember(attempt_);
  return true;
}

bool StepSolver::solve_cold() {
  return attempt_.no_slip ? no_slip_.solve(attempt_, links_) : links_.run(attempt_, false);
}

void StepSolver::polish() {
  polish_.run(attempt_, [this] { return solve_cold(); });
}

bool StepSolver::solve_altered(const StepProblem& problem) {
  const Weakenings may{links_.has(SolverLink::finite_friction),
                       links_.has(SolverLink::drop_stabilisation)};
  return solve_weaker(problem, may, altered_, attempt_.solution, [this](const StepProblem& weaker) {
    attempt_.pose(weaker);
    if (!solve_cold()) return false;
    polish();
    return true;
  });
}

/// The best solution that was found; if none was, the one without impulses.
void StepSolver::give_best(const StepProblem& problem) {
  StepSolution& solution = attempt_.solution;
  if (std::isfinite(attempt_.best.residual)) {
    solution = attempt_.best;
  } else {
    attempt_.pose(problem);
    attempt_.step.expand({}, {}, solution);
    attempt_.measure();
  }
  solution.solver = "none";
  solution.stabilisation_dropped = false;
  solution.friction_bounded = false;
  solution.solved = false;
}

}  // namespace touchstone
