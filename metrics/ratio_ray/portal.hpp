// SPDX-License-Identifier: GPL-3.0-or-later
// What the searches of `ratio_ray` and its last resort share. Internal to them.
#pragma once

#include <array>
#include <cmath>
#include <limits>

#include "geometry/pose.hpp"
#include "metrics/ratio_ray/ray_body.hpp"

namespace touchstone {

/// Spacing of doubles above 1: 2^-52.
inline constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

/// v/|v|, of any length but 0 and with any exponent.
inline Vec3 unit_along(const Vec3& v) {
  const double squared = v.squaredNorm();
  if (squared > 1e-200 && squared < 1e200) return v / std::sqrt(squared);
  return v.stableNormalized();
}
/// Three unit vectors at right angles to dhat, evenly around it.
std::array<Vec3, 3> three_around(const Vec3& dhat);

/// Three points around `towards`, not 0, on the unit ball, well around that direction; their
/// entries are whole multiples of 2^-kBallDigits.
std::array<Vec3, 3> ball_points(const Vec3& towards);
inline constexpr int kBallDigits = 20;

/// A point of K by the places of its vertices in the maps; -1 for a point known to be inside.
struct PortalPoint {
  int a = -1;
  int b = -1;
};

struct Portal {
  std::array<PortalPoint, 3> points;

  bool has(int a, int b) const {
    const auto is = [=](const PortalPoint& p) {
      return (p.a == a ? 1U : 0U) & (p.b == b ? 1U : 0U);  // which one differs nothing predicts
    };
    return (is(points[0]) | is(points[1]) | is(points[2])) != 0;
  }
  bool of_vertices() const { return points[0].a >= 0 && points[1].a >= 0 && points[2].a >= 0; }
};

}  // namespace touchstone
