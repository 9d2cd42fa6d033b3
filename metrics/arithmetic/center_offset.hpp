// SPDX-License-Identifier: GPL-3.0-or-later
// The way from one interior point to the other, in double-double.
#pragma once

#include "geometry/arithmetic/double_double_vector.hpp"
#include "geometry/pose.hpp"

namespace touchstone {

/// x_A - x_B, world [m]: the translations first, as far from 0 their difference is exact. The bits
/// do not depend on the machine's registers.
Dd3 center_offset(const Vec3& center_A, const Pose& X_WA, const Vec3& center_B, const Pose& X_WB);

/// d = x_A - x_B, world [m], and a bound on what its sums round.
struct CenterOffset {
  Dd3 d;
  double error = 0;

  /// Whether rounding may be all that is left of d: exact arithmetic has to look then.
  bool is_noise() const { return rounded(d).lpNorm<1>() <= 16 * error; }
};

}  // namespace touchstone
