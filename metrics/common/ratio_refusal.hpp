// SPDX-License-Identifier: GPL-3.0-or-later
// Where the ratio metric has no value whatever the way to compute it, and where doubles alone do
// not find it. Internal to the metrics that keep their own tables of a body.
#pragma once

#include <algorithm>

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

/// Whether no product of a few lengths, or of their inverses, leaves the range in which doubles and
/// double-doubles keep their digits: the reaches of both bodies, and the distance of their interior
/// points [m]. False also if that is not a number.
inline bool lengths_in_range(double reach_A, double reach_B, double distance) {
  constexpr double kMin = 1e-60;
  constexpr double kMax = 1e60;
  const double least = std::min(reach_A, reach_B);
  const double largest = std::max(reach_A, reach_B);
  return least > kMin && largest < kMax && distance > kMin && distance < kMax;
}

}  // namespace touchstone
