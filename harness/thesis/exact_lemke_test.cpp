// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/thesis/exact_lemke.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "geometry/tests/planted_loop.hpp"

namespace touchstone {
namespace {

TEST(ExactLemke, SolvesAProblemAndEndsOnARay) {
  const ExactRows M = {{2, 1}, {1, 2}};
  const ExactVector q = {-5, -6};
  const LemkeAnswer answer = exact_lemke(M, q);
  ASSERT_TRUE(answer.solved);
  EXPECT_EQ(answer.z, (ExactVector{Rational(4) / 3, Rational(7) / 3}));
  EXPECT_TRUE(solves(M, q, answer.z));
  EXPECT_FALSE(solves(M, q, {Rational(4) / 3, 2}));
  const LemkeAnswer none = exact_lemke({{0}}, {-1});
  EXPECT_FALSE(none.solved);
  EXPECT_EQ(none.ray, ExactVector{1});
  EXPECT_EQ(exact_lemke(M, {1, 0}).z, ExactVector(2));
}

TEST(ExactLemke, FindsTheNearestPointOrSaysWhyThereIsNone) {
  const NearestAnswer nearest = exact_nearest({{1, 1}, {1, 0}}, {2, 0});
  ASSERT_TRUE(nearest.feasible);
  EXPECT_EQ(nearest.x, (ExactVector{1, 1}));
  const NearestAnswer none = exact_nearest({{1, 0}, {-2, 0}}, {1, 1});
  ASSERT_FALSE(none.feasible);
  EXPECT_EQ(none.farkas[0], 2 * none.farkas[1]);
}

// Ties in every ratio: the rule has to break them the same way each time.
TEST(ExactLemke, EndsWhereRowsAreRepeated) {
  const ExactRows rows(6, {1, 2, 3});
  EXPECT_TRUE(exact_nearest(rows, ExactVector(6, 1)).feasible);
}

TEST(ExactLemke, NamesPivotsThatDoNotEnd) {
  const auto solve = [] { exact_lemke({{1}}, {-1}); };
  EXPECT_THAT(end_of_planted("exact Lemke: pivots", solve),
              testing::StartsWith("exact Lemke: pivots exceeds its bound"));
}

}  // namespace
}  // namespace touchstone
