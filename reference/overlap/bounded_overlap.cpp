// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/overlap/bounded_overlap.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "reference/overlap/bounded_clip.hpp"
#include "reference/overlap/facet_loops.hpp"

namespace touchstone {
namespace {

/// Where products of lengths neither overflow nor are lost [m].
constexpr double kSmallest = 0x1p-100;
constexpr double kLargest = 0x1p100;

/// Bounds the distance of any two points by their first coordinates, as many as `dimension`.
/// Nothing where it is out of range.
std::optional<double> size_of(const std::vector<BoundedPoint>& A,
                              const std::vector<BoundedPoint>& B, Eigen::Index dimension) {
  double largest = 0;
  for (const auto* points : {&A, &B}) {
    for (const BoundedPoint& point : *points) {
      largest = std::max(largest, point.rounded.head(dimension).cwiseAbs().maxCoeff());
      // A coordinate that is not a number is in no range.
      if (!(point.rounded.cwiseAbs().sum() < kLargest)) return std::nullopt;
    }
  }
  if (largest < kSmallest) return std::nullopt;
  return 4 * largest;
}

/// R v + t - base.
BoundedPoint placed(const Pose& pose, const BoundedVec3& shift, const Vec3& v) {
  return make_bounded_point(pose.R * bounded(v) + shift);
}

/// The planes that a polygon is not certainly within. Nothing where it is certainly beyond one.
std::optional<std::vector<const BoundedPlane*>> crossing_planes(
    const BoundedPolygon& polygon, const std::vector<BoundedPlane>& planes, double size) {
  std::vector<const BoundedPlane*> crossing;
  for (const BoundedPlane& plane : planes) {
    std::size_t outside = 0;
    std::size_t inside = 0;
    for (const BoundedPoint& point : polygon) {
      const int side = plane.rounded_side(point, size);
      outside += static_cast<std::size_t>(side > 0);
      inside += static_cast<std::size_t>(side < 0);
    }
    if (outside == polygon.size()) return std::nullopt;
    if (inside < polygon.size()) crossing.push_back(&plane);
  }
  return crossing;
}

/// Parts of surfaces within bodies.
class Pieces {
 public:
  explicit Pieces(double size) : size_(size) {}

  /// Adds what of a polygon is in the half-spaces. False where that is in doubt.
  bool add(BoundedPolygon polygon, const std::vector<BoundedPlane>& planes) {
    const auto crossing = crossing_planes(polygon, planes, size_);
    if (!crossing) return true;
    for (const BoundedPlane* plane : *crossing) {
      if (!clip(polygon, *plane, size_, scratch_)) return false;
      if (polygon.empty()) return true;
    }
    pieces_.push_back(std::move(polygon));
    return true;
  }

  /// A point of them.
  Vec3 somewhere() const {
    return pieces_.empty() ? Vec3(Vec3::Zero()) : pieces_.front().front().rounded;
  }

  /// Six times the cones over all of them.
  Bounded six_cones(const Vec3& apex) const {
    Bounded sum;
    for (const BoundedPolygon& piece : pieces_) sum = sum + six_cone_volumes(piece, apex);
    return sum;
  }

 private:
  double size_;
  std::vector<BoundedPolygon> pieces_;
  BoundedPolygon scratch_;
};

struct BoundedSolid {
  std::vector<BoundedPoint> corners;
  std::vector<std::vector<int>> facets;
  std::vector<BoundedPlane> planes;

  BoundedPolygon polygon(std::size_t facet) const {
    BoundedPolygon polygon;
    for (const int v : facets[facet]) polygon.push_back(corners[static_cast<std::size_t>(v)]);
    return polygon;
  }
};

/// Nothing where a facet's plane is not known well enough.
std::optional<BoundedSolid> bounded_solid(const ExactBody& body, const Pose& pose,
                                          const BoundedVec3& shift) {
  BoundedSolid solid;
  for (const Vec3& v : body.given()) solid.corners.push_back(placed(pose, shift, v));
  solid.facets = facet_loops(body);
  for (const ExactBody::Node& node : body.nodes()) {
    std::array<const BoundedPoint*, 3> corner{};
    for (std::size_t i = 0; i < 3; ++i) {
      corner[i] = &solid.corners[static_cast<std::size_t>(node.corner[i])];
    }
    const BoundedVec3 normal =
        cross(corner[1]->value - corner[0]->value, corner[2]->value - corner[0]->value);
    const auto plane = make_bounded_plane(normal, *corner[0]);
    if (!plane) return std::nullopt;
    solid.planes.push_back(*plane);
  }
  return solid;
}

using Corner2 = std::array<double, 2>;

/// The extreme points of doubles in a plane, counter-clockwise (Andrew's monotone chain); nothing
/// where three of them may be on a line.
std::optional<std::vector<Corner2>> rounded_outline(std::vector<Corner2> points) {
  std::sort(points.begin(), points.end());
  points.erase(std::unique(points.begin(), points.end()), points.end());
  if (points.size() < 3) return std::nullopt;
  const auto turn = [](const Corner2& a, const Corner2& b, const Corner2& c) {
    const auto difference = [](double x, double y) { return Bounded(DoubleWord::sum(x, -y), 0); };
    return (difference(b[0], a[0]) * difference(c[1], a[1]) -
            difference(b[1], a[1]) * difference(c[0], a[0]))
        .sign();
  };
  std::vector<Corner2> hull;
  for (int chain = 0; chain < 2; ++chain) {
    const std::size_t kept = hull.size();
    for (const Corner2& point : points) {
      while (hull.size() >= kept + 2) {
        const int left = turn(hull[hull.size() - 2], hull.back(), point);
        if (left == 0) return std::nullopt;
        if (left > 0) break;
        hull.pop_back();
      }
      hull.push_back(point);
    }
    hull.pop_back();  // The other chain begins with it.
    std::reverse(points.begin(), points.end());
  }
  return hull;
}

/// Whether the pose turns about the axis alone, and does not turn it over.
bool keeps_axis(const Pose& pose, int axis) {
  for (const int other : {(axis + 1) % 3, (axis + 2) % 3}) {
    if (pose.R(axis, other) != 0 || pose.R(other, axis) != 0) return false;
  }
  return pose.R(axis, axis) > 0;
}

/// A body's projection in the plane z = 1, its coordinates those after the axis.
std::optional<BoundedPolygon> lifted_outline(const ExactBody& body, const Pose& pose,
                                             const BoundedVec3& shift, int axis) {
  if (!keeps_axis(pose, axis)) return std::nullopt;
  const int first = (axis + 1) % 3;
  const int second = (axis + 2) % 3;
  std::vector<Corner2> points;
  for (const Vec3& v : body.given()) points.push_back({v[first], v[second]});
  const auto outline = rounded_outline(std::move(points));
  if (!outline) return std::nullopt;
  BoundedPolygon polygon;
  for (const Corner2& corner : *outline) {
    Vec3 v = Vec3::Zero();
    v[first] = corner[0];
    v[second] = corner[1];
    const BoundedVec3 in_space = placed(pose, shift, v).value;
    polygon.push_back(make_bounded_point({in_space[static_cast<std::size_t>(first)],
                                          in_space[static_cast<std::size_t>(second)], Bounded(1)}));
  }
  return polygon;
}

/// The sides of an outline as planes along z.
std::optional<std::vector<BoundedPlane>> bounded_side_planes(const BoundedPolygon& outline) {
  std::vector<BoundedPlane> planes;
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const BoundedVec3 along = outline[(i + 1) % outline.size()].value - outline[i].value;
    const auto plane = make_bounded_plane({along[1], -along[0], Bounded(0)}, outline[i]);
    if (!plane) return std::nullopt;
    planes.push_back(*plane);
  }
  return planes;
}

}  // namespace

std::optional<Bounded> six_volumes_bounded(const ExactBody& A, const Pose& X_WA, const ExactBody& B,
                                           const Pose& X_WB) {
  if (A.dimension() < 3 || B.dimension() < 3) return Bounded(0);
  const auto solid_A = bounded_solid(A, X_WA, bounded(Vec3::Zero()));
  const auto solid_B = bounded_solid(B, X_WB, bounded_difference(X_WB.t, X_WA.t));
  if (!solid_A || !solid_B) return std::nullopt;
  const auto size = size_of(solid_A->corners, solid_B->corners, 3);
  if (!size) return std::nullopt;
  Pieces pieces(*size);
  for (std::size_t f = 0; f < solid_A->facets.size(); ++f) {
    if (!pieces.add(solid_A->polygon(f), solid_B->planes)) return std::nullopt;
  }
  for (std::size_t f = 0; f < solid_B->facets.size(); ++f) {
    if (!pieces.add(solid_B->polygon(f), solid_A->planes)) return std::nullopt;
  }
  return pieces.six_cones(pieces.somewhere());
}

std::optional<Bounded> two_areas_bounded(const ExactBody& A, const Pose& X_WA, const ExactBody& B,
                                         const Pose& X_WB, int axis) {
  const auto outline_A = lifted_outline(A, X_WA, bounded(Vec3::Zero()), axis);
  const auto outline_B = lifted_outline(B, X_WB, bounded_difference(X_WB.t, X_WA.t), axis);
  if (!outline_A || !outline_B) return std::nullopt;
  const auto planes = bounded_side_planes(*outline_B);
  const auto size = size_of(*outline_A, *outline_B, 2);
  if (!planes || !size) return std::nullopt;
  Pieces pieces(*size);
  if (!pieces.add(*outline_A, *planes)) return std::nullopt;
  Vec3 below = pieces.somewhere();
  below.z() = 0;
  return pieces.six_cones(below);
}

}  // namespace touchstone
