// SPDX-License-Identifier: GPL-3.0-or-later
// The foot of 0 on a segment or a triangle of C, with its weights, in doubles: for GJK, and for the
// check of the last answer's feature. Triangles that are not wide have foot_weights (simplex.hpp).
// Internal to `certified`.
#pragma once

#include <algorithm>
#include <array>

#include "metrics/arithmetic/gram_weights_kernel.hpp"

TOUCHSTONE_BEGIN_KERNEL();
namespace touchstone::TOUCHSTONE_REGISTERS {
namespace {

/// Where the sine of its angle, squared, is above this a triangle's weights come from the products
/// of its edges: their rounding grows with one over this number, that of its foot with its root.
constexpr double kWideTriangle = 1e-4;

/// The foot of 0 on the line or plane of a feature.
struct Foot {
  Lanes point;                   ///< world [m]
  std::array<double, 3> weight;  ///< each of a point of the feature; their sum is 1 to rounding
  double squared_slope;          ///< DifferenceSimplex::squared_slope
  bool wide;                     ///< whether the weights have the digits that they need
  bool inside;                   ///< whether it is wide and the weights are > 0
};

/// The foot of 0 on the segment from p to q = p + e.
[[gnu::always_inline]] inline Foot foot_on_segment(const Lanes& p, const Lanes& q, const Lanes& e) {
  const double along_p = -dot(p, e);
  const double along_q = dot(q, e);
  // From the nearer end, where less cancels.
  const bool near_p = along_p < along_q;
  Foot foot;
  foot.squared_slope = 1 / dot(e, e);
  const double t = (near_p ? along_p : along_q) * foot.squared_slope;
  foot.weight[0] = near_p ? 1 - t : t;
  foot.weight[1] = near_p ? t : 1 - t;
  foot.weight[2] = 0;
  foot.point = near_p ? p + e * t : q - e * t;
  foot.wide = true;
  foot.inside = along_p > 0 && along_q > 0;
  return foot;
}

/// The foot of 0 on the triangle of p, p + e1 and p + e2.
[[gnu::always_inline]] inline Foot foot_on_triangle(const Lanes& p, const Lanes& e1,
                                                    const Lanes& e2) {
  const Lanes n = cross(e1, e2);
  const double inverse = 1 / dot(n, n);
  const double along1 = -dot(p, e1);
  const double along2 = -dot(p, e2);
  const double square1 = dot(e1, e1);
  const double square2 = dot(e2, e2);
  const auto [area, w1, w2] = GramWeights<double>(along1, along2, square1, square2, dot(e1, e2));
  const double w0 = area - w1 - w2;
  const double part = 1 / area;
  Foot foot;
  foot.squared_slope = std::max(square1, square2) * inverse;
  foot.weight[1] = w1 * part;
  foot.weight[2] = w2 * part;
  // This has the sign of its numerator; 1 less the other two weights may not.
  foot.weight[0] = w0 * part;
  foot.point = n * (dot(n, p) * inverse);
  // The signs wait neither for the division nor for the foot.
  foot.wide = area > kWideTriangle * (square1 * square2);
  foot.inside = foot.wide && w0 > 0 && w1 > 0 && w2 > 0;
  return foot;
}

}  // namespace
}  // namespace touchstone::TOUCHSTONE_REGISTERS
TOUCHSTONE_END_KERNEL();
