// SPDX-License-Identifier: GPL-3.0-or-later
// Where a portal of vertices is, and the plane through it (portal_search_kernel.hpp). The vertices
// are placed in double-double, which the proof needs (exit_proof.hpp); the plane takes what doubles
// see of them. Internal to `ratio_ray`.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "metrics/arithmetic/lanes_kernel.hpp"
#include "metrics/ratio_ray/portal.hpp"

TOUCHSTONE_BEGIN_KERNEL();
namespace touchstone::TOUCHSTONE_REGISTERS {
namespace {

/// R v.
[[gnu::always_inline]] inline LanesPair rotate(const LanesOfRotation& R, const LanesPair& v) {
  LanesPair sum = product(R.x, v.high[0]);
  sum.low = sum.low + R.x * v.low[0];
  const auto column = [&](const Lanes& axis, double high, double low) {
    LanesPair p = product(axis, high);
    p.low = p.low + axis * low;
    add(sum, p);
  };
  column(R.y, v.high[1], v.low[1]);
  column(R.z, v.high[2], v.low[2]);
  return sum;
}
/// With the bits of {v, 0}.
[[gnu::always_inline]] inline LanesPair rotate(const LanesOfRotation& R, const Lanes& v) {
  LanesPair sum = product(R.x, v[0]);
  add(sum, product(R.y, v[1]));
  add(sum, product(R.z, v[2]));
  return sum;
}

[[gnu::always_inline]] inline LanesPair negative(const LanesPair& a) {
  return {a.high * -1.0, a.low * -1.0};
}

/// The vertices of one body in a portal's pairs, world axes [m].
struct PlacedCorners {
  LanesPair arm;    ///< of the first, from the interior point
  LanesPair one;    ///< to the second from the first
  LanesPair other;  ///< to the third
  bool has_one;     ///< whether it is another vertex
  bool has_other;

  [[gnu::always_inline]] void place(const RayBody& body, const Mat3& R_double,
                                    const std::array<int, 3>& at) {
    const LanesOfRotation R(R_double);
    const Lanes first = lanes_of(body.map.body_vertex(at[0]));
    const Lanes back = first * -1.0;
    arm = rotate(R, two_sum(first, lanes_of(body.center) * -1.0));
    one = other = {everywhere(0), everywhere(0)};
    has_one = at[1] != at[0];
    has_other = at[2] != at[0];
    if (has_one) one = rotate(R, two_sum(lanes_of(body.map.body_vertex(at[1])), back));
    if (has_other) other = rotate(R, two_sum(lanes_of(body.map.body_vertex(at[2])), back));
  }
  /// The arm of the mean with weights w1 and w2 of the second and the third.
  [[gnu::always_inline]] LanesPair mean(double w1, double w2) const {
    LanesPair sum = arm;
    if (has_one) add_multiple(sum, w1, one);
    if (has_other) add_multiple(sum, w2, other);
    return sum;
  }
};

/// Where a portal of vertices is, and what d is to it: world axes, in which k = R_B b - R_A a.
struct PortalPlane {
  PlacedCorners A;
  PlacedCorners B;
  Lanes k0;      ///< [m]
  Lanes edge_1;  ///< k1 - k0
  Lanes edge_2;  ///< k2 - k0
  Lanes n;       ///< n.k = 1 on the plane [1/m]
  double w1;     ///< weights with sum 1 of the point d/r
  double w2;
  double r;      ///< n.d
  double slope;  ///< how fast a weight changes within the plane, at most [1/m]
  Lanes dual_1;  ///< times inverse_squared, its products with the edges are 1 and 0
  Lanes dual_2;
  double inverse_squared;  ///< |edge_1 x edge_2|^-2

  double least_weight() const { return std::min(1 - w1 - w2, std::min(w1, w2)); }

  /// All from A and B. False where the points span nothing.
  [[gnu::always_inline]] bool solve(const Lanes& d) {
    // From differences, and within the plane: a small portal far from 0 would lose all digits in
    // triple products of its points.
    k0 = B.arm.high - A.arm.high;
    edge_1 = B.one.high - A.one.high;
    edge_2 = B.other.high - A.other.high;
    const Lanes e3 = edge_2 - edge_1;
    const Lanes across = cross(edge_1, edge_2);
    const double height = dot(across, k0);
    const double along = dot(across, d);
    const double squared = dot(across, across);
    const double longest = std::max({dot(edge_1, edge_1), dot(edge_2, edge_2), dot(e3, e3)});
    const Lanes y = d * (height / along) - k0;
    n = across * (1 / height);
    r = along / height;
    dual_1 = cross(edge_2, across);
    dual_2 = cross(across, edge_1);
    inverse_squared = 1 / squared;
    w1 = dot(y, dual_1) * inverse_squared;
    w2 = dot(y, dual_2) * inverse_squared;
    slope = std::sqrt(longest / squared);
    // Not finite if one of them is not.
    return std::isfinite(slope + (w1 + w2) + norm_1(n));
  }
};

}  // namespace
}  // namespace touchstone::TOUCHSTONE_REGISTERS
TOUCHSTONE_END_KERNEL();
