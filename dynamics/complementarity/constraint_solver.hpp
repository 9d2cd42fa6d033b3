// SPDX-License-Identifier: GPL-3.0-or-later
// Solves a step with contact constraints and without friction. First comes Lemke's algorithm on U
// and I. Branch and bound follows if the judge does not accept its result: a cross-contact
// constraint is violated, or the pivots led to no end.
#pragma once

#include "dynamics/complementarity/peg_branch.hpp"
#include "dynamics/complementarity/peg_lemke.hpp"
#include "dynamics/complementarity/residual.hpp"

namespace touchstone {

inline constexpr std::string_view kPegLemke = "peg_lemke";
inline constexpr std::string_view kPegBranch = "peg_branch";

class ConstraintSolver {
 public:
  /// False where neither finds a solution that the judge accepts: `solution` is invalid then.
  bool solve(const StepProblem& problem, StepSolution& solution);
  /// Takes effect at once; a problem that is stopped is not solved.
  void set_stop(const StopToken& stop) {
    lemke_.set_stop(stop);
    branch_.set_stop(stop);
  }
  /// Programs that branch and bound solved in the last call.
  int nodes() const { return nodes_; }

 private:
  bool accept(const StepProblem& problem, std::string_view solver, StepSolution& solution);

  ReducedRows rows_;
  PegLemke lemke_;
  PegBranch branch_;
  Residual residual_;
  int nodes_ = 0;
};

/// Forces of Lemke's form that act on a primary contact while another one of its constraint has the
/// largest psi by more than `tolerance` [m/s].
int borrowed_forces(const StepProblem& problem, const StepSolution& solution, double tolerance);

}  // namespace touchstone
