// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/hull/facet_check.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "geometry/hull/unmerged_facets.hpp"
#include "geometry/random.hpp"
#include "geometry/shapes.hpp"

namespace touchstone {
namespace {

using testing::StartsWith;

using Facets = std::vector<std::vector<int>>;

/// A cube as make_box numbers it.
struct Cube {
  std::vector<Vec3> vertices = make_box({1, 1, 1})->vertices();
  Facets facets = {{0, 1, 5, 4}, {0, 2, 3, 1}, {0, 4, 6, 2},
                   {1, 3, 7, 5}, {2, 6, 7, 3}, {4, 5, 7, 6}};

  std::string reason() const {
    const Result<PolytopePtr> result = make_polytope({vertices, facets, {}});
    return result ? "accepted" : result.reason();
  }
};

TEST(GivenFacets, AreDroppedInFavourOfTheHull) {
  const Cube cube;
  const Result<PolytopePtr> body = make_polytope({cube.vertices, cube.facets, {}});
  ASSERT_TRUE(body.ok()) << body.reason();
  EXPECT_EQ(body.value()->facets().size(), 6U);
  EXPECT_EQ(body.value()->content_hash(), make_box({1, 1, 1})->content_hash());
}

TEST(GivenFacets, MayBeTrianglesOrHaveDuplicateAndExtraVertices) {
  Cube cube;
  Facets triangles;
  for (const auto& f : cube.facets) {
    triangles.push_back({f[0], f[1], f[2]});
    triangles.push_back({f[0], f[2], f[3]});
  }
  cube.facets = triangles;
  EXPECT_EQ(cube.reason(), "accepted");
  cube.vertices.push_back(cube.vertices[7]);  // 8 is 7 again
  for (int& v : cube.facets[0]) v = v == 7 ? 8 : v;
  cube.vertices.emplace_back(0.5, 0.5, 0.5);  // inside: dropped
  EXPECT_EQ(cube.reason(), "accepted");
}

TEST(GivenFacets, MayBeOffByTheTolerance) {
  Cube cube;
  cube.vertices[7].z() += 1e-6;
  EXPECT_EQ(cube.reason(), "accepted");
  cube.vertices[7].z() += 1e-2;
  EXPECT_THAT(cube.reason(), StartsWith("facet "));
}

TEST(GivenFacets, MustBePolygonsOfExistingVertices) {
  Cube cube;
  cube.facets[3] = {};
  EXPECT_EQ(cube.reason(), "facet 3: empty");
  cube.facets[3] = {1, 3};
  EXPECT_EQ(cube.reason(), "facet 3: fewer than 3 distinct vertices");
  cube.facets[3] = {1, 3, 8, 5};
  EXPECT_EQ(cube.reason(), "facet 3: vertex index 8 is out of range (there are 8 vertices)");
  cube.facets[3] = {1, -1, 7, 5};
  EXPECT_EQ(cube.reason(), "facet 3: vertex index -1 is out of range (there are 8 vertices)");
  cube.facets[3] = {1, 3, 7, 3};
  EXPECT_EQ(cube.reason(), "facet 3: vertex 3 is repeated");
}

TEST(GivenFacets, MustHaveAnArea) {
  Cube cube;
  cube.vertices.emplace_back(1, 0, 1);
  cube.facets.push_back({5, 7, 8});
  EXPECT_EQ(cube.reason(), "facet 6: flat: its vertices lie on one line");
}

/// All facets of the exact hull, given with its vertices.
std::string reason_of_exact_facets(const Polytope& body) {
  PolytopeInput input = {body.vertices(), {}, {}};
  const UnmergedFacets unmerged(body);
  for (const Facet& facet : unmerged.facets()) input.facets.push_back(facet.vertices);
  const Result<PolytopePtr> again = make_polytope(input);
  if (!again) return again.reason();
  return again.value()->content_hash() == body.content_hash() ? "accepted" : "another body";
}

/// The third axis of the cut corner is as long as the others, or 1e-12 of them.
TEST(GivenFacets, MayBeSmallOrThinIfTheyAreExact) {
  for (const Vec3& cut : {Vec3(1e-7, 1e-7, 1e-7), Vec3(0.5, 1e-13, 0.5), Vec3(1e-9, 1e-15, 0.5)}) {
    Cube cube;
    const Vec3 corner = cube.vertices[7];
    cube.vertices[7] = corner - Vec3(cut.x(), 0, 0);
    cube.vertices.emplace_back(corner - Vec3(0, cut.y(), 0));
    cube.vertices.emplace_back(corner - Vec3(0, 0, cut.z()));
    cube.facets = {{0, 1, 5, 4},    {0, 2, 3, 1},    {0, 4, 6, 2}, {1, 3, 9, 8, 5},
                   {2, 6, 7, 9, 3}, {4, 5, 8, 7, 6}, {7, 8, 9}};
    EXPECT_EQ(cube.reason(), "accepted");
    cube.facets.back() = {7, 9, 8};
    EXPECT_NE(cube.reason(), "accepted");
  }
}

TEST(GivenFacets, MayBeThoseOfHullsWithNearDuplicates) {
  for (int i = 0; i < 40; ++i) {
    Random random(71, 0, static_cast<std::uint64_t>(i));
    std::vector<Vec3> points;
    for (int k = 0; k < 8; ++k) points.push_back(random.unit_vector());
    for (const double apart : {1e-5, 1e-10, 1e-15}) {
      const std::size_t count = points.size();
      for (std::size_t k = 0; k < count; ++k) {
        points.push_back(points[k] + apart * random.in_unit_ball());
      }
    }
    const PolytopePtr body = make_polytope({points, {}, {}}).value();
    EXPECT_EQ(reason_of_exact_facets(*body), "accepted") << i;
  }
}

/// A sliver whose middle corner is 1e-9 inside the edge: its own normal says nothing.
TEST(GivenFacets, ThinnerThanTheToleranceMayBeOffTheHullByIt) {
  Cube cube;
  cube.vertices.emplace_back(1 - 1e-9, 0, 1 - 3e-9);
  cube.facets[3] = {1, 3, 7, 8, 5};
  cube.facets.push_back({5, 8, 7});
  EXPECT_EQ(cube.reason(), "accepted");
}

TEST(GivenFacets, MustBePlane) {
  Cube cube;
  cube.vertices[7].x() = 1.04;
  EXPECT_EQ(cube.reason(), "facet 3: vertex 1 is off its plane by 0.01 m");
}

TEST(GivenFacets, MustSupportTheBody) {
  Cube cube;
  cube.vertices.emplace_back(0, 0, 1.5);
  EXPECT_EQ(cube.reason(), "facet 5: not convex: vertex 8 lies 0.5 m beyond its plane");
  cube.vertices.pop_back();
  cube.facets[2] = {2, 6, 4, 0};
  EXPECT_EQ(cube.reason(), "facet 2: inverted: its outward normal points into the body");
  cube = Cube();
  cube.facets[1] = {0, 3, 2, 1};  // a bow tie
  EXPECT_NE(cube.reason(), "accepted");
  cube = Cube();
  cube.vertices.emplace_back(0.5, 0.5, 1);
  cube.facets[5] = {4, 5, 8, 7, 6};
  EXPECT_EQ(cube.reason(), "facet 5: not convex: vertex 7 lies outside its edge 5 -> 8");
}

TEST(GivenFacets, MustCoverTheHullOnce) {
  Cube cube;
  cube.facets.pop_back();
  EXPECT_EQ(cube.reason(),
            "facets disagree with the hull: its facet with normal (0, 0, 1) is not covered");
  cube.facets.push_back(cube.facets[0]);
  EXPECT_EQ(cube.reason(), "facet 5: overlaps facet 0: both have the edge 0 -> 1");
  cube = Cube();
  cube.facets[5] = {4, 5, 7};
  EXPECT_EQ(cube.reason(),
            "facets disagree with the hull: its facet with normal (0, 0, 1) is not covered");
}

TEST(GivenFacets, ClaimASolid) {
  EXPECT_EQ(make_polytope({{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}, {}}).reason(),
            "facets: a solid is claimed, but all vertices lie in one plane");
}

TEST(GivenFacets, OfEveryShapeAreItsOwn) {
  Random random(70);
  for (const PolytopePtr& body :
       {make_uv_sphere(9, 7), make_icosphere(2), make_random_sphere_hull(random, 200),
        make_needle(1e4), make_plate(1e4), make_prism(40, 2, 1),
        make_lattice_hull(random, 40, 3)}) {
    PolytopeInput input = {body->vertices(), {}, {}};
    for (const Facet& facet : body->facets()) input.facets.push_back(facet.vertices);
    const Result<PolytopePtr> again = make_polytope(input);
    ASSERT_TRUE(again.ok()) << again.reason();
    EXPECT_EQ(again.value()->content_hash(), body->content_hash());
    input.facets.pop_back();
    EXPECT_FALSE(make_polytope(input).ok());
  }
}

}  // namespace
}  // namespace touchstone
