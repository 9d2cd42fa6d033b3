// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "geometry/random.hpp"
#include "geometry/shapes.hpp"
#include "metrics/gjk/gjk.hpp"
#include "metrics/tests/extreme_checks.hpp"
#include "metrics/tests/metric_samples.hpp"

namespace touchstone {
namespace {

/// Support pairs that a cold query of hulls of random points takes on average; `gap` is about how
/// far they are apart [m].
double mean_supports(int vertices, double gap) {
  constexpr int kPairs = 400;
  const auto metric = make_gjk();
  double supports = 0;
  for (int i = 0; i < kPairs; ++i) {
    Random random(20261129, static_cast<std::uint64_t>(i));
    const PolytopePtr A = make_random_sphere_hull(random, vertices);
    const PolytopePtr B = make_random_sphere_hull(random, vertices);
    const Pair pair{A, Pose{random.rotation(), (2 + gap) * random.unit_vector()}, B,
                    Pose{random.rotation(), Vec3::Zero()}};
    const Answer answer = ask(*metric, pair);
    EXPECT_EQ(answer.status, AnswerStatus::answered) << i;
    supports += answer.work.supports;
  }
  return supports / kPairs;
}

/// From one point on they took 3.9, 5.1 and, near, 4.8.
TEST(GjkOfSmallBodies, BeginsWithThreePoints) {
  EXPECT_LT(mean_supports(8, 0.5), 3);
  EXPECT_LT(mean_supports(32, 0.5), 4);
  EXPECT_LT(mean_supports(8, 0.001), 3.7);
}

/// The first three points are almost on one line then: weights made from them put witness points
/// beside the segments.
TEST(GjkOfSmallBodies, KeepsItsClaimOnParallelSegments) {
  Oracle oracle;
  const auto metric = make_gjk();
  for (std::uint64_t i = 0; i < 500; ++i) {
    Random random(20261130, i);
    const auto segment = [&] {
      const double length = random.uniform(0.1, 2);
      return hull_of({Vec3(-length, 0, 0), Vec3(length, 0, 0)});
    };
    const PolytopePtr A = segment();
    const PolytopePtr B = segment();
    const Mat3 R = random.rotation();
    const Pair pair{A, Pose{R, random.uniform(0.01, 1) * random.unit_vector()}, B,
                    Pose{R, Vec3::Zero()}};
    expect_distance_claim(pair, oracle.solve(pair), ask(*metric, pair), 1e-9);
  }
}

}  // namespace
}  // namespace touchstone
