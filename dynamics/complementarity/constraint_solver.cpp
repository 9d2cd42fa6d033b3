// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/complementarity/constraint_solver.hpp"

#include <algorithm>
#include <limits>

namespace touchstone {

bool ConstraintSolver::accept(const StepProblem& problem, std::string_view solver,
                              StepSolution& solution) {
  solution.solver = solver;
  solution.residual = residual_(problem, solution, FrictionLaw::stewart_trinkle);
  solution.solved = solution.residual <= kAcceptedResidual;
  return solution.solved;
}

bool ConstraintSolver::solve(const StepProblem& problem, StepSolution& solution) {
  nodes_ = 0;
  rows_.assign(problem);
  if (lemke_.solve(problem, rows_, solution) && accept(problem, kPegLemke, solution)) return true;
  const PegBranch::End end = branch_.solve(problem, rows_, solution);
  nodes_ = branch_.nodes();
  return end == PegBranch::End::solved && accept(problem, kPegBranch, solution);
}

int borrowed_forces(const StepProblem& problem, const StepSolution& solution, double tolerance) {
  if (solution.form != ConstraintForm::lemke) return 0;
  const Eigen::VectorXd rate = problem.normal * solution.u + problem.bound;
  int borrowed = 0;
  for (const ContactConstraint& constraint : problem.constraints) {
    if (constraint.kind != ContactConstraint::Kind::inter) continue;
    double largest = -std::numeric_limits<double>::infinity();
    constraint.for_each([&](int contact) { largest = std::max(largest, rate[contact]); });
    for (const int contact : constraint.primary) {
      const bool acts = solution.normal_impulse[contact] > 0;
      borrowed += static_cast<int>(acts && rate[contact] < largest - tolerance);
    }
  }
  return borrowed;
}

}  // namespace touchstone
