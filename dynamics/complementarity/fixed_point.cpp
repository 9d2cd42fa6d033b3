// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/complementarity/fixed_point.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "geometry/index.hpp"

namespace touchstone {
namespace {

/// Violation of a row that a quadratic program allows, relative to the problem's scale [1].
constexpr double kProgramFeasibility = 1e-10;
/// Gamma has come to rest when no entry moves by more than this share of the scale.
constexpr double kAtRest = 1e-15;

}  // namespace

const StepSolution& FixedPoint::solve(const StepProblem& problem, FixedPointMap map,
                                      int max_iterations) {
  step_.assign(problem, StepRows::relaxed);
  step_.expand({}, {}, solution_);
  solution_.residual = residual_(problem, solution_, FrictionLaw::stewart_trinkle);
  StepSolution best = solution_;
  solution_.solved = problem.constraints.empty() &&
                     iterate(step_, map, max_iterations, [&](const StepSolution& s) {
                       const double r = residual_(problem, s, FrictionLaw::stewart_trinkle);
                       if (r < best.residual) {
                         best = s;
                         best.residual = r;
                       }
                       return r <= kAcceptedResidual;
                     });
  const bool solved = solution_.solved;
  solution_ = best;
  solution_.solved = solved;
  solution_.stabilisation_dropped = false;
  solution_.solver = "fixed_point";
  solution_.pivots = steps_;
  return solution_;
}

bool FixedPoint::iterate(ScaledStep& step, FixedPointMap map, int max_iterations,
                         const std::function<bool(const StepSolution&)>& accept) {
  const std::size_t n = at(step.contacts());
  iterations_ = 0;
  steps_ = 0;
  gamma_.assign(n, 0);
  const auto take_gamma = [&] {  // mu Lambda of the last velocity
    slips(step, lambda_);
    for (std::size_t i = 0; i < n; ++i) {
      gamma_[i] = step.problem().friction[i].mu * lambda_[i];
    }
  };
  if (map == FixedPointMap::chi_1) {
    step.choose_rows(StepRows::relaxed);
    step.expand({}, {}, last_);
    take_gamma();
  }
  while (iterations_ < max_iterations) {
    ++iterations_;
    if (!solve_program(step, StepRows::relaxed, gamma_)) {
      return false;
    }
    if (accept(last_)) {
      return true;
    }
    previous_ = gamma_;
    if (map == FixedPointMap::chi_3) {
      slips(step, lambda_);
      if (!solve_program(step, StepRows::fixed_slip, lambda_)) {
        return false;
      }
    }
    take_gamma();
    double moved = 0;
    for (std::size_t i = 0; i < n; ++i) {
      moved = std::max(moved, std::abs(gamma_[i] - previous_[i]));
    }
    if (moved <= kAtRest * step.scale()) {
      return false;
    }
  }
  return false;
}

/// last_ is the program's solution.
bool FixedPoint::solve_program(ScaledStep& step, StepRows rows, const std::vector<double>& shift) {
  step.choose_rows(rows);
  step.shift(shift);
  const bool solved = program_.solve(step, kProgramFeasibility);
  steps_ += program_.steps();
  if (solved) {
    program_.expand(step, last_);
  }
  return solved;
}

/// Lambda of the last velocity, scaled; 0 of contacts without a cone.
void FixedPoint::slips(const ScaledStep& step, std::vector<double>& by_contact) const {
  by_contact.resize(at(step.contacts()));
  for (int i = 0; i < step.contacts(); ++i) {
    by_contact[at(i)] = step.scaled().is_cone(i) ? step.scaled().slip_of(i, last_.u.data()) : 0;
  }
}

}  // namespace touchstone
