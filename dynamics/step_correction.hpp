// SPDX-License-Identifier: GPL-3.0-or-later
// What a step of a contact model is told about its own end.
//
// A step knows gaps to first order: psi + h N u. Where bodies turn, their real gaps at the end are
// smaller by about (h w)^2 r/2, and the bodies overlap by that much. A correction adds what was
// missed to the bounds, and the island is solved anew.
//
// What is missed is a place and not a speed: bodies move as the corrected solution says, and keep
// the velocities of the one without. With its velocities they would be thrown apart by depth/h, and
// gain energy from nothing. A correction after which the bodies are as deep as before pushes them
// the wrong way, where other features meet than the step knows; it is undone.
#pragma once

#include <vector>

#include "dynamics/island_solver.hpp"
#include "dynamics/pair_contacts.hpp"
#include "dynamics/step_assembly.hpp"

namespace touchstone {

/// The rates N u + b of an island's contacts [m/s].
Eigen::VectorXd contact_rates(const SparseProblem& rows, const Eigen::VectorXd& u);

/// The real gaps of an island's contacts at the end of a step [m].
struct EndGaps {
  Eigen::VectorXd gap;
  /// Of each contact. Those of ideal spheres are not: their pairs have one contact, whose gap the
  /// step knows well enough.
  std::vector<char> measured;
  Eigen::VectorXd depth;  ///< of the contact's pair
  double deepest = 0;     ///< of all pairs
  bool overlap() const;   ///< more than rounding
};
void measure_end(const PairContacts& contacts, const std::vector<BodyState>& later,
                 const IslandProblem& island, EndGaps& end);

/// `by`: what is to be added to the bounds, so that the linearised gaps of the solution are the
/// real ones, but no constraint asks for more than its pair overlaps. Where a pair overlaps and
/// none of its constraints tells, the contacts that press ask for the overlap. Contacts that are
/// not measured keep their bounds.
void correct_bounds(const EndGaps& end, double h, const StepSolution& solution,
                    const IslandProblem& island, Eigen::VectorXd& by);

/// [m]
inline constexpr double kTrapped = 1e-9;

struct PotentialCount {
  int potential = 0;  ///< applicable potential contacts
  /// Of them, those whose linearised gap at the end of the step is below -kTrapped: what demands
  /// that each keeps its gap would have trapped the body.
  int traps = 0;
};
/// Of an island's solution, of `peg`. What fell back has no traps.
PotentialCount count_potential(const IslandProblem& island, const SolvedIsland& solved, double h);

}  // namespace touchstone
