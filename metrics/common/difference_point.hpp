// SPDX-License-Identifier: GPL-3.0-or-later
// A point of the Minkowski difference C = B + (-A) of two placed bodies.
#pragma once

#include "geometry/vector.hpp"

namespace touchstone {

/// b - a, from vertices by their places in the maps.
struct DifferencePoint {
  Vec3 c = Vec3::Zero();  ///< world [m]
  int a = -1;
  int b = -1;
  bool same_pair(const DifferencePoint& other) const { return a == other.a && b == other.b; }
};

}  // namespace touchstone
