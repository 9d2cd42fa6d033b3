// SPDX-License-Identifier: GPL-3.0-or-later
// x_A - x_B in double-double, entry by entry in the lanes of a register. Internal to `certified`.
#pragma once

#include "metrics/arithmetic/lanes_kernel.hpp"
#include "metrics/certified/offset.hpp"

TOUCHSTONE_BEGIN_KERNEL();
namespace touchstone::TOUCHSTONE_REGISTERS {
namespace {

[[gnu::always_inline]] inline void add_placed(LanesPair& sum, const Mat3& R, const Vec3& center,
                                              double sign) {
  const LanesOfRotation axes(R);
  add(sum, product(axes.x, sign * center.data()[0]));
  add(sum, product(axes.y, sign * center.data()[1]));
  add(sum, product(axes.z, sign * center.data()[2]));
}

}  // namespace

Dd3 offset_of(const DifferenceBody& A, const Pose& X_WA, const DifferenceBody& B,
              const Pose& X_WB) {
  LanesPair d = two_sum(lanes_of(X_WA.t.data()), Lanes(-lanes_of(X_WB.t.data()).v));
  if (A.center_norm > 0) add_placed(d, X_WA.R, A.center, 1);
  if (B.center_norm > 0) add_placed(d, X_WB.R, B.center, -1);
  const Lanes high = d.high + d.low;
  const Lanes low = d.low - (high - d.high);
  return {DoubleDouble{high[0], low[0]}, DoubleDouble{high[1], low[1]},
          DoubleDouble{high[2], low[2]}};
}

}  // namespace touchstone::TOUCHSTONE_REGISTERS
TOUCHSTONE_END_KERNEL();
