// SPDX-License-Identifier: GPL-3.0-or-later
// Facets that rounding has split, joined again: for features only, never for the truth.
#pragma once

#include <vector>

#include "geometry/hull/hull.hpp"
#include "geometry/polytope.hpp"

namespace touchstone {

/// Neighbouring facets whose vertices lie within this distance of one plane, relative to size, are
/// one feature [1].
inline constexpr double kMergeTolerance = 1e-12;

/// True only if no triangle would be joined to a neighbour: the corner beyond each edge is off the
/// plane by more than the tolerance. The triangles are exact facets, in order.
bool all_triangles_differ(const std::vector<Vec3>& vertices, const std::vector<Triangle>& triangles,
                          const std::vector<Vec3>& normals, double size);

/// The facets (without offsets) of a closed surface: `plane` labels the exact facet of each
/// triangle, `cycles` has the corners of each. Facets that agree to kMergeTolerance * size are
/// joined, unless an outline would stop being a convex polygon.
std::vector<Facet> merge_facets(const std::vector<Vec3>& vertices,
                                const std::vector<Triangle>& triangles,
                                const std::vector<int>& plane,
                                const std::vector<std::vector<int>>& cycles, double size);

}  // namespace touchstone
