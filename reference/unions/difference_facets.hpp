// SPDX-License-Identifier: GPL-3.0-or-later
// The outside of the difference of two pieces, C = B_j - A_i, as half-spaces: A_i + t and B_j have
// no interior point in common if and only if t is in one of them.
//
// The facets of C are facets of B_j, facets of A_i turned over, and pairs of edges whose arcs cross
// on the sphere. A half-space {t : N.t >= h(N)}, h being the support function of C, is outside of
// the interior of C whatever N is: a direction too many does no harm. So doubles find the pairs of
// arcs, and leave one out only where their error bounds tell that the arcs do not meet. N and h(N)
// are exact.
#pragma once

#include <vector>

#include "reference/unions/placed_pieces.hpp"

namespace touchstone {

/// The half-space normal.t >= offset.
struct SeparatingHalfSpace {
  IntegerVec3 normal;
  Integer offset;          ///< in units of 2^PlacedUnions::exponent, times |normal|
  Vec3 near_normal;        ///< unit, within kScaledError
  double near_offset = 0;  ///< in units of 2^PlacedUnions::scale, within kProductError
};

/// Whether the interior of C is not empty.
bool has_interior(const PlacedPiece& A, const PlacedPiece& B);

/// The half-spaces of a difference that has an interior: each facet's, and perhaps others, no two
/// alike.
std::vector<SeparatingHalfSpace> separating_half_spaces(const PlacedPiece& A, const PlacedPiece& B);

/// Whether the two have an interior point in common, exactly: 0 is then in the interior of C.
bool interiors_meet(const PlacedPiece& A, const PlacedPiece& B);

}  // namespace touchstone
