// SPDX-License-Identifier: GPL-3.0-or-later
// Wolfe's nearest point in double-double, which `vclip` has, too, on purpose (its nearest_pairs.hpp
// says why). It answers where doubles do not know the direction between two bodies, or rounding of
// the larger body's arms is visible on the smaller one: GJK goes on with simplex, weights and
// support queries in double-double, and value, normal and witness points are rounded once. Internal
// to `gjk`.
//
// An overlap has to be shown by weights that make the origin, a distance by a support query that
// finds no vertex beyond. What is neither is decided in integers (exact_distance.hpp), as is every
// pair whose arms are more than 2^20 times the smaller body.
#pragma once

#include "metrics/gjk/search.hpp"

namespace touchstone {

/// Goes on from `simplex`, of up to three points.
void search_in_double_doubles(const GjkBody& A, const Pose& X_WA, const GjkBody& B,
                              const Pose& X_WB, const GjkSimplex& simplex, GjkWorkspace& workspace,
                              Answer& answer);

}  // namespace touchstone
