// SPDX-License-Identifier: GPL-3.0-or-later
// The hull of points in a plane, by Andrew's monotone chain in any arithmetic. Nothing of the
// oracle's set of files in exact/ includes it (exact/README.md).
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace touchstone {

/// The corners of the hull, counter-clockwise from the first; of a segment its two ends, of one
/// point itself. `before(a, b)` orders along one axis, then along the other, and `orientation(a, b, c)`
/// has the sign of the area of the triangle; both are exact. Points may be named by indices.
template <class Point, class Before, class Orientation>
std::vector<Point> plane_hull(std::vector<Point> points, const Before& before,
                              const Orientation& orientation) {
  std::sort(points.begin(), points.end(), before);
  points.erase(std::unique(points.begin(), points.end()), points.end());
  if (points.size() < 3) return points;
  std::vector<Point> chain;
  const auto add = [&](const Point& p, std::size_t fixed) {
    while (chain.size() > fixed && orientation(chain[chain.size() - 2], chain.back(), p) <= 0) {
      chain.pop_back();
    }
    chain.push_back(p);
  };
  for (const Point& p : points) add(p, 1);
  const std::size_t lower = chain.size();
  for (std::size_t k = points.size() - 1; k-- > 0;) add(points[k], lower);
  chain.pop_back();
  return chain;
}

}  // namespace touchstone
