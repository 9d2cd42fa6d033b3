// SPDX-License-Identifier: GPL-3.0-or-later
// The ratio metric of Hart & Anitescu [hart_anitescu_ratio, hart2007thesis] as they state it: the
// linear program in four variables whose only input are half-spaces, in O(m + n) for each exchange
// and 5 to 25 exchanges.
//
// 1. The dual simplex in doubles (facet_simplex.hpp) finds the four rows of the optimal basis; to
//    price all rows is a support scan over each body's dual points.
// 2. The basis is proven and rho evaluated from the half-spaces and poses as they stand, with a
//    bound on every rounding (facet_proof.hpp).
// 3. What that leaves open (ties, multipliers of zero, contact to the last bit) is decided in
//    integers (exact_facets.hpp).
//
// rho is that of the half-spaces, correctly rounded. Those of a Polytope are its facets, which are
// rounded, and merged where they agree to 1e-12 size: each is offset by its highest corner, as seen
// from the interior point and rounded. How far that can move r and the witness points is bounded
// when a body is prepared (facet_rounding.hpp). Where the bound is more than a part of what the
// metric claims, as of slivers and of sizes 1e6 and more apart, the vertices are asked as by
// `ratio_ray`, with its certificate in place of facets. Of half-spaces no vertex is looked at.
//
// Warm start: the workspace keeps the last basis, from which the next query between the same two
// shapes begins. Answers do not depend on it, except for Work.
//
// With B fixed its rows lose their t, and all else is the same: y_k.q_B <= 1.
//
// No answer where x_A = x_B (r = 0), with B fixed where x_A is in B, or an interior point is not
// strictly inside.
#pragma once

#include <memory>

#include "geometry/half_spaces.hpp"
#include "metrics/metric_row.hpp"

namespace touchstone {

MetricRow ratio_facets_row();

/// `fixed_B`: only A grows (RatioOptions::fixed_B). `facets_as_rounded`: of a Polytope, too, rho of
/// its facets, however thin it is (RatioOptions::facets_as_rounded).
std::unique_ptr<Metric> make_ratio_facets(bool fixed_B = false, bool facets_as_rounded = false);

/// A shape for any `ratio_facets` without a Polytope: the half-spaces as they stand, redundant ones
/// included, in the order in which RatioDetail names facets. Rejects what why_unusable does. Of an
/// unbounded body, which is not recognised, there is no answer where r = 0.
Result<std::unique_ptr<Shape>> prepare_half_spaces(const HalfSpaces& half_spaces);

}  // namespace touchstone
