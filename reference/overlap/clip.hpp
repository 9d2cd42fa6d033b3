// SPDX-License-Identifier: GPL-3.0-or-later
// A convex polygon in space cut by a half-space (Sutherland & Hodgman's clipping), in rationals or
// in double words with error bounds (arithmetic/bounded.hpp).
//
// Each point has its rounded coordinates beside it: the side of a plane that it is on is decided by
// them where their error leaves no doubt. Else the numbers decide. Rationals always can. Nothing is
// decided that the bounds of double words leave in doubt: who asks has to compute with rationals
// then. So touching and coplanar features end in doubt. docs/peg-figures.md says what the rest
// costs.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "geometry/vector.hpp"
#include "reference/overlap/numbers.hpp"

namespace touchstone {

/// Error of a rounded distance, relative to the size: the normal's error, and the rounding of
/// points, of their difference and of a product of three terms [1].
inline constexpr double kRelativeDistanceError = 0x1p-46;
/// A normal that is known to this share of its length is good to 2^-48 when it is rounded [1].
inline constexpr double kMaxRelativeNormalError = 0x1p-60;
/// The length of a shorter rounded normal suffers from underflow.
inline constexpr double kMinNormal = 0x1p-480;

template <class Number>
struct ClipPoint {
  std::array<Number, 3> value;
  Vec3 rounded = Vec3::Zero();
  double error = 0;  ///< bound of the distance of `rounded` from the point [m]
};

template <class Number>
using ClipPolygon = std::vector<ClipPoint<Number>>;

template <class Number>
ClipPoint<Number> make_clip_point(const std::array<Number, 3>& value) {
  ClipPoint<Number> point{value, rounded(value), 0};
  for (std::size_t i = 0; i < 3; ++i) {
    point.error += error_of(value[i]) * kBoundSlack + 0x1p-52 * std::abs(point.rounded[i]);
  }
  return point;
}

/// The half-space normal.(x - through) <= 0.
template <class Number>
struct ClipPlane {
  std::array<Number, 3> normal;  ///< outward, of any length but 0
  ClipPoint<Number> through;
  Vec3 rounded_normal = Vec3::Zero();  ///< unit, within 2^-48 of the exact unit normal; 0: unknown

  /// Positive outside the half-space; 0 where the rounded numbers leave a doubt. Points are at most
  /// `size` from each other [m].
  int rounded_side(const ClipPoint<Number>& point, double size) const {
    const double distance = rounded_normal.dot(point.rounded - through.rounded);
    const double doubt = kRelativeDistanceError * size + 2 * (point.error + through.error);
    return static_cast<int>(distance > doubt) - static_cast<int>(distance < -doubt);
  }
  /// A positive multiple of the signed distance.
  Number distance(const ClipPoint<Number>& point) const {
    return dot(normal, point.value - through.value);
  }
  /// The exact sign of a point's distance; nothing where it is in doubt.
  std::optional<int> side(const ClipPoint<Number>& point, double size) const {
    const int side = rounded_side(point, size);
    return side != 0 ? side : certain_sign(distance(point));
  }
};

/// Nothing where the normal is not known well enough.
template <class Number>
std::optional<ClipPlane<Number>> make_clip_plane(const std::array<Number, 3>& normal,
                                                 const ClipPoint<Number>& through) {
  ClipPlane<Number> plane{normal, through, rounded(normal)};
  const double length = plane.rounded_normal.norm();
  const double error = error_of(normal[0]) + error_of(normal[1]) + error_of(normal[2]);
  if (!(error <= kMaxRelativeNormalError * length)) return std::nullopt;
  plane.rounded_normal /= length < kMinNormal ? HUGE_VAL : length;
  return plane;
}

/// Leaves of `polygon` what is in the half-space, its boundary included. False where the side of a
/// corner is in doubt: `polygon` is of no use then. `scratch` is for memory.
template <class Number>
bool clip(ClipPolygon<Number>& polygon, const ClipPlane<Number>& plane, double size,
          ClipPolygon<Number>& scratch) {
  std::vector<int> side;
  for (const ClipPoint<Number>& point : polygon) {
    const auto found = plane.side(point, size);
    if (!found) return false;
    side.push_back(*found);
  }
  if (std::none_of(side.begin(), side.end(), [](int s) { return s > 0; })) return true;
  scratch.clear();
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const std::size_t next = (i + 1) % polygon.size();
    if (side[i] <= 0) scratch.push_back(polygon[i]);
    if (side[i] * side[next] >= 0) continue;
    const ClipPoint<Number>& inside = polygon[side[i] < 0 ? i : next];
    const ClipPoint<Number>& outside = polygon[side[i] < 0 ? next : i];
    const Number below = plane.distance(inside);
    const Number above = plane.distance(outside);
    // Nothing where the segment is too short to tell where it meets the plane.
    const auto share = quotient(-below, above - below);
    if (!share) return false;
    scratch.push_back(make_clip_point(inside.value + *share * (outside.value - inside.value)));
  }
  std::swap(polygon, scratch);
  return true;
}

/// Six times the signed volume of the cone from `apex` over a polygon: positive where the corners
/// are counter-clockwise seen from the side away from the apex.
template <class Number>
Number six_cone_volumes(const ClipPolygon<Number>& polygon, const Vec3& apex) {
  Number sum(0);
  if (polygon.empty()) return sum;
  const std::array<Number, 3>& first = polygon[0].value;
  const std::array<Number, 3> from = {Number(apex[0]), Number(apex[1]), Number(apex[2])};
  const std::array<Number, 3> arm = first - from;
  for (std::size_t i = 1; i + 1 < polygon.size(); ++i) {
    // From the first corner, so that the terms are as small as the polygon.
    sum = sum + dot(arm, cross(polygon[i].value - first, polygon[i + 1].value - first));
  }
  return sum;
}

}  // namespace touchstone
