// SPDX-License-Identifier: GPL-3.0-or-later
// The points that an ExactBody is made from, in the forms in which its sources need them. Private
// to exact_body*.cpp.
#pragma once

#include <cmath>
#include <cstdlib>
#include <vector>

#include "reference/exact/exact_body.hpp"
#include "reference/exact/quickhull.hpp"

namespace touchstone {

/// Error of a rounded plane normal relative to its permanent, by Shewchuk's orientation bound [1].
inline constexpr double kRelativePlaneError = 0x1p-50;

/// The exponent k with |x| <= 2^k for all entries, as small as possible; 0 for zeros.
inline int common_exponent(const std::vector<Vec3>& vertices) {
  double largest = 0;
  for (const Vec3& v : vertices) largest = std::max(largest, v.cwiseAbs().maxCoeff());
  int exponent = 0;
  if (largest > 0) std::frexp(largest, &exponent);
  return exponent;
}

inline Vec3 scale_down(const Vec3& v, int exponent) {
  return {std::ldexp(v[0], -exponent), std::ldexp(v[1], -exponent), std::ldexp(v[2], -exponent)};
}

/// Scales all points by 2^-exponent exactly: by a product where that is a normal number.
inline void scale_down(std::vector<Vec3>& points, int exponent) {
  if (exponent == 0) return;
  if (std::abs(exponent) > 1000) {
    for (Vec3& p : points) p = scale_down(p, exponent);
    return;
  }
  const double factor = std::ldexp(1.0, -exponent);
  for (Vec3& p : points) p *= factor;
}

/// A facet's rounded normal is replaced by the rounded exact one where its error bound is above
/// this [1].
inline constexpr double kGoodNormal = 0x1p-46;
/// Edges shorter than this, relative to the coordinates, are turned into directions exactly:
/// squares of doubles would underflow.
inline constexpr double kNearUnderflow = 0x1p-400;

/// The rounded normal of the plane, with its error; false where that is not good enough.
inline bool round_normal(const Orientation::Plane& plane, ExactBody::Node& node) {
  const double length = plane.normal.norm();
  node.error = length < kNearUnderflow
                   ? 1
                   : 2 * kRelativePlaneError * plane.permanent.norm() / length + 0x1p-50;
  if (node.error > kGoodNormal) return false;
  node.normal = plane.normal / length;
  return true;
}

/// All points, in the forms in which they are needed.
struct ExactBody::Given {
  /// The scaled points are written to `memory`, which has to last.
  Given(const std::vector<Vec3>& points, std::vector<Vec3>& memory)
      : vertices(points), scaled(memory), exponent(common_exponent(points)), integers(points) {
    memory = points;
    scale_down(memory, exponent);
  }
  int count() const { return static_cast<int>(vertices.size()); }

  const std::vector<Vec3>& vertices;
  const std::vector<Vec3>& scaled;  ///< times 2^-exponent: |p|_max <= 1
  int exponent;
  IntegerPoints integers;
  Orientation orientation{scaled, integers};
};

}  // namespace touchstone
