// SPDX-License-Identifier: GPL-3.0-or-later
// The outline of points in a plane, exactly.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "reference/overlap/numbers.hpp"

namespace touchstone {

/// The extreme points of the convex hull, counter-clockwise from the least one (Andrew's monotone
/// chain). Of points on one line its two ends, of equal ones a single point. Coordinates are
/// integers or doubles; nothing where doubles leave in doubt whether three points are on a line.
template <class Coordinate>
std::optional<std::vector<std::array<Coordinate, 2>>> outline(
    std::vector<std::array<Coordinate, 2>> points) {
  std::sort(points.begin(), points.end());
  points.erase(std::unique(points.begin(), points.end()), points.end());
  if (points.size() < 3) return points;
  std::vector<std::array<Coordinate, 2>> hull;
  for (int chain = 0; chain < 2; ++chain) {
    const std::size_t kept = hull.size();
    for (const auto& c : points) {
      while (hull.size() >= kept + 2) {
        const auto& a = hull[hull.size() - 2];
        const auto& b = hull.back();
        using Number = decltype(difference(a[0], b[0]));
        const Number turn = difference(b[0], a[0]) * difference(c[1], a[1]) -
                            difference(b[1], a[1]) * difference(c[0], a[0]);
        const auto left = certain_sign(turn);
        if (!left) return std::nullopt;
        if (*left > 0) break;
        hull.pop_back();
      }
      hull.push_back(c);
    }
    hull.pop_back();  // The other chain begins with it.
    std::reverse(points.begin(), points.end());
  }
  return hull;
}

}  // namespace touchstone
