// SPDX-License-Identifier: GPL-3.0-or-later
// The point of a simplex nearest to 0, and the smallest face that holds it. Internal to
// `certified`.
#pragma once

#include <algorithm>
#include <array>
#include <span>

#include "geometry/index.hpp"
#include "metrics/certified/support/difference.hpp"

namespace touchstone {

struct DifferenceSimplex {
  int count = 0;
  std::array<DifferencePoint, 4> points;
  std::array<double, 3> weight{};  ///< weights of the nearest point, > 0 up to `count`
  Vec3 nearest = Vec3::Zero();
  /// The square of how fast the weights but the first change along the feature, at most [1/m^2]: of
  /// a triangle the larger square of two edges over that of their product, of a segment one over its
  /// square, of a point 0. The first weight may change twice as fast. Large where the foot's place
  /// is not known well.
  double squared_slope = 0;

  void add(const DifferencePoint& p) { points[at(count++)] = p; }
  std::span<const DifferencePoint> used() const { return std::span(points).first(at(count)); }
  bool has(const DifferencePoint& p) const {
    return std::ranges::any_of(used(), [&](const DifferencePoint& q) { return q.same_pair(p); });
  }
  /// Finds the nearest point and drops the points that do not take part in it. If 0 is inside four
  /// points, it drops nothing and returns false. `of_last`: all points but the last took part in
  /// the nearest point before, and the last is nearer along their direction, so that it takes part.
  bool reduce(bool of_last = false);
  /// Makes a tetrahedron of at least one point: each further one is more than `least` [m] away from
  /// the span of the others. False if no support point is.
  bool complete(const DifferenceSet& set, double least, int* supports = nullptr);
};

/// Weights of the foot of 0 on the plane of a triangle. Their sum is 1; of a triangle without
/// area they are not finite.
std::array<double, 3> foot_weights(const Vec3& c0, const Vec3& c1, const Vec3& c2);

}  // namespace touchstone
