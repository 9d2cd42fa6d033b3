// SPDX-License-Identifier: GPL-3.0-or-later
// Looks for a proof that a step has a solution, or has none. What is found in doubles counts only
// where reference/steps.hpp checks it.
#pragma once

#include "reference/steps.hpp"

namespace touchstone {

/// out_of_reach: only velocities beyond kExcludedVelocities could solve it, which proves nothing.
enum class ProvenStep { nothing, solvable, infeasible, out_of_reach };

/// The work of searches, in multiplications. With a clock in its place slower machines would prove
/// less.
struct ProofWork {
  double limit = 8e9;  ///< about two seconds: 3.4e9 to 4.4e9 a second were measured
  double done = 0;
};

/// A step has no solution if one of its islands has none, and has one if each of them has one.
/// Nothing is proven of an island that is too large for a search of about a second, nor of those
/// that are left when the limit of work is reached. Adds to `work`.
ProvenStep prove_step(const StepQuestion& question, ProofWork& work);

}  // namespace touchstone
