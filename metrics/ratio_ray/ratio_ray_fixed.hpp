// SPDX-License-Identifier: GPL-3.0-or-later
// The fixed-body variant of `ratio_ray` (thesis [hart2007thesis], Remark 2.18): only A grows about
// x_A, and r = min{t >= 0 : x_A + t (A - x_A) meets B}, from support queries alone.
//
// With u from B to A, h_A(u) = max u.(x_A - a) and g(u) = u.x_A - max u.b:
//
//   r = max_u g(u)/h_A(u),  rho = (r - 1)/r = gap(u)/g(u) at the best u, gap(u) = g(u) - h_A(u).
//
// 1. The simplex method in doubles finds three or fewer vertices of either body, four together
//    (fixed_search.hpp).
// 2. They are proven optimal, and r and rho evaluated, from the vertices and poses as they stand,
//    with a bound on every rounding (fixed_proof.hpp).
// 3. What that leaves open is decided in integers (exact_fixed.hpp).
//
// rho and r are within an ulp of the exact ones. x is where A, grown, meets B; the witness points
// are p_B = x and p_A = x_A + (x - x_A)/r, both on their bodies: p_A - p_B = rho (x_A - x).
//
// r = 0, and rho has no value, where x_A is in B. The refusals of `ratio_ray` hold here too.
#pragma once

#include <optional>

#include "metrics/metric.hpp"
#include "metrics/ratio_ray/fixed_search.hpp"

namespace touchstone {

/// The answer, beginning at `last` if it is a basis of this pair and at A's ball if not; `last`
/// becomes the basis that was found. The bodies are not refused.
Answer grow_towards_fixed(const RayBody& A, const Pose& X_WA, const RayBody& B, const Pose& X_WB,
                          std::optional<FixedBasis>& last);

}  // namespace touchstone
