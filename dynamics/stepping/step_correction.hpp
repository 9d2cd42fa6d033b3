// SPDX-License-Identifier: GPL-3.0-or-later
// Corrects a step of a contact model by the real gaps at its end.
//
// A step knows gaps to first order: psi + h N u. Where bodies turn, their real gaps at the end are
// smaller by about (h w)^2 r/2, and the bodies overlap by that much. A correction adds what was
// missed to the bounds, and the island is solved anew.
//
// What is missed is a position and not a speed: bodies move with the corrected velocities and keep
// those of the uncorrected solution. With the corrected ones they would be thrown apart by depth/h,
// and gain energy. A correction after which the bodies are as deep as before pushes them the wrong
// way, where other features meet than the step knows; it is undone.
#pragma once

#include <vector>

#include "dynamics/contacts/pair_contacts.hpp"
#include "dynamics/stepping/island_solver.hpp"
#include "dynamics/stepping/step_assembly.hpp"

namespace touchstone {

/// Rates psi = N u + b of an island's contacts [m/s].
Eigen::VectorXd contact_rates(const SparseProblem& rows, const Eigen::VectorXd& u);

/// The real gaps of an island's contacts at the end of a step [m].
struct EndGaps {
  Eigen::VectorXd gap;  ///< gap of each contact, 0 where it is not measured
  /// Whether each contact is measured: those of pairs without constraints are not.
  std::vector<char> measured;
  Eigen::VectorXd depth;  ///< overlap of each contact's pair
  double deepest = 0;     ///< largest overlap of a pair
  bool overlap() const;   ///< whether a pair overlaps by more than rounding
};
void measure_end(const PairContacts& contacts, const std::vector<BodyState>& later,
                 const IslandProblem& island, EndGaps& end);

/// Sets `by` to what is added to the bounds [m/s], so that the linearised gaps of the solution are
/// the real ones, but no constraint asks for more than its pair overlaps. Where a pair overlaps and
/// none of its constraints is violated, the contacts that press ask for the overlap. Contacts that
/// are not measured keep their bounds.
void correct_bounds(const EndGaps& end, double h, const StepSolution& solution,
                    const IslandProblem& island, Eigen::VectorXd& by);

/// Penetration of the linearised gap from which a potential contact counts as a trap [m].
inline constexpr double kTrapped = 1e-9;

struct PotentialCount {
  int potential = 0;  ///< applicable potential contacts
  /// Applicable potential contacts whose linearised gap at the end of the step is below -kTrapped:
  /// a method that has each of them keep its gap would have trapped the body.
  int traps = 0;
};
/// Counts the potential contacts of an island's solution. One that fell back has no traps.
PotentialCount count_potential(const IslandProblem& island, const SolvedIsland& solved, double h);

}  // namespace touchstone
