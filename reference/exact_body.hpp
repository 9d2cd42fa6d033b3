// SPDX-License-Identifier: GPL-3.0-or-later
// A body's exact features, in its local frame: extreme vertices, facets and edges as nodes and arcs
// of its Gauss map. An affine map with det R > 0 keeps them, so they hold for the exactly
// transformed vertices as well.
//
// Flat bodies fit the same picture. A polygon has the two nodes +-n, and each edge's half circle
// from n to -n is cut in two arcs at the edge's outward normal in the plane; a segment's full
// circle is cut into four. Such cuts are nodes too: directions without a facet, harmless as
// candidates. So arcs are always shorter than half a circle, and two arcs that cross do so strictly
// or at a node. A point has neither nodes nor arcs.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "geometry/vector.hpp"
#include "reference/integers.hpp"

namespace touchstone {

class Orientation;

class ExactBody {
 public:
  /// A direction in which the body is touched along `face`: a facet's outward normal, or a cut.
  struct Node {
    Vec3 normal = Vec3::Zero();  ///< unit, outward
    double error = 0;  ///< bound of the distance of `normal` from the exact unit normal [1]
    int first = 0;     ///< face vertices are face_vertices()[first ... first + count - 1]
    int count = 0;
    std::array<int, 3>
        corner{};  ///< facets of solids: three of its vertices, counter-clockwise seen from outside
  };

  /// An edge with the arc of its normals between two nodes: left x right is a positive multiple of
  /// v1 - v0.
  struct Arc {
    int v0 = -1;
    int v1 = -1;
    int left = -1;
    int right = -1;
  };

  /// The hull of distinct points.
  explicit ExactBody(const std::vector<Vec3>& vertices);

  int dimension() const { return dimension_; }
  int vertex_count() const { return static_cast<int>(points_.size()); }
  /// Position of each extreme vertex among the points it was made from, ascending. Everything below
  /// counts extreme vertices only.
  const std::vector<int>& index() const { return index_; }

  const std::vector<Node>& nodes() const { return nodes_; }
  const std::vector<Arc>& arcs() const { return arcs_; }
  std::span<const int> face(const Node& node) const {
    return {face_vertices_.data() + node.first, static_cast<std::size_t>(node.count)};
  }

  /// Vertices exactly, in units of 2^unit().
  const std::vector<Integer3>& points() const { return points_; }
  int unit() const { return unit_; }
  /// A positive multiple of a node's exact normal.
  const Integer3& normal(int node) const;

  /// Vertices relative to the first one, scaled by 2^-exponent() to |q|_max <= 1, each entry within
  /// 2^-53.
  const std::vector<Vec3>& scaled() const { return scaled_; }
  int exponent() const { return exponent_; }
  double radius() const { return radius_; }  ///< upper bound of |q| over scaled()
  /// Unit directions of the arcs' edges, v1 - v0, within kToUnitError.
  const std::vector<Vec3>& edge_directions() const { return edge_directions_; }

  /// Whether a local point is strictly inside; false for flat bodies.
  bool strictly_inside(const Vec3& x) const;

 private:
  void keep(const std::vector<int>& extreme, const std::vector<Integer3>& all,
            const std::vector<Vec3>& scaled, int exponent);
  void build_solid(const std::vector<Integer3>& all, const std::vector<Vec3>& scaled, int exponent,
                   const std::vector<int>& basis);
  void choose_corners(const Orientation& orientation, const std::vector<Vec3>& scaled,
                      const std::vector<int>& basis);
  void build_polygon(const std::vector<Integer3>& all, const std::vector<Vec3>& scaled,
                     int exponent, const std::vector<int>& basis);
  void build_segment(const std::vector<Integer3>& all, const std::vector<Vec3>& scaled,
                     int exponent);
  void add_flat_node(const Integer3& normal, const std::vector<int>& face);
  void find_edge_directions(const std::vector<Vec3>& scaled);

  int dimension_ = 0;
  std::vector<int> index_;
  std::vector<Integer3> points_;
  int unit_ = 0;
  Vec3 base_ = Vec3::Zero();  ///< the first extreme vertex as it was given
  std::vector<Node> nodes_;
  std::vector<int> face_vertices_;
  std::vector<Arc> arcs_;
  std::vector<Vec3> scaled_;
  int exponent_ = 0;
  double radius_ = 0;
  std::vector<Vec3> edge_directions_;
  mutable std::vector<Integer3> normals_;  ///< made when first asked for
};

}  // namespace touchstone
