// SPDX-License-Identifier: GPL-3.0-or-later
// The point of a segment nearest to a point.
#pragma once

#include <algorithm>

#include "geometry/vector.hpp"

namespace touchstone {

inline Vec3 nearest_on_segment(const Vec3& a, const Vec3& b, const Vec3& p) {
  const Vec3 along = b - a;
  const double squared = along.squaredNorm();
  if (!(squared > 0)) return a;
  return a + along * std::clamp(along.dot(p - a) / squared, 0.0, 1.0);
}

}  // namespace touchstone
