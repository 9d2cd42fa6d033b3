// SPDX-License-Identifier: GPL-3.0-or-later
// Links for large islands, one after the other until the residual is accepted (residual.hpp). All
// finish with the method of multipliers (augmented_lagrangian.hpp); their memory and time grow with
// the pairs that touch, not with the square of the bodies:
//
//   warm_start      the problem itself, from the last step's impulses of each contact, if that is
//                   near;
//   interior_point  of the relaxation or without friction: interior_point.hpp, then finished;
//   multipliers     of cones and no slip: the problem itself from the same impulses, with penalties
//                   that rise only while Newton's method arrives;
//   fixed_point     the same from the relaxation's solution, raised by mu lambda of the last one
//                   (the map chi_2 of fixed_point.hpp).
#pragma once

#include <vector>

#include "dynamics/complementarity/augmented_lagrangian.hpp"
#include "dynamics/complementarity/interior_point.hpp"
#include "dynamics/complementarity/residual.hpp"
#include "dynamics/complementarity/sparse_step.hpp"

namespace touchstone {

class SparseSolver {
 public:
  /// The solution is this object's and stays until the next call. A problem that is not finite,
  /// or has constraints, is unsolved.
  const StepSolution& solve(const SparseProblem& problem, FrictionLaw law);
  /// Solves with less demanded: cones of mu = 100 for no slip, no stabilisation, or both.
  const StepSolution& solve_altered(const SparseProblem& problem, FrictionLaw law);
  /// Solves with neither friction nor stabilisation.
  const StepSolution& solve_harmless(const SparseProblem& problem);

  /// Takes effect at once; a problem that is stopped is not solved.
  void set_stop(const StopToken& stop);

  /// Penalties and numbers of steps of the rounds.
  struct Plan;

 private:
  void begin(const SparseProblem& problem, FrictionLaw law);
  bool solve_posed(const SparseProblem& problem);
  bool run_posed(const Plan& plan, const char* link);
  bool run_rounds(const Plan& plan, double wanted);
  bool run_program(double wanted);
  bool run_fixed_point();
  bool accepted(const char* link);

  StopToken stop_;
  FrictionLaw law_ = FrictionLaw::stewart_trinkle;
  const SparseProblem* problem_ = nullptr;
  SparseStep step_;
  InteriorPoint interior_;
  AugmentedLagrangian method_;
  Residual residual_;
  StepSolution solution_;
  SparseProblem altered_;
  std::vector<double> raised_;
};

}  // namespace touchstone
