// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/scenes/spheres.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace touchstone {
namespace {

/// Vertices at the lowest level, to rounding.
int lowest_count(const Polytope& body) {
  int count = 0;
  for (const Vec3& v : body.vertices()) count += v.y() < lowest_point(body) + 1e-12 ? 1 : 0;
  return count;
}

TEST(UvMesh, ThePapersMeshesAreKnownByBothTheirNames) {
  for (const auto& [named, vertices] :
       {std::pair{50, 50}, {100, 98}, {200, 182}, {500, 554}, {1000, 994}, {2000, 2258}}) {
    ASSERT_TRUE(uv_mesh(named).ok());
    EXPECT_EQ(uv_mesh(named).value().vertices(), vertices);
    EXPECT_EQ(uv_mesh(vertices).value().vertices(), vertices);
  }
  EXPECT_EQ(uv_mesh(98).value().stacks, 5);
}

TEST(UvMesh, AnyOtherNumberHasTheRoundestMeshOrNone) {
  const auto mesh = uv_mesh(42);  // 40 = 8 x 5
  ASSERT_TRUE(mesh.ok());
  EXPECT_EQ(mesh.value().slices, 8);
  EXPECT_EQ(mesh.value().stacks, 6);
  EXPECT_FALSE(uv_mesh(3).ok());
  EXPECT_FALSE(uv_mesh(-7).ok());
  EXPECT_TRUE(uv_mesh(5).ok()) << "a double pyramid";
}

TEST(StandingSphere, HasLowestWhatIsAsked) {
  const auto lowest = [](int vertices, Lowest what) {
    auto sphere = make_standing_sphere(uv_mesh(vertices).value(), what);
    EXPECT_TRUE(sphere.ok());
    EXPECT_EQ(static_cast<int>(sphere.value()->vertices().size()),
              uv_mesh(vertices).value().vertices());
    return lowest_count(*sphere.value());
  };
  EXPECT_EQ(lowest(50, Lowest::vertex), 1);
  EXPECT_EQ(lowest(554, Lowest::pole), 1);
  EXPECT_EQ(lowest(50, Lowest::edge), 2);
  EXPECT_EQ(lowest(98, Lowest::edge), 2);
  EXPECT_EQ(lowest(98, Lowest::facet), 4);
  EXPECT_FALSE(make_standing_sphere(uv_mesh(98).value(), Lowest::vertex).ok());
  EXPECT_FALSE(make_standing_sphere(uv_mesh(50).value(), Lowest::facet).ok());
}

TEST(StandingSphere, ThePapersHundredLiesOnAnEdgeAsDesigned) {
  const auto sphere = make_standing_sphere(uv_mesh(98).value(), Lowest::edge);
  EXPECT_NEAR(1 + lowest_point(*sphere.value()), 0.048943, 5e-7);
}

TEST(StandingSphere, AVertexStraightBelowIsThereToTheBit) {
  for (const int vertices : {50, 182}) {
    const auto sphere = make_standing_sphere(uv_mesh(vertices).value(), Lowest::vertex);
    bool found = false;
    for (const Vec3& v : sphere.value()->vertices()) found = found || v == Vec3(0, -1, 0);
    EXPECT_TRUE(found);
  }
}

TEST(DisplacedPole, OnlyTheLowerPoleMoves) {
  const PolytopePtr sphere = make_displaced_pole_sphere(uv_mesh(994).value(), 1e-6);
  int moved = 0;
  for (const Vec3& v : sphere->vertices()) {
    if (v.y() == -1) {
      EXPECT_EQ(v, Vec3(1e-6, -1, 0));
      ++moved;
    }
    EXPECT_TRUE(v.y() < 1 || v == Vec3(0, 1, 0));
  }
  EXPECT_EQ(moved, 1);
  EXPECT_EQ(sphere->vertices().size(), 994U);
}

TEST(Wheel, StandsOnASide) {
  for (const int sides : {5, 16, 48}) {
    const PolytopePtr wheel = make_wheel(sides, 0.5);
    EXPECT_EQ(static_cast<int>(wheel->vertices().size()), 2 * sides);
    EXPECT_EQ(lowest_count(*wheel), 4);
    EXPECT_NEAR(lowest_point(*wheel), -std::cos(std::numbers::pi / sides), 1e-15);
  }
}

}  // namespace
}  // namespace touchstone
