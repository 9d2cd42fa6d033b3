// SPDX-License-Identifier: GPL-3.0-or-later
// CGAL 5.5 walks maps keyed by addresses while it builds a hull, so that the order of its
// triangles, the corner that each begins with and how it cuts up coplanar facets change from run to
// run. Here the triangles of a hull are put into a form that depends on the points alone.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>
#include <span>
#include <vector>

#include "geometry/index.hpp"

namespace touchstone {

using HullTriangle = std::array<int, 3>;

/// A side of a triangle, from one corner to the next.
struct HullSide {
  int from;
  int to;
  int triangle;
};

/// The sides of all triangles, each followed by its reverse.
inline std::vector<HullSide> paired_sides(const std::vector<HullTriangle>& triangles) {
  const auto for_each_side = [&triangles](const auto& visit) {
    for (std::size_t t = 0; t < triangles.size(); ++t) {
      for (std::size_t k = 0; k < 3; ++k) {
        visit(HullSide{triangles[t][k], triangles[t][(k + 1) % 3], static_cast<int>(t)});
      }
    }
  };
  const auto low = [](const HullSide& side) { return at(std::min(side.from, side.to)); };
  const auto high = [](const HullSide& side) { return std::max(side.from, side.to); };
  // Counted by their lesser corner, then sorted by the other: some six sides.
  std::vector<int> first;
  for_each_side([&](const HullSide& side) {
    first.resize(std::max(first.size(), low(side) + 2));
    ++first[low(side) + 1];
  });
  std::partial_sum(first.begin(), first.end(), first.begin());
  std::vector<HullSide> sides(3 * triangles.size());
  std::vector<int> next(first);
  for_each_side([&](const HullSide& side) { sides[at(next[low(side)]++)] = side; });
  for (std::size_t k = 0; k + 1 < first.size(); ++k) {
    std::sort(sides.begin() + first[k], sides.begin() + first[k + 1],
              [&](const HullSide& a, const HullSide& b) { return high(a) < high(b); });
  }
  return sides;
}

/// Adds the fan of a facet, whose outline the sides are, in any order. `next` has a place for each
/// point.
template <class Collinear>
void add_fan(std::span<const HullSide> outline, const Collinear& collinear, std::vector<int>& next,
             std::vector<HullTriangle>& ordered) {
  for (const HullSide& side : outline) next[at(side.from)] = side.to;
  std::vector<int> loop;
  int i = outline.front().from;
  do {
    loop.push_back(i);
    i = next[at(i)];
  } while (i != loop.front() && loop.size() <= outline.size());
  std::vector<int> corners;
  for (std::size_t k = 0; k < loop.size(); ++k) {
    const int before = loop[(k + loop.size() - 1) % loop.size()];
    const int after = loop[(k + 1) % loop.size()];
    if (!collinear(before, loop[k], after)) corners.push_back(loop[k]);
  }
  std::rotate(corners.begin(), std::min_element(corners.begin(), corners.end()), corners.end());
  for (std::size_t k = 1; k + 1 < corners.size(); ++k) {
    ordered.push_back({corners[0], corners[k], corners[k + 1]});
  }
}

/// Each facet (coplanar triangles together) as a fan from its smallest corner index, corners inside
/// its edges left out, all in ascending order. `triangles` are a closed surface, counter-clockwise
/// from outside, over distinct points; `coplanar(i, j, k, l)` and `collinear(i, j, k)` are exact.
template <class Coplanar, class Collinear>
std::vector<HullTriangle> ordered_hull(const std::vector<HullTriangle>& triangles,
                                       const Coplanar& coplanar, const Collinear& collinear) {
  const std::vector<HullSide> sides = paired_sides(triangles);

  // Coplanar neighbours belong to one facet.
  std::vector<int> facet(triangles.size());
  std::iota(facet.begin(), facet.end(), 0);
  const auto root = [&](int t) {
    while (facet[at(t)] != t) t = facet[at(t)] = facet[at(facet[at(t)])];
    return t;
  };
  for (std::size_t k = 0; k + 1 < sides.size(); k += 2) {
    const HullTriangle& v = triangles[at(sides[k].triangle)];
    const HullTriangle& w = triangles[at(sides[k + 1].triangle)];
    const int apex = *std::find_if(w.begin(), w.end(),
                                   [&](int i) { return i != sides[k].from && i != sides[k].to; });
    if (coplanar(v[0], v[1], v[2], apex)) {
      facet[at(root(sides[k].triangle))] = root(sides[k + 1].triangle);
    }
  }

  // A facet's outline: its sides with another facet beyond.
  std::vector<HullSide> outlines;
  outlines.reserve(sides.size());
  int points = 0;
  for (std::size_t k = 0; k + 1 < sides.size(); k += 2) {
    const int left = root(sides[k].triangle);
    const int right = root(sides[k + 1].triangle);
    points = std::max({points, sides[k].from + 1, sides[k].to + 1});
    if (left == right) continue;
    outlines.push_back({sides[k].from, sides[k].to, left});
    outlines.push_back({sides[k + 1].from, sides[k + 1].to, right});
  }
  std::sort(outlines.begin(), outlines.end(),
            [](const HullSide& a, const HullSide& b) { return a.triangle < b.triangle; });

  std::vector<HullTriangle> ordered;
  std::vector<int> next(at(points));
  for (auto first = outlines.begin(); first != outlines.end();) {
    const auto last = std::find_if(first, outlines.end(), [&](const HullSide& side) {
      return side.triangle != first->triangle;
    });
    add_fan({&*first, at(last - first)}, collinear, next, ordered);
    first = last;
  }
  std::sort(ordered.begin(), ordered.end());
  return ordered;
}

}  // namespace touchstone
