// SPDX-License-Identifier: GPL-3.0-or-later
// The point nearest to 0 of up to four points of C, and those of them that it takes. Internal to
// `certified`.
#pragma once

#include <array>

#include "metrics/certified/difference.hpp"

namespace touchstone {

struct DifferenceSimplex {
  int count = 0;
  std::array<DifferencePoint, 4> points;
  std::array<double, 4> weight{};  ///< of the nearest point, > 0
  Vec3 nearest = Vec3::Zero();

  void add(const DifferencePoint& p) { points[static_cast<std::size_t>(count++)] = p; }
  bool has(const DifferencePoint& p) const {
    for (int i = 0; i < count; ++i) {
      if (points[static_cast<std::size_t>(i)].same_pair(p)) return true;
    }
    return false;
  }
  /// Finds the nearest point and drops what does not take part in it. False if 0 is inside four
  /// points: nothing is dropped then. `of_last`: the last point was added to points of which each
  /// takes part, and is nearer along their direction, so it takes part, too.
  bool reduce(bool of_last = false);
  /// Makes a tetrahedron of at least one point: each further one is more than `least` away from the
  /// span of the others [m]. False if there is none.
  bool complete(const DifferenceSet& set, double least, int* supports = nullptr);
};

/// Weights of the foot of 0 on the plane of a triangle. Their sum is 1; of a triangle without
/// area they are not finite.
Vec3 foot_weights(const Vec3& c0, const Vec3& c1, const Vec3& c2);

}  // namespace touchstone
