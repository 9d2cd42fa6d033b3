// SPDX-License-Identifier: GPL-3.0-or-later
// What `gjk` does where doubles do not know the direction between two bodies: the same search with
// the simplex in double-double. Internal to `gjk`.
#pragma once

#include "metrics/gjk/search.hpp"

namespace touchstone {

/// Goes on from `simplex`, of up to three points.
void search_in_double_doubles(const GjkBody& A, const Pose& X_WA, const GjkBody& B,
                              const Pose& X_WB, const GjkSimplex& simplex, GjkWorkspace& workspace,
                              Answer& answer);

}  // namespace touchstone
