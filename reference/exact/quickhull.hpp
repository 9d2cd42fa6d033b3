// SPDX-License-Identifier: GPL-3.0-or-later
// The exact convex hull of points in space: quickhull (Barber, Dobkin & Huhdanpaa 1996) on exact
// orientation signs, so that no tolerance is needed. Departure: points that lie exactly on a
// facet's plane do not see it; coplanar triangles are left to the caller to merge.
#pragma once

#include <array>
#include <vector>

#include "geometry/vector.hpp"
#include "reference/exact/integers.hpp"

namespace touchstone {

/// Exact orientation of points of doubles. Doubles decide where their rounding error allows it,
/// integers otherwise.
class Orientation {
 public:
  /// `points` are kept by reference, scaled to |p|_max <= 1 by a power of two; `integers` are the
  /// same points exactly, up to scale.
  Orientation(const std::vector<Vec3>& points, const IntegerPoints& integers)
      : points_(points), integers_(integers) {}

  /// The plane through three points with what its evaluation needs.
  struct Plane {
    std::array<int, 3> corner{};
    Vec3 normal = Vec3::Zero();     ///< (p1 - p0) x (p2 - p0), rounded
    Vec3 permanent = Vec3::Zero();  ///< formula of `normal` with |.| and plus signs
  };
  Plane plane(int p0, int p1, int p2) const;
  /// The sign of det(p1 - p0, p2 - p0, q - p0): +1 where the three are counter-clockwise seen from
  /// q.
  int sign(const Plane& plane, int q) const;
  /// The rounded distance of q from the plane, times |normal|.
  double height(const Plane& plane, int q) const {
    return plane.normal.dot(points_[q] - points_[plane.corner[0]]);
  }
  bool collinear(int p0, int p1, int p2) const;

 private:
  const std::vector<Vec3>& points_;
  const IntegerPoints& integers_;
};

/// A triangle of the hull's boundary, counter-clockwise seen from outside; adjacent[i] shares the
/// edge corner[i] corner[i+1].
struct HullTriangle {
  std::array<int, 3> corner{};
  std::array<int, 3> adjacent{};
};

/// Points that span the affine hull of all `count` distinct points: its dimension + 1 of them.
std::vector<int> spanning_points(int count, const Orientation& orientation,
                                 const std::vector<Vec3>& points);

/// The hull's triangles of `count` distinct points that span space; `basis` are four spanning
/// points. Corners may lie inside facets or edges.
std::vector<HullTriangle> quickhull(int count, const Orientation& orientation,
                                    const std::vector<int>& basis);

}  // namespace touchstone
