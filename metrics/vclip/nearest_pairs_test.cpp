// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/vclip/nearest_pairs.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>

#include "metrics/tests/metric_samples.hpp"
#include "reference/claims.hpp"
#include "reference/oracle.hpp"

namespace touchstone {
namespace {

using End = NearestPairs::End;

constexpr std::uint64_t kSeed = 20261124;

TEST(NearestPairs, FindTheDistanceFromAnyStart) {
  Random random(kSeed, 0, 0);
  Oracle oracle;
  int separated = 0;
  for (int i = 0; i < 300; ++i) {
    SCOPED_TRACE(std::to_string(i) + ", seed " + std::to_string(kSeed));
    const PolytopePtr body = make_random_sphere_hull(random, 12 + i);
    const Pair pair = placed_apart(random, body, body, 1.5, 2.5);
    const ClipBody A(*pair.A);
    const ClipBody B(*pair.B);
    NearestPairs search(A, pair.X_WA, B, pair.X_WB);
    std::array<WeightedPair, 3> start;
    for (WeightedPair& p : start) {
      p = {static_cast<int>(random.below(12)), static_cast<int>(random.below(12)),
           random.uniform(0, 0.5)};
    }
    start[2].weight = 1 - start[0].weight - start[1].weight;
    const End end = search.run({start.data(), static_cast<std::size_t>(1 + i % 3)});
    const Truth truth = oracle.solve(pair, false);
    ASSERT_EQ(end, truth.sign > 0 ? End::separated : End::overlap);
    if (end != End::separated) continue;
    ++separated;
    EXPECT_LE(error_of(search.distance(), truth), 3e-16 * truth.phi);
    EXPECT_TRUE(gap_reaches(pair, search.normal(), truth, 1e-15));
    EXPECT_LE(search.entered(), 30);
    double sum = 0;
    for (std::size_t k = 0; k < search.count(); ++k) {
      EXPECT_GT(search.pair(k).weight, 0);
      sum += search.pair(k).weight;
    }
    EXPECT_NEAR(sum, 1, 1e-15);
  }
  EXPECT_GT(separated, 50);
  EXPECT_LT(separated, 250);
}

TEST(NearestPairs, EnterNothingWhereTheStartIsNearest) {
  const Pair pair = boxes_apart(Vec3(5, 4, 3));
  const ClipBody A(*pair.A);
  const ClipBody B(*pair.B);
  NearestPairs search(A, pair.X_WA, B, pair.X_WB);
  // Corner k has the sign bits of its coordinates; few vertices are kept in their order.
  const WeightedPair corners{7, 0, 1};
  EXPECT_EQ(search.run({&corners, 1}), End::separated);
  EXPECT_EQ(search.entered(), 0);
  EXPECT_EQ(search.supports(), 1);
  EXPECT_EQ(search.distance(), Vec3(3, 2, 1).norm());
}

/// The nearest face of a box 2^20 times as large has a fourth corner, as near as the three that
/// carry x: the normal is that of the feature only if all corners are.
TEST(NearestPairs, LeaveANearTieOfUnequalBodiesToIntegers) {
  Random random(kSeed, 3, 0);
  int stuck = 0;
  for (int i = 0; i < 40; ++i) {
    SCOPED_TRACE(std::to_string(i) + ", seed " + std::to_string(kSeed));
    const double half = i % 2 == 0 ? 0x1p20 : 4;
    Pair pair{make_box(Vec3(half, half, half)), Pose{random.rotation(), Vec3::Zero()},
              make_random_sphere_hull(random, 12), Pose{random.rotation(), Vec3::Zero()}};
    pair.X_WB.t = pair.X_WA.R * Vec3(half + 3, 0.1 * half, 0.2 * half);
    const ClipBody A(*pair.A);
    const ClipBody B(*pair.B);
    NearestPairs search(A, pair.X_WA, B, pair.X_WB);
    const WeightedPair start{0, 0, 1};
    const End end = search.run({&start, 1});
    if (half < 5) {
      EXPECT_EQ(end, End::separated);  // bodies of like size keep the tie
    } else {
      EXPECT_EQ(end, End::stuck);
      stuck += search.count() == 3 ? 1 : 0;
    }
  }
  EXPECT_GT(stuck, 5);
}

TEST(NearestPairs, TellATieOnTheBoundaryFromOneInside) {
  const WeightedPair start{0, 0, 1};
  for (const Vec3& t : {Vec3(2, 0, 0), Vec3(2, 2, 0), Vec3(2, 2, 2), Vec3(2, 1, -0.5)}) {
    const Pair pair = boxes_apart(t);
    const ClipBody A(*pair.A);
    const ClipBody B(*pair.B);
    NearestPairs search(A, pair.X_WA, B, pair.X_WB);
    ASSERT_EQ(search.run({&start, 1}), End::tied);
    const NearestPairs::Touching touching = search.touching(-t);
    EXPECT_EQ(touching.end, End::touching);
    EXPECT_TRUE(gap_reaches(pair, touching.normal, Oracle().solve(pair, false), 1e-15));
  }
  const Pair inside = boxes_apart(Vec3(0, 0, 0));
  const ClipBody A(*inside.A);
  const ClipBody B(*inside.B);
  NearestPairs search(A, inside.X_WA, B, inside.X_WB);
  ASSERT_EQ(search.run({&start, 1}), End::tied);
  EXPECT_EQ(search.touching(Vec3::Zero()).end, End::overlap);
}

}  // namespace
}  // namespace touchstone
