// SPDX-License-Identifier: GPL-3.0-or-later
// Which poses the Euclidean metrics of our own take: Touchstone's input is orthonormal to 1e-6.
#pragma once

#include <cmath>

#include "geometry/pose.hpp"

namespace touchstone {

/// Whether R'R differs from 1 by less than a thousandth, and R is not a mirror: directions and
/// lengths then keep their lengths to that. False for what is not a number.
inline bool nearly_rotation(const Mat3& R) {
  const auto x = R.col(0);
  const auto y = R.col(1);
  const auto z = R.col(2);
  const auto small = [](double rest) { return std::abs(rest) < 1e-3; };
  return small(x.dot(x) - 1) && small(y.dot(y) - 1) && small(z.dot(z) - 1) && small(x.dot(y)) &&
         small(y.dot(z)) && small(z.dot(x)) && x.cross(y).dot(z) > 0;
}

/// Why there is no answer, or nullptr.
inline const char* pose_refusal(const Pose& X_WA, const Pose& X_WB) {
  // Whose entries are all finite.
  const bool rotations = nearly_rotation(X_WA.R) && nearly_rotation(X_WB.R);
  if (rotations && (X_WA.t - X_WA.t).isZero(0) && (X_WB.t - X_WB.t).isZero(0)) return nullptr;
  if (!X_WA.R.allFinite() || !X_WA.t.allFinite() || !X_WB.R.allFinite() || !X_WB.t.allFinite()) {
    return "a pose is not finite";
  }
  return rotations ? nullptr : "R is not a rotation";
}

}  // namespace touchstone
