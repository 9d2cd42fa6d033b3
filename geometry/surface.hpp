// SPDX-License-Identifier: GPL-3.0-or-later
// From the triangles of an exact hull to what a body shows: extreme points, exact edges, facets
// merged for features.
#pragma once

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
  std::vector<std::vector<int>> neighbours() const;
  /// Facets that agree to kMergeTolerance * size joined, unless the outline of the union would not
  /// be a convex polygon.
  FacetComplex merged(double size) const;

 private:
  const std::vector<Vec3>& vertices_;
  std::vector<Triangle> triangles_;       // fans of the facets
  std::vector<int> plane_;                // of each triangle
  std::vector<std::vector<int>> cycles_;  // of each plane: its extreme points
  std::vector<int> extreme_;
};

/// The two sides of a polygon given by its extreme points, counter-clockwise seen from the tip of
/// plane_axis.
FacetComplex polygon_complex(const std::vector<Vec3>& vertices, const std::vector<int>& cycle);

}  // namespace touchstone
