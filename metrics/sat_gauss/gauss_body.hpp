// SPDX-License-Identifier: GPL-3.0-or-later
// A body's Gauss map: the facets of the exact hull as points of the sphere of directions, its edges
// as arcs between them. Merged facets would leave out what a much smaller body meets. Internal to
// `sat_gauss`.
#pragma once

#include <array>
#include <vector>

#include "geometry/arithmetic/double_double_vector.hpp"
#include "geometry/hull/unmerged_facets.hpp"
#include "geometry/pose.hpp"
#include "geometry/support/support_map.hpp"
#include "metrics/arithmetic/inverse.hpp"
#include "metrics/metric.hpp"

namespace touchstone {

/// Immutable; shared between threads. Arms are from the interior point, local axes [m].
class GaussBody {
 public:
  explicit GaussBody(const Polytope& polytope);

  /// An outward direction, and the largest product of an arm with it.
  struct Direction {
    Vec3 n;             ///< unit, local
    double offset = 0;  ///< [m]
    int parent = -1;    ///< a direction before this one and not far from it; -1 for the first
    bool facet = true;  ///< or a place within a wide arc
    /// Three corners of a facet, as places of the map. A direction within an arc has none: it lies
    /// between the directions `parent` and `beyond`, and `arc` is an arc of its edge.
    std::array<int, 3> corner{-1, -1, -1};
    int beyond = -1;
    int arc = -1;
  };

  /// The outward directions of an edge, at most a right angle between its ends: on u = (1 - t) n0 +
  /// t n1 the edge is farthest.
  struct Arc {
    int from = -1;  ///< directions
    int to = -1;
    int v0 = -1;  ///< the edge's ends, as places of the map
    int v1 = -1;
    double offset_from = 0;  ///< the edge's own products with the ends of the arc [m]
    double offset_to = 0;
  };

  bool solid = false;
  Vec3 center;          ///< interior point, local [m]
  double radius = 0;    ///< bounding radius [m]
  double inradius = 0;  ///< [m]
  SupportMap map;
  std::vector<Direction> directions;
  std::vector<Arc> arcs;

 private:
  void add_facets(const UnmergedFacets& unmerged, const std::vector<int>& place);
  void add_arcs(const UnmergedFacets& unmerged, const std::vector<int>& place);
  double farthest_product(const Vec3& n) const;

  std::vector<int> number_;  ///< place of each facet among directions
};

/// Edge from vertex v0 to vertex v1, by their places in the map, world axes [m].
inline Dd3 edge_W(const SupportMap& map, const Mat3& R, int v0, int v1) {
  return rotate(R, difference(map.body_vertex(v1), map.body_vertex(v0)));
}

/// One body in a query.
struct PosedGauss {
  PosedGauss(const GaussBody& gauss, const Pose& X)
      : body(gauss), R(X.R), cofactor(cofactor_of(R)), volume(cofactor.col(0).dot(R.col(0))) {}
  const GaussBody& body;
  const Mat3& R;
  Mat3 cofactor;
  double volume;  ///< det R
};

}  // namespace touchstone
