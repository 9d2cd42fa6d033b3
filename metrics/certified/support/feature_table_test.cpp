// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/certified/support/feature_table.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "geometry/index.hpp"
#include "geometry/shapes.hpp"
#include "metrics/tests/metric_samples.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 20261125;

/// The feature of these vertices, by a search of the whole polytope.
Feature by_definition(const Polytope& body, std::array<int, 3> v) {
  if (v[0] == v[1] && v[0] == v[2]) return {Feature::Kind::vertex, v[0]};
  const auto has_all = [&](const auto& corners) {
    return std::all_of(v.begin(), v.end(), [&](int corner) {
      return std::find(corners.begin(), corners.end(), corner) != corners.end();
    });
  };
  for (std::size_t e = 0; e < body.edges().size(); ++e) {
    const std::array<int, 2> ends = {body.edges()[e].v0, body.edges()[e].v1};
    if (has_all(ends)) return {Feature::Kind::edge, static_cast<int>(e)};
  }
  for (std::size_t f = 0; f < body.facets().size(); ++f) {
    if (has_all(body.facets()[f].vertices)) return {Feature::Kind::facet, static_cast<int>(f)};
  }
  return {};
}

/// Corners of facets in all orders, some of them twice, and places that have no feature together.
void expect_features(const Polytope& body) {
  const SupportMap map(body, body.interior_point());
  const FeatureTable table(body, map);
  Random random(kSeed, 5, body.vertices().size());
  const auto expect = [&](std::array<int, 3> places) {
    const Feature found = table.feature(map, places);
    const Feature expected =
        by_definition(body, {map.vertex(places[0]), map.vertex(places[1]), map.vertex(places[2])});
    EXPECT_EQ(found.kind, expected.kind);
    EXPECT_EQ(found.index, expected.index);
  };
  std::vector<int> place(body.vertices().size(), -1);
  for (int i = 0; i < map.count(); ++i) place[at(map.vertex(i))] = i;
  const auto any = [&](std::size_t count) {
    return static_cast<std::size_t>(random.uniform(0, static_cast<double>(count)));
  };
  for (const Facet& facet : body.facets()) {
    for (int turn = 0; turn < 8; ++turn) {
      std::array<int, 3> places;
      for (int& p : places) {
        p = place[at(facet.vertices[any(facet.vertices.size())])];
      }
      if (*std::min_element(places.begin(), places.end()) >= 0) expect(places);
      places[any(3)] = static_cast<int>(any(static_cast<std::size_t>(map.count())));
      if (*std::min_element(places.begin(), places.end()) >= 0) expect(places);
    }
  }
  for (const Edge& edge : body.edges()) {
    const int p = place[at(edge.v0)];
    const int q = place[at(edge.v1)];
    if (p < 0 || q < 0) continue;
    expect({p, q, q});
    expect({p, q, p});
    expect({q, q, p});
  }
}

TEST(FeatureTable, NamesWhatASearchOfThePolytopeFinds) {
  for (const int points : {4, 8, 30, 60, 200, 1000}) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << ", points " << points);
    Random random(kSeed, 6, static_cast<std::uint64_t>(points));
    expect_features(*make_random_sphere_hull(random, points));
  }
}

/// Facets of many corners, and vertices with more edges than a block holds.
TEST(FeatureTable, OfLargeFacetsAndManyEdges) {
  for (const int sides : {3, 20, 64, 300}) {
    SCOPED_TRACE(testing::Message() << "sides " << sides);
    expect_features(*make_prism(sides, 1, 0.5));
    expect_features(*make_antiprism(sides, 1, 0.5));
  }
  expect_features(*make_uv_sphere(9, 20));
  expect_features(*make_uv_sphere(40, 12));
}

/// An edge whose ends both have many: the last of each list.
TEST(FeatureTable, OfAnEdgeBetweenVerticesOfManyEdges) {
  for (const int sides : {20, 126, 500}) {
    SCOPED_TRACE(testing::Message() << "sides " << sides);
    std::vector<Vec3> roof;
    for (int k = 0; k < sides; ++k) {
      const double angle = 2 * M_PI * (k + 0.5) / sides;
      roof.emplace_back(std::cos(angle), std::sin(angle), 0);
    }
    roof.emplace_back(-0.1, 0, 1);
    roof.emplace_back(0.1, 0, 1);
    expect_features(*hull_of(roof));
  }
}

/// Numbers of features beyond 16 bits.
TEST(FeatureTable, OfManyFeatures) {
  const PolytopePtr sphere = make_icosphere(6);
  ASSERT_GT(sphere->facets().size(), 65'536U);
  const SupportMap map(*sphere, sphere->interior_point());
  const FeatureTable table(*sphere, map);
  std::vector<int> place(sphere->vertices().size(), -1);
  for (int i = 0; i < map.count(); ++i) place[at(map.vertex(i))] = i;
  const auto place_of = [&](int v) { return place[at(v)]; };
  for (std::size_t f = 0; f < sphere->facets().size(); f += 997) {
    const auto& v = sphere->facets()[f].vertices;
    ASSERT_EQ(v.size(), 3U);
    const Feature found = table.feature(map, {place_of(v[0]), place_of(v[1]), place_of(v[2])});
    EXPECT_EQ(found.kind, Feature::Kind::facet);
    EXPECT_EQ(found.index, static_cast<int>(f));
  }
  for (std::size_t e = 0; e < sphere->edges().size(); e += 997) {
    const int p = place_of(sphere->edges()[e].v0);
    const int q = place_of(sphere->edges()[e].v1);
    const Feature found = table.feature(map, {p, q, p});
    EXPECT_EQ(found.kind, Feature::Kind::edge);
    EXPECT_EQ(found.index, static_cast<int>(e));
    EXPECT_EQ(table.feature(map, {p, p, p}).index, sphere->edges()[e].v0);
  }
}

TEST(FeatureTable, OfFlatBodies) {
  std::vector<Vec3> corners;
  for (int k = 0; k < 100; ++k) {
    const double x = 0.02 * k - 1;
    corners.emplace_back(x, x * x, 0);
  }
  expect_features(*hull_of(corners));
  expect_features(*hull_of({Vec3(0, 0, 0), Vec3(1, 2, 3)}));
  expect_features(*hull_of({Vec3(1, 2, 3)}));
}

}  // namespace
}  // namespace touchstone
