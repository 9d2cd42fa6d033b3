// SPDX-License-Identifier: GPL-3.0-or-later
// Judges what is claimed of a pair with a curved core by the proven bracket [a, b] of phi: what
// holds for every phi in it is right, what holds for none is wrong, all else is undecided.
#pragma once

#include <optional>

#include "harness/asking/run_outcome.hpp"
#include "harness/cases/case.hpp"
#include "harness/judge/judge.hpp"
#include "reference/bracket.hpp"

namespace touchstone {

/// With t = tolerance times the pair's size, and n from B to A:
///   the value is right if it has the sign of all of [a, b], as near to contact any, and is within
///   t, or an ulp of phi, of a and of b; it is wrong if it would be for each phi of [a, b];
///   the normal is right if gap(n) >= b - t, wrong if gap(n) < a - t or n is not a unit vector;
///   points are right if they are within t of their bodies, and p_A - p_B is within t of phi n for
///   an n that is right as a normal.
/// Where coordinates have no digits for t, what their rounding explains is not wrong. All other
/// rules are those of judge.hpp. The error of a value is the least that the bracket leaves.
Verdict judge_by_bracket(const ConvexPair& pair, const Bracket& bracket, const CaseClaim& claim,
                         double tolerance);

/// Judges an outcome by its status, then by the bracket, at the tolerance and at the metric's own.
/// Traits say which parts must be there.
Verdict judge_by_bracket(const ConvexPair& pair, const Bracket& bracket, const MetricTraits& traits,
                         const RunOutcome& outcome, double tolerance);

/// What an outcome claims; nothing without a finite value.
std::optional<CaseClaim> claim_of(const RunOutcome& outcome);

/// The least |value - phi| that the bracket leaves [m].
double least_error(const Bracket& bracket, double value);

/// The sign of phi; nothing where the bracket does not tell it.
std::optional<int> proven_sign(const Bracket& bracket);

}  // namespace touchstone
