// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a basis found in doubles (fixed_search.hpp) is optimal, and r and rho from it, to an ulp.
// Internal to the fixed-body variant of `ratio_ray`.
//
// Value. With the exact weights, sum lambda_i p_i = sum mu_j q_j, whatever v is. So with P_i =
// v.p_i, Q_j = v.q_j, p_0 and q_0 the first columns of A and of B:
//
//   r P_0 = N,  N = Q_0 + sum mu_j (Q_j - Q_0) - sum lambda_i (P_i - P_0),  rho = (N - P_0)/N.
//
// For a v that is nearly optimal the differences are roundings, and weights that are off change N
// by products of two roundings. Only P_i and Q_j are needed in double-double.
//
// Bounds. If all weights are positive beyond their rounding, r is at most that of the basis. For
// any v, r >= min_j Q_j / max_i P_i over all vertices. That of the exact v of the basis is
// evaluated in double-double at all vertices that doubles cannot tell from its columns: they are
// connected by edges of the hull, as all vertices above a plane do. So ties need not be told from
// near ties: the two bounds have to agree to a part of rho's last digit.
#pragma once

#include "metrics/ratio_ray/exit_proof.hpp"
#include "metrics/ratio_ray/fixed_search.hpp"

namespace touchstone {

struct FixedValue {
  bool proven = false;
  double rho = 0;
  double r = 0;
  double weight_error = 0;  ///< a bound on what is wrong with each of the search's weights [1]
};

/// The basis that `search` ended with is of vertices, of both bodies.
FixedValue prove_fixed(const RayBody& A, const Mat3& R_WA, const RayBody& B, const Mat3& R_WB,
                       const CenterOffset& ray, const FixedSearch& search);

}  // namespace touchstone
