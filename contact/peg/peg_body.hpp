// SPDX-License-Identifier: GPL-3.0-or-later
// A body as the contact models see it: vertices, facets and edges, in space or in the plane.
//
// In the plane a body is the cross-section of a prism: its facets are the sides of a polygon, a
// facet's sides are the two corners, and there are no edges.
#pragma once

#include <optional>
#include <vector>

#include "geometry/polytope.hpp"
#include "geometry/pose.hpp"
#include "geometry/shapes.hpp"

namespace touchstone {

struct PegBody {
  /// A side at which a facet ends.
  struct Side {
    Vec3 outward = Vec3::Zero();  ///< unit, in the facet's plane, local
    double offset = 0;            ///< outward.v of the side's points [m]
    int neighbour = -1;           ///< the facet across the side
    int edge = -1;                ///< between the two facets; -1 in the plane
  };
  struct Facet {
    Vec3 normal = Vec3::Zero();  ///< unit, outward, local
    double offset = 0;           ///< normal.v of its points [m]
    std::vector<Side> sides;
    std::vector<int> vertices;
  };
  struct Edge {
    int v0 = -1, v1 = -1;
    /// Into the two facets, unit, across the edge, local.
    Vec3 into_left = Vec3::Zero(), into_right = Vec3::Zero();
    int left = -1, right = -1;
  };
  std::vector<Vec3> vertices;                 ///< local [m]
  std::vector<std::vector<Vec3>> directions;  ///< along each vertex's edges, unit, local
  std::vector<Facet> facets;
  std::vector<Edge> edges;
  double circumradius = 0;  ///< largest distance of a vertex from the vertices' mean [m]
};

/// The body of a solid, or with `planar` that of the cross-section of a prism along that axis.
PegBody make_peg_body(const Polytope& polytope, std::optional<Axis> planar);

/// A body at its pose, in world axes. `body` outlives it.
struct PlacedPegBody {
  void place(const PegBody& of, const Pose& X_WB);

  const PegBody* body = nullptr;
  Mat3 R_WB = Mat3::Identity();
  Vec3 p_WB = Vec3::Zero();
  std::vector<Vec3> vertices;   ///< [m]
  std::vector<Vec3> normals;    ///< facet normals, unit
  std::vector<double> offsets;  ///< normal.p of a facet's points [m]
};

}  // namespace touchstone
