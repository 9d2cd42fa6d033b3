// SPDX-License-Identifier: GPL-3.0-or-later
// The ratio metric of Hart & Anitescu [hart_anitescu_ratio, hart2007thesis] by Seidel's randomized
// incremental linear programming [seidel1991]: O(m + n) expected for m and n facets, one linear
// program in four variables (seidel_program.hpp).
//
// With interior points x_A, x_B (world), d = x_A - x_B, and both bodies grown about them by t, r is
// the least t at which they meet, x the point where they do, and rho = (r - 1)/r [1]. Multipliers
// lambda_k, mu_k >= 0 of the facets in which they meet give m = sum lambda_k a_k over A's = - the
// same sum over B's; the normal is n = -m/|m|.
//
// * rho is not 1 - 1/r, which loses all relative accuracy at contact, but gap(n)/(n.d) from the
//   vertices and poses as they stand, in double-double: for any n a lower bound, for the right n
//   rho itself.
// * Facets are rounded, and merged where they agree to 1e-12 size. How far they are off the body
//   is measured once (facet_rounding.hpp). Where that, times both bodies' reach, may move a witness
//   point by a quarter of the claim on the smaller one, where rounding may move the meeting point,
//   or where the program's r and the value do not agree, rho and the meeting point come from the
//   vertices (ray_exit.hpp); the facets named are still those of the program.
// * Bodies thinner than 1e-4 of their width, or 1e4 times as large as the other one, and what the
//   vertices do not decide in double-double are answered as by `ratio_ray`, with its certificate in
//   place of facets.
// * The random order is fixed by the number of facets when a body is prepared: an answer depends
//   on the pair alone.
//
// No answer where x_A = x_B (r = 0) or an interior point is not strictly inside.
#pragma once

#include <memory>

#include "metrics/metric_row.hpp"

namespace touchstone {

MetricRow ratio_seidel_row();

/// `fixed_B`: the variant of ratio_options.hpp. Where facets do not decide, the simplex method with
/// support queries does (ratio_ray_fixed.hpp).
std::unique_ptr<Metric> make_ratio_seidel(bool fixed_B = false);

}  // namespace touchstone
