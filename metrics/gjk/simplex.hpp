// SPDX-License-Identifier: GPL-3.0-or-later
// The point of a simplex that is nearest to the origin. Internal to `gjk`.
#pragma once

#include <array>

#include "geometry/index.hpp"
#include "geometry/vector.hpp"

namespace touchstone {

/// A vertex of A less a vertex of B, world.
struct GjkPoint {
  Vec3 y = Vec3::Zero();    ///< [m]
  Vec3 arm = Vec3::Zero();  ///< y without the bodies' offset [m]
  int a = -1;               ///< places in the bodies
  int b = -1;
};

/// Up to four points. After `reduce` those that carry the nearest point, at most three, and how
/// much each contributes.
struct GjkSimplex {
  std::array<GjkPoint, 4> point;
  std::array<double, 4> weight{};
  int count = 0;

  bool has(int a, int b) const {
    for (int i = 0; i < count; ++i) {
      const GjkPoint& p = point[at(i)];
      if (p.a == a && p.b == b) return true;
    }
    return false;
  }
  void add(const GjkPoint& p) { point[at(count++)] = p; }
};

/// Reduces the simplex to its smallest face that holds the point nearest to the origin; false if
/// the origin is inside a tetrahedron, farther than `margin` [m] from its sides.
bool reduce(GjkSimplex& simplex, double margin);

/// The nearest point by the weights, without the bodies' offset [m].
Vec3 nearest_arm(const GjkSimplex& simplex);

}  // namespace touchstone
