// SPDX-License-Identifier: GPL-3.0-or-later
// Solvers of a step's problem, one after the other until the residual is accepted.
//
// Every link's result is judged by residual.hpp; what fails falls through to the next link, and a
// problem that none solves is reported with the best residual that was found. links.hpp lists them.
//
// No-slip contacts (no_slip.cpp): tangential rows of a set S of them are bilateral, the others
// slide freely; S starts as the contacts that press when all slide, and becomes what presses, until
// that is S. Which of several dependent normals press is arbitrary; so wherever all that press do
// not slip, the impulses are distributed anew over all contacts that touch and do not slip. Where S
// goes in circles the sets nearest to the last one are tried in a fixed order. There may be no such
// set: the impulse that would stop a contact may lift it.
//
// What is accepted with more than rounding errors is polished: solved afresh for what each contact
// does at its velocity; the better of the two is the solution.
//
// The same sequence of problems gives the same solutions on every run.
#pragma once

#include <vector>

#include "dynamics/complementarity/active_contacts.hpp"
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
    double residual = 0;
    std::vector<char> sticking;
    bool by_contacts = false;  ///< or else by `active`
    ActiveContacts contacts;
    std::vector<int> active;
  };

  bool has(SolverLink link) const;
  void pose(const StepProblem& problem);
  bool solve_cold();
  bool solve_altered(const StepProblem& problem);
  bool solve_no_slip();
  bool try_sticking();
  bool redistribute();
  bool try_without_slip(const std::vector<char>& allowed, double tolerance);
  std::vector<char> touching_without_slip(const StepSolution& solution, double tolerance) const;
  bool press(std::vector<char>& sticking) const;
  bool run_links(bool briefly);
  bool run(SolverLink link);
  bool run_lemke(double regularisation, int covering);
  bool run_relaxed_active_set();
  bool run_fixed_point();
  bool try_active(const std::vector<double>* fallback);
  bool try_contacts();
  bool polish();
  bool polish_on_contacts();
  bool polish_strictly();
  bool solve_memory(int refinements);
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
  /// What is asked of a link.
  struct Demands {
    double residual;     ///< at most
    double feasibility;  ///< of quadratic programs, relative to the problem's scale
    double acts;         ///< contacts act whose row is at most this, likewise
    bool strict;         ///< by the links alone that are exact where they solve at all
  };
  static const Demands kUsual;
  static const Demands kStrict;
  Demands demands_ = kUsual;
  StepSolution solution_;
  StepSolution best_;
  StepSolution seen_;  // where contacts are read off
  ActiveContacts contacts_;
  ActiveContacts polished_;
  bool by_contacts_ = false;  // whether contacts_ or active_ gave solution_
  StepProblem altered_;
  int pivots_ = 0;
  std::vector<int> active_, trial_;
  std::vector<double> gamma_;
  std::vector<double> z_, rows_a_, q_, matrix_, regular_, covering_;
};

}  // namespace touchstone
