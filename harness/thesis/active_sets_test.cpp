// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/thesis/active_sets.hpp"

#include <gtest/gtest.h>

#include "geometry/shapes.hpp"
#include "harness/check/tests/family_sources.hpp"

namespace touchstone {
namespace {

/// Two cubes of half extent 1, one above the other by 2 r, a little aside.
Pair cubes(double r) {
  return {make_box(Vec3(1, 1, 1)),
          {Mat3::Identity(), {0.125, 0.25, 2 * r}},
          make_box(Vec3(1, 1, 1)),
          {}};
}
ActiveSets sets_of(double r) {
  const Pair pair = cubes(r);
  return active_sets(pair, Oracle().solve(pair).ratio->rho, {});
}

TEST(ActiveSets, AreNotEmptyTogether) {
  EXPECT_FALSE(sets_of(1.25).pair_active);
  const ActiveSets between = sets_of(1.0625);
  EXPECT_TRUE(between.pair_active) << "rho = .0588";
  EXPECT_TRUE(between.printed_empty) << "t - 1 = .0625 > .01";
  const ActiveSets near = sets_of(1.0078125);
  EXPECT_TRUE(near.pair_active);
  EXPECT_FALSE(near.printed_empty);
}

// Faces of cubes: events of four corners each have the pair's own t.
TEST(ActiveSets, HaveTheEventsOfTwoFaces) {
  const ActiveSets near = sets_of(1.0078125);
  EXPECT_GE(near.mended, 8U);
  EXPECT_NEAR(near.least_component, 1 - 1 / 1.0078125, 1e-12);
}

TEST(ActiveSets, ArePlacedAtTheGrowthAskedFor) {
  const Pair pair = with_growth(cubes(3), 3, 1.05);
  EXPECT_NEAR(Oracle().solve(pair).ratio->rho_rounded, 1 - 1 / 1.05, 1e-12);
}

TEST(ActiveSets, BreakBothSentencesSomewhere) {
  ClaimOptions options;
  static_cast<CheckOptions&>(options) = check_options({"random-boxes"}, 20);
  const CheckReport report = check_sets(options);
  EXPECT_TRUE(report.as_expected());
  EXPECT_EQ(report.rows[0].claim("empty").violated, 40U) << "at r = 1.05 and 1.105";
  EXPECT_EQ(report.rows[0].claim("empty").held, 40U);
  EXPECT_GT(report.rows[1].claim("minimum").violated, 10U);
}

}  // namespace
}  // namespace touchstone
