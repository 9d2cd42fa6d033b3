// SPDX-License-Identifier: GPL-3.0-or-later
// Steps with random contact constraints: what their solvers are tested and audited on.
//
// A pure function of the seed and the kind. One to four bodies, each row between two of them or of
// one alone, in random directions; one to eight constraints of one contact to four. Gaps are open
// or closed. Nothing promises a solution, but most have one.
#pragma once

#include <cstdint>

#include "dynamics/complementarity/step_problem.hpp"

namespace touchstone {

struct RandomConstraintKind {
  bool cross = false;              ///< X besides U and I, and at most four constraints
  bool several_primaries = false;  ///< each contact of an I may carry a force
  /// One body, all rows in a plane, and more closed gaps than open ones: a third has no solution.
  bool tight = false;
};

StepProblem random_constraint_problem(std::uint64_t seed, const RandomConstraintKind& kind);

}  // namespace touchstone
