// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/ratio_ray/exact_fixed.hpp"

#include <gtest/gtest.h>

#include "metrics/tests/metric_samples.hpp"
#include "metrics/tests/ratio_checks.hpp"
#include "reference/claims.hpp"
#include "reference/oracle.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 20261203;

/// From x_B and a ball, without the basis that doubles find; the ball may be too large.
TEST(RatioRayFixed, TheLastResortAloneFindsTheTruth) {
  for (int i = 0; i < 200; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
    Random random(kSeed, 8, static_cast<std::uint64_t>(i));
    const Pair pair = i % 2 == 0 ? random_boxes(kSeed, i)
                                 : boxes_apart(Vec3(1 + static_cast<double>(random.below(4)),
                                                    static_cast<double>(random.below(3)), 0));
    const RayBody A(*pair.A);
    const RayBody B(*pair.B);
    const Vec3 towards = pair.X_WB.t - pair.X_WA.t;
    const Rational r = *solve_fixed_body(pair);
    for (const int ball : {-1, -20}) {
      const auto found = find_exact_fixed(A, pair.X_WA, B, pair.X_WB, towards, FixedBasis{}, ball);
      ASSERT_TRUE(found.has_value());
      EXPECT_EQ(found->r, round_to_double(r));
      const double rho = r == 0 ? 0 : round_to_double((r - 1) / r);
      EXPECT_EQ(found->rho, rho);
    }
    if (r > 0) {
      EXPECT_FALSE(
          find_exact_fixed(A, pair.X_WA, B, pair.X_WB, towards, FixedBasis{}, 10).has_value());
    }
  }
}

}  // namespace
}  // namespace touchstone
