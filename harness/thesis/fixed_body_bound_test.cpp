// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "geometry/shapes.hpp"
#include "harness/check/tests/family_sources.hpp"
#include "harness/thesis/pair_claims.hpp"

namespace touchstone {
namespace {

FixedBodyBound bound_of(const Pair& pair, int balls) {
  return fixed_body_bound(pair, Oracle().solve(pair, false), solve_fixed_body(pair), balls);
}

TEST(FixedBodyBound, OfACubeOnABlockIsViolatedAsPrinted) {
  const Pair pair = fixed_body_example().pair();
  const auto r = solve_fixed_body(pair);
  ASSERT_TRUE(r.has_value());
  EXPECT_NEAR(round_to_double(1 - 1 / *r), -9, 1e-12);
  EXPECT_NEAR(Oracle().solve(pair).phi, -0.9, 1e-15);
  const FixedBodyBound printed = bound_of(pair, 1);
  ASSERT_TRUE(printed.overlap.checked);
  EXPECT_FALSE(printed.overlap.held);
  EXPECT_EQ(printed.overlap.why, "rho -9, -s/eps -0.9");
  EXPECT_FALSE(bound_of(pair, 2).overlap.checked) << "it is deeper than half of its half extent";
}

TEST(FixedBodyBound, HoldsWithABallOfTwice) {
  for (const double z : {0.5000001, 0.75, 1.0, 1.5}) {
    Pair pair = fixed_body_example().pair();
    pair.X_WA.t.z() = z;
    const FixedBodyBound found = bound_of(pair, 2);
    EXPECT_TRUE(found.lower.held) << z;
    EXPECT_TRUE(z < 1 ? found.overlap.held : found.separate.held) << z;
    const FixedBodyBound swapped_bound = bound_of(swapped(pair), 2);
    EXPECT_TRUE(swapped_bound.lower.held) << z;
  }
}

// A growth ratio that is not the pair's.
TEST(FixedBodyBound, SeesAFalseRatio) {
  Pair pair = fixed_body_example().pair();
  pair.X_WA.t.z() = 1.125;
  const Truth truth = Oracle().solve(pair, false);
  EXPECT_FALSE(fixed_body_bound(pair, truth, Rational(3), 2).separate.held);
  EXPECT_FALSE(fixed_body_bound(pair, truth, Rational(33, 32), 2).lower.held);
  EXPECT_FALSE(fixed_body_bound(pair, truth, Rational(0), 2).lower.checked);
}

TEST(FixedBodyCheck, FindsTheRemarkFalseAndTheRepairTrue) {
  ClaimOptions options;
  static_cast<CheckOptions&>(options) = check_options({"random-boxes", "kissing-face-face"}, 20);
  const CheckReport report = check_fixed_body(options);
  EXPECT_TRUE(report.as_expected());
  EXPECT_GE(report.rows[0].claim("overlap").violated, 1U);
  EXPECT_EQ(report.rows[0].claim("overlap").first.front().id, "example:cube-on-block");
}

}  // namespace
}  // namespace touchstone
