// SPDX-License-Identifier: GPL-3.0-or-later
// Pairs for aligned_boxes_plugin.c and aligned_process.py.
#pragma once

#include "geometry/pair.hpp"
#include "geometry/shapes.hpp"

namespace touchstone {

inline Pair aligned_pair(double z = 0) {
  static const PolytopePtr kA = make_box({1, 1, 1});
  static const PolytopePtr kB = make_box({2, 1.5, 1});
  Pair pair = {kA, Pose{}, kB, Pose{}};
  pair.X_WB.t = {0.25, 0.5, 3 + z};
  return pair;
}

/// Body B is far away: it is this question that has the fault.
inline Pair faulty_pair() { return aligned_pair(200); }

}  // namespace touchstone
