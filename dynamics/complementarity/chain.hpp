// SPDX-License-Identifier: GPL-3.0-or-later
// Solvers of a step's problem, one after the other until the residual is accepted.
//
// The residual of every link's result is judged (residual.hpp). If it is not accepted the next link
// takes over; if all fail, the best solution found is reported as unsolved. links.hpp lists the
// links. no_slip.hpp finds the no-slip contacts that stick; polish.hpp improves what is accepted
// with more than rounding errors.
//
// The same sequence of problems gives the same solutions on every run.
#pragma once

#include <vector>

#include "dynamics/complementarity/attempt.hpp"
#include "dynamics/complementarity/link_runs.hpp"
#include "dynamics/complementarity/no_slip.hpp"
#include "dynamics/complementarity/polish.hpp"
#include "dynamics/complementarity/warm_start.hpp"

namespace touchstone {

class StepSolver {
 public:
  explicit StepSolver(std::vector<SolverLink> chain = default_chain());

  void set_stop(const StopToken& stop) {
    links_.set_stop(stop);
    attempt_.stop = stop;
  }

  /// The solution is this object's and stays until the next call. It may be swapped for another
  /// one, whose memory is used then. A problem that is not finite, or has constraints, is unsolved.
  StepSolution& solve(const StepProblem& problem, FrictionLaw law) {
    return solve(problem, law, own_start_);
  }
  /// Solves with the memory `start` of the last step in place of this object's own.
  StepSolution& solve(const StepProblem& problem, FrictionLaw law, WarmStart& start);
  /// Forgets the active set.
  void forget() { own_start_.forget(); }

 private:
  bool solve_posed(WarmStart& start);
  bool solve_cold();
  bool solve_altered(const StepProblem& problem);
  void give_best(const StepProblem& problem);
  void polish();

  LinkRuns links_;
  NoSlipSearch no_slip_;
  Polish polish_;
  WarmStart own_start_;
  Attempt attempt_;
  StepProblem altered_;
};

}  // namespace touchstone
