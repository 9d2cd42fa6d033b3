// SPDX-License-Identifier: MIT
// Where a point of a manifold of two boxes lies, for adapters of libraries that do not say.
#pragma once

#include "peers/peer.hpp"

namespace peer {

/// A box about the origin of its frame.
struct PosedBox {
  Pose X;
  Point half_extents;

  /// Signed distance of p from the surface, negative inside [m].
  double height_of(const Point& p) const {
    double highest = -HUGE_VAL;
    for (int i = 0; i < 3; ++i) {
      double along = 0;
      for (int j = 0; j < 3; ++j) along += X.R[3 * j + i] * (p[j] - X.t[j]);
      highest = std::max(highest, std::abs(along) - half_extents[i]);
    }
    return highest;
  }
};

/// The middle between the places on A and on B, for libraries whose point is on one of the boxes,
/// on the other, or midway, and who do not say which: the one of the three is taken for which both
/// places are nearest to the surfaces. `normal` is from B to A, `gap` is along it.
inline Point middle_of(const PosedBox& A, const PosedBox& B, const Point& p, const Point& normal,
                       double gap) {
  const auto along = [&](const Point& from, double part) {
    return Point{from[0] + part * gap * normal[0], from[1] + part * gap * normal[1],
                 from[2] + part * gap * normal[2]};
  };
  Point best{};
  double least = HUGE_VAL;
  for (const double part : {0.0, 0.5, -0.5}) {
    const Point middle = along(p, part);
    const double off =
        std::abs(A.height_of(along(middle, 0.5))) + std::abs(B.height_of(along(middle, -0.5)));
    if (!(off < least)) continue;
    least = off;
    best = middle;
  }
  return best;
}

}  // namespace peer
