// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/overlap/bounded_clip.hpp"

#include <cmath>
#include <utility>

namespace touchstone {
namespace {

/// Error of a rounded distance, relative to the size: the normal's error, and the rounding of
/// points, of their difference and of a product of three terms [1].
constexpr double kRelativeDistanceError = 0x1p-46;
/// A normal that is known to this share of its length is good to 2^-48 when it is rounded [1].
constexpr double kMaxRelativeNormalError = 0x1p-60;

/// Where the segment from `inside` to `outside` meets the plane, of which they have these
/// distances. Nothing where the segment is too short to tell.
std::optional<BoundedPoint> bounded_crossing(const BoundedPoint& inside, const Bounded& below,
                                             const BoundedPoint& outside, const Bounded& above) {
  const auto share = bounded_quotient(-below, above - below);
  if (!share) return std::nullopt;
  return make_bounded_point(inside.value + *share * (outside.value - inside.value));
}

}  // namespace

BoundedPoint make_bounded_point(const BoundedVec3& value) {
  BoundedPoint point{value, rounded(value), 0};
  for (const Bounded& entry : value) {
    point.error += entry.error * kBoundSlack + 0x1p-52 * std::abs(entry.value.high);
  }
  return point;
}

int BoundedPlane::rounded_side(const BoundedPoint& point, double size) const {
  const double distance = rounded_normal.dot(point.rounded - through.rounded);
  const double doubt = kRelativeDistanceError * size + 2 * (point.error + through.error);
  return static_cast<int>(distance > doubt) - static_cast<int>(distance < -doubt);
}

Bounded BoundedPlane::distance(const BoundedPoint& point) const {
  return dot(normal, point.value - through.value);
}

std::optional<BoundedPlane> make_bounded_plane(const BoundedVec3& normal,
                                               const BoundedPoint& through) {
  BoundedPlane plane{normal, through, rounded(normal)};
  const double length = plane.rounded_normal.norm();
  const double error = normal[0].error + normal[1].error + normal[2].error;
  if (!(error < kMaxRelativeNormalError * length)) return std::nullopt;
  plane.rounded_normal /= length;
  return plane;
}

bool clip(BoundedPolygon& polygon, const BoundedPlane& plane, double size,
          BoundedPolygon& scratch) {
  std::vector<int> side;
  std::size_t outside = 0;
  for (const BoundedPoint& point : polygon) {
    side.push_back(plane.rounded_side(point, size));
    if (side.back() == 0) side.back() = plane.distance(point).sign();
    if (side.back() == 0) return false;
    outside += static_cast<std::size_t>(side.back() > 0);
  }
  if (outside == 0) return true;
  scratch.clear();
  for (std::size_t i = 0; i < polygon.size() && outside < polygon.size(); ++i) {
    const std::size_t next = (i + 1) % polygon.size();
    if (side[i] < 0) scratch.push_back(polygon[i]);
    if (side[i] == side[next]) continue;
    const BoundedPoint& in = polygon[side[i] < 0 ? i : next];
    const BoundedPoint& out = polygon[side[i] < 0 ? next : i];
    const auto point = bounded_crossing(in, plane.distance(in), out, plane.distance(out));
    if (!point) return false;
    scratch.push_back(*point);
  }
  std::swap(polygon, scratch);
  return true;
}

Bounded six_cone_volumes(const BoundedPolygon& polygon, const Vec3& apex) {
  Bounded sum;
  if (polygon.empty()) return sum;
  const BoundedVec3 from = bounded(apex);
  const BoundedVec3 arm = polygon[0].value - from;
  for (std::size_t i = 1; i + 1 < polygon.size(); ++i) {
    // From the first corner, so that the terms are as small as the polygon.
    sum = sum + dot(arm, cross(polygon[i].value - polygon[0].value,
                               polygon[i + 1].value - polygon[0].value));
  }
  return sum;
}

}  // namespace touchstone
