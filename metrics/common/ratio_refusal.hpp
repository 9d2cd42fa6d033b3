// SPDX-License-Identifier: GPL-3.0-or-later
// Where the ratio metric has no value whatever the way to compute it. Internal to the metrics that
// keep their own tables of a body.
#pragma once

#include "geometry/pose.hpp"

namespace touchstone {

/// Why there is no answer, or nullptr. A body says whether it is `solid` and `center_inside`.
template <class Body>
const char* ratio_refusal(const Body& A, const Pose& X_WA, const Body& B, const Pose& X_WB) {
  if (!A.solid || !B.solid) return "flat body";
  if (!A.center_inside || !B.center_inside) {
    return "an interior point is not strictly inside its body";
  }
  const bool finite =
      X_WA.R.allFinite() && X_WA.t.allFinite() && X_WB.R.allFinite() && X_WB.t.allFinite();
  return finite ? nullptr : "a pose is not finite";
}

}  // namespace touchstone
