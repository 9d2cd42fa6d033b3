// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/certified/epa/distance_polytope.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "geometry/index.hpp"
#include "geometry/random.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 20261123;
constexpr double kMargin = 1e-13;

DifferencePoint point(const Vec3& c) { return {c, 0, 0}; }

std::array<DifferencePoint, 4> tetrahedron() {
  return {point({1, 1, 1}), point({1, -1, -1}), point({-1, 1, -1}), point({-1, -1, 1})};
}

DoubleKernel kernel() {
  DoubleKernel result;
  result.margin = kMargin;
  return result;
}

/// Unit normals with levels, in order: what two polytopes have in common if they are the same.
template <class Polytope>
std::multiset<std::array<double, 4>> planes(const Polytope& polytope) {
  std::multiset<std::array<double, 4>> result;
  for (int t = 0; t < polytope.end(); ++t) {
    if (!polytope.holds(t)) continue;
    const Vec3 n = polytope.normal(t);
    result.insert({n.x(), n.y(), n.z(), polytope.level(t)});
  }
  return result;
}

/// Grows by points of the unit sphere, each beyond the nearest plane. False where it gives up.
bool grow(DistancePolytope& polytope, Random& random, int points) {
  for (int i = 0; i < points; ++i) {
    const int from = polytope.next();
    const Vec3 beyond = (polytope.normal(from) + 0.3 * random.unit_vector()).normalized() * 2;
    if (polytope.normal(from).dot(beyond) <= polytope.level(from) + kMargin) continue;
    if (!polytope.expand(kernel(), from, point(beyond))) return false;
  }
  return true;
}

/// Every edge is shared by two triangles, which run through it in opposite directions.
void expect_closed(const DistancePolytope& polytope) {
  for (int t = 0; t < polytope.end(); ++t) {
    if (!polytope.holds(t)) continue;
    const DistancePolytope::Corners corner = polytope.corners(t);
    for (int i = 0; i < 3; ++i) {
      const int across = polytope.neighbour(t, i);
      ASSERT_TRUE(polytope.holds(across));
      const DistancePolytope::Corners other = polytope.corners(across);
      int shared = 0;
      for (std::size_t k = 0; k < 3; ++k) {
        shared += other[k].c == corner[at((i + 1) % 3)].c && other[(k + 1) % 3].c == corner[at(i)].c
                      ? 1
                      : 0;
      }
      EXPECT_EQ(shared, 1);
    }
  }
}

TEST(DistancePolytope, ATetrahedronIsLinkedAndOutward) {
  for (const bool turned : {false, true}) {
    std::array<DifferencePoint, 4> points = tetrahedron();
    if (turned) std::swap(points[0], points[1]);
    DistancePolytope polytope;
    ASSERT_TRUE(polytope.begin(kernel(), points));
    EXPECT_EQ(planes(polytope).size(), 4U);
    expect_closed(polytope);
    for (int t = 0; t < 4; ++t) EXPECT_NEAR(polytope.level(t), 1 / std::sqrt(3.0), 1e-15);
  }
}

TEST(DistancePolytope, FourPointsOfAPlaneAreNone) {
  DistancePolytope polytope;
  EXPECT_FALSE(polytope.begin(
      kernel(), {point({0, 0, 1}), point({1, 0, 1}), point({0, 1, 1}), point({1, 1, 1})}));
}

TEST(DistancePolytope, NarrowAndWideRegistersGiveTheSameBits) {
  if (machine_registers() == Registers::narrow) GTEST_SKIP() << "no wide registers here";
  for (std::uint64_t i = 0; i < 50; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
    DistancePolytope narrow(Registers::narrow);
    DistancePolytope wide(Registers::wide);
    Random one(kSeed, i);
    Random other(kSeed, i);
    ASSERT_TRUE(narrow.begin(kernel(), tetrahedron()) && wide.begin(kernel(), tetrahedron()));
    EXPECT_EQ(grow(narrow, one, 100), grow(wide, other, 100));
    EXPECT_EQ(narrow.next(), wide.next());
    EXPECT_EQ(planes(narrow), planes(wide));
  }
}

/// The next is the least, the first of equal ones, however much was removed.
TEST(DistancePolytope, TheNextTriangleIsTheLeast) {
  Random random(kSeed, 1000);
  DistancePolytope polytope;
  ASSERT_TRUE(polytope.begin(kernel(), tetrahedron()));
  for (int i = 0; i < 150; ++i) {
    ASSERT_TRUE(grow(polytope, random, 1));
    int least = -1;
    for (int t = 0; t < polytope.end(); ++t) {
      if (polytope.holds(t) && (least < 0 || polytope.level(t) < polytope.level(least))) least = t;
    }
    EXPECT_EQ(polytope.level(polytope.next()), polytope.level(least));
  }
  expect_closed(polytope);
}

/// Points inside a cap of many triangles leave empty slots, which later ones fill.
TEST(DistancePolytope, AFarPointLeavesFewTriangles) {
  Random random(kSeed, 2000);
  DistancePolytope polytope;
  ASSERT_TRUE(polytope.begin(kernel(), tetrahedron()));
  ASSERT_TRUE(grow(polytope, random, 60));
  const int before = polytope.end();
  for (const Vec3& far : {Vec3(100, 0, 0), Vec3(-100, 0, 0), Vec3(0, 100, 0), Vec3(0, -100, 0)}) {
    int from = -1;
    for (int t = 0; t < polytope.end(); ++t) {
      if (polytope.holds(t) && polytope.normal(t).dot(far) > polytope.level(t) + 1) from = t;
    }
    ASSERT_GE(from, 0);
    ASSERT_TRUE(polytope.expand(kernel(), from, point(far)));
    expect_closed(polytope);
  }
  EXPECT_LE(polytope.end(), before + 2 * 4);
  EXPECT_LT(planes(polytope).size(), 60U);
  ASSERT_TRUE(grow(polytope, random, 40));
  expect_closed(polytope);
}

/// Whatever a workspace did before: more growths than its notes tell apart.
TEST(DistancePolytope, RemembersNothingOfEarlierGrowths) {
  DistancePolytope used;
  for (int i = 0; i < 2000; ++i) {
    DistancePolytope fresh;
    Random one(kSeed, 5000);
    Random other(kSeed, 5000);
    ASSERT_TRUE(used.begin(kernel(), tetrahedron()) && fresh.begin(kernel(), tetrahedron()));
    ASSERT_TRUE(grow(used, one, 40) && grow(fresh, other, 40));
    ASSERT_EQ(used.end(), fresh.end()) << i;
    ASSERT_EQ(used.next(), fresh.next()) << i;
  }
}

/// More triangles than the flat one has room for: it goes on as one of any size.
TEST(DistancePolytope, GrowsBeyondItsFlatSize) {
  Random random(kSeed, 3000);
  DistancePolytope polytope;
  ASSERT_TRUE(polytope.begin(kernel(), tetrahedron()));
  ASSERT_TRUE(grow(polytope, random, 1500));
  EXPECT_GT(planes(polytope).size(), static_cast<std::size_t>(FlatPolytope::kMaxTriangles));
  expect_closed(polytope);
  const auto stay = [](DifferencePoint&) {};
  const auto before = planes(polytope);
  polytope.rebuild(kernel(), stay, 16);
  EXPECT_EQ(planes(polytope), before);
}

TEST(DistancePolytope, RebuiltWithMovedPointsItIsTheMovedOne) {
  Random random(kSeed, 4000);
  DistancePolytope polytope;
  ASSERT_TRUE(polytope.begin(kernel(), tetrahedron()));
  ASSERT_TRUE(grow(polytope, random, 80));
  const std::size_t points = polytope.point_count();
  const auto before = planes(polytope);
  const auto doubled = [](DifferencePoint& p) { p.c *= 2; };
  polytope.rebuild(kernel(), doubled, 8);
  EXPECT_LT(polytope.point_count(), points);  // some are inside by now
  std::multiset<std::array<double, 4>> twice;
  for (std::array<double, 4> plane : before) {
    plane[3] *= 2;
    twice.insert(plane);
  }
  EXPECT_EQ(planes(polytope), twice);
  expect_closed(polytope);
}

/// Whatever rounding says of coplanar triangles, the horizon has to be one ring.
TEST(DistancePolytope, APointInThePlaneOfATriangleTakesItIn) {
  DistancePolytope polytope;
  ASSERT_TRUE(polytope.begin(kernel(), tetrahedron()));
  const int from = polytope.next();
  const DistancePolytope::Corners corner = polytope.corners(from);
  ASSERT_TRUE(polytope.expand(kernel(), from, point(2 * corner[0].c + 2 * corner[1].c)));
  expect_closed(polytope);
}

}  // namespace
}  // namespace touchstone
