// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/overlap/clip.hpp"

#include <utility>

#include "reference/exact/exact_vector.hpp"

namespace touchstone {
namespace {

/// Points and planes are at most 1 in size: their differences are at most this long [1].
constexpr double kLongest = 3.5;
/// Error of a distance by the rounding of points and of a product of three terms [1].
constexpr double kUnitDistanceError = 0x1p-47;

/// Where the segment from `inside` to `outside` meets the plane, of which they have these
/// distances.
ClipPoint exact_crossing(const ClipPoint& inside, const Rational& below, const ClipPoint& outside,
                         const Rational& above) {
  const Rational share = below / (below - above);
  RationalVec3 point;
  for (std::size_t i = 0; i < 3; ++i) {
    point[i] = inside.exact[i] + share * (outside.exact[i] - inside.exact[i]);
  }
  return make_clip_point(std::move(point));
}

}  // namespace

ClipPoint make_clip_point(RationalVec3 exact) {
  ClipPoint point{std::move(exact), {}};
  for (int i = 0; i < 3; ++i) point.rounded[i] = point.exact[static_cast<std::size_t>(i)].get_d();
  return point;
}

int ClipPlane::rounded_side(const Vec3& point) const {
  const double distance = rounded_normal.dot(point - rounded_through);
  const double doubt = kLongest * error + kUnitDistanceError;
  return static_cast<int>(distance > doubt) - static_cast<int>(distance < -doubt);
}

Rational ClipPlane::distance(const ClipPoint& point) const {
  RationalVec3 arm;
  for (std::size_t i = 0; i < 3; ++i) arm[i] = point.exact[i] - through[i];
  return dot(normal, arm);
}

int ClipPlane::side(const ClipPoint& point) const {
  const int side = rounded_side(point.rounded);
  return side != 0 ? side : sgn(distance(point));
}

void clip(ClipPolygon& polygon, const ClipPlane& plane, ClipPolygon& scratch) {
  std::vector<int> side;
  int outside = 0;
  for (const ClipPoint& point : polygon) {
    side.push_back(plane.side(point));
    outside += static_cast<int>(side.back() > 0);
  }
  if (outside == 0) return;
  scratch.clear();
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const std::size_t next = (i + 1) % polygon.size();
    if (side[i] <= 0) scratch.push_back(polygon[i]);
    if (side[i] * side[next] >= 0) continue;
    const std::size_t in = side[i] < 0 ? i : next;
    const std::size_t out = side[i] < 0 ? next : i;
    scratch.push_back(exact_crossing(polygon[in], plane.distance(polygon[in]), polygon[out],
                                     plane.distance(polygon[out])));
  }
  std::swap(polygon, scratch);
}

Rational six_cone_volumes(const ClipPolygon& polygon) {
  Rational sum = 0;
  for (std::size_t i = 1; i + 1 < polygon.size(); ++i) {
    const RationalVec3& a = polygon[0].exact;
    const RationalVec3& b = polygon[i].exact;
    const RationalVec3& c = polygon[i + 1].exact;
    sum += a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) +
           a[2] * (b[0] * c[1] - b[1] * c[0]);
  }
  return sum;
}

}  // namespace touchstone
