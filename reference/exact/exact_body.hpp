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

#include "geometry/polytope.hpp"
#include "reference/exact/integers.hpp"

namespace touchstone {

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

  /// An edge as it is seen from one of its vertices.
  struct Spoke {
    int arc = -1;
    int other = -1;    ///< the vertex at its other end
    double sense = 0;  ///< 1 if the arc's v0 is the vertex it is seen from, else -1
  };

  /// The hull of distinct points. `claim` may name its facets and edges: it saves time where it can
  /// be proven, and is ignored where it cannot.
  struct Claim {
    std::span<const Facet> facets;
    std::span<const Edge> edges;
  };
  explicit ExactBody(const std::vector<Vec3>& vertices, const Claim& claim = {}) {
    make(vertices, claim);
  }
  // Exact points are made from the given ones in place.
  ExactBody(const ExactBody&) = delete;
  ExactBody& operator=(const ExactBody&) = delete;
  /// Another body in its place, in the same memory.
  void make(const std::vector<Vec3>& vertices, const Claim& claim = {});

  int dimension() const { return dimension_; }
  int vertex_count() const { return static_cast<int>(given_.size()); }
  /// Position of each extreme vertex among the points it was made from, ascending. Everything below
  /// counts extreme vertices only.
  const std::vector<int>& index() const { return index_; }

  const std::vector<Node>& nodes() const { return nodes_; }
  const std::vector<Arc>& arcs() const { return arcs_; }
  /// The edges at a vertex, in the order of the arcs.
  std::span<const Spoke> spokes(int vertex) const {
    const auto first = static_cast<std::size_t>(first_spoke_[vertex]);
    return {spokes_.data() + first, static_cast<std::size_t>(first_spoke_[vertex + 1]) - first};
  }
  std::span<const int> face(const Node& node) const {
    return {face_vertices_.data() + node.first, static_cast<std::size_t>(node.count)};
  }

  /// Vertices as they were given, local frame [m].
  const std::vector<Vec3>& given() const { return given_; }
  /// Vertices exactly, in units of 2^unit().
  const Integer3& point(int v) const { return points_[v]; }
  int unit() const { return points_.unit(); }
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
  struct Given;  ///< the points that it is made from

  void forget();
  void keep(const std::vector<int>& extreme, const Given& all);
  /// Keeps the points that index_ names.
  void keep(const Given& all);
  bool prove(const Claim& claim, const Given& all);
  void build_solid(const Given& all, const std::vector<int>& basis);
  void choose_corners(const Given& all, const std::vector<int>& basis);
  void set_normal(Node& node, int index, const Given& all);
  void set_exact_normal(Node& node, int index);
  void build_polygon(const Given& all, const std::vector<int>& basis);
  void build_segment(const Given& all);
  void add_flat_node(const Integer3& normal, const std::vector<int>& face);
  void find_edge_directions(const Given& all);
  void find_spokes();

  int dimension_ = 0;
  std::vector<int> index_;
  std::vector<Vec3> given_;
  IntegerPoints points_{given_};
  std::vector<Node> nodes_;
  std::vector<int> face_vertices_;
  std::vector<Arc> arcs_;
  std::vector<Spoke> spokes_;     ///< sorted by vertex
  std::vector<int> first_spoke_;  ///< place in spokes_ for each vertex, and the end
  std::vector<Vec3> scaled_;
  int exponent_ = 0;
  double radius_ = 0;
  std::vector<Vec3> edge_directions_;
  std::vector<Vec3> all_scaled_;           ///< memory for Given::scaled
  mutable std::vector<Integer3> normals_;  ///< made when first asked for
};

}  // namespace touchstone
