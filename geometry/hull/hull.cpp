// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/hull/hull.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>

#include "geometry/arithmetic/predicates.hpp"
#include "geometry/hull/solid_hull.hpp"

namespace touchstone {
namespace {

/// Affinely independent points that span the hull, as many as its dimension + 1: each is the first
/// that is not in the point, line or plane of those before it.
std::vector<int> first_simplex(const std::vector<Vec3>& p) {
  const auto count = static_cast<int>(p.size());
  if (count == 1) return {0};
  std::vector<int> simplex = {0, 1};
  int i = 2;
  while (i < count && collinear(p[0], p[1], p[i])) ++i;
  if (i == count) return simplex;
  simplex.push_back(i);
  const Vec3& c = p[i++];
  while (i < count && orientation(p[0], p[1], c, p[i]) == 0) ++i;
  if (i < count) simplex.push_back(i);
  return simplex;
}

/// Andrew's monotone chain in the projection along an axis in which the plane does not collapse:
/// extreme points only.
std::vector<int> planar_hull(const std::vector<Vec3>& p, int axis) {
  const int x = (axis + 1) % 3;
  const int y = (axis + 2) % 3;
  std::vector<int> order(p.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int i, int j) {
    return p[i][x] != p[j][x] ? p[i][x] < p[j][x] : p[i][y] < p[j][y];
  });
  std::vector<int> chain;
  const auto extend = [&](std::size_t base, int i) {
    while (chain.size() >= base + 2 &&
           orientation_along(axis, p[chain[chain.size() - 2]], p[chain.back()], p[i]) <= 0) {
      chain.pop_back();
    }
    chain.push_back(i);
  };
  for (const int i : order) extend(0, i);
  chain.pop_back();
  const std::size_t base = chain.size();
  std::reverse(order.begin(), order.end());
  for (const int i : order) extend(base, i);
  chain.pop_back();
  return chain;
}

/// The two ends of collinear points: any coordinate in which two of them differ orders them.
std::vector<int> line_ends(const std::vector<Vec3>& p, int a, int b) {
  const int axis = p[a].x() != p[b].x() ? 0 : (p[a].y() != p[b].y() ? 1 : 2);
  const auto [low, high] = std::minmax_element(
      p.begin(), p.end(), [axis](const Vec3& s, const Vec3& t) { return s[axis] < t[axis]; });
  return {static_cast<int>(low - p.begin()), static_cast<int>(high - p.begin())};
}

}  // namespace

void find_neighbours(std::vector<Triangle>& triangles) {
  struct Side {
    int low, high, triangle, k;
  };
  std::vector<Side> sides;
  sides.reserve(3 * triangles.size());
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    for (int k = 0; k < 3; ++k) {
      const auto [low, high] = std::minmax(triangles[t].v[k], triangles[t].v[(k + 1) % 3]);
      sides.push_back({low, high, static_cast<int>(t), k});
    }
  }
  std::sort(sides.begin(), sides.end(), [](const Side& s, const Side& t) {
    return s.low != t.low ? s.low < t.low : s.high < t.high;
  });
  for (std::size_t i = 0; i + 1 < sides.size(); i += 2) {
    const Side& s = sides[i];
    const Side& t = sides[i + 1];
    assert(s.low == t.low && s.high == t.high);
    triangles[s.triangle].adj[s.k] = t.triangle;
    triangles[t.triangle].adj[t.k] = s.triangle;
  }
}

Hull convex_hull(const std::vector<Vec3>& points) {
  assert(!points.empty());
  const std::vector<int> simplex = first_simplex(points);
  Hull hull;
  hull.dimension = static_cast<int>(simplex.size()) - 1;
  if (hull.dimension == 3) {
    hull.triangles = solid_hull_triangles(points, {simplex[0], simplex[1], simplex[2], simplex[3]});
  } else if (hull.dimension == 2) {
    while (hull.plane_axis < 2 && orientation_along(hull.plane_axis, points[simplex[0]],
                                                    points[simplex[1]], points[simplex[2]]) == 0) {
      ++hull.plane_axis;
    }
    hull.cycle = planar_hull(points, hull.plane_axis);
  } else if (hull.dimension == 1) {
    hull.cycle = line_ends(points, simplex[0], simplex[1]);
  } else {
    hull.cycle = simplex;
  }
  return hull;
}

}  // namespace touchstone
