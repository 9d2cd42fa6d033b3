// SPDX-License-Identifier: GPL-3.0-or-later
// Solvers of a step's problem, one after the other until the residual is accepted.
//
// Every link's result is judged by residual.hpp; what fails falls through to the next link, and a
// problem that none solves is reported with the best residual that was found. links.hpp lists them.
//
// No-slip contacts: tangential rows of a set S of them are bilateral, the others slide freely; S
// starts as the contacts that press when all slide, and becomes what presses, until that is S.
// Where this goes in circles the sets nearest to the last one are tried in a fixed order. There may
// be no such set: the impulse that would stop a contact may lift it.
//
// The same sequence of problems gives the same solutions on every run.
#pragma once

#include <vector>

#include "dynamics/complementarity/fixed_point.hpp"
#include "dynamics/complementarity/lemke.hpp"
#include "dynamics/complementarity/links.hpp"
#include "dynamics/complementarity/quadratic_program.hpp"
#include "dynamics/complementarity/residual.hpp"
#include "dynamics/complementarity/scaled_step.hpp"

namespace touchstone {

class StepSolver {
 public:
  explicit StepSolver(std::vector<SolverLink> chain = default_chain());

  /// The solution is this object's and stays until the next call. Not finite problems are unsolved.
  const StepSolution& solve(const StepProblem& problem, FrictionLaw law);
  /// Forgets the active set.
  void forget() { memory_.valid = false; }

 private:
  /// The active set of the last solution, and the shape of its problem.
  struct Memory {
    bool valid = false;
    int dof = 0;
    int directions = 0;
    StepRows rows = StepRows::lcp;
    std::vector<FrictionKind> kinds;
    int size = 0;
    std::vector<char> sticking;
    std::vector<int> active;
  };

  bool has(SolverLink link) const;
  void pose(const StepProblem& problem);
  bool solve_cold();
  bool solve_altered(const StepProblem& problem);
  bool solve_no_slip();
  bool try_sticking();
  bool press(std::vector<char>& sticking) const;
  bool run_links(bool briefly);
  bool run(SolverLink link);
  bool run_lemke(double regularisation, int covering);
  bool run_fixed_point();
  bool try_active(const std::vector<double>* fallback);
  bool accepted();
  bool judge();
  bool warm_start();
  void remember();
  bool fits_memory() const;

  std::vector<SolverLink> chain_;
  ScaledStep step_;
  Residual residual_;
  QuadraticProgram program_;
  Lemke lemke_;
  FixedPoint fixed_point_;
  Memory memory_;

  const StepProblem* problem_ = nullptr;  // what is judged
  FrictionLaw law_ = FrictionLaw::stewart_trinkle;
  StepRows rows_ = StepRows::lcp;
  bool no_slip_ = false;  // some contact is
  StepSolution solution_;
  StepSolution best_;
  StepProblem altered_;
  int pivots_ = 0;
  std::vector<int> active_;
  std::vector<double> z_, rows_a_, q_, matrix_, regular_, covering_;
};

}  // namespace touchstone
