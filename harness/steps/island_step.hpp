// SPDX-License-Identifier: GPL-3.0-or-later
// An island of a simulated step as a problem for contact solvers. Its bodies have M = 1 and the rows of
// the simulation, which are whitened (step_problem.hpp): in other units the doubles were others.
#pragma once

#include "dynamics/complementarity/sparse_problem.hpp"
#include "geometry/result.hpp"
#include "harness/steps/step_file.hpp"

namespace touchstone {

/// The problem, and its solution unless that is nullptr. `planar`: the second tangents are zero and
/// left out. Rejects, in one line, contacts without a cone: no slip, and constraints of a contact
/// model; and more than kMaxStepContacts contacts.
Result<StepFile> step_of_island(const SparseProblem& island, const StepSolution* solution,
                                bool planar);

}  // namespace touchstone
