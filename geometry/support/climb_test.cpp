// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/support/climb.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "geometry/arithmetic/rational.hpp"
#include "geometry/random.hpp"
#include "geometry/shapes.hpp"

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

}  // namespace
}  // namespace touchstone
