// SPDX-License-Identifier: GPL-3.0-or-later
// What Hart says of the overlap I and the speed |v| at the end of every step, held to runs of the
// problems of the thesis:
//
// * where v = 0, I = 0 (hart2007slides);
// * theorem 6.12 (hart2007thesis): speeds are bounded, and I <= C |v|^2 h^2, whatever h is.
//
// |v| is that of all bodies' velocities and spins. The theorem names no constants. Those below are
// measured; what is judged is that they do for every step length and pattern.
#pragma once

#include "benchmarks/converge/infeasibility.hpp"
#include "harness/check/paper_claim.hpp"

namespace touchstone {

/// A scene rests in a step in which nothing moves by more [m].
inline constexpr double kRestingWay = 1e-12;
/// Overlap at rest: rounding, and (1 - gamma)/gamma times the way above [m].
inline constexpr double kRestingOverlap = 1e-11;
/// Largest |v|, and largest C [1/m], that the problems may have.
inline constexpr double kSpeedBound = 10;
inline constexpr double kConstantBound = 10;

/// Whether a step at rest ends without an overlap; not checked where something moves.
ClaimFinding overlap_at_rest(const InfeasibleStep& step);
/// |v| <= kSpeedBound; the error is |v|.
ClaimFinding speed_bound(const InfeasibleStep& step);
/// I <= kConstantBound |v|^2 h^2; the error is C. Overlaps of at most kRoundingDepth are not
/// checked.
ClaimFinding overlap_bound(const InfeasibleStep& step);

/// Rows: gamma and problem. Without stabilisation (gamma = 0) overlaps stay at rest.
CheckReport check_rest(const ClaimOptions& options);
/// Rows: gamma, contacts and problem. With gamma below 1 no C does.
CheckReport check_bounds(const ClaimOptions& options);

}  // namespace touchstone
