// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/hull/unmerged_facets.hpp"

#include <gtest/gtest.h>

#include <set>
#include <utility>

#include "geometry/arithmetic/predicates.hpp"
#include "geometry/index.hpp"
#include "geometry/random.hpp"
#include "geometry/shapes.hpp"

namespace touchstone {
namespace {

/// Each side of each facet is an edge of the exact hull, and all vertices are on or below each.
void expect_exact_hull(const Polytope& body) {
  const UnmergedFacets unmerged(body);
  const std::vector<Vec3>& v = body.vertices();
  const auto vertex = [&](int i) -> const Vec3& { return v[at(i)]; };
  std::size_t ends = 0;
  for (const std::vector<int>& neighbours : body.neighbours()) ends += neighbours.size();
  EXPECT_EQ(unmerged.edges().size(), ends / 2);
  EXPECT_EQ(unmerged.facets().size() + body.extreme().size(), 2 + ends / 2);
  for (const Facet& facet : unmerged.facets()) {
    const std::vector<int>& c = facet.vertices;
    std::set<int> on(c.begin(), c.end());
    for (const int i : body.extreme()) {
      EXPECT_EQ(orientation(vertex(c[0]), vertex(c[1]), vertex(c[2]), vertex(i)),
                on.count(i) == 1 ? 0 : -1);
    }
    const std::size_t n = c.size();
    const Vec3 normal = unit_normal(vertex(c[0]), vertex(c[n / 3]), vertex(c[2 * n / 3]));
    EXPECT_LE((normal - facet.normal).norm(), 4e-16);
  }
  for (const Edge& edge : unmerged.edges()) {
    for (const int side : {edge.left, edge.right}) {
      const std::vector<int>& c = unmerged.facets()[at(side)].vertices;
      EXPECT_EQ(std::count(c.begin(), c.end(), edge.v0), 1);
      EXPECT_EQ(std::count(c.begin(), c.end(), edge.v1), 1);
    }
  }
}

TEST(UnmergedFacets, AreThePolytopesOwnWhereNothingWasMerged) {
  for (const PolytopePtr& body : {make_box(Vec3(1, 2, 3)), make_prism(7, 1, 0.5)}) {
    const UnmergedFacets unmerged(*body);
    EXPECT_EQ(&unmerged.facets(), &body->facets());
    EXPECT_EQ(&unmerged.edges(), &body->edges());
    expect_exact_hull(*body);
  }
}

TEST(UnmergedFacets, AreThoseOfTheExactHullOfNearDuplicates) {
  int merged = 0;
  for (std::uint64_t i = 0; i < 60; ++i) {
    SCOPED_TRACE(i);
    Random random(20261122, 1, i);
    const PolytopePtr plain =
        i % 2 == 0 ? make_box(Vec3(1, 0.5, 0.75)) : make_random_sphere_hull(random, 8);
    PolytopeInput input;
    for (const Vec3& v : plain->vertices()) {
      for (int copy = 0; copy < 3; ++copy) {
        input.vertices.emplace_back(v + (i % 3 == 0 ? 1e-15 : 1e-11) * random.in_unit_ball());
      }
    }
    const PolytopePtr body = make_polytope(input).value();
    merged += &UnmergedFacets(*body).facets() == &body->facets() ? 0 : 1;
    expect_exact_hull(*body);
  }
  EXPECT_GE(merged, 30);
}

}  // namespace
}  // namespace touchstone
