// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/support/support_map.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "geometry/arithmetic/rational.hpp"
#include "geometry/index.hpp"
#include "geometry/random.hpp"
#include "geometry/shapes.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 20261121;

Rational exactly_along(const Vec3& u, const Vec3& v) {
  return Rational(u.x()) * Rational(v.x()) + Rational(u.y()) * Rational(v.y()) +
         Rational(u.z()) * Rational(v.z());
}

/// By how much `vertex` is short of the farthest one, in parts of |u|_1 times the body's radius.
double shortfall(const Polytope& body, const Vec3& u, int vertex) {
  double most = -std::numeric_limits<double>::infinity();
  for (const Vec3& v : body.vertices()) most = std::max(most, u.dot(v));
  Rational exact = exactly_along(u, body.vertices()[at(vertex)]);
  const Rational chosen = exact;
  const double scale = u.lpNorm<1>() * body.bounding_radius();
  for (const Vec3& v : body.vertices()) {
    if (u.dot(v) >= most - 1e-14 * scale) exact = std::max(exact, exactly_along(u, v));
  }
  return Rational(exact - chosen).get_d() / scale;
}

struct Body {
  std::string name;
  PolytopePtr polytope;
};

/// A cap so flat that the slopes between neighbours vanish in rounding, closed by an apex below.
PolytopePtr make_flat_cap(int side, double bulge) {
  PolytopeInput input;
  for (int i = 0; i <= side; ++i) {
    for (int j = 0; j <= side; ++j) {
      const double x = 2.0 * i / side - 1;
      const double y = 2.0 * j / side - 1;
      input.vertices.emplace_back(x, y, 1 - bulge * (x * x + y * y));
    }
  }
  input.vertices.emplace_back(0.1, 0.2, -1);
  return make_polytope(input).value();
}

std::vector<Body> bodies() {
  Random random(kSeed, 1, 0);
  std::vector<Body> made = {{"box", make_box(Vec3(1, 2, 3))},
                            {"simplex", make_simplex()},
                            {"icosphere of 42", make_icosphere(1)},
                            {"icosphere of 162", make_icosphere(2)},
                            {"icosphere of 2562", make_icosphere(4)},
                            {"uv sphere of 1102", make_uv_sphere(50, 23)},
                            {"prism of 600 sides", make_prism(600, 1, 0.3)},
                            {"double pyramid of valence 500", make_double_pyramid(500, 1, 0.5)},
                            {"needle", make_needle(1e6)},
                            {"grid box", make_grid_box({20, 20, 20}, Vec3(1, 1, 1))},
                            {"flat cap 1e-13", make_flat_cap(24, 1e-13)},
                            {"flat cap 1e-10", make_flat_cap(24, 1e-10)},
                            {"flat cap 1e-6", make_flat_cap(24, 1e-6)}};
  for (const int points : {20, 120, 140, 1000}) {
    made.push_back({"hull of " + std::to_string(points), make_random_sphere_hull(random, points)});
  }
  made.push_back({"flat ellipsoid", make_random_ellipsoid_hull(random, 500, Vec3(1, 1, 1e-7))});
  return made;
}

std::vector<Vec3> directions(const Polytope& body, Random& random) {
  std::vector<Vec3> made;
  made.reserve(600);
  for (int i = 0; i < 300; ++i) made.push_back(random.unit_vector());
  for (int i = 0; i < 60; ++i) {
    const auto of = [&](std::size_t n) { return random.below(static_cast<std::uint32_t>(n)); };
    const Vec3& normal = body.facets()[of(body.facets().size())].normal;
    made.push_back(normal);  // ties
    made.emplace_back(1e9 * (normal + 1e-15 * random.unit_vector()));
    made.emplace_back(1e-9 * body.vertices()[of(body.vertices().size())]);
  }
  for (int axis = 0; axis < 3; ++axis) {
    made.emplace_back(Vec3::Unit(axis));
    made.emplace_back(-Vec3::Unit(axis));
  }
  return made;
}

TEST(SupportMap, FindsTheFarthestVertexFromAnyStart) {
  SCOPED_TRACE("seed " + std::to_string(kSeed));
  for (const Body& body : bodies()) {
    SCOPED_TRACE(body.name);
    const SupportMap map(*body.polytope, body.polytope->interior_point());
    Random random(kSeed, 2, 0);
    int last = 0;
    for (const Vec3& u : directions(*body.polytope, random)) {
      const auto start = static_cast<int>(random.below(static_cast<std::uint32_t>(map.count())));
      // A rounding of the products, where a scan cannot tell them apart, and no more.
      EXPECT_LE(shortfall(*body.polytope, u, map.vertex(map.farthest(u))), 5e-16);
      EXPECT_LE(shortfall(*body.polytope, u, map.vertex(map.farthest(u, start))), 5e-16);
      last = map.farthest(u, last);
      EXPECT_LE(shortfall(*body.polytope, u, map.vertex(last)), 5e-16);
    }
  }
}

TEST(SupportMap, ClimbsOverAFlatFacetToItsVeryEnd) {
  const PolytopePtr body = make_flat_cap(30, 1e-15);
  const SupportMap map(*body, body->interior_point());
  ASSERT_GT(map.count(), SupportMap::kMaxScannedWarm);
  // Tilted so little that the whole way across gains less than the doubt of one step.
  for (const Vec3& u : {Vec3(1e-17, 0, 1), Vec3(0, -3e-16, 1), Vec3(-1e-15, 1e-15, 1)}) {
    for (int start = 0; start < map.count(); start += 7) {
      EXPECT_LE(shortfall(*body, u, map.vertex(map.farthest(u, start))), 1e-25);
    }
  }
}

TEST(SupportMap, FindsTheFarthestOfMoreVerticesThanACellHasNumbersFor) {
  SCOPED_TRACE("seed " + std::to_string(kSeed));
  const PolytopePtr body = make_uv_sphere(300, 230);
  const SupportMap map(*body, body->interior_point());
  ASSERT_GT(map.count(), 1 << 16);
  Random random(kSeed, 4, 0);
  for (int i = 0; i < 50; ++i) {
    const Vec3 u = random.unit_vector();
    EXPECT_LE(shortfall(*body, u, map.vertex(map.farthest(u))), 5e-16);
    EXPECT_LE(shortfall(*body, u, map.vertex(map.nearly_farthest(u))), 5e-16);
  }
}

TEST(SupportMap, CostsAtMostTwoHundredBytesAVertex) {
  for (const Body& body : bodies()) {
    SCOPED_TRACE(body.name);
    const SupportMap map(*body.polytope, body.polytope->interior_point());
    EXPECT_LE(static_cast<double>(map.bytes()), 200.0 * std::max(map.count(), 8));
  }
}

TEST(SupportMap, PlacesAreVerticesOfTheBody) {
  for (const Body& body : bodies()) {
    SCOPED_TRACE(body.name);
    const Vec3 center = body.polytope->interior_point();
    const SupportMap map(*body.polytope, center);
    for (int i = 0; i < map.count(); ++i) {
      const Vec3& v = body.polytope->vertices()[at(map.vertex(i))];
      EXPECT_EQ(map.body_vertex(i), v);
      EXPECT_EQ(map.arm(i), Vec3(v - center));
      EXPECT_EQ(map.found_arm(i), map.arm(i));
      std::vector<int> joined;
      for (const int place : map.neighbours(i)) joined.push_back(map.vertex(place));
      EXPECT_EQ(joined, body.polytope->neighbours()[at(map.vertex(i))]);
    }
  }
}

TEST(SupportMap, KnowsWhatReachesALevel) {
  SCOPED_TRACE("seed " + std::to_string(kSeed));
  int scanned = 0;
  for (const Body& body : bodies()) {
    SCOPED_TRACE(body.name);
    const SupportMap map(*body.polytope, body.polytope->interior_point());
    if (!map.scans()) continue;
    ++scanned;
    Random random(kSeed, 5, 0);
    for (const Vec3& u : directions(*body.polytope, random)) {
      const auto height = [&](int i) {
        const Vec3& arm = map.arm(i);
        return u.x() * arm.x() + u.y() * arm.y() + u.z() * arm.z();
      };
      // A vertex reaches its own level.
      const double level =
          height(static_cast<int>(random.below(static_cast<std::uint32_t>(map.count()))));
      const ScreenedPoints found = map.reaching(u, level);
      for (int i = 0; i < map.count(); ++i) {
        const std::uint64_t bit = found[at(i / 64)] >> (i % 64) & 1;
        EXPECT_EQ(bit == 1, height(i) >= level);
      }
    }
  }
  EXPECT_GE(scanned, 5);
}

TEST(SupportMap, KnowsTheEdgesOfTheHull) {
  const PolytopePtr sphere = make_icosphere(3);
  const SupportMap map(*sphere, sphere->interior_point());
  std::size_t ends = 0;
  for (int i = 0; i < map.count(); ++i) {
    for (const std::int32_t other : map.neighbours(i)) {
      const std::vector<int>& of = sphere->neighbours()[at(map.vertex(i))];
      EXPECT_TRUE(std::find(of.begin(), of.end(), map.vertex(other)) != of.end());
      ++ends;
    }
  }
  EXPECT_EQ(ends, 2 * sphere->edges().size());
}

TEST(SupportScans, AllGiveTheFirstOfTheLargest) {
  Random random(kSeed, 3, 0);
  for (int round = 0; round < 200; ++round) {
    const int count = kScanBlock * (1 + static_cast<int>(random.below(20)));
    std::vector<double> x;
    std::vector<double> y;
    std::vector<double> z;
    for (int i = 0; i < count; ++i) {
      // Small whole numbers: many ties.
      x.push_back(static_cast<double>(random.below(4)) - 1.5);
      y.push_back(static_cast<double>(random.below(4)) - 1.5);
      z.push_back(static_cast<double>(random.below(4)) - 1.5);
    }
    const Vec3 u = round % 2 == 0 ? Vec3(1, -1, 0) : random.unit_vector();
    const int expected = support_scans().front().scan(x.data(), y.data(), z.data(), count, u);
    for (const NamedSupportScan& kernel : support_scans()) {
      EXPECT_EQ(kernel.scan(x.data(), y.data(), z.data(), count, u), expected) << kernel.name;
    }
    const auto value = [&](int i) {
      const auto k = static_cast<std::size_t>(i);
      return x[k] * u.x() + y[k] * u.y() + z[k] * u.z();
    };
    for (int i = 0; i < count; ++i) {
      EXPECT_TRUE(i < expected ? value(i) < value(expected) : value(i) <= value(expected));
    }
  }
}

TEST(SupportScans, AllGiveThePointsThatReachALevel) {
  Random random(kSeed, 6, 0);
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  int reached = 0;
  for (int round = 0; round < 200; ++round) {
    const int count = kScanBlock * (1 + static_cast<int>(random.below(kMaxScreened / kScanBlock)));
    std::vector<std::vector<double>> entry(3);
    for (std::vector<double>& of : entry) {
      for (int i = 0; i < count; ++i) of.push_back(static_cast<double>(random.below(4)) - 1.5);
    }
    const Vec3 u = round % 2 == 0 ? Vec3(1, -1, 0) : random.unit_vector();
    for (const double level : {-4.0, 0.0, 1.0, 2.0, 9.0, kNaN}) {
      ScreenedPoints expected{};
      for (int i = 0; i < count; ++i) {
        const auto k = static_cast<std::size_t>(i);
        const double along = entry[0][k] * u.x() + entry[1][k] * u.y() + entry[2][k] * u.z();
        if (along < level) continue;
        expected[k / 64] |= std::uint64_t{1} << (k % 64);
        ++reached;
      }
      for (const NamedSupportScan& kernel : support_scans()) {
        EXPECT_EQ(kernel.screen(entry[0].data(), entry[1].data(), entry[2].data(), count, u, level),
                  expected)
            << kernel.name;
      }
    }
  }
  EXPECT_GT(reached, 1000);
}

TEST(SupportScans, WhatIsNotANumberEndsAtTheFirst) {
  const std::vector<double> one(2 * kScanBlock, 1.0);
  const Vec3 u = Vec3::Constant(std::numeric_limits<double>::quiet_NaN());
  for (const NamedSupportScan& kernel : support_scans()) {
    EXPECT_EQ(kernel.scan(one.data(), one.data(), one.data(), 2 * kScanBlock, u), 0) << kernel.name;
  }
}

}  // namespace
}  // namespace touchstone
