// SPDX-License-Identifier: GPL-3.0-or-later
// Invariants of every solid, as a check for tests.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "geometry/arithmetic/predicates.hpp"
#include "geometry/polytope.hpp"

namespace touchstone {

/// Facets support the body and have convex counter-clockwise cycles, edges lie between the facets
/// that they name, Euler's formula holds. `exact`: no facet was merged, so that planes are exact
/// and neighbours are the edges' ends.
inline void expect_sound_solid(const Polytope& body, const std::string& name, bool exact) {
  SCOPED_TRACE(name);
  const auto& v = body.vertices();
  ASSERT_EQ(body.dimension(), 3);
  std::set<int> corners;
  std::set<std::pair<int, int>> sides;
  for (const Facet& facet : body.facets()) {
    const auto& c = facet.vertices;
    const std::size_t n = c.size();
    ASSERT_GE(n, 3U);
    ASSERT_NEAR(facet.normal.norm(), 1, 4e-16);
    double highest = facet.normal.dot(v[0]);
    for (const Vec3& p : v) {
      highest = std::max(highest, facet.normal.dot(p));
      if (exact) {
        ASSERT_LE(orientation(v[c[0]], v[c[n / 3]], v[c[2 * n / 3]], p), 0);
      }
    }
    ASSERT_NEAR(facet.offset, highest, 1e-15 * std::abs(highest));
    for (std::size_t i = 0; i < n; ++i) {
      corners.insert(c[i]);
      ASSERT_TRUE(sides.insert({c[i], c[(i + 1) % n]}).second) << "an edge twice the same way";
      const Vec3 along = v[c[(i + 1) % n]] - v[c[i]];
      const Vec3 onward = v[c[(i + 2) % n]] - v[c[(i + 1) % n]];
      ASSERT_GT(along.cross(onward).dot(facet.normal), 0) << "not convex or not ccw";
      ASSERT_NEAR(facet.normal.dot(v[c[i]]), facet.offset, 2e-12 * body.bounding_radius());
    }
  }
  ASSERT_EQ(sides.size(), 2 * body.edges().size());
  const auto has_side = [&](int facet, int from, int to) {
    const auto& c = body.facets()[facet].vertices;
    for (std::size_t i = 0; i < c.size(); ++i) {
      if (c[i] == from && c[(i + 1) % c.size()] == to) return true;
    }
    return false;
  };
  for (const Edge& edge : body.edges()) {
    ASSERT_TRUE(has_side(edge.left, edge.v0, edge.v1));
    ASSERT_TRUE(has_side(edge.right, edge.v1, edge.v0));
  }
  ASSERT_EQ(corners.size() + body.facets().size(), body.edges().size() + 2) << "Euler";
  for (const int e : body.extreme()) ASSERT_GE(body.neighbours()[e].size(), 3U);
  if (!exact) return;
  ASSERT_TRUE(
      std::equal(corners.begin(), corners.end(), body.extreme().begin(), body.extreme().end()));
  std::set<std::pair<int, int>> joined;
  for (std::size_t i = 0; i < v.size(); ++i) {
    for (const int j : body.neighbours()[i]) joined.insert({static_cast<int>(i), j});
  }
  ASSERT_EQ(joined, sides);
}

}  // namespace touchstone
