// SPDX-License-Identifier: GPL-3.0-or-later
// x_A - x_B (offset.hpp), entry by entry in the lanes of a register. Internal to `certified`.
#pragma once

#include <algorithm>

#include "metrics/arithmetic/lanes_kernel.hpp"
#include "metrics/certified/support/offset.hpp"

TOUCHSTONE_BEGIN_KERNEL();
namespace touchstone::TOUCHSTONE_REGISTERS {
namespace {

[[gnu::always_inline]] inline void add_placed(LanesPair& sum, const LanesOfRotation& axes,
                                              const Vec3& center, double sign) {
  add(sum, product(axes.x, sign * center.data()[0]));
  add(sum, product(axes.y, sign * center.data()[1]));
  add(sum, product(axes.z, sign * center.data()[2]));
}

/// Clears lanes of `sound` where R is not certainly orthogonal to the tolerance of nearly_rotation
/// (pose_refusal.hpp): R R' - 1 has the eigenvalues of R'R - 1, whose entries are less than three
/// times its own. Mirrors pass; see determinant().
[[gnu::always_inline]] inline void expect_orthogonal(const LanesOfRotation& R, Mask& sound) {
  constexpr double kMaxSkew = 3e-4;
  const Lanes on = ((R.x * R.x + R.y * R.y) + R.z * R.z) - Lanes(1, 1, 1, 0);
  const Lanes beside = (R.x * next_axes(R.x) + R.y * next_axes(R.y)) + R.z * next_axes(R.z);
  sound = sound & (magnitude(on) < kMaxSkew) & (magnitude(beside) < kMaxSkew);
}

[[gnu::always_inline]] inline double determinant(const LanesOfRotation& R) {
  return sum(cross(R.x, R.y) * R.z);
}

}  // namespace

Vec3 rounded_offset(const DifferenceBody& A, const Pose& X_WA, const DifferenceBody& B,
                    const Pose& X_WB, bool& surely_posed) {
  const LanesOfRotation axes_A(X_WA.R);
  const LanesOfRotation axes_B(X_WB.R);
  const LanesPair d = two_sum(lanes_of(X_WA.t.data()), -lanes_of(X_WB.t.data()));
  const Lanes offset = d.high + ((axes_A * A.center - axes_B * B.center) + d.low);
  // Not finite if any of its terms is not.
  Mask sound = offset - offset == everywhere(0);
  expect_orthogonal(axes_A, sound);
  expect_orthogonal(axes_B, sound);
  surely_posed = bits_of(sound) == 15 && std::min(determinant(axes_A), determinant(axes_B)) > 0;
  return vector_of(offset);
}

Dd3 exact_offset(const DifferenceBody& A, const Pose& X_WA, const DifferenceBody& B,
                 const Pose& X_WB) {
  LanesPair d = two_sum(lanes_of(X_WA.t.data()), -lanes_of(X_WB.t.data()));
  if (A.center_norm > 0) add_placed(d, LanesOfRotation(X_WA.R), A.center, 1);
  if (B.center_norm > 0) add_placed(d, LanesOfRotation(X_WB.R), B.center, -1);
  const Lanes high = d.high + d.low;
  const Lanes low = d.low - (high - d.high);
  return {DoubleDouble{high[0], low[0]}, DoubleDouble{high[1], low[1]},
          DoubleDouble{high[2], low[2]}};
}

}  // namespace touchstone::TOUCHSTONE_REGISTERS
TOUCHSTONE_END_KERNEL();
