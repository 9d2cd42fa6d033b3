// SPDX-License-Identifier: GPL-3.0-or-later
// The outline of points in a plane, exactly.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "reference/overlap/numbers.hpp"
#include "reference/plane_hull.hpp"

namespace touchstone {

/// The extreme points of the convex hull, counter-clockwise from the least one. Of points on one
/// line its two ends, of equal ones a single point. Coordinates are integers or doubles; nothing
/// where doubles leave in doubt whether three points are on a line.
template <class Coordinate>
std::optional<std::vector<std::array<Coordinate, 2>>> outline(
    std::vector<std::array<Coordinate, 2>> points) {
  bool certain = true;
  const auto orientation = [&](const auto& a, const auto& b, const auto& c) {
    using Number = decltype(difference(a[0], b[0]));
    const Number area = difference(b[0], a[0]) * difference(c[1], a[1]) -
                        difference(b[1], a[1]) * difference(c[0], a[0]);
    const std::optional<int> sign = certain_sign(area);
    certain = certain && sign.has_value();
    return sign.value_or(0);
  };
  auto hull = plane_hull(std::move(points), std::less<>(), orientation);
  if (!certain) return std::nullopt;
  return hull;
}

}  // namespace touchstone
