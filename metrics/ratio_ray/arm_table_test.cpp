// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/ratio_ray/arm_table.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "geometry/random.hpp"
#include "geometry/shapes.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 20261125;

TEST(ArmTable, NamesAVertexThatIsNearlyTheFarthest) {
  Random random(kSeed, 0, 0);
  for (const int points : {140, 1000, 3000}) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << ", hull of " << points);
    const PolytopePtr body = make_random_sphere_hull(random, points);
    const SupportMap map(*body, body->interior_point());
    const ArmTable table(map);
    int farthest = 0;
    for (int i = 0; i < 1000; ++i) {
      const Vec3 u = (i % 2 == 0 ? 1e9 : 1e-9) * random.unit_vector();
      const ArmTable::Cell& found = table.farthest(u);
      ASSERT_GE(found.place, 0);
      ASSERT_LT(found.place, map.count());
      const Vec3& arm = map.arm(found.place);
      EXPECT_EQ(Vec3(found.x, found.y, found.z), arm.cast<float>().cast<double>());
      // A cell's middle is less than sqrt(3/points) from u, and of a unit sphere two vertices that
      // are the farthest along directions so near are few spacings, of sqrt(4 pi/points), apart.
      const double far = u.dot(map.arm(map.farthest(u)));
      EXPECT_LE(far - u.dot(arm), 20.0 / points * u.norm());
      farthest += found.place == map.farthest(u) ? 1 : 0;
    }
    EXPECT_GE(farthest, 500);
  }
}

TEST(ArmTable, AnyDirectionHasACell) {
  const PolytopePtr body = make_icosphere(3);
  const SupportMap map(*body, body->interior_point());
  const ArmTable table(map);
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  std::vector<Vec3> directions = {
      Vec3(0, 0, 0),     Vec3(kNaN, 0, 1), Vec3(kNaN, kNaN, kNaN), Vec3(kInfinity, -kInfinity, 1),
      Vec3(1e-60, 0, 0), Vec3(1, 1, 1),    Vec3(-1, 1, -1)};
  for (int axis = 0; axis < 3; ++axis) {
    directions.emplace_back(Vec3::Unit(axis));
    directions.emplace_back(-Vec3::Unit(axis));
  }
  for (const Vec3& u : directions) {
    const ArmTable::Cell& found = table.farthest(u);
    EXPECT_GE(found.place, 0) << u.transpose();
    EXPECT_LT(found.place, map.count()) << u.transpose();
  }
}

TEST(LargeTable, BeginsAtAHugePageWhereItFillsTwo) {
  const auto address = [](const LargeTable<double>& table) {
    return reinterpret_cast<std::uintptr_t>(table.data());
  };
  LargeTable<double> large(kMinInHugePages / sizeof(double) + 5, 3);
  EXPECT_EQ(address(large) % kHugePage, 0U);
  const std::uintptr_t there = address(large);
  const LargeTable<double> moved = std::move(large);
  EXPECT_EQ(address(moved), there);
  EXPECT_EQ(moved.back(), 3);
  const LargeTable<double> copy = moved;
  EXPECT_NE(address(copy), there);
  EXPECT_EQ(copy, moved);
  const LargeTable<double> small(5, 2);
  EXPECT_EQ(small.back(), 2);
}

}  // namespace
}  // namespace touchstone
