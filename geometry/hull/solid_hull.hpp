// SPDX-License-Identifier: GPL-3.0-or-later
// The surface of a solid hull by Quickhull (Barber, Dobkin & Huhdanpaa 1996) on exact signs: a
// point is above a facet or it is not, so that no facets have to be merged or repaired and no input
// is joggled. Departure: a point in a facet's plane does not see it, so that no triangle is ever
// degenerate, and coplanar neighbours stay apart.
#pragma once

#include <array>
#include <functional>
#include <vector>

#include "geometry/hull/hull.hpp"

namespace touchstone {

/// The hull of `points`: finite, no two equal; `simplex`: four of them that are not in one plane.
std::vector<Triangle> solid_hull_triangles(const std::vector<Vec3>& points,
                                           const std::array<int, 4>& simplex);

/// The sign of det(b - a, c - a, d - a) for four points by index.
using ExactOrientation = std::function<int(int a, int b, int c, int d)>;

/// The hull of distinct points that are not doubles: `points` has each coordinate to within `blur`,
/// and where that leaves a sign open `orientation` decides; `simplex`: four that are not in one
/// plane.
std::vector<Triangle> solid_hull_triangles(const std::vector<Vec3>& points, double blur,
                                           const ExactOrientation& orientation,
                                           const std::array<int, 4>& simplex);

}  // namespace touchstone
