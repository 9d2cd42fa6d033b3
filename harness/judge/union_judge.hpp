// SPDX-License-Identifier: GPL-3.0-or-later
// Judges what is claimed of two unions of convex pieces (docs/unions.md).
#pragma once

#include "harness/judge/bracket_judge.hpp"
#include "reference/unions.hpp"

namespace touchstone {

/// The bounds that a truth has on phi, outward rounded where it is no double.
Bracket bracket_of(const UnionTruth& truth);

/// The size of the pair: that of the largest piece of the smaller union [m]. A union of points has
/// none: then the other's, or 1.
double union_size(const UnionPair& pair);

/// With t = tolerance times the size of the pair, that of the largest piece of the smaller union:
///   the value is judged as by judge_by_bracket();
///   the normal, from B to A, is right if two pieces at most phi + t apart have a gap of at least
///   phi - t along it;
///   points are right if each is within t of its union, and they are phi from each other to t.
/// Normals and points have a meaning where polytopes are apart: elsewhere they have no verdict. What
/// rounding explains is not wrong.
Verdict judge_unions(const UnionPair& pair, const UnionTruth& truth, const CaseClaim& claim,
                     double tolerance);

}  // namespace touchstone
