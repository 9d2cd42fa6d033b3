// SPDX-License-Identifier: GPL-3.0-or-later
// From the triangles of an exact hull to the tables of a body: extreme points, exact edges, facets
// merged for features.
#pragma once

#include <utility>
#include <vector>

#include "geometry/hull/hull.hpp"
#include "geometry/polytope.hpp"

namespace touchstone {

struct FacetComplex {
  std::vector<Facet> facets;
  std::vector<Edge> edges;
};

/// The exact facets of a hull, coplanar triangles joined, in an order and with a triangulation that
/// depend on the points only.
class ExactSurface {
 public:
  ExactSurface(const std::vector<Vec3>& vertices, const std::vector<Triangle>& triangles);

  const std::vector<int>& extreme() const { return extreme_; }
  /// neighbours()[v]: the vertices joined to v by an edge, ascending.
  const std::vector<std::vector<int>>& neighbours() const& { return neighbours_; }
  std::vector<std::vector<int>>&& neighbours() && { return std::move(neighbours_); }
  /// Joins facets that agree to kMergeTolerance * size, unless the outline of the union would not
  /// be a convex polygon.
  FacetComplex merged(double size);
  /// The facets of the exact hull: with size -1 nothing merges.
  FacetComplex unmerged() { return merged(-1); }

 private:
  void find_planes(const std::vector<Triangle>& triangles);
  void find_vertex_neighbours();

  const std::vector<Vec3>& vertices_;
  bool simplicial_;                       // the triangles are the facets: then the two below are
                                          // left empty until something has to be merged
  std::vector<int> plane_;                // plane of each triangle
  std::vector<std::vector<int>> cycles_;  // extreme points of each plane
  std::vector<Triangle> triangles_;       // fans of the facets, in their order
  std::vector<int> extreme_;
  std::vector<std::vector<int>> neighbours_;
};

/// The two sides of a polygon given by its extreme points, counter-clockwise seen from the tip of
/// plane_axis.
FacetComplex polygon_complex(const std::vector<Vec3>& vertices, const std::vector<int>& cycle);

}  // namespace touchstone
