// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/hull/small_solid.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "geometry/random.hpp"
#include "geometry/shapes.hpp"
#include "geometry/tests/polytope_checks.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 20260731;

std::vector<Vec3> on_ellipsoid(Random& random, int count, const Vec3& semi_axes) {
  std::vector<Vec3> points;
  for (int k = 0; k < count; ++k) {
    points.emplace_back(random.unit_vector().cwiseProduct(semi_axes));
  }
  return points;
}

/// The body as make_polytope makes it of points and claimed facets, which takes no short cut.
PolytopePtr by_the_long_way(const std::vector<Vec3>& points, const PolytopeBuilder::Parts& parts) {
  PolytopeInput input{points, {}, {}};
  for (const Facet& facet : parts.complex.facets) input.facets.push_back(facet.vertices);
  if (parts.interior_point_given) input.interior_point = parts.interior_point;
  const Result<PolytopePtr> made = make_polytope(input);
  EXPECT_TRUE(made.ok()) << made.reason();
  return made.ok() ? made.value() : nullptr;
}

/// Expects that two bodies have the same lists of the same doubles.
void expect_same(const Polytope& a, const Polytope& b) {
  EXPECT_EQ(a.dimension(), b.dimension());
  EXPECT_EQ(a.vertices(), b.vertices());
  EXPECT_EQ(a.extreme(), b.extreme());
  EXPECT_EQ(a.neighbours(), b.neighbours());
  EXPECT_EQ(a.interior_point(), b.interior_point());
  EXPECT_EQ(a.interior_point_given(), b.interior_point_given());
  EXPECT_EQ(a.interior_point_strictly_inside(), b.interior_point_strictly_inside());
  EXPECT_EQ(a.bounding_radius(), b.bounding_radius());
  EXPECT_EQ(a.inradius(), b.inradius());
  EXPECT_EQ(a.content_hash(), b.content_hash());
  EXPECT_EQ(a.notes(), b.notes());
  ASSERT_EQ(a.facets().size(), b.facets().size());
  for (std::size_t f = 0; f < a.facets().size(); ++f) {
    EXPECT_EQ(a.facets()[f].normal, b.facets()[f].normal) << f;
    EXPECT_EQ(a.facets()[f].offset, b.facets()[f].offset) << f;
    EXPECT_EQ(a.facets()[f].vertices, b.facets()[f].vertices) << f;
  }
  ASSERT_EQ(a.edges().size(), b.edges().size());
  for (std::size_t e = 0; e < a.edges().size(); ++e) {
    EXPECT_EQ(a.edges()[e].v0, b.edges()[e].v0) << e;
    EXPECT_EQ(a.edges()[e].v1, b.edges()[e].v1) << e;
    EXPECT_EQ(a.edges()[e].left, b.edges()[e].left) << e;
    EXPECT_EQ(a.edges()[e].right, b.edges()[e].right) << e;
  }
}

/// Whether the short cut takes the points; if it does, that the long way comes to the same.
bool taken(const std::vector<Vec3>& points, const std::optional<Vec3>& interior_point = {}) {
  std::optional<PolytopeBuilder::Parts> parts = small_solid(points, interior_point);
  if (!parts) return false;
  const PolytopePtr slow = by_the_long_way(points, *parts);
  const PolytopePtr fast = PolytopeBuilder::build(std::move(*parts));
  if (slow == nullptr) return false;
  expect_same(*fast, *slow);
  expect_sound_solid(*fast, "short cut", true);
  return true;
}

TEST(SmallSolid, IsWhatTheLongWayMakesOfRandomHulls) {
  Random random(kSeed, 1);
  int hulls = 0;
  int found = 0;
  for (int points = 4; points <= kMaxSmallPoints; ++points) {
    for (int k = 0; k < 12; ++k) {
      SCOPED_TRACE(std::to_string(points) + " points, hull " + std::to_string(k));
      const double flattening = std::pow(10, -(k % 4));
      const double scale = std::pow(10, k % 3 * 20 - 20);
      ++hulls;
      found += taken(on_ellipsoid(random, points, scale * Vec3(1, 0.7, flattening)));
    }
  }
  EXPECT_GT(found, 0.98 * hulls);
}

TEST(SmallSolid, IsWhatTheLongWayMakesOfLatticePoints) {
  // Ties in every coordinate, zeros of either sign, many coplanar points.
  Random random(kSeed, 2);
  int found = 0;
  for (int k = 0; k < 2000; ++k) {
    SCOPED_TRACE(k);
    std::vector<Vec3> points;
    const std::uint64_t count = 4 + random.below(5);
    for (std::uint64_t i = 0; i < count; ++i) {
      const auto entry = [&] { return 2.0 - static_cast<double>(random.below(5)); };
      points.emplace_back(entry() * 0.5, entry() * -0.5, entry() * 0.5);
    }
    found += taken(points);
  }
  EXPECT_GT(found, 100);
  EXPECT_LT(found, 1900);
}

TEST(SmallSolid, KeepsAGivenInteriorPointThatIsCertainlyInside) {
  Random random(kSeed, 3);
  const std::vector<Vec3> points = on_ellipsoid(random, 12, Vec3(1, 0.5, 0.8));
  EXPECT_TRUE(taken(points, Vec3(0.01, -0.02, 0.03)));
  EXPECT_FALSE(taken(points, Vec3(5, 0, 0)));
  EXPECT_FALSE(taken(points, points[3]));
  EXPECT_FALSE(taken(points, Vec3(std::numeric_limits<double>::quiet_NaN(), 0, 0)));
}

TEST(SmallSolid, LeavesWhatHasToBeSortedOut) {
  Random random(kSeed, 4);
  std::vector<Vec3> points = on_ellipsoid(random, 10, Vec3(1, 1, 1));
  ASSERT_TRUE(taken(points));
  const auto with = [&](const Vec3& p) {
    std::vector<Vec3> more = points;
    more.push_back(p);
    return more;
  };
  EXPECT_FALSE(taken(with({0, 0, 0}))) << "a point inside";
  EXPECT_FALSE(taken(with(points[2]))) << "a point twice";
  EXPECT_FALSE(taken(with(0.5 * (points[0] + points[1])))) << "a middle";
  EXPECT_FALSE(taken(with({std::numeric_limits<double>::infinity(), 0, 0})));
  EXPECT_FALSE(taken(with({0, std::numeric_limits<double>::quiet_NaN(), 0})));
  EXPECT_FALSE(taken(with({0, 0, 1e60})));
  EXPECT_FALSE(taken({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}));
  EXPECT_FALSE(taken({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}})) << "flat";
  EXPECT_FALSE(taken(make_box(Vec3(1, 2, 3))->vertices())) << "facets that are no triangles";
  EXPECT_FALSE(taken({})) << "nothing";
  EXPECT_FALSE(taken(on_ellipsoid(random, kMaxSmallPoints + 1, Vec3(1, 1, 1)))) << "many";
}

/// A NaN may be anywhere, with numbers behind it.
TEST(SmallSolid, LeavesWhatIsNotFinite) {
  Random random(kSeed, 9, 0);
  const std::vector<Vec3> points = on_ellipsoid(random, 9, Vec3(1, 1, 1));
  for (const double bad : {std::nan(""), HUGE_VAL, -HUGE_VAL}) {
    for (std::size_t i = 0; i < points.size(); ++i) {
      for (int k = 0; k < 3; ++k) {
        std::vector<Vec3> spoilt = points;
        spoilt[i][k] = bad;
        EXPECT_FALSE(small_solid(spoilt, std::nullopt).has_value());
        EXPECT_FALSE(make_polytope({spoilt, {}, {}}).ok());
      }
    }
    Vec3 inside(0, 0, 0);
    inside[1] = bad;
    EXPECT_FALSE(make_polytope({points, {}, inside}).ok());
  }
}

TEST(SmallSolid, LeavesFacetsThatAreNearlyOne) {
  // The square's fourth corner is off the plane of the others by `step`.
  const auto pyramid = [](double step) {
    return std::vector<Vec3>{{1, 1, 0}, {-1, 1, 0}, {-1, -1, 0}, {1, -1, step}, {0, 0, 1.5}};
  };
  EXPECT_TRUE(taken(pyramid(1e-3)));
  EXPECT_TRUE(taken(pyramid(-1e-3)));
  EXPECT_FALSE(taken(pyramid(0)));
  int found = 0;
  for (int k = 0; k < 400; ++k) {
    SCOPED_TRACE(k);
    const double step = std::pow(10, -16 + 0.02 * k);
    found += taken(pyramid(step)) + taken(pyramid(-step));
  }
  EXPECT_GT(found, 300);
  EXPECT_LT(found, 500);
}

// Bodies are made in the memory of dropped ones.
TEST(SmallSolid, BodiesThatAreHeldStayAsTheyAreWhileOthersComeAndGo) {
  Random random(kSeed, 5);
  std::vector<PolytopePtr> held;
  std::vector<std::vector<Vec3>> points;
  for (int k = 0; k < 40; ++k) {
    points.push_back(on_ellipsoid(random, k % 2 == 0 ? 8 : 13, Vec3(1, 0.8, 0.6)));
    held.push_back(make_polytope({points.back(), {}, {}}).value());
    for (int other = 0; other < 10; ++other) {
      EXPECT_TRUE(make_polytope({on_ellipsoid(random, 8 + other % 3 * 5, Vec3(1, 1, 1)), {}, {}}));
    }
  }
  for (std::size_t k = 0; k < held.size(); ++k) {
    const std::optional<PolytopeBuilder::Parts> parts = small_solid(points[k], {});
    ASSERT_TRUE(parts);
    expect_same(*held[k], *by_the_long_way(points[k], *parts));
  }
}

TEST(SmallSolid, BodiesMayBeDroppedByAnotherThreadAndByNone) {
  Random random(kSeed, 6);
  const auto draw = [&random] {
    return make_polytope({on_ellipsoid(random, 9, Vec3(1, 1, 1)), {}, {}}).value();
  };
  // The last to hold it is a static object, which outlives the thread's own.
  static PolytopePtr last;
  last = draw();
  std::vector<PolytopePtr> bodies;
  for (int k = 0; k < 20; ++k) bodies.push_back(draw());
  std::thread([&bodies] { bodies.clear(); }).join();
  PolytopePtr from_there;
  std::thread([&] { from_there = draw(); }).join();
  EXPECT_EQ(from_there->vertices().size(), 9U);
  from_there.reset();
  EXPECT_TRUE(taken(on_ellipsoid(random, 9, Vec3(1, 1, 1))));
}

}  // namespace
}  // namespace touchstone
