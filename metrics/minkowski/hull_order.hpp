// SPDX-License-Identifier: GPL-3.0-or-later
// CGAL 5.5 walks maps keyed by addresses while it builds a hull, so that the order of its
// triangles, the corner that each begins with and how it cuts up coplanar facets change from run to
// run. Here the triangles of a hull are put into a form that depends on the points alone.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <unordered_map>
#include <vector>

#include "geometry/index.hpp"

namespace touchstone {

using HullTriangle = std::array<int, 3>;

/// Adds the fan of a facet, whose sides `outline` maps from their first corner to their second.
template <class Collinear>
void add_fan(const std::unordered_map<int, int>& outline, const Collinear& collinear,
             std::vector<HullTriangle>& ordered) {
  std::vector<int> loop;
  int i = outline.begin()->first;
  do {
    loop.push_back(i);
    i = outline.at(i);
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
  const auto side = [](int i, int j) {
    return (static_cast<std::uint64_t>(i) << 32U) | static_cast<std::uint64_t>(j);
  };
  std::unordered_map<std::uint64_t, int> left_of;  // the triangle left of side i -> j
  const int count = static_cast<int>(triangles.size());
  for (int t = 0; t < count; ++t) {
    const HullTriangle& v = triangles[at(t)];
    for (std::size_t k = 0; k < 3; ++k) left_of[side(v[k], v[(k + 1) % 3])] = t;
  }

  // Coplanar neighbours belong to one facet.
  std::vector<int> facet(triangles.size());
  std::iota(facet.begin(), facet.end(), 0);
  const auto root = [&](int t) {
    while (facet[at(t)] != t) t = facet[at(t)] = facet[at(facet[at(t)])];
    return t;
  };
  for (int t = 0; t < count; ++t) {
    const HullTriangle& v = triangles[at(t)];
    for (std::size_t k = 0; k < 3; ++k) {
      const int other = left_of.at(side(v[(k + 1) % 3], v[k]));
      if (other <= t) continue;
      const HullTriangle& w = triangles[at(other)];
      const int apex = *std::find_if(w.begin(), w.end(),
                                     [&](int i) { return i != v[k] && i != v[(k + 1) % 3]; });
      if (coplanar(v[0], v[1], v[2], apex)) facet[at(root(t))] = root(other);
    }
  }

  // The outline of a facet are the sides with another facet beyond.
  std::vector<std::unordered_map<int, int>> next(triangles.size());
  for (int t = 0; t < count; ++t) {
    const HullTriangle& v = triangles[at(t)];
    for (std::size_t k = 0; k < 3; ++k) {
      const int i = v[k];
      const int j = v[(k + 1) % 3];
      if (root(left_of.at(side(j, i))) != root(t)) next[at(root(t))][i] = j;
    }
  }

  std::vector<HullTriangle> ordered;
  for (const std::unordered_map<int, int>& outline : next) {
    if (outline.empty()) continue;
    add_fan(outline, collinear, ordered);
  }
  std::sort(ordered.begin(), ordered.end());
  return ordered;
}

}  // namespace touchstone
