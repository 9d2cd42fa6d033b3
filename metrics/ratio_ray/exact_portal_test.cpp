// SPDX-License-Identifier: GPL-3.0-or-later
// The last resort of `ratio_ray` by itself, from the ball: no search in doubles helps it.
#include "metrics/ratio_ray/exact_portal.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "metrics/tests/metric_samples.hpp"
#include "reference/oracle.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 20261121;

std::optional<ExactExit> exit_of(const Pair& pair, int larger = -1) {
  const RayBody A(*pair.A);
  const RayBody B(*pair.B);
  const Vec3 d = (pair.X_WA.R * A.center + pair.X_WA.t) - (pair.X_WB.R * B.center + pair.X_WB.t);
  const Vec3 towards = d.isZero(0) ? Vec3(1, 0, 0) : d;
  return find_exact_exit(A, pair.X_WA, B, pair.X_WB, towards, Portal{},
                         std::ilogb(A.inradius + B.inradius) + larger);
}

void expect_truth(const Pair& pair, int index) {
  const auto exit = exit_of(pair);
  ASSERT_TRUE(exit.has_value()) << "index " << index;
  EXPECT_EQ(exit->rho, Oracle().solve(pair).ratio->rho_rounded) << "index " << index;
  double sum = 0;
  for (Eigen::Index i = 0; i < 3; ++i) {
    EXPECT_GE(exit->weight[i], 0) << "index " << index;
    sum += exit->weight[i];
  }
  EXPECT_NEAR(sum, 1, 1e-15) << "index " << index;
}

TEST(ExactPortal, FindsTheExitFromTheBall) {
  for (int i = 0; i < 100; ++i) expect_truth(random_boxes(kSeed, i), i);
}

TEST(ExactPortal, DecidesTiesOfEveryKind) {
  // Rays through corners, edges and diagonals of the facets of K, kissing, apart and overlapping.
  int index = 0;
  for (const double x : {-2.0, -1.0, 0.0, 1.0, 2.0}) {
    for (const double y : {0.0, 1.0, 2.0}) {
      for (const double z : {0.5, 2.0, 3.0}) expect_truth(boxes_apart(Vec3(x, y, z)), index++);
    }
  }
}

TEST(ExactPortal, HasNoExitWhereThereIsNoRay) {
  EXPECT_FALSE(exit_of(boxes_apart(Vec3(0, 0, 0))).has_value());
}

TEST(ExactPortal, DoesNotTrustABallThatIsNotInside) {
  // Its points would be the last ones left, beyond every vertex.
  EXPECT_FALSE(exit_of(boxes_apart(Vec3(4, 0, 0)), 7).has_value());
}

}  // namespace
}  // namespace touchstone
