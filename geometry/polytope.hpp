// SPDX-License-Identifier: GPL-3.0-or-later
// A convex polytope in its local frame: the hull of its vertices, of any dimension 0..3. Vertices
// are the truth, facets are derived. With a radius it is the core of a rounded body
// (docs/bodies.md).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "geometry/result.hpp"
#include "geometry/vector.hpp"

namespace touchstone {

/// A facet of a solid, or one of the two sides of a polygon (dimension 2).
struct Facet {
  Vec3 normal;                ///< unit, outward
  double offset = 0;          ///< largest normal.v over the vertices of the body [m]
  std::vector<int> vertices;  ///< corner indices, counter-clockwise seen from outside
};

/// An edge between two facets: seen from outside, `left` lies left of v0 -> v1. A segment's only
/// edge has left = right = -1.
struct Edge {
  int v0 = -1;
  int v1 = -1;
  int left = -1;
  int right = -1;
};

/// Bodies beyond these limits are rejected, as squares of lengths leave the range of a double: a
/// coordinate larger than the first [m], or all vertices within the second of each other [m].
/// Within the limits every decision is exact.
inline constexpr double kMaxCoordinate = 1e60;
inline constexpr double kMinExtent = 1e-60;

/// What a polytope is made from. Without facets the body is the hull of the points, of whatever
/// dimension; with facets a solid is claimed, and the facets are checked against the hull and then
/// dropped in its favour.
struct PolytopeInput {
  std::vector<Vec3> vertices;  ///< local frame [m]
  /// Vertex indices of each facet, counter-clockwise seen from outside; may be empty.
  std::vector<std::vector<int>> facets;
  /// Local [m]; by default the mean of the distinct extreme vertices.
  std::optional<Vec3> interior_point;
};

/// Immutable. Facets that agree to 1e-12 size are merged: they serve features and the metrics,
/// never the truth.
class Polytope {
 public:
  int dimension() const { return dimension_; }  ///< 0..3, decided exactly

  /// Distinct input points that lie exactly on the boundary of the hull (dimension 3) or on the
  /// relative boundary (dimension 2), in input order; of a segment the two ends. Strictly interior
  /// points are dropped: they change no answer.
  const std::vector<Vec3>& vertices() const { return vertices_; }
  /// Indices into vertices() of the extreme ones, ascending. Points inside facets or edges are not
  /// extreme.
  const std::vector<int>& extreme() const { return extreme_; }

  const std::vector<Facet>& facets() const { return facets_; }  ///< empty below dimension 2
  const std::vector<Edge>& edges() const { return edges_; }
  /// neighbours()[v]: the vertices joined to v by an edge of the exact hull (whatever facets were
  /// merged, so that a climb along them finds the true support), ascending; empty where v is not
  /// extreme.
  const std::vector<std::vector<int>>& neighbours() const { return neighbours_; }

  const Vec3& interior_point() const { return interior_point_; }  ///< local [m]
  bool interior_point_given() const { return interior_point_given_; }
  /// Whether the interior point is strictly inside (decided exactly; false for flat bodies): the
  /// ratio metric needs it.
  bool interior_point_strictly_inside() const { return interior_strict_; }

  /// Radius: the body is all points no farther than this from the polytope, its core; 0 unless
  /// make_rounded made it [m]. A pose acts on the core; the ball is added in the world. All else
  /// here is the core's.
  double radius() const { return radius_; }

  /// Largest distance of a vertex from the interior point [m].
  double bounding_radius() const { return bounding_radius_; }
  /// Smallest distance of a facet from the interior point, 0 if flat [m].
  double inradius() const { return inradius_; }

  /// Hash of the bits of vertices and interior point, and of the radius unless it is 0.
  std::uint64_t content_hash() const { return content_hash_; }
  /// What make_polytope changed in its input ("2 duplicate vertices merged"), one line each; empty
  /// if nothing.
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  friend class PolytopeBuilder;
  Polytope() = default;

  int dimension_ = 0;
  std::vector<Vec3> vertices_;
  std::vector<int> extreme_;
  std::vector<Facet> facets_;
  std::vector<Edge> edges_;
  std::vector<std::vector<int>> neighbours_;
  Vec3 interior_point_ = Vec3::Zero();
  bool interior_point_given_ = false;
  bool interior_strict_ = false;
  double bounding_radius_ = 0;
  double inradius_ = 0;
  std::uint64_t content_hash_ = 0;
  std::vector<std::string> notes_;
  double radius_ = 0;
};

using PolytopePtr = std::shared_ptr<const Polytope>;

/// The only way to make a Polytope. Rejects, naming the vertex or facet: an empty list of points;
/// NaN, infinite or too large coordinates; facets that are empty, out of range, off their plane (by
/// more than 1e-6 size), not convex, inverted, overlapping, of a flat body, or that do not cover
/// the hull; an interior point outside the hull (except the default one, which rounding may put
/// there). Merges duplicate vertices and says so in notes(). A zero loses its sign.
Result<PolytopePtr> make_polytope(const PolytopeInput& input);

/// The body of the same core with that radius: 0 gives the core itself. Rejects a radius that is
/// negative or not finite, and one beyond kMaxCoordinate or, but for 0, below kMinExtent.
Result<PolytopePtr> make_rounded(const PolytopePtr& body, double radius);

}  // namespace touchstone
