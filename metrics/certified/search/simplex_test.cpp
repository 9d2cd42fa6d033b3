// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/certified/search/simplex.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <initializer_list>

#include "geometry/index.hpp"
#include "geometry/random.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 20261126;

DifferenceSimplex simplex_of(std::initializer_list<Vec3> corners) {
  DifferenceSimplex simplex;
  for (const Vec3& c : corners) simplex.add({c, simplex.count, simplex.count});
  return simplex;
}

void expect_weights_of_nearest(const DifferenceSimplex& simplex) {
  Vec3 sum = Vec3::Zero();
  for (int i = 0; i < simplex.count; ++i) {
    EXPECT_GT(simplex.weight[at(i)], 0);
    sum += simplex.weight[at(i)] * simplex.points[at(i)].c;
  }
  EXPECT_LE((sum - simplex.nearest).norm(), 1e-13);
}

/// The foot is on a side. Its weight of the third corner is 0, but 1 less the others is 2^-53.
TEST(DifferenceSimplex, ACornerWithoutWeightIsDropped) {
  for (const bool of_last : {false, true}) {
    DifferenceSimplex simplex = simplex_of({{2.5, -1, 1}, {-.5, -1, 1}, {.5, -2, 0}});
    ASSERT_TRUE(simplex.reduce(of_last));
    EXPECT_LT(simplex.count, 3);
    expect_weights_of_nearest(simplex);
  }
}

/// Small integers: many triangles are right-angled, flat or hold the foot on a side.
TEST(DifferenceSimplex, KeepsWhatCarriesTheNearestPointOfATriangle) {
  std::array<int, 4> kept{};
  for (int index = 0; index < 20'000; ++index) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << index);
    Random random(kSeed, 1, static_cast<std::uint64_t>(index));
    const auto corner = [&] {
      const auto entry = [&] { return static_cast<double>(random.below(7)) - 3; };
      const double x = entry();
      const double y = entry();
      return Vec3(x, y, entry());
    };
    const Vec3 a = corner();
    const Vec3 b = corner();
    DifferenceSimplex simplex = simplex_of({a, b, corner()});
    const std::array<DifferencePoint, 4> all = simplex.points;
    ASSERT_TRUE(simplex.reduce());
    ++kept[at(simplex.count)];
    expect_weights_of_nearest(simplex);
    for (int i = 0; i < 3; ++i) {
      EXPECT_GE(simplex.nearest.dot(all[at(i)].c - simplex.nearest), -1e-12);
    }
  }
  for (const int count : {1, 2, 3}) EXPECT_GE(kept[at(count)], 1000) << count;
}

}  // namespace
}  // namespace touchstone
