// SPDX-License-Identifier: GPL-3.0-or-later
// Volume and area of the intersection of two convex bodies, in rationals or in double words with
// error bounds.
//
// The surface of the intersection of A and B is what of each facet of A is in B, and what of each
// facet of B is in A; the volume is the sum of the cones over these parts from one point
// (Gauss's theorem). Where a facet of B lies in one of A, with the same outward normal, both parts
// are the same piece of surface and the first one counts. With opposite normals the bodies only
// touch there, and the two cones cancel. The apex is in the intersection, so that errors are
// relative to the depth.
//
// In the plane outlines are lifted to z = 1, where six times the cone's volume is twice the area,
// and the sides of an outline are planes along z.
//
// A `Place` is a body in its pose: Number, Coordinate, body(), vertex(v) as coordinates, origin()
// as coordinates, point(coordinates), and size_of(points of A, points of B, dimension), which
// bounds the distance of any two points by their first coordinates, or is nothing where the numbers
// are out of range.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "geometry/index.hpp"
#include "geometry/vector.hpp"
#include "reference/overlap/clip.hpp"
#include "reference/overlap/facet_loops.hpp"
#include "reference/overlap/outline.hpp"

namespace touchstone {

template <class Number>
struct Solid {
  ClipPolygon<Number> corners;
  std::vector<ClipPolygon<Number>> facets;  ///< counter-clockwise seen from outside
  std::vector<ClipPlane<Number>> planes;
};

/// Nothing where a facet's plane is not known well enough.
template <class Place>
std::optional<Solid<typename Place::Number>> make_solid(const Place& place) {
  Solid<typename Place::Number> solid;
  for (int v = 0; v < place.body().vertex_count(); ++v) {
    solid.corners.push_back(place.point(place.vertex(v)));
  }
  for (const std::vector<int>& loop : facet_loops(place.body())) {
    auto& facet = solid.facets.emplace_back();
    for (const int v : loop) facet.push_back(solid.corners[at(v)]);
  }
  for (const ExactBody::Node& node : place.body().nodes()) {
    const auto corner = [&](std::size_t i) -> const auto& {
      return solid.corners[at(node.corner[i])];
    };
    const auto normal = cross(corner(1).value - corner(0).value, corner(2).value - corner(0).value);
    auto plane = make_clip_plane(normal, corner(0));
    if (!plane) return std::nullopt;
    solid.planes.push_back(std::move(*plane));
  }
  return solid;
}

/// Parts of surfaces within bodies.
template <class Number>
class Pieces {
 public:
  using Plane = ClipPlane<Number>;
  using Polygon = ClipPolygon<Number>;

  /// Points are at most `size` from each other [m].
  explicit Pieces(double size) : size_(size) {}

  /// Adds the part of a polygon that is in all half-spaces. Adds nothing if the polygon lies in one
  /// of their planes and that has the same outward normal as `own`, the polygon's own plane (null:
  /// not tested). Returns false where the part is in doubt.
  bool add(const Polygon& polygon, const std::vector<Plane>& planes, const Plane* own = nullptr) {
    const auto crossing = crossing_planes(polygon, planes);
    if (!crossing) return true;
    if (own != nullptr) {
      for (const Plane* plane : *crossing) {
        if (same_plane(polygon, *own, *plane)) return true;
      }
    }
    return add_clipped(polygon, *crossing);
  }

  /// Adds the part of a facet, in the plane `own`, that is in all of some solids. Where it lies in
  /// a facet of one of the first `earlier` of them, with the same outward normal, it adds nothing.
  bool add_facet(const Polygon& polygon, const Plane& own,
                 std::span<const Solid<Number>* const> solids, std::size_t earlier) {
    std::vector<const Plane*> all;
    for (std::size_t k = 0; k < solids.size(); ++k) {
      const auto crossing = crossing_planes(polygon, solids[k]->planes);
      if (!crossing) return true;
      for (const Plane* plane : *crossing) {
        if (k < earlier && same_plane(polygon, own, *plane)) return true;
        all.push_back(plane);
      }
    }
    return add_clipped(polygon, all);
  }

  /// Adds the parts of the facets of `body` that are in `other`; with `shared_too` also of facets
  /// that lie in a facet of `other` with the same outward normal. False where that is in doubt.
  bool add_surface(const Solid<Number>& body, const Solid<Number>& other, bool shared_too) {
    for (std::size_t f = 0; f < body.facets.size(); ++f) {
      const Plane* own = shared_too ? nullptr : &body.planes[f];
      if (!add(body.facets[f], other.planes, own)) return false;
    }
    return true;
  }

  /// A point of one of the pieces.
  Vec3 somewhere() const {
    return pieces_.empty() ? Vec3(Vec3::Zero()) : pieces_.front().front().rounded;
  }

  /// Six times the sum of the cones over all pieces.
  Number six_cones(const Vec3& apex) const {
    Number sum(0);
    for (const Polygon& piece : pieces_) sum = sum + six_cone_volumes(piece, apex);
    return sum;
  }

 private:
  bool add_clipped(const Polygon& polygon, const std::vector<const Plane*>& planes) {
    Polygon piece = polygon;
    for (const Plane* plane : planes) {
      if (!clip(piece, *plane, size_, scratch_)) return false;
      if (piece.size() < 3) return true;
    }
    pieces_.push_back(std::move(piece));
    return true;
  }

  /// The planes that a polygon is not certainly within. Nothing where it is certainly beyond one.
  std::optional<std::vector<const Plane*>> crossing_planes(const Polygon& polygon,
                                                           const std::vector<Plane>& planes) const {
    std::vector<const Plane*> crossing;
    for (const Plane& plane : planes) {
      std::size_t outside = 0;
      std::size_t inside = 0;
      for (const ClipPoint<Number>& point : polygon) {
        const int side = plane.rounded_side(point, size_);
        outside += static_cast<std::size_t>(side > 0);
        inside += static_cast<std::size_t>(side < 0);
      }
      if (outside == polygon.size()) return std::nullopt;
      if (inside < polygon.size()) crossing.push_back(&plane);
    }
    return crossing;
  }

  bool same_plane(const Polygon& polygon, const Plane& own, const Plane& other) const {
    return std::all_of(polygon.begin(), polygon.end(),
                       [&](const auto& point) { return other.side(point, size_) == 0; }) &&
           certain_sign(dot(own.normal, other.normal)) == 1;
  }

  double size_;
  std::vector<Polygon> pieces_;
  Polygon scratch_;
};

/// Six times the volume of the intersection of two bodies; nothing where it is in doubt.
template <class Place>
std::optional<typename Place::Number> six_volumes(const Place& A, const Place& B) {
  using Number = typename Place::Number;
  if (A.body().dimension() < 3 || B.body().dimension() < 3) return Number(0);
  const auto solid_A = make_solid(A);
  const auto solid_B = make_solid(B);
  if (!solid_A || !solid_B) return std::nullopt;
  const auto size = Place::size_of(solid_A->corners, solid_B->corners, 3);
  if (!size) return std::nullopt;
  Pieces<Number> pieces(*size);
  if (!pieces.add_surface(*solid_A, *solid_B, true)) return std::nullopt;
  if (!pieces.add_surface(*solid_B, *solid_A, false)) return std::nullopt;
  return pieces.six_cones(pieces.somewhere());
}

/// Six times the volume of the intersection of several solids, whose points are at most `size` from
/// each other [m]; nothing where it is in doubt.
template <class Number>
std::optional<Number> six_volumes_of_all(const std::vector<const Solid<Number>*>& solids,
                                         double size) {
  Pieces<Number> pieces(size);
  for (std::size_t k = 0; k < solids.size(); ++k) {
    std::vector<const Solid<Number>*> others = solids;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(k));
    for (std::size_t f = 0; f < solids[k]->facets.size(); ++f) {
      const bool clear = pieces.add_facet(solids[k]->facets[f], solids[k]->planes[f], others, k);
      if (!clear) return std::nullopt;
    }
  }
  return pieces.six_cones(pieces.somewhere());
}

/// A body's projection along a world axis, lifted to the plane z = 1: x and y are the two
/// coordinates that follow the axis cyclically. Nothing where the projection has no area, or where
/// that is in doubt.
template <class Place>
std::optional<ClipPolygon<typename Place::Number>> lifted_outline(const Place& place, int axis) {
  const int first = (axis + 1) % 3;
  const int second = (axis + 2) % 3;
  std::vector<std::array<typename Place::Coordinate, 2>> points;
  for (int v = 0; v < place.body().vertex_count(); ++v) {
    points.push_back({place.vertex(v)[first], place.vertex(v)[second]});
  }
  const auto corners = outline(std::move(points));
  if (!corners || corners->size() < 3) return std::nullopt;
  ClipPolygon<typename Place::Number> polygon;
  for (const auto& corner : *corners) {
    auto in_space = place.origin();
    in_space[first] = corner[0];
    in_space[second] = corner[1];
    const auto value = place.point(in_space).value;
    polygon.push_back(make_clip_point<typename Place::Number>(
        {value[at(first)], value[at(second)], typename Place::Number(1)}));
  }
  return polygon;
}

/// The sides of an outline as planes along z.
template <class Number>
std::optional<std::vector<ClipPlane<Number>>> side_planes(const ClipPolygon<Number>& outline) {
  std::vector<ClipPlane<Number>> planes;
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const auto along = outline[(i + 1) % outline.size()].value - outline[i].value;
    auto plane = make_clip_plane<Number>({along[1], -along[0], Number(0)}, outline[i]);
    if (!plane) return std::nullopt;
    planes.push_back(std::move(*plane));
  }
  return planes;
}

/// Twice the area of the intersection of two bodies' projections along a world axis; nothing where
/// one of them is flat or where it is in doubt.
template <class Place>
std::optional<typename Place::Number> two_areas(const Place& A, const Place& B, int axis) {
  const auto outline_A = lifted_outline(A, axis);
  const auto outline_B = lifted_outline(B, axis);
  if (!outline_A || !outline_B) return std::nullopt;
  const auto planes = side_planes(*outline_B);
  const auto size = Place::size_of(*outline_A, *outline_B, 2);
  if (!planes || !size) return std::nullopt;
  Pieces<typename Place::Number> pieces(*size);
  if (!pieces.add(*outline_A, *planes)) return std::nullopt;
  Vec3 below = pieces.somewhere();
  below.z() = 0;
  return pieces.six_cones(below);
}

}  // namespace touchstone
