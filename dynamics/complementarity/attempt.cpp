// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/complementarity/attempt.hpp"

#include <limits>

namespace touchstone {

void Attempt::begin(const StepProblem& posed_problem, FrictionLaw its_law, FoundSet& its_set) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  posed = &posed_problem;
  law = its_law;
  set = &its_set;
  pivots = 0;
  drops_ = 0;
  solution.solved = false;
  solution.residual = kInfinity;
  solution.stabilisation_dropped = false;
  solution.friction_bounded = false;
  solution.no_slip_inconsistent = false;
  solution.solver = "none";
  best.residual = kInfinity;
}

void Attempt::pose(const StepProblem& p) {
  problem = &p;
  no_slip = p.has(FrictionKind::no_slip);
  step.assign(p, law);
  rows = step.rows();
}

void Attempt::measure() { solution.residual = residual_(*problem, solution, law); }

bool Attempt::judge() {
  measure();
  if (problem == posed && solution.residual < best.residual) {
    best = solution;
  }
  return solution.residual <= demands.residual;
}

bool Attempt::accepted() { return no_slip ? step.error(solution) <= demands.residual : judge(); }

bool Attempt::try_active(const std::vector<double>* fallback) {
  std::vector<int>& active = set->active;
  set->by_contacts = false;
  const std::vector<int> given = active;
  drop_lifted(step, active);
  if (system_.solve(step, active, 1, z_)) {
    step.expand(active, z_, solution);
    if (accepted()) {
      return true;
    }
  }
  if (fallback == nullptr) {
    return false;
  }
  active = given;
  step.expand(active, *fallback, solution);
  return accepted();
}

}  // namespace touchstone
