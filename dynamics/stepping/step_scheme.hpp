// SPDX-License-Identifier: GPL-3.0-or-later
// Who owns the step: a scheme that takes a scene through time, and what it reports of a step.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "dynamics/scene.hpp"

namespace touchstone {

/// How long the parts of one step took [s].
struct StepTimes {
  double contact = 0;  ///< finding contacts
  double solve = 0;    ///< solving the islands
  double total = 0;    ///< the whole step
  double problem = 0;  ///< assembling the islands' problems
  double correct = 0;  ///< solving anew with the gaps at the end of the step
};

struct StepReport {
  /// False: `stopped`, or see `fault`. Nothing has moved; bodies may have entered.
  bool taken = false;
  bool stopped = false;  ///< a stop was asked for before the step was solved
  std::string fault;
  /// Every island was solved to its residual, as posed except for its stabilisation. An island that
  /// was not has cones of mu = 100 in place of no slip; where that has no solution either, neither
  /// friction nor stabilisation, which never gains energy.
  bool solved = false;
  bool friction_bounded = false;       ///< an island was solved with cones in place of no slip
  bool stabilisation_dropped = false;  ///< an island was solved without stabilisation
  /// In an island no set of no-slip contacts can stick: as posed it has no solution.
  bool no_slip_inconsistent = false;
  std::string_view solver;  ///< the link that solved the largest island
  double residual = 0;      ///< largest residual of an island [1]
  int islands = 0;
  int largest_bodies = 0;    ///< moving bodies of the island with most contacts
  int largest_contacts = 0;  ///< contacts of that island
  int contacts = 0;          ///< contact points within reach
  int unanswered = 0;        ///< near pairs without an answer: they get no contacts
  int asked = 0;             ///< pairs of polytopes that the contact method was asked about
  int carrying = 0;          ///< contacts with a normal impulse above rounding
  int fallbacks = 0;         ///< islands solved with one plane for each pair
  int nodes = 0;             ///< programs that branch and bound solved
  int borrowed = 0;          ///< forces where another contact has the largest rate
  int potential = 0;         ///< applicable potential contacts of a contact model
  int traps = 0;             ///< traps among them (PotentialCount); model `peg` only
  int corrections = 0;       ///< most corrections that any island took
  double smallest_gap = 0;   ///< smallest signed distance before the step; +infinity: none [m]
  /// Largest distance by which a joint was off before the step [m].
  double anchor_error = 0;
  double axis_error = 0;     ///< largest angle of the two images of a hinge's axis then [rad]
  std::vector<int> entered;  ///< bodies that entered before the step
  int waiting = 0;           ///< bodies that could not enter: their place was taken
  StepTimes times;
};

/// Takes a scene through time, one step after the other.
class StepScheme {
 public:
  virtual ~StepScheme() = default;
  /// Takes the next step; valid until the next call.
  virtual const StepReport& step() = 0;
  virtual const Scene& scene() const = 0;
  virtual const std::vector<BodyState>& states() const = 0;
  virtual double time() const = 0;        ///< [s]
  virtual double kinetic_energy() const;  ///< of all bodies [J]
  virtual double total_energy() const;    ///< kinetic and potential [J]
};

/// What of the scene only `Simulation` can step, in one line; empty if nothing.
std::string comparator_fault(const Scene& scene);

}  // namespace touchstone
