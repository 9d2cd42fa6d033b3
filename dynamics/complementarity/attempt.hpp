// SPDX-License-Identifier: GPL-3.0-or-later
// One problem while the chain solves it: the scaled step, what is demanded of a solution, and the
// solution so far. Every solver of the chain reads and writes it.
#pragma once

#include <vector>

#include "dynamics/complementarity/active_contacts.hpp"
#include "dynamics/complementarity/active_system.hpp"
#include "dynamics/complementarity/residual.hpp"
#include "dynamics/complementarity/scaled_step.hpp"
#include "dynamics/complementarity/stop_token.hpp"
#include "geometry/loop_bound.hpp"

namespace touchstone {

/// What is demanded of a solver.
struct SolverDemands {
  double residual;     ///< largest residual [1]
  double feasibility;  ///< violation that quadratic programs allow, in the problem's scale [1]
  double acts;         ///< largest row of a contact that acts, in the problem's scale [1]
  bool strict;         ///< only solvers that are exact where they solve at all
};
inline constexpr SolverDemands kUsualDemands{kAcceptedResidual, 1e-10, 1e-8, false};
inline constexpr SolverDemands kStrictDemands{1e-13, 1e-15, 1e-14, true};

/// What the solution was found from, kept from one problem of an island to the next.
struct FoundSet {
  bool by_contacts = false;  ///< whether `contacts` or `active` gave the solution
  ActiveContacts contacts;
  std::vector<int> active;
};

struct Attempt {
  /// Forgets what was found; `posed` is the problem that the caller has, `its_set` that of its
  /// island.
  void begin(const StepProblem& posed, FrictionLaw its_law, FoundSet& its_set);
  /// Makes `p` the problem that is solved and judged: the one posed, or an altered one.
  void pose(const StepProblem& p);

  /// Sets the residual of the solution.
  void measure();
  /// Sets the residual and keeps the best solution of the problem posed. True if it is as demanded.
  bool judge();
  /// Like judge(); with no-slip contacts, of the problem with the contacts that step has sticking.
  bool accepted();

  /// Solves afresh on `active`; where that is singular or not accepted, `fallback` is its z.
  bool try_active(const std::vector<double>* fallback);
  /// Solves for `contacts`, as unknowns `active`; drops those that pull, and calls dropped(), until
  /// done() says that the solution is good enough. False if no contact pulls any more, or if stopped.
  template <class Done, class Dropped>
  bool drop_until(ActiveContacts& contacts, std::vector<int>& active, const Done& done,
                  const Dropped& dropped) {
    LoopBound bound = contacts.bound_of_drops();
    do {
      bound.step();
      contacts.solve(step, 1, active, z_);
      step.expand(active, z_, solution);
      if (done()) return set->by_contacts = true;
    } while (!stops() && contacts.drop_pulling() && (dropped(), true));
    return false;
  }
  template <class Done>
  bool drop_until(ActiveContacts& contacts, std::vector<int>& active, const Done& done) {
    return drop_until(contacts, active, done, [] {});
  }

  /// Whether to end, asked before each contact that is dropped.
  bool stops() { return stop.comes_at(drops_++); }

  const StepProblem* posed = nullptr;
  const StepProblem* problem = nullptr;
  FrictionLaw law = FrictionLaw::stewart_trinkle;
  bool no_slip = false;           ///< some contact is
  StepRows rows = StepRows::lcp;  ///< the usual ones of the problem
  ScaledStep step;
  SolverDemands demands = kUsualDemands;

  StepSolution solution;
  StepSolution best;  ///< best solution of the problem posed
  FoundSet* set = nullptr;
  int pivots = 0;
  StopToken stop;

 private:
  int drops_ = 0;  ///< since begin()
  Residual residual_;
  ActiveSystem system_;
  std::vector<double> z_;
};

}  // namespace touchstone
