// SPDX-License-Identifier: GPL-3.0-or-later
// The convex hull of distinct points, of whatever dimension they have, by exact signs.
#pragma once

#include <array>
#include <vector>

#include "geometry/vector.hpp"

namespace touchstone {

struct Triangle {
  std::array<int, 3> v{};    ///< corners, counter-clockwise seen from outside
  std::array<int, 3> adj{};  ///< adj[k]: the triangle across the edge v[k] -> v[(k + 1) % 3]
};

/// The hull of points, of the dimension that they have exactly.
struct Hull {
  int dimension = 0;
  /// Dimension 3: a closed surface of triangles, not degenerate, neighbours often coplanar.
  /// Corners need not be extreme.
  std::vector<Triangle> triangles;
  /// Dimension 2: the extreme points, counter-clockwise seen from the tip of `plane_axis` (+x, +y
  /// or +z). Dimension 1: the two ends. Dimension 0: the point.
  std::vector<int> cycle;
  int plane_axis = 0;
};

/// Sets `adj` from the corners of a closed surface.
void find_neighbours(std::vector<Triangle>& triangles);

/// The convex hull of `points`: finite, at least one, no two equal.
Hull convex_hull(const std::vector<Vec3>& points);

}  // namespace touchstone
