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

/// Why there is no bounded solid around the interior point, naming the half-space, or empty: fewer
/// than four; a normal or offset that is not finite, a normal of zero; an interior point that is
/// not strictly inside one. Whether it is bounded is not asked here.
std::string why_unusable(const HalfSpaces& input);

/// The solid with each vertex correctly rounded: the polytope is the hull of the rounded vertices.
/// Refuses what why_unusable names; what is unbounded; and what rounding makes flat, or so thin
/// that the interior point is no longer strictly inside; and what make_polytope refuses of the
/// vertices. Half-spaces that bound no facet are dropped, and said in notes().
Result<PolytopePtr> make_polytope(const HalfSpaces& input);

/// The facets of a solid as half-spaces, in axes whose origin is its interior point: normals as
/// they stand, and as offset the height of the facet's highest corner along its normal, rounded
/// once or twice. Of a solid whose interior point is strictly inside they are above 0 but for that
/// rounding.
HalfSpaces facets_about_interior_point(const Polytope& polytope);

}  // namespace touchstone
