// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/support/climb.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "geometry/arithmetic/rational.hpp"
#include "geometry/random.hpp"
#include "geometry/shapes.hpp"
#include "geometry/support/support_map.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 20261126;

Rational height_of(const Vec3& u, const Vec3& v) {
  return Rational(u[0]) * Rational(v[0]) + Rational(u[1]) * Rational(v[1]) +
         Rational(u[2]) * Rational(v[2]);
}

/// From each vertex, with heights in rationals and rough ones in doubles that are off by a tenth.
TEST(Climb, EndsAtAFarthestVertexFromAnyOther) {
  for (int i = 0; i < 50; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
    Random random(kSeed, 1, static_cast<std::uint64_t>(i));
    const PolytopePtr body =
        i % 5 == 0 ? make_box(Vec3(1, 0.5, 0.25)) : make_random_sphere_hull(random, 40);
    // Along an axis a box has four farthest vertices.
    const Vec3 u = i % 10 == 0 ? Vec3(0, 0, 1) : random.unit_vector();
    const auto height = [&](int v) { return height_of(u, body->vertices()[v]); };
    Rational most = height(0);
    for (int v = 0; v < static_cast<int>(body->vertices().size()); ++v) {
      most = std::max(most, height(v));
    }
    for (int start = 0; start < static_cast<int>(body->vertices().size()); ++start) {
      const int end = climb_to_farthest(
          "climb of a test", static_cast<std::int64_t>(body->vertices().size()), start,
          [&](int v) -> const std::vector<int>& { return body->neighbours()[v]; },
          [&](int v) { return u.dot(body->vertices()[v]) + (v % 2 == 0 ? 0.1 : -0.1); }, 0.3,
          height, [](const Rational& one, const Rational& other) { return one > other; });
      EXPECT_EQ(height(end), most) << "from " << start;
    }
  }
}

/// All of a hull's vertices that are not below some height, from a farthest one.
TEST(Level, HasAllVerticesThatReachIt) {
  int most = 0;
  for (int i = 0; i < 50; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
    Random random(kSeed, 2, static_cast<std::uint64_t>(i));
    const PolytopePtr body = make_random_sphere_hull(random, 60);
    const SupportMap map(*body, body->interior_point());
    const Vec3 u = random.unit_vector();
    const int top = map.farthest(u);
    const auto height = [&](int v) { return u.dot(map.arm(v)); };
    EXPECT_TRUE(all_neighbours(map, top, [&](int v) { return height(v) <= height(top); }));
    const int beside = map.neighbours(top)[0];
    EXPECT_FALSE(all_neighbours(map, beside, [&](int v) { return height(v) <= height(beside); }));
    const double least = height(top) - random.uniform(0, 1);
    const auto reaches = [&](int v) { return height(v) >= least; };
    PlaceList<60> level;
    level.add(top);
    add_level(map, level, reaches);
    EXPECT_FALSE(level.too_many);
    int count = 0;
    for (int v = 0; v < map.count(); ++v) {
      EXPECT_EQ(level.has(v), reaches(v)) << v;
      count += reaches(v) ? 1 : 0;
    }
    EXPECT_EQ(level.count, static_cast<std::size_t>(count));
    most = std::max(most, count);
    PlaceList<3> few;
    few.add(top);
    add_level(map, few, reaches);
    EXPECT_EQ(few.too_many, count > 3);
  }
  EXPECT_GT(most, 10);
}

}  // namespace
}  // namespace touchstone
