// SPDX-License-Identifier: GPL-3.0-or-later
// Where a portal of vertices is, and the plane through it (portal_search_kernel.hpp). The vertices
// are placed in double-double, which the proof needs (exit_proof.hpp); the plane takes what doubles
// see of them. Internal to `ratio_ray`.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "metrics/arithmetic/lanes_kernel.hpp"
#include "metrics/ratio_ray/exit_proof.hpp"
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

/// Subtracts b from `sum`, with the bits of add(sum, -b).
[[gnu::always_inline]] inline void subtract(LanesPair& sum, const LanesPair& b) {
  const Lanes high = sum.high - b.high;
  const Lanes part = sum.high - high;
  const Lanes rounding = (sum.high - (high + part)) + (part - b.high);
  sum.high = high;
  sum.low = sum.low + (rounding - b.low);
}

/// Where the interior points are and what is between them, world [m]. d comes from the translations
/// first: far from 0 their difference is exact.
struct RayOffset {
  LanesPair d;         ///< x_A - x_B
  LanesPair center_A;  ///< x_A from A's origin
  LanesPair center_B;
  double terms;  ///< lengths of the interior points' arms
  double error;  ///< bound on the rounding of d

  /// Whether rounding may be all that is left of d: exact arithmetic has to look then.
  bool is_noise() const { return norm_1(d.high) <= 16 * error; }
};

inline RayOffset ray_offset(const RayBody& A, const Pose& X_WA, const RayBody& B,
                            const Pose& X_WB) {
  const Lanes x_A = lanes_of(A.center);
  const Lanes x_B = lanes_of(B.center);
  // Member by member: an initialiser would clear all of it first.
  RayOffset ray;
  ray.d = two_sum(lanes_of(X_WA.t), lanes_of(X_WB.t) * -1.0);
  ray.center_A = rotate(LanesOfRotation(X_WA.R), x_A);
  ray.center_B = rotate(LanesOfRotation(X_WB.R), x_B);
  ray.terms = norm_1(x_A) + norm_1(x_B);
  ray.error = kDoubleDouble * (norm_1(ray.d.high) + ray.terms);
  add(ray.d, ray.center_A);
  subtract(ray.d, ray.center_B);
  const Lanes sum = ray.d.high + ray.d.low;
  ray.d.low = ray.d.low - (sum - ray.d.high);
  ray.d.high = sum;
  return ray;
}

/// The vertices of one body in a portal's pairs, world axes [m].
struct PlacedCorners {
  LanesPair first;  ///< from the body's origin
  LanesPair one;    ///< to the second from the first
  LanesPair other;  ///< to the third
  // Rounded to doubles, known before the double-doubles above.
  Lanes arm;  ///< the first, from the interior point
  Lanes rough_one;
  Lanes rough_other;
  bool has_one;    ///< whether the second differs from the first
  bool has_other;  ///< whether the third differs from the first

  [[gnu::always_inline]] void place(const RayBody& body, const Mat3& R_double,
                                    const std::array<int, 3>& at) {
    const LanesOfRotation R(R_double);
    const Lanes v = lanes_of(body.map.body_vertex(at[0]));
    arm = R * (v - lanes_of(body.center));
    first = rotate(R, v);
    one = other = {everywhere(0), everywhere(0)};
    rough_one = rough_other = everywhere(0);
    has_one = at[1] != at[0];
    has_other = at[2] != at[0];
    const Lanes back = v * -1.0;
    if (has_one) {
      const LanesPair edge = two_sum(lanes_of(body.map.body_vertex(at[1])), back);
      rough_one = R * edge.high;
      one = rotate(R, edge);
    }
    if (has_other) {
      const LanesPair edge = two_sum(lanes_of(body.map.body_vertex(at[2])), back);
      rough_other = R * edge.high;
      other = rotate(R, edge);
    }
  }
  /// The mean with weights w1 and w2 of the second and the third, from the origin.
  [[gnu::always_inline]] LanesPair mean(double w1, double w2) const {
    LanesPair sum = first;
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
  double rho;    ///< 1 - 1/r, not always to the last digits
  double slope;  ///< how fast a weight changes within the plane, at most [1/m]
  Lanes dual_1;  ///< times inverse_squared, its products with the edges are 1 and 0
  Lanes dual_2;
  double inverse_squared;  ///< |edge_1 x edge_2|^-2

  double least_weight() const { return std::min(1 - w1 - w2, std::min(w1, w2)); }

  /// Makes all but A and B, from these. False where the points span nothing.
  [[gnu::always_inline]] bool solve(const Lanes& d) {
    // From differences, and within the plane: a small portal far from 0 would lose all digits in
    // triple products of its points.
    k0 = B.arm - A.arm;
    edge_1 = B.rough_one - A.rough_one;
    edge_2 = B.rough_other - A.rough_other;
    const Lanes e3 = edge_2 - edge_1;
    const Lanes across = cross(edge_1, edge_2);
    const double height = dot(across, k0);
    const double along = dot(across, d);
    const double squared = dot(across, across);
    const double longest = std::max({dot(edge_1, edge_1), dot(edge_2, edge_2), dot(e3, e3)});
    const double inverse_r = height / along;
    const Lanes y = d * inverse_r - k0;
    n = across * (1 / height);
    r = along / height;
    rho = (along - height) / along;
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
