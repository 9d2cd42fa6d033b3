// SPDX-License-Identifier: GPL-3.0-or-later
// A solid as the intersection of half-spaces, and its vertices by duality.
//
// About a point c strictly inside, with b_k = o_k - n_k.c > 0, half-space k is n_k.(x - c) <= b_k,
// and its dual is the point n_k/b_k. A facet of the hull of these points that lies in the plane
// {y : v.y = 1} is the vertex c + v, and the half-spaces of its corners meet there; the solid is
// bounded if 0 is strictly inside that hull. All signs are exact: for points with b > 0 the
// orientation of four is that of the rows (n_k, b_k), which are integers up to a power of two.
#pragma once

#include <vector>

#include "geometry/polytope.hpp"

namespace touchstone {

/// The points x with normals[k].x <= offsets[k] for all k.
struct HalfSpaces {
  std::vector<Vec3> normals;           ///< outward, of any length but 0, local frame [1]
  std::vector<double> offsets;         ///< [m] for unit normals
  Vec3 interior_point = Vec3::Zero();  ///< strictly inside, local [m]
};

/// Why the input cannot be used, naming the half-space, or empty: fewer than four half-spaces; a
/// normal or offset that is not finite; a zero normal; an interior point that is not strictly
/// inside every half-space. Does not check that the solid is bounded.
std::string why_unusable(const HalfSpaces& input);

/// The solid with each vertex correctly rounded: the polytope is the hull of the rounded vertices.
/// Rejects input for which why_unusable gives a reason; unbounded solids; solids that rounding
/// makes flat, or so thin that the interior point is no longer strictly inside; and vertices that
/// make_polytope rejects. Drops half-spaces that bound no facet and says so in notes().
Result<PolytopePtr> make_polytope(const HalfSpaces& input);

/// The facets of a solid as half-spaces, in axes whose origin is its interior point. Normals are
/// the facets' own. An offset is the height of the facet's highest corner along the normal, rounded
/// once or twice; if the interior point is strictly inside, it is positive up to that rounding.
HalfSpaces facets_about_interior_point(const Polytope& polytope);

}  // namespace touchstone
