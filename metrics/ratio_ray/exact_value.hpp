// SPDX-License-Identifier: GPL-3.0-or-later
// rho from a proven facet of K where it is too small for double-doubles: bodies that all but kiss.
// Internal to `ratio_ray`.
//
// Let N = (k_1 - k_0) x (k_2 - k_0). As n.k_0 = 1 on the facet and r = n.d,
//
//   rho = 1 - 1/r = N.(d - k_0)/(N.d),   d - k_0 = (t_A + R_A a_0) - (t_B + R_B b_0).
//
// The numerator, which is what cancels, is made in integers of a fixed width, and the divisor in
// double-double.
#pragma once

#include <optional>

#include "geometry/arithmetic/double_double_vector.hpp"
#include "metrics/ratio_ray/portal.hpp"

namespace touchstone {

/// Correctly rounded, of a portal of vertices that the ray passes through. `doubt`: what part of
/// n.d may be wrong, with d = x_A - x_B as it is given. Nothing where coordinates are too wide, or
/// where n.d is not known well enough to round.
std::optional<double> exact_rho(const RayBody& A, const Pose& X_WA, const RayBody& B,
                                const Pose& X_WB, const Portal& portal, const Dd3& d, double doubt);

}  // namespace touchstone
