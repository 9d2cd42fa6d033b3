// SPDX-License-Identifier: GPL-3.0-or-later
// From the triangles of an exact hull to what a body shows: extreme points, exact edges, facets
// merged for features.
#pragma once

#include <utility>
#include <vector>

#include "geometry/hull.hpp"
#include "geometry/polytope.hpp"

namespace touchstone {

struct FacetComplex {
  std::vector<Facet> facets;
  std::vector<Edge> edges;
};

/// Triangles that lie exactly in one plane, joined: the facets of the hull as they are, in an order
/// and with triangles that depend on the points only.
class ExactSurface {
 public:
  ExactSurface(const std::vector<Vec3>& vertices, const std::vector<Triangle>& triangles);

  const std::vector<int>& extreme() const { return extreme_; }
  /// Of each vertex: those joined to it by an edge, ascending.
  const std::vector<std::vector<int>>& neighbours() const& { return neighbours_; }
  std::vector<std::vector<int>>&& neighbours() && { return std::move(neighbours_); }
  /// Facets that agree to kMergeTolerance * size joined, unless the outline of the union would not
  /// be a convex polygon.
  FacetComplex merged(double size);
  /// The facets as they are: none is within less than nothing of another's plane.
  FacetComplex unmerged() { return merged(-1); }

 private:
  void find_planes(const std::vector<Triangle>& triangles);
  void find_vertex_neighbours();

  const std::vector<Vec3>& vertices_;
  bool simplicial_;                       // the triangles are the facets: then the two below are
                                          // left empty until something has to be merged
  std::vector<int> plane_;                // of each triangle
  std::vector<std::vector<int>> cycles_;  // of each plane: its extreme points
  std::vector<Triangle> triangles_;       // fans of the facets, in their order
  std::vector<int> extreme_;
  std::vector<std::vector<int>> neighbours_;
};

/// The two sides of a polygon given by its extreme points, counter-clockwise seen from the tip of
/// plane_axis.
FacetComplex polygon_complex(const std::vector<Vec3>& vertices, const std::vector<int>& cycle);

}  // namespace touchstone
