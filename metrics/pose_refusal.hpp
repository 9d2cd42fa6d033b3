// SPDX-License-Identifier: GPL-3.0-or-later
// Which poses the Euclidean metrics of our own take: Touchstone's input is orthonormal to 1e-6.
#pragma once

#include "geometry/pose.hpp"

namespace touchstone {

/// Whether R'R differs from 1 by less than a thousandth, and R is no mirror: directions and lengths
/// then keep their lengths to that. False for what is not a number.
inline bool nearly_rotation(const Mat3& R) {
  const Mat3 rest = R.transpose() * R - Mat3::Identity();
  return rest.cwiseAbs().maxCoeff() < 1e-3 && R.col(0).cross(R.col(1)).dot(R.col(2)) > 0;
}

/// Why there is no answer, or nullptr.
inline const char* pose_refusal(const Pose& X_WA, const Pose& X_WB) {
  if (!X_WA.R.allFinite() || !X_WA.t.allFinite() || !X_WB.R.allFinite() || !X_WB.t.allFinite()) {
    return "a pose is not finite";
  }
  return nearly_rotation(X_WA.R) && nearly_rotation(X_WB.R) ? nullptr : "R is not a rotation";
}

}  // namespace touchstone
