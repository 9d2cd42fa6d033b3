// SPDX-License-Identifier: GPL-3.0-or-later
// The ratio metric of Hart & Anitescu [hart_anitescu_ratio, hart2007thesis] as their linear
// program, solved by GLPK's simplex.
//
// With interior points x_A, x_B (world), d = x_A - x_B, and both bodies grown about them by t, r is
// the least t at which they meet, x the point where they do, and rho = (r - 1)/r [1]. Linear
// program (2.3) of the paper:
//
//   min t  s.t.  a_k.(x - x_A) <= t b_k (facets of A),  a_k.(x - x_B) <= t b_k (facets of B),  t >=
//   0,
//
// in world axes, with the world normals R^-T a (R need not be exactly orthonormal) and b_k > 0 from
// the interior points. The dual multipliers give m = sum lambda_k a_k over A's facets = - the same
// sum over B's; the normal is n = -m/|m|.
//
// Where this differs from the paper:
// * GLPK's answer is only good to its tolerances, so its final basis is solved again in extended
//   precision, where a facet that turns out violated is pivoted in (the simplex again, on 4 x 4
//   systems). Without these pivots 88 of 35,000 kissing boxes were off by 1e-12 to 4e-12; with them
//   none by more than 1e-15.
// * rho is not 1 - 1/r, which loses all relative accuracy at contact, but gap(n)/(n.d) with the
//   bodies' vertices, in extended precision; r = 1/(1 - rho) follows.
//
// No answer where x_A = x_B (r = 0), an interior point is not strictly inside, or GLPK does not end
// at an optimum.
#pragma once

#include <memory>

#include "metrics/metric_row.hpp"

namespace touchstone {

/// How the program is handed to GLPK. The same pivots and answers; median times of a query, rows /
/// dual, by the facets of both bodies together: 5.3 / 4.5 us at 12, 8.2 / 6.4 at 24, 27 / 17 at
/// 100, 69 / 41 at 248, 680 / 470 at 2000. So the dual form is `ratio_lp`.
enum class RatioProgram {
  rows,  ///< primal: four columns (x, t), one row for each facet
  dual   ///< dual: four rows, one column for each facet
};

MetricRow ratio_lp_row();
MetricRow ratio_lp_rows_row();

/// `fixed_B`: the variant of ratio_options.hpp, whose rows for B are a_k.(x - x_B) <= b_k without
/// t.
std::unique_ptr<Metric> make_ratio_lp(RatioProgram form, bool fixed_B = false);

}  // namespace touchstone
