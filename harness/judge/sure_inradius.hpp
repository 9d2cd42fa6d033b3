// SPDX-License-Identifier: GPL-3.0-or-later
// The radius of a ball that is in a body for sure, for checks whose hypothesis it is.
#pragma once

#include <limits>

#include "geometry/hull/merging.hpp"
#include "geometry/polytope.hpp"

namespace touchstone {

/// By which part of itself a body's inradius may be off, as its rotation is rounded [1].
inline constexpr double kRoundingSlack = 1e-14;
/// By which part of the bounding radius facets that were merged may be too far out [1].
inline constexpr double kMergedSlack = 8 * kMergeTolerance;
/// By which part of the interior point's coordinates the distances of facets from it are rounded
/// [1].
inline constexpr double kPlaceSlack = 16 * std::numeric_limits<double>::epsilon();

/// The radius of a ball about the interior point that is in the body, whatever rounding and merging
/// did to Polytope::inradius(); not positive where they may be all of it [m].
inline double sure_inradius(const Polytope& body) {
  return (1 - kRoundingSlack) * body.inradius() - kMergedSlack * body.bounding_radius() -
         kPlaceSlack * body.interior_point().lpNorm<1>();
}

}  // namespace touchstone
