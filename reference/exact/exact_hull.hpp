// SPDX-License-Identifier: GPL-3.0-or-later
// Convex hulls of integer points, exact in every dimension: CGAL's quickhull for solids, our own
// below.
#pragma once

#include <array>
#include <vector>

#include "geometry/index.hpp"
#include "reference/exact/integer_space.hpp"

namespace touchstone {

/// Indices of points that span the affine hull of all: dimension + 1 of them. `points` is not
/// empty.
std::vector<int> affine_basis(const std::vector<IntegerVec3>& points);

/// A facet's supporting plane: normal.c <= offset for all points c, normal outward and primitive.
struct IntegerPlane {
  IntegerVec3 normal;
  Integer offset;
};

/// The boundary of a solid hull as triangles, counter-clockwise seen from outside. Facets with more
/// corners are several coplanar triangles. The points must span space.
struct SolidHull {
  std::vector<std::array<int, 3>> triangles;  ///< indices into the points
  std::vector<IntegerPlane> planes;           ///< plane of each triangle
};
SolidHull solid_hull(const std::vector<IntegerVec3>& points);

/// The distinct planes of a hull's facets.
std::vector<IntegerPlane> distinct_planes(const SolidHull& hull);

/// The corners of a hull of coplanar points, counter-clockwise seen against `normal` (the plane's,
/// either sense, not 0); corners in edges are left out.
std::vector<int> polygon_hull(const std::vector<IntegerVec3>& points, const IntegerVec3& normal);

/// The two ends of a set of collinear points along `direction` (not 0): least first.
std::array<int, 2> segment_ends(const std::vector<IntegerVec3>& points,
                                const IntegerVec3& direction);

}  // namespace touchstone
