// SPDX-License-Identifier: GPL-3.0-or-later
// The search for evidence, which nothing trusts: towards 0 from outside of C [gilbert1988gjk], or
// outwards from inside, by an expanding polytope. It computes with double words and takes no notice
// of their errors.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "reference/bracket.hpp"
#include "reference/bracket/proof.hpp"

namespace touchstone {

/// A point of C with what names it.
struct SearchPoint {
  BracketEvidence::Corner corner;
  BoundedVec3 c;
};

/// Farther than all points of C, in its unit: double words have no infinity.
inline constexpr double kFar = 16;

/// The best direction so far.
struct BestDirection {
  DoubleWord gap{-kFar, 0};  ///< between the cores, in C's unit
  FineVec3 direction;

  void offer(DoubleWord candidate, const BoundedVec3& u) {
    if (!less(gap, candidate)) return;
    gap = candidate;
    direction = fine(u);
  }
};

/// A simplex of up to four points of C, and the point of it that is nearest to 0.
struct NearestSimplex {
  std::vector<SearchPoint> points;
  std::vector<DoubleWord> weights;  ///< one for each point, not normalised
  DoubleWord distance{kFar, 0};
  bool contains_origin = false;
  int steps = 0;
};

/// The point of C where u is largest; nothing where rounding leaves none.
std::optional<SearchPoint> farthest_point(const CoreDifference& C, const BoundedVec3& u);

/// Goes on until the distance is at most `width` above the best gap, or the simplex contains 0, or
/// no step comes nearer.
NearestSimplex approach_origin(const CoreDifference& C, double width, BestDirection& best);

/// The surface that an expansion ends with.
struct ExpandedSurface {
  std::vector<SearchPoint> points;
  std::vector<std::array<std::uint32_t, 3>> triangles;
  double depth = -kFar;  ///< how far 0 is behind its nearest plane, in C's unit
  int steps = 0;
};

/// Expands the polytope of `start` until the best gap is at most budget.width below the nearest
/// plane; if that takes too many steps, budget.wide_width. `scale` is the pair's size in C's unit.
ExpandedSurface expand_surface(const CoreDifference& C, const std::vector<SearchPoint>& start,
                               const BracketBudget& budget, double scale, BestDirection& best);

}  // namespace touchstone
