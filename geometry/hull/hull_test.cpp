// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/hull/hull.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cfenv>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "geometry/arithmetic/rational.hpp"
#include "geometry/polytope.hpp"
#include "geometry/random.hpp"

namespace touchstone {
namespace {

/// The orientation of four points by rationals, which share nothing with the filtered predicates.
int rational_side(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& x) {
  const auto entry = [&](const Vec3& p, int k) {
    return Rational(Rational(p[k]) - Rational(a[k]));
  };
  Rational determinant = 0;
  for (int k = 0; k < 3; ++k) {
    const int y = (k + 1) % 3;
    const int z = (k + 2) % 3;
    determinant += (entry(b, y) * entry(c, z) - entry(b, z) * entry(c, y)) * entry(x, k);
  }
  return sgn(determinant);
}

/// A closed surface, counter-clockwise from outside, of triangles that are not degenerate, with all
/// points on or below each of their planes.
void expect_exact_hull(const Hull& hull, const std::vector<Vec3>& points) {
  ASSERT_EQ(hull.dimension, 3);
  for (std::size_t t = 0; t < hull.triangles.size(); ++t) {
    const Triangle& triangle = hull.triangles[t];
    const auto& [a, b, c] = triangle.v;
    bool below = false;
    for (const Vec3& x : points) {
      const int side = rational_side(points[a], points[b], points[c], x);
      ASSERT_LE(side, 0) << "triangle " << t;
      below = below || side < 0;
    }
    ASSERT_TRUE(below) << "triangle " << t << " is degenerate";
    for (int k = 0; k < 3; ++k) {
      const Triangle& other = hull.triangles[triangle.adj[k]];
      int shared = 0;
      for (int m = 0; m < 3; ++m) {
        if (other.v[m] == triangle.v[(k + 1) % 3] && other.v[(m + 1) % 3] == triangle.v[k]) {
          ASSERT_EQ(other.adj[m], static_cast<int>(t));
          ++shared;
        }
      }
      ASSERT_EQ(shared, 1) << "triangle " << t << " edge " << k;
    }
  }
}

double moved_by_ulps(double x, std::uint64_t ulps) {
  for (; ulps > 0; --ulps) x = std::nextafter(x, 1e300);
  return x;
}

TEST(ConvexHull, IsExactForPointsAnUlpOffPlanesAtAllScales) {
  Random random(70);
  // Smallest and largest scale that make_polytope lets through, and between.
  for (const double scale : {1e-60, 1e-30, 1.0, 1e30, 2.5e59}) {
    for (int round = 0; round < 20; ++round) {
      SCOPED_TRACE(std::to_string(scale) + ", round " + std::to_string(round));
      std::vector<Vec3> points;
      for (int k = 0; k < 27; ++k) {
        Vec3 p = Vec3(k % 3 + 1, k / 3 % 3 + 1, k / 9 % 3 + 1) * scale;
        for (int axis = 0; axis < 3; ++axis) p[axis] = moved_by_ulps(p[axis], random.below(2));
        points.push_back(p);
      }
      expect_exact_hull(convex_hull(points), points);
    }
  }
}

TEST(ConvexHull, IsExactWhereScalesMeet) {
  // A needle of 1e60 by 1e-60 by 1e-300: intervals overflow or underflow, rationals decide.
  const std::vector<Vec3> needle = {{-1e60, 0, 0},  {1e60, 0, 0},   {0, 1e-60, 0},
                                    {0, -1e-60, 0}, {0, 0, 1e-300}, {0, 0, -1e-300}};
  const Hull hull = convex_hull(needle);
  expect_exact_hull(hull, needle);
  EXPECT_EQ(hull.triangles.size(), 8U);
  const std::vector<Vec3> almost_flat = {
      {1e60, 0, 0}, {0, 1e60, 0}, {-1e60, -1e60, 0}, {0, 0, 5e-324}, {1, 1, 0}};
  expect_exact_hull(convex_hull(almost_flat), almost_flat);
  EXPECT_EQ(convex_hull({{1e60, 0, 0}, {0, 1e60, 0}, {-1e60, -1e60, 0}, {1, 1, 0}}).dimension, 2);
}

TEST(ConvexHull, FacesOutwardsForFourPointsInEveryOrder) {
  std::vector<Vec3> points = {{0, 0, 0}, {0, 0, 1}, {0, 1, 0}, {1, 0, 0}};
  std::vector<int> order = {0, 1, 2, 3};
  do {
    std::vector<Vec3> permuted;
    permuted.reserve(4);
    for (const int i : order) permuted.push_back(points[i]);
    const Hull hull = convex_hull(permuted);
    EXPECT_EQ(hull.triangles.size(), 4U);
    expect_exact_hull(hull, permuted);
  } while (std::next_permutation(order.begin(), order.end()));
}

TEST(ConvexHull, LeavesTheRoundingModeAlone) {
  Random random(71);
  std::vector<Vec3> points;
  points.reserve(60);
  for (int i = 0; i < 60; ++i) {
    points.emplace_back(static_cast<double>(random.below(5)), static_cast<double>(random.below(5)),
                        static_cast<double>(random.below(5)) * (1 + 0x1p-52));
  }
  ASSERT_TRUE(make_polytope({points, {}, {}}).ok());
  EXPECT_EQ(std::fegetround(), FE_TONEAREST);
}

/// Bodies with many coplanar points, made while the heap is being shuffled.
std::vector<PolytopePtr> bodies_on_a_shuffled_heap(std::uint64_t heap_seed) {
  Random heap(heap_seed);
  std::vector<std::unique_ptr<std::vector<char>>> blocks(400);
  Random random(72);
  std::vector<PolytopePtr> bodies;
  for (int round = 0; round < 60; ++round) {
    const Mat3 turn = random.rotation();
    std::vector<Vec3> points;
    for (int i = 0; i < 150; ++i) {
      const Vec3 p(static_cast<double>(random.below(6)), static_cast<double>(random.below(6)),
                   static_cast<double>(random.below(6)));
      points.emplace_back(round % 2 == 0 ? p : Vec3(turn * p));
    }
    for (int i = 0; i < 300; ++i) {
      blocks.at(heap.below(blocks.size())) = std::make_unique<std::vector<char>>(heap.below(8000));
    }
    bodies.push_back(make_polytope({points, {}, {}}).value());
  }
  return bodies;
}

TEST(MakePolytope, GivesTheSameBitsInEveryThreadWhateverTheHeap) {
  const std::vector<PolytopePtr> expected = bodies_on_a_shuffled_heap(1);
  std::vector<std::vector<PolytopePtr>> found(3);
  std::vector<std::thread> threads;
  threads.reserve(found.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    threads.emplace_back([&, i] { found[i] = bodies_on_a_shuffled_heap(i + 2); });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::vector<PolytopePtr>& bodies : found) {
    for (std::size_t b = 0; b < bodies.size(); ++b) {
      ASSERT_EQ(bodies[b]->vertices(), expected[b]->vertices());
      ASSERT_EQ(bodies[b]->neighbours(), expected[b]->neighbours());
      ASSERT_EQ(bodies[b]->inradius(), expected[b]->inradius());
      ASSERT_EQ(bodies[b]->facets().size(), expected[b]->facets().size());
      for (std::size_t f = 0; f < bodies[b]->facets().size(); ++f) {
        ASSERT_EQ(bodies[b]->facets()[f].normal, expected[b]->facets()[f].normal);
        ASSERT_EQ(bodies[b]->facets()[f].offset, expected[b]->facets()[f].offset);
        ASSERT_EQ(bodies[b]->facets()[f].vertices, expected[b]->facets()[f].vertices);
      }
    }
  }
}

}  // namespace
}  // namespace touchstone
