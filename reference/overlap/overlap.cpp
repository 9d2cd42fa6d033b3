// SPDX-License-Identifier: GPL-3.0-or-later
// The surface of the intersection of A and B is what of each facet of A is in B, and what of each
// facet of B is in A; the volume is the sum of the cones over these parts from one point
// (Gauss's theorem). Where a facet of B lies in one of A, with the same outward normal, both parts
// are the same piece of surface and the first one counts. With opposite normals the bodies only
// touch there, and the two cones cancel.
#include "reference/overlap.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "reference/exact/body_cache.hpp"
#include "reference/exact/exact_pair.hpp"
#include "reference/overlap/bounded_overlap.hpp"
#include "reference/overlap/clip.hpp"
#include "reference/overlap/facet_loops.hpp"
#include "reference/overlap/outline.hpp"

namespace touchstone {
namespace {

/// Lengths in a unit of 2^exponent, from one point.
struct Frame {
  const Integer3* base = nullptr;  ///< in units of 2^unit
  int unit = 0;
  int exponent = 0;

  ClipPoint point(const Integer3& vertex) const {
    RationalVec3 exact;
    for (std::size_t i = 0; i < 3; ++i) {
      const Integer difference = vertex[i] - (*base)[i];
      exact[i] = make_rational(difference, 1, unit - exponent);
    }
    return make_clip_point(std::move(exact));
  }
};

/// From the first vertex of A, and no coordinate of a vertex larger than 1.
Frame frame_of(PlacedBody& A, PlacedBody& B, int unit) {
  Frame frame{&A.vertex(0), unit, 0};
  Integer largest = 1;
  for (PlacedBody* body : {&A, &B}) {
    for (int v = 0; v < body->body().vertex_count(); ++v) {
      for (std::size_t i = 0; i < 3; ++i) {
        const Integer size = abs(Integer(body->vertex(v)[i] - (*frame.base)[i]));
        if (size > largest) largest = size;
      }
    }
  }
  frame.exponent = unit + static_cast<int>(mpz_sizeinbase(largest.get_mpz_t(), 2));
  return frame;
}

RationalVec3 rational(const Integer3& v) { return {Rational(v[0]), v[1], v[2]}; }

/// A solid's facets and corners as the clipping wants them.
struct ExactSolid {
  std::vector<ClipPoint> corners;
  std::vector<ClipPlane> planes;
  std::vector<std::vector<int>> facets;  ///< corners, counter-clockwise seen from outside
};

ExactSolid exact_solid(PlacedBody& placed, const Frame& frame) {
  ExactSolid solid;
  for (int v = 0; v < placed.body().vertex_count(); ++v) {
    solid.corners.push_back(frame.point(placed.vertex(v)));
  }
  solid.facets = facet_loops(placed.body());
  placed.round_features();
  for (std::size_t f = 0; f < solid.facets.size(); ++f) {
    const int node = static_cast<int>(f);
    const ClipPoint& through = solid.corners[static_cast<std::size_t>(solid.facets[f].front())];
    solid.planes.push_back({rational(placed.normal(node)), through.exact,
                            placed.normals().get(node), through.rounded,
                            placed.normal_error(node)});
  }
  return solid;
}

/// Whether a facet is certainly beyond a plane; if not, the planes that it is not certainly within
/// are in `crossing`.
bool beyond(const ExactSolid& body, const std::vector<int>& facet,
            const std::vector<ClipPlane>& planes, std::vector<const ClipPlane*>& crossing) {
  crossing.clear();
  for (const ClipPlane& plane : planes) {
    std::size_t outside = 0;
    std::size_t inside = 0;
    for (const int v : facet) {
      const int side = plane.rounded_side(body.corners[static_cast<std::size_t>(v)].rounded);
      outside += static_cast<std::size_t>(side > 0);
      inside += static_cast<std::size_t>(side < 0);
    }
    if (outside == facet.size()) return true;
    if (inside < facet.size()) crossing.push_back(&plane);
  }
  return false;
}

bool same_plane(const ClipPolygon& polygon, const ClipPlane& own, const ClipPlane& other) {
  if (!(own.rounded_normal.dot(other.rounded_normal) > 0)) return false;
  return std::all_of(polygon.begin(), polygon.end(),
                     [&](const ClipPoint& point) { return other.side(point) == 0; });
}

/// Six times the cones over what of the facets of `body` is in `other`. `shared_too`: also of
/// facets that lie in one of the other's, with the same outward normal.
Rational surface_within(const ExactSolid& body, const ExactSolid& other, bool shared_too) {
  Rational sum = 0;
  std::vector<const ClipPlane*> crossing;
  ClipPolygon polygon;
  ClipPolygon scratch;
  for (std::size_t f = 0; f < body.facets.size(); ++f) {
    if (beyond(body, body.facets[f], other.planes, crossing)) continue;
    polygon.clear();
    for (const int v : body.facets[f]) polygon.push_back(body.corners[static_cast<std::size_t>(v)]);
    const bool left_out =
        !shared_too && std::any_of(crossing.begin(), crossing.end(), [&](const ClipPlane* plane) {
          return same_plane(polygon, body.planes[f], *plane);
        });
    if (left_out) continue;
    for (const ClipPlane* plane : crossing) {
      clip(polygon, *plane, scratch);
      if (polygon.size() < 3) break;
    }
    sum += six_cone_volumes(polygon);
  }
  return sum;
}

// In the plane: outlines are lifted to z = 1, where six times the cone's volume is twice the area,
// and the sides of an outline are planes along z.

std::vector<Integer2> projected_outline(PlacedBody& body, int axis) {
  const auto first = static_cast<std::size_t>((axis + 1) % 3);
  const auto second = static_cast<std::size_t>((axis + 2) % 3);
  std::vector<Integer2> points;
  for (int v = 0; v < body.body().vertex_count(); ++v) {
    points.push_back({body.vertex(v)[first], body.vertex(v)[second]});
  }
  return outline(std::move(points));
}

ClipPolygon lifted(const std::vector<Integer2>& outline, const Frame& frame, int axis) {
  ClipPolygon polygon;
  for (const Integer2& corner : outline) {
    Integer3 vertex = *frame.base;
    vertex[static_cast<std::size_t>((axis + 1) % 3)] = corner[0];
    vertex[static_cast<std::size_t>((axis + 2) % 3)] = corner[1];
    const RationalVec3 in_space = frame.point(vertex).exact;
    polygon.push_back(make_clip_point({in_space[static_cast<std::size_t>((axis + 1) % 3)],
                                       in_space[static_cast<std::size_t>((axis + 2) % 3)], 1}));
  }
  return polygon;
}

/// The sides of an outline of at least three corners, as planes along z.
std::vector<ClipPlane> exact_side_planes(const std::vector<Integer2>& outline, const Frame& frame,
                                         int axis) {
  const ClipPolygon corners = lifted(outline, frame, axis);
  std::vector<ClipPlane> planes;
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const Integer2& here = outline[i];
    const Integer2& next = outline[(i + 1) % outline.size()];
    const Integer3 normal = {Integer(next[1] - here[1]), Integer(here[0] - next[0]), 0};
    planes.push_back(
        {rational(normal), corners[i].exact, to_unit(normal), corners[i].rounded, kToUnitError});
  }
  return planes;
}

/// The overlap share * sum, if the bound of its error is good enough.
std::optional<RoundedOverlap> told_by_doubles(const std::optional<Bounded>& sum,
                                              const Bounded& share) {
  if (!sum) return std::nullopt;
  if (sum->value.high == 0 && sum->error == 0) return RoundedOverlap();
  const Bounded value = share * *sum;
  const RoundedOverlap told = {
      value.value.high, value.error * kBoundSlack + 0x1p-52 * std::abs(value.value.high), false};
  if (!(told.error <= kOverlapError * told.value)) return std::nullopt;
  return told;
}

RoundedOverlap rounded_once(const Rational& value) {
  const double rounded = round_to_double(value);
  return {rounded, 0x1p-53 * rounded, true};
}

}  // namespace

class OverlapMeter::Impl {
 public:
  RoundedOverlap rounded_volume(const Pair& pair) {
    const auto told = told_by_doubles(six_volumes_bounded(*cache_.find(pair.A).body, pair.X_WA,
                                                          *cache_.find(pair.B).body, pair.X_WB),
                                      Bounded(DoubleWord{1, 0} / DoubleWord{6, 0}, kBoundRoot));
    return told ? *told : rounded_once(volume(pair));
  }

  RoundedOverlap rounded_area(const Pair& pair, int axis) {
    const auto told = told_by_doubles(two_areas_bounded(*cache_.find(pair.A).body, pair.X_WA,
                                                        *cache_.find(pair.B).body, pair.X_WB, axis),
                                      Bounded(0.5));
    return told ? *told : rounded_once(projected_area(pair, axis));
  }

  Rational volume(const Pair& pair) {
    const ExactBody& A = *cache_.find(pair.A).body;
    const ExactBody& B = *cache_.find(pair.B).body;
    if (A.dimension() < 3 || B.dimension() < 3) return 0;
    exact_.place(A, pair.X_WA, B, pair.X_WB);
    const Frame frame = frame_of(exact_.A(), exact_.B(), exact_.unit());
    const ExactSolid solid_A = exact_solid(exact_.A(), frame);
    const ExactSolid solid_B = exact_solid(exact_.B(), frame);
    const Rational six =
        surface_within(solid_A, solid_B, true) + surface_within(solid_B, solid_A, false);
    return Rational(six * make_rational(1, 6, 3L * frame.exponent));
  }

  Rational projected_area(const Pair& pair, int axis) {
    exact_.place(*cache_.find(pair.A).body, pair.X_WA, *cache_.find(pair.B).body, pair.X_WB);
    const Frame frame = frame_of(exact_.A(), exact_.B(), exact_.unit());
    const std::vector<Integer2> outline_A = projected_outline(exact_.A(), axis);
    const std::vector<Integer2> outline_B = projected_outline(exact_.B(), axis);
    if (outline_A.size() < 3 || outline_B.size() < 3) return 0;
    ClipPolygon polygon = lifted(outline_A, frame, axis);
    ClipPolygon scratch;
    for (const ClipPlane& plane : exact_side_planes(outline_B, frame, axis)) {
      clip(polygon, plane, scratch);
      if (polygon.size() < 3) return 0;
    }
    return Rational(six_cone_volumes(polygon) * make_rational(1, 2, 2L * frame.exponent));
  }

 private:
  BodyCache cache_;
  ExactPair exact_;
};

OverlapMeter::OverlapMeter() : impl_(std::make_unique<Impl>()) {}
OverlapMeter::~OverlapMeter() = default;
OverlapMeter::OverlapMeter(OverlapMeter&&) noexcept = default;
OverlapMeter& OverlapMeter::operator=(OverlapMeter&&) noexcept = default;

Rational OverlapMeter::volume(const Pair& pair) { return impl_->volume(pair); }

Rational OverlapMeter::projected_area(const Pair& pair, int axis) {
  return impl_->projected_area(pair, axis);
}

RoundedOverlap OverlapMeter::rounded_volume(const Pair& pair) {
  return impl_->rounded_volume(pair);
}

RoundedOverlap OverlapMeter::rounded_projected_area(const Pair& pair, int axis) {
  return impl_->rounded_area(pair, axis);
}

}  // namespace touchstone
