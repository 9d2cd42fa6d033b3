// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/claims.hpp"

#include <gtest/gtest.h>

#include "reference/exact_vector.hpp"
#include "reference/oracle.hpp"
#include "reference/tests/agreement_cases.hpp"
#include "reference/tests/truth_check.hpp"

namespace touchstone {
namespace {

Pair boxes(const Vec3& half_A, const Vec3& half_B, const Vec3& t_B) {
  return {make_box(half_A), {}, make_box(half_B), {Mat3::Identity(), t_B}};
}

TEST(TruePoints, AreWhatTheNearestFacesHaveInCommon) {
  const Pair pair = boxes({1, 1, 1}, {5, 0.25, 3}, {0.5, 0.5, 4.5});
  const TruthOnDemand truth = Oracle().solve(pair);
  const auto found = true_points(pair, truth, Quantity::euclidean);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].apart, exact({0, 0, -0.5}));
  EXPECT_EQ(found[0].A.low, exact({-1, 0.25, 1}));
  EXPECT_EQ(found[0].A.high, exact({1, 0.75, 1}));
  EXPECT_EQ(found[0].B.low, exact({-1, 0.25, 1.5}));
  EXPECT_EQ(found[0].B.high, exact({1, 0.75, 1.5}));
}

TEST(TruePoints, OfATieAreThoseOfEachDirection) {
  const Pair pair = boxes({1, 1, 1}, {1, 1, 1}, {1.5, 1.5, 0});
  const auto found = true_points(pair, Oracle().solve(pair), Quantity::euclidean);
  ASSERT_EQ(found.size(), 2U);
  for (const TruePoints& points : found) {
    EXPECT_EQ(product(points.apart, points.apart), Rational(1, 4));
  }
}

TEST(TruePoints, OfContactAreTheContact) {
  const Pair pair = boxes({1, 1, 1}, {1, 1, 1}, {2, 2, 0.5});  // edge on edge
  const auto found = true_points(pair, Oracle().solve(pair), Quantity::euclidean);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].A.low, exact({1, 1, -0.5}));
  EXPECT_EQ(found[0].A.high, exact({1, 1, 1}));
  EXPECT_EQ(found[0].B.low, found[0].A.low);
  EXPECT_EQ(found[0].B.high, found[0].A.high);
}

TEST(TruePoints, OfARatioDifferByRhoD) {
  const Pair pair = boxes({1, 1, 1}, {1, 1, 1}, {4, 0.5, 0});
  const auto found = true_points(pair, Oracle().solve(pair), Quantity::ratio);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].apart, exact({-2, -0.25, 0}));  // rho = 1/2
  // The points of A's face from which (2, 0.25, 0) leads to a point of B's face.
  EXPECT_EQ(found[0].A.low, exact({1, -0.75, -1}));
  EXPECT_EQ(found[0].A.high, exact({1, 1, 1}));
}

/// By definition: the truth's own witness points are among them, and the ends of each range are as
/// far as points of both faces go: no vertex of a face is beyond, and they differ by what they
/// must.
TEST(TruePoints, HoldTheWitnessPointsOfTheTruth) {
  int pairs = 0;
  int wide = 0;
  for_every_agreement_case(16, [&](const Pair& pair, int) {
    const Truth truth = Oracle().solve(pair);
    const auto found = true_points(pair, truth, Quantity::euclidean);
    ASSERT_EQ(found.size(), truth.sign == 0 ? 1 : truth.directions.size());
    const TruePoints& first = found.front();
    EXPECT_EQ(first.apart, difference(truth.witness_A, truth.witness_B));
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_LE(first.A.low[i], truth.witness_A[i]);
      EXPECT_GE(first.A.high[i], truth.witness_A[i]);
      EXPECT_LE(first.B.low[i], truth.witness_B[i]);
      EXPECT_GE(first.B.high[i], truth.witness_B[i]);
    }
    ++pairs;
    wide += first.A.low != first.A.high ? 1 : 0;
    if (!truth.ratio) return;
    const auto ratio = true_points(pair, truth, Quantity::ratio);
    ASSERT_EQ(ratio.size(), 1U);
    EXPECT_EQ(ratio[0].apart, exact_rho_d(pair, truth.ratio->rho));
  });
  EXPECT_GT(pairs, 100);
  EXPECT_GT(wide, 10);
}

}  // namespace
}  // namespace touchstone
