// SPDX-License-Identifier: GPL-3.0-or-later
// Whether two claimed witness points are apart by what the truth says, decided exactly: in doubles
// where a bound on their rounding leaves no doubt, in rationals elsewhere.
#pragma once

#include "metrics/metric.hpp"
#include "reference/truth_on_demand.hpp"

namespace touchstone {

/// The tolerance of claimed witness points [m]: `tolerance`, or two units in the last place of the
/// largest coordinate of the exact points and of the claimed ones where that is more. Far from the
/// origin no doubles may be nearer. The ratio metric's points are not the exact Euclidean ones, and
/// rounding them costs units of their own coordinates. No claim raises it
/// above what the bodies' own coordinates would.
double witness_tolerance(const Pair& pair, const WitnessPoints& p, const TruthOnDemand& truth,
                         double tolerance);

/// Whether |(p_A - p_B) - phi n/|n|| <= tolerance.
bool apart_along(const WitnessPoints& p, const Vec3& n, const TruthOnDemand& truth,
                 double tolerance);

/// Whether |(p_A - p_B) - phi n| <= tolerance for one of the truth's unit directions n; for phi =
/// 0, whether |p_A - p_B| <= tolerance.
bool apart_by_phi(const WitnessPoints& p, const TruthOnDemand& truth, double tolerance);

/// Whether |(p_A - p_B) - rho d| <= tolerance. The truth has a rho.
bool apart_by_rho(const Pair& pair, const WitnessPoints& p, const TruthOnDemand& truth,
                  double tolerance);

}  // namespace touchstone
