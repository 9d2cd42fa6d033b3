// SPDX-License-Identifier: GPL-3.0-or-later
// Shrinks a failing pair with a curved core while it fails in the same way, judged by brackets: a
// kind but for the names of the cores, an error within a factor of 10. Deterministic if the suspect
// is.
#pragma once

#include "geometry/result.hpp"
#include "harness/shrink/shrinker.hpp"

namespace touchstone {

/// In this order, again until nothing gets simpler or so many pairs were asked about: A at the
/// origin, no radius, spheres and capsules for curved cores as long as one core is curved, spheres
/// and boxes for hulls and fewer vertices, a simpler rotation of B, numbers with fewer digits.
/// Rejects a pair that does not fail, and a fault of the protocol.
Result<ShrunkFailure> shrink_curved(const ConvexPair& pair, const Suspect& suspect,
                                    const ShrinkLimits& limits = {});

}  // namespace touchstone
