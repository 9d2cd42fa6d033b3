// SPDX-License-Identifier: GPL-3.0-or-later
// The expanding polytope's arithmetic in doubles. Internal to `certified`.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "metrics/certified/support/difference.hpp"

namespace touchstone {

struct DoubleKernel {
  using Point = DifferencePoint;
  struct Plane {
    Vec3 n;  ///< unit, outward
    double level = 0;
    /// The larger square of two edges over that of their product [1/m^2]: large for slivers, whose
    /// plane is not known well.
    double squared_slope = 0;
  };
  double margin = 0;  ///< what a height may be off for lack of digits [m]

  static Plane plane(const Point& p0, const Point& p1, const Point& p2) {
    const Vec3 e1 = p1.c - p0.c;
    const Vec3 e2 = p2.c - p0.c;
    const Vec3 across = e1.cross(e2);
    const double squared = across.squaredNorm();
    const double inverse = 1 / std::sqrt(squared);
    Plane plane;
    // A sliver without area comes first and is looked at then.
    if (!(squared > 0))
      return {Vec3::Zero(), -std::numeric_limits<double>::infinity(),
              std::numeric_limits<double>::infinity()};
    plane.n = across * inverse;
    plane.level = plane.n.dot(p0.c);
    plane.squared_slope = inverse * inverse * std::max(e1.squaredNorm(), e2.squaredNorm());
    return plane;
  }
  int side(const Plane& plane, const Point& p) const {
    const double height = plane.n.dot(p.c) - plane.level;
    return height > margin ? 1 : height < -margin ? -1 : 0;
  }
  bool sees(const Plane& plane, const Point& p) const {
    return plane.n.dot(p.c) - plane.level > -margin;
  }
};

}  // namespace touchstone
