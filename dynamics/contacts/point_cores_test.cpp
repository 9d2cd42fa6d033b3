// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/contacts/point_cores.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "geometry/random.hpp"
#include "geometry/shapes.hpp"
#include "reference/oracle.hpp"

namespace touchstone {
namespace {

PolytopePtr hull_of(const std::vector<Vec3>& points) {
  PolytopeInput input;
  input.vertices = points;
  return make_polytope(input).value();
}

TEST(PointCores, AreApartOverAFacetByTheExactDistance) {
  int apart = 0;
  int near_edges = 0;
  for (std::uint64_t k = 0; k < 200; ++k) {
    Random random(20261128, 3, k);
    const PolytopePtr hull =
        k % 2 == 0 ? make_box(Vec3(1, 2, 0.5)) : make_random_ball_hull(random, 8);
    const Pose X_WP{random.rotation(), random.unit_vector()};
    const Vec3 p_W = X_WP.t + random.uniform(0, 4) * random.unit_vector();
    const Truth truth =
        Oracle().solve({hull_of({Vec3::Zero()}), {Mat3::Identity(), p_W}, hull, X_WP}, false);
    ContactData contact;
    if (!is_apart_over_facet(p_W, *hull, X_WP, 1, 0, contact)) {
      near_edges += truth.sign > 0 ? 1 : 0;
      continue;
    }
    ++apart;
    ASSERT_TRUE(contact.answered);
    EXPECT_TRUE(contact.points.empty());
    EXPECT_NEAR(contact.phi, truth.phi, 1e-14) << "index " << k;
    ASSERT_EQ(truth.normals.size(), 1U);
    EXPECT_LT((contact.normal - truth.normals[0]).norm(), 1e-13) << "index " << k;
    const Vec3 half_way = p_W - contact.phi / 2 * contact.normal;
    EXPECT_LT((contact.plane_point_W - half_way).norm(), 1e-14);
    // The point may be body B, and is left to the method where it is within reach.
    const Vec3 n = contact.normal;
    ASSERT_TRUE(is_apart_over_facet(p_W, *hull, X_WP, -1, 0.999 * contact.phi, contact));
    EXPECT_EQ(contact.normal, Vec3(-n));
    EXPECT_FALSE(is_apart_over_facet(p_W, *hull, X_WP, 1, contact.phi, contact));
  }
  EXPECT_GT(apart, 40);
  EXPECT_GT(near_edges, 20);
}

TEST(PointCores, OfFlatPolytopesAndOfThoseOfManyFacetsNothingIsSaid) {
  ContactData contact;
  Random random(20261128, 4, 0);
  EXPECT_FALSE(is_apart_over_facet({0, 0, 9}, *make_box(Vec3(1, 1, 0)), {}, 1, 0, contact));
  const PolytopePtr mesh = make_random_ball_hull(random, 60);
  ASSERT_GT(mesh->facets().size(), 32U);
  for (const Facet& facet : mesh->facets()) {
    EXPECT_FALSE(is_apart_over_facet(9 * facet.normal, *mesh, {}, 1, 0, contact));
  }
}

TEST(RoomBetween, IsALowerBoundOfTheDistanceAndItOverAFacet) {
  int over_facets = 0;
  for (std::uint64_t k = 0; k < 300; ++k) {
    Random random(20261128, 5, k);
    const PolytopePtr one = k % 2 == 0 ? make_box(Vec3(1, 2, 0.5)) : make_simplex();
    const PolytopePtr other =
        k % 3 == 0 ? make_random_ball_hull(random, 40) : make_box(Vec3(0.3, 0.2, 0.1));
    const Pose X_W1{random.rotation(), random.unit_vector()};
    const Pose X_W2{random.rotation(), X_W1.t + random.uniform(0, 4) * random.unit_vector()};
    const Truth truth = Oracle().solve({one, X_W1, other, X_W2}, false);
    double radius = 0;
    for (const Vec3& v : other->vertices()) radius = std::max(radius, v.norm());
    const double room = room_between(*one, X_W1, *other, X_W2, radius);
    ASSERT_LE(room, truth.phi + 1e-13) << "index " << k;
    // Apart by their spheres less is known.
    if (k % 3 == 0 || truth.sign <= 0 || truth.features[0].dimension_A != 2) continue;
    ++over_facets;
    constexpr double kTooLarge = 1e9;  // a sphere that says nothing
    const double by_vertices = room_between(*one, X_W1, *other, X_W2, kTooLarge);
    EXPECT_NEAR(by_vertices, truth.phi, 1e-13) << "index " << k;
  }
  EXPECT_GE(over_facets, 30);
}

TEST(RoomBetween, OfAPointOrOverManyFacetsOrNoneIsUnknown) {
  const Pose above{Mat3::Identity(), Vec3(0, 0, 9)};
  Random random(20261128, 4, 0);
  EXPECT_EQ(room_between(*make_box(Vec3(1, 1, 1)), {}, *make_box(Vec3(1, 1, 1)), above, 2), 6);
  for (const PolytopePtr& under : {make_box(Vec3(1, 1, 0)), make_random_ball_hull(random, 60)}) {
    EXPECT_LT(room_between(*under, {}, *make_box(Vec3(1, 1, 1)), above, 2), -1e300);
  }
  EXPECT_LT(room_between(*make_box(Vec3(1, 1, 1)), {}, *hull_of({Vec3::Zero()}), above, 0), -1e300);
}

TEST(PointCores, TheOriginIsAsFarAsThePolytope) {
  EXPECT_EQ(origin_distance(*hull_of({{2, 3, 6}})), 7);
  EXPECT_EQ(origin_distance(*hull_of({{-1, 4, 0}, {0, 4, 0}, {5, 4, 0}})), 4);
  EXPECT_EQ(origin_distance(*hull_of({{3, 4, 0}, {5, 4, 0}})), 5);
  const std::vector<Vec3> triangle = {{-1, -1, 3}, {2, -1, 3}, {-1, 2, 3}};
  EXPECT_NEAR(origin_distance(*hull_of(triangle)), 3, 1e-15);
  EXPECT_NEAR(origin_distance(*hull_of({{4, -1, 3}, {6, -1, 3}, {4, 2, 3}})), 5, 1e-15);
  EXPECT_EQ(origin_distance(*make_box(Vec3(1, 2, 3))), 0);
  std::vector<Vec3> solid = triangle;
  solid.push_back(Vec3(0, 0, 8));
  EXPECT_NEAR(origin_distance(*hull_of(solid)), 3, 1e-15);
}

}  // namespace
}  // namespace touchstone
