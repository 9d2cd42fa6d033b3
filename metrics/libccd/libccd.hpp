// SPDX-License-Identifier: GPL-3.0-or-later
// GJK + EPA and MPR as libccd has them, behind the metric interface.
//
// libccd asks for support points and answers with a depth and a direction, in the world frame [m].
// Both algorithms know nothing of the distance of separated bodies: there the answer is sign_only.
// It names one contact position, not a pair of witness points, so that none are given. Any convex
// support map is taken, of flat bodies and curved cores too: these with their radius.
// `max_iterations` stays at libccd's default (no limit). Loops that ask without end are ended by us
// and throw EndlessLoop; others may not end: run these metrics isolated.
#pragma once

#include <memory>

#include "metrics/metric_row.hpp"

namespace touchstone {

/// libccd's own default for epa_tolerance and mpr_tolerance (in its own units: metres, squared
/// where it squares).
inline constexpr double kLibccdDefaultTolerance = 1e-4;

MetricRow gjk_epa_row();
MetricRow mpr_row();
/// All tolerances 1e-8.
MetricRow gjk_epa_tight_row();
MetricRow mpr_tight_row();

/// ccdGJKPenetration: GJK for the sign, the expanding polytope algorithm for the depth. `tolerance`
/// becomes epa_tolerance and mpr_tolerance, and dist_tolerance as well where that default (1e-6) is
/// coarser.
std::unique_ptr<Metric> make_gjk_epa(double tolerance);
/// ccdMPRPenetration: Minkowski portal refinement along the line of centres. Its depth is an upper
/// bound, not the minimum.
std::unique_ptr<Metric> make_mpr(double tolerance);

}  // namespace touchstone
