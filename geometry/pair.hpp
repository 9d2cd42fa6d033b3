// SPDX-License-Identifier: GPL-3.0-or-later
// The question: two polytopes in their local frames, two poses.
#pragma once

#include <algorithm>

#include "geometry/polytope.hpp"
#include "geometry/pose.hpp"

namespace touchstone {

struct Pair {
  PolytopePtr A;
  Pose X_WA;
  PolytopePtr B;
  Pose X_WB;
};

/// The bodies with their names exchanged.
inline Pair swapped(const Pair& pair) { return {pair.B, pair.X_WB, pair.A, pair.X_WA}; }

/// The length that tolerances are relative to: the smaller non-zero bounding radius, 1 if both are
/// 0 [m].
inline double pair_size(const Pair& pair) {
  const double a = pair.A->bounding_radius();
  const double b = pair.B->bounding_radius();
  if (a == 0 && b == 0) return 1;
  if (a == 0) return b;
  if (b == 0) return a;
  return std::min(a, b);
}

}  // namespace touchstone
