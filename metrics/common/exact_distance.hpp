// SPDX-License-Identifier: GPL-3.0-or-later
// The signed distance of two bodies in integers, for what double-double leaves open: contact to the
// last bit, features that differ by less than that, C without volume. The last resort of
// `certified`, and of `gjk` and `vclip`.
//
// 1. GJK with the nearest point of up to four points found exactly among their subsets. The
//    distance falls with every new point and there are finitely many subsets: it ends, with the
//    exact distance or with points whose hull holds 0.
// 2. These are completed to a tetrahedron, which holds 0. No other point outside their span in
//    either direction: C is flat and 0 is in it, so the distance is 0.
// 3. The expanding polytope (expansion.hpp) with exact signs: it stays convex, each new point is a
//    vertex of C that it did not have, so it ends; its nearest triangle is then of a facet of C.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "geometry/pose.hpp"
#include "metrics/arithmetic/exact_arms.hpp"
#include "metrics/common/difference_point.hpp"

namespace touchstone {

struct ExactDistance {
  double phi = 0;            ///< correctly rounded [m], as all entries below are
  double tail = 0;           ///< what that leaves out [m]
  Vec3 n = Vec3::Zero();     ///< unit, from B to A
  Vec3 p_WA = Vec3::Zero();  ///< world [m]
  Vec3 p_WB = Vec3::Zero();
  int nearest_count = 0;  ///< points of C whose hull holds the one nearest to 0
  std::array<DifferencePoint, 3> nearest;
  int support_count = 0;  ///< where phi = 0: points of a supporting plane through 0
  std::array<DifferencePoint, 3> support;
  std::vector<std::array<DifferencePoint, 3>> cycle;  ///< where phi < 0
  int points = 0;                                     ///< support queries
};

ExactDistance find_exact_distance(const exact::Body& A, const Pose& X_WA, const exact::Body& B,
                                  const Pose& X_WB);

/// Distance, normal, witness points and nearest points of bodies that are apart; for others phi = 0
/// and nothing else. Begins with `start`, up to three distinct points: any will do, and points near
/// the nearest one save steps.
ExactDistance find_exact_nearest(const exact::Body& A, const Pose& X_WA, const exact::Body& B,
                                 const Pose& X_WB, std::span<const DifferencePoint> start);

}  // namespace touchstone
