// SPDX-License-Identifier: GPL-3.0-or-later
// A body as V-Clip walks over it: vertices, edges and facets with the planes between the Voronoi
// regions of those that meet. Internal to `vclip`.
//
// Vertices are known by their places in the support map; points are arms from the interior point,
// local axes, rounded once [m]. Edges and facets keep their indices in the polytope.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "geometry/index.hpp"
#include "geometry/support/support_map.hpp"
#include "metrics/arithmetic/exact_arms.hpp"
#include "metrics/metric.hpp"

namespace touchstone {

/// An edge as one of its ends sees it. Its Voronoi region begins at the plane through that end
/// whose normal is `along`.
struct ClipSpoke {
  Vec3 along;  ///< unit, away from the end
  int edge = -1;
};

struct ClipEdge {
  std::array<int, 2> end{-1, -1};    ///< places
  std::array<int, 2> facet{-1, -1};  ///< left and right of end 0 -> end 1, seen from outside
  Vec3 along = Vec3::Zero();         ///< unit, from end 0 to end 1
  /// The facets' regions begin at the planes through the edge with these normals: unit, in the
  /// plane of the facet, into it.
  std::array<Vec3, 2> into{Vec3::Zero(), Vec3::Zero()};
};

/// One side of a facet: an edge, and which of its two facets this is.
struct ClipSide {
  int edge = -1;
  int which = 0;
};

struct ClipFacet {
  Vec3 normal = Vec3::Zero();  ///< unit, outward
  /// Signed distance of the plane from the interior point [m]: n.v of the body's farthest vertex v,
  /// so that the body is behind the plane however bad the normal of a sliver is.
  double offset = 0;
};

/// Immutable; shared between threads.
class ClipBody {
 public:
  explicit ClipBody(const Polytope& polytope);

  bool solid = false;
  Vec3 center = Vec3::Zero();  ///< interior point, local [m]
  double inradius = 0;         ///< radius of the largest ball about `center` [m]
  double reach = 0;            ///< largest entry of a vertex, local [m]
  SupportMap map;              ///< arms from the interior point
  int least_exponent = 0;      ///< vertices and centre are multiples of 2 to this
  std::uint64_t id = 0;        ///< unique to this object

  exact::Body exactly() const { return {map, center, least_exponent}; }
  std::span<const ClipSpoke> spokes(int place) const {
    return part(spokes_, first_spoke_, place);
  }  ///< empty where merged facets have swallowed the vertex
  const ClipEdge& edge(int i) const { return edges_[at(i)]; }
  const ClipFacet& facet(int i) const { return facets_[at(i)]; }
  std::span<const ClipFacet> facets() const { return facets_; }
  std::span<const ClipSide> sides(int facet) const { return part(sides_, first_side_, facet); }
  /// Places, counterclockwise from outside.
  std::span<const int> corners(int facet) const { return part(corners_, first_side_, facet); }
  /// A vertex with spokes: `place` itself, or one near it.
  int corner_near(int place) const { return near_[at(place)]; }

 private:
  template <class T>
  static std::span<const T> part(const std::vector<T>& all, const std::vector<int>& first, int i) {
    const auto k = at(i);
    return {all.data() + first[k], all.data() + first[k + 1]};
  }
  void take_edges(const Polytope& polytope, const std::vector<int>& place);
  void take_facets(const Polytope& polytope, const std::vector<int>& place);
  void find_near_corners();

  std::vector<ClipSpoke> spokes_;
  std::vector<int> first_spoke_;  ///< index of the first one, by place
  std::vector<ClipEdge> edges_;
  std::vector<ClipFacet> facets_;
  std::vector<ClipSide> sides_;
  std::vector<int> corners_;
  std::vector<int>
      first_side_;  ///< index of the first one, by facet; also that of its first corner
  std::vector<int> near_;
};

}  // namespace touchstone
