// SPDX-License-Identifier: GPL-3.0-or-later
// Looks for a proof that a step has a solution, or has none. What is found in doubles counts only
// where reference/steps.hpp checks it.
#pragma once

#include "reference/steps.hpp"

namespace touchstone {

/// out_of_reach: only velocities beyond kExcludedVelocities could solve it, which proves nothing.
enum class ProvenStep { nothing, solvable, infeasible, out_of_reach };

/// A step has no solution if one of its islands has none, and has one if each of them has one.
/// Nothing is proven of an island that is too large for a search of about a second, nor of those
/// that are left after two seconds.
ProvenStep prove_step(const StepQuestion& question);

}  // namespace touchstone
