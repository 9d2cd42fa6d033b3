// SPDX-License-Identifier: GPL-3.0-or-later
// The program of `ratio_facets` by the dual simplex in integers: for what doubles and
// double-doubles leave open. Internal to `ratio_facets`.
//
// Every double of the question is an integer times a power of two, and rows may be multiplied by
// any positive number; so a basis is four rows of integers, and its inverse the adjugate over the
// determinant. Doubles choose the row to enter as long as they can tell; what they cannot tell from
// satisfied is looked at in integers. After kMaxGreedy exchanges the first violated row enters,
// and of ties the first leaves: by Bland's rule [bland1977] that comes to an end.
#pragma once

#include <optional>

#include "metrics/ratio_facets/facet_proof.hpp"

namespace touchstone {

/// The optimum, begun from `start` where that is dual feasible, else from a basis that fixes x to
/// x_A and t to 0. rho and r are correctly rounded. Nothing if r = 0: an unbounded body brings
/// that about, or x_A in a fixed B.
std::optional<FacetExit> find_exact_facet_exit(const FacetBody& A, const Pose& X_WA,
                                               const FacetBody& B, const Pose& X_WB, bool fixed_B,
                                               const FacetBasis& start);

}  // namespace touchstone
