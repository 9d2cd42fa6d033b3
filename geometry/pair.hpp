// SPDX-License-Identifier: GPL-3.0-or-later
// The question: two polytopes in their local frames, two poses. A polytope with a radius is the core
// of its body.
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

/// Whether a body has a radius: the pair of the bodies is then another one than that of the cores.
inline bool is_rounded(const Pair& pair) { return pair.A->radius() > 0 || pair.B->radius() > 0; }

/// The length that tolerances are relative to: the smaller non-zero bounding radius, that of the
/// core plus the body's radius; 1 if both are 0 [m].
inline double pair_size(const Pair& pair) {
  const double a = pair.A->bounding_radius() + pair.A->radius();
  const double b = pair.B->bounding_radius() + pair.B->radius();
  if (a == 0 && b == 0) return 1;
  if (a == 0) return b;
  if (b == 0) return a;
  return std::min(a, b);
}

}  // namespace touchstone
