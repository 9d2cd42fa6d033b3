// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/certificates/closed_cycle.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include "geometry/shapes.hpp"

namespace touchstone {
namespace {

/// Two cubes of half edge size/2, B's centre at t: C is a cube of half edge size about t.
Pair cubes(double size, const Vec3& t) {
  const PolytopePtr cube = make_box(Vec3::Constant(size / 2));
  return {cube, {}, cube, {Mat3::Identity(), t}};
}

/// The vertex of C at corner (x, y, z), each -1 or 1, of its cube.
VertexPair corner_of(const Polytope& cube, const Vec3& corner) {
  const auto index = [&](const Vec3& signs) {
    const auto& v = cube.vertices();
    const auto found = std::find_if(
        v.begin(), v.end(), [&](const Vec3& p) { return (p.array() * signs.array() > 0).all(); });
    return static_cast<int>(found - v.begin());
  };
  return {index(-corner), index(corner)};
}

/// The surface of C, counterclockwise from outside.
std::vector<PairTriangle> surface(const Polytope& cube) {
  std::vector<PairTriangle> triangles;
  for (int axis = 0; axis < 3; ++axis) {
    for (const double side : {-1.0, 1.0}) {
      const Vec3 n = side * Vec3::Unit(axis);
      const Vec3 x = Vec3::Unit((axis + 1) % 3);
      const Vec3 y = n.cross(x);
      const auto at = [&](double i, double j) { return corner_of(cube, n + i * x + j * y); };
      triangles.push_back({at(-1, -1), at(1, -1), at(1, 1)});
      triangles.push_back({at(-1, -1), at(1, 1), at(-1, 1)});
    }
  }
  return triangles;
}

Rational squared(double x) { return Rational(x) * Rational(x); }

// Sizes for double words, and for integers alone.
constexpr double kSizes[] = {1, 1e-40, 1e40};

TEST(ClosedCycle, HoldsTheBallUpToTheNearestPlane) {
  for (const double size : kSizes) {
    const Pair pair = cubes(size, Vec3::Zero());
    const auto cycle = surface(*pair.A);
    for (const double part : {0.5, 1.0}) {
      EXPECT_EQ(why_no_ball(pair, cycle, squared(part * size)), "") << size;
    }
    EXPECT_EQ(why_no_ball(pair, cycle, squared(1.0000001 * size)),
              "a triangle of its cycle is nearer to 0 than its plane");
  }
}

// All planes are as far from 0 as the ball wants: one of them on the wrong side.
TEST(ClosedCycle, BesideTheOriginHoldsNoBall) {
  for (const double size : kSizes) {
    const Pair pair = cubes(size, Vec3(0, 0, 5 * size));
    EXPECT_EQ(why_no_ball(pair, surface(*pair.A), squared(0.5 * size)),
              "a triangle of its cycle is turned inwards")
        << size;
  }
}

TEST(ClosedCycle, TurnedInsideOutHoldsNoBall) {
  for (const double size : kSizes) {
    const Pair pair = cubes(size, Vec3::Zero());
    std::vector<PairTriangle> cycle = surface(*pair.A);
    for (PairTriangle& triangle : cycle) std::swap(triangle[0], triangle[1]);
    EXPECT_EQ(why_no_ball(pair, cycle, squared(0.5 * size)),
              "a triangle of its cycle is turned inwards")
        << size;
  }
}

}  // namespace
}  // namespace touchstone
