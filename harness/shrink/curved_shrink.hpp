// SPDX-License-Identifier: GPL-3.0-or-later
// Shrinks a failing pair with a curved core while it fails in the same way: the same verdict and
// sign of phi, an error within a factor of 10. Judged by brackets. Deterministic if what is asked
// is.
#pragma once

#include <functional>

#include "geometry/result.hpp"
#include "harness/judge/bracket_judge.hpp"

namespace touchstone {

struct ShrunkCurved {
  ConvexPair pair;
  Bracket bracket;  ///< what is proven of it
  Verdict verdict;
  int calls = 0;  ///< pairs that were asked about
};

using AskBodies = std::function<RunOutcome(const ConvexPair&)>;

/// In this order, again until nothing gets simpler or so many pairs were asked about: A at the
/// origin, no radius, spheres and capsules for curved cores as long as one core is curved, B along
/// the axes, numbers with fewer digits. Rejects a pair that does not fail.
Result<ShrunkCurved> shrink_curved(const ConvexPair& pair, const MetricTraits& traits,
                                   double tolerance, const AskBodies& ask, int max_calls = 500);

}  // namespace touchstone
