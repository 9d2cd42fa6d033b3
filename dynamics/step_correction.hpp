// SPDX-License-Identifier: GPL-3.0-or-later
// What a step of a contact model is told about its own end.
//
// A step knows gaps to first order: psi + h N u. Where bodies turn, their real gaps at the end are
// smaller by about (h w)^2 r/2, and the bodies overlap by that much. A correction adds what was
// missed to the bounds, and the step is solved anew.
#pragma once

#include <vector>

#include "dynamics/pair_contacts.hpp"
#include "dynamics/simulation.hpp"
#include "dynamics/step_assembly.hpp"

namespace touchstone {

/// The rates N u + b of an island's contacts [m/s].
Eigen::VectorXd contact_rates(const SparseProblem& rows, const Eigen::VectorXd& u);

/// `by`: what is to be added to the bounds, so that the linearised gaps of the solution are the
/// real ones of `later`, but no constraint asks for more than its pair overlaps there. Where a pair
/// overlaps and none of its constraints tells, the contacts that press ask for the overlap. False
/// if no pair of the island overlaps.
bool correct_bounds(const PairContacts& contacts, const std::vector<BodyState>& later, double h,
                    const StepSolution& solution, const IslandProblem& island, Eigen::VectorXd& by);

/// Adds the island's potential contacts, and the traps among them, to the report.
void count_potential(const IslandProblem& island, const SolvedIsland& solved, double h,
                     StepReport& report);

}  // namespace touchstone
