// SPDX-License-Identifier: GPL-3.0-or-later
// x_A - x_B (offset.hpp), entry by entry in the lanes of a register. Internal to `certified`.
#pragma once

#include <algorithm>

#include "metrics/arithmetic/lanes_kernel.hpp"
#include "metrics/certified/support/offset.hpp"

TOUCHSTONE_BEGIN_KERNEL();
namespace touchstone::TOUCHSTONE_REGISTERS {
/// Bound on the entries of R R' - 1, with whose eigenvalues nearly_rotation (pose_refusal.hpp) is
/// certainly true: R'R - 1 has them, too, and its entries are less than three times these.
constexpr double kMaxSkew = 3e-4;

bool rounded_offset(const DifferenceBody& A, const Pose& X_WA, const DifferenceBody& B,
                    const Pose& X_WB, Vec3& offset) {
  const LanesOfRotation axes_A(X_WA.R);
  const LanesOfRotation axes_B(X_WB.R);
  const LanesPair d = two_sum(lanes_of(X_WA.t.data()), -lanes_of(X_WB.t.data()));
  const Lanes sum = d.high + ((axes_A * A.center - axes_B * B.center) + d.low);
  // Not finite if any of its terms is not.
  const Mask finite = sum - sum == everywhere(0);
  // Mirrors pass but for the determinant.
  const Mask sound = finite & (axes_A.skew() < kMaxSkew) & (axes_B.skew() < kMaxSkew);
  offset = vector_of(sum);
  return bits_of(sound) == 15 && std::min(axes_A.determinant(), axes_B.determinant()) > 0;
}

Dd3 exact_offset(const DifferenceBody& A, const Pose& X_WA, const DifferenceBody& B,
                 const Pose& X_WB) {
  LanesPair d = two_sum(lanes_of(X_WA.t.data()), -lanes_of(X_WB.t.data()));
  if (A.center_norm > 0) add_rotated(d, 1, LanesOfRotation(X_WA.R), A.center);
  if (B.center_norm > 0) add_rotated(d, -1, LanesOfRotation(X_WB.R), B.center);
  const Lanes high = d.high + d.low;
  const Lanes low = d.low - (high - d.high);
  return {DoubleDouble{high[0], low[0]}, DoubleDouble{high[1], low[1]},
          DoubleDouble{high[2], low[2]}};
}

}  // namespace touchstone::TOUCHSTONE_REGISTERS
TOUCHSTONE_END_KERNEL();
