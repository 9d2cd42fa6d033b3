// SPDX-License-Identifier: GPL-3.0-or-later
// Whether roofs and bodies far from their own origin (roofs.cpp) are as their names say.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "harness/cases/families/family.hpp"
#include "harness/cases/families/placement.hpp"
#include "reference/oracle.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 42;
constexpr std::uint64_t kCases = 300;

Case case_of(const char* family, std::uint64_t index) {
  return make_case(*find_family(family), kSeed, index);
}

TEST(Roofs, AreRidgeAboveRidgeAndNearlyParallel) {
  Oracle oracle;
  int parallel = 0;
  int long_ones = 0;
  for (std::uint64_t index = 0; index < kCases; ++index) {
    const Pair pair = case_of("roofs", index).pair();
    const double sine = pair.X_WA.R.col(0).cross(pair.X_WB.R.col(0)).norm();
    parallel += sine < 1e-12 ? 1 : 0;
    if (sine >= 1e-12) {
      EXPECT_GE(sine, 0.9e-7) << index;
      EXPECT_LE(sine, 1.1e-4) << index;
    }
    const double size = pair_size(pair);
    long_ones += std::min(pair.A->inradius(), pair.B->inradius()) < 1e-3 * size ? 1 : 0;
    const Truth truth = oracle.solve(pair, false);
    const Regime regime = regime_of(index);
    if (regime == Regime::separated || regime == Regime::near) {
      ASSERT_EQ(truth.sign, 1) << index;
      if (sine >= 1e-12) {
        EXPECT_EQ(truth.features.front().dimension_A, 1) << index;
        EXPECT_EQ(truth.features.front().dimension_B, 1) << index;
      }
      EXPECT_LE(truth.phi, (regime == Regime::near ? 0.11 : 2.1) * size) << index;
    }
    if (regime == Regime::separated) {
      EXPECT_GE(truth.phi, 0.04 * size) << index;
    }
    if (regime == Regime::touching) {
      EXPECT_LE(std::abs(truth.phi), 1e-12 * size) << index;
    }
  }
  EXPECT_GE(parallel, 20);
  EXPECT_LE(parallel, 60);
  EXPECT_GE(long_ones, 150);
}

TEST(FarFromOwnOrigin, PosesTakeTheBodiesBackAndHalfOfThemExactly) {
  Oracle oracle;
  int at_home = 0;
  double farthest = 0;
  int touching = 0;
  for (std::uint64_t index = 0; index < kCases; ++index) {
    const Pair pair = case_of("far-from-own-origin", index).pair();
    double away = 0;
    for (const Polytope* body : {pair.A.get(), pair.B.get()}) {
      const double sizes = body->interior_point().norm() / body->bounding_radius();
      at_home += sizes < 1 ? 1 : 0;
      away = std::max(away, sizes);
    }
    EXPECT_GE(away, 100) << index;
    EXPECT_LE(away, 1e13) << index;
    farthest = std::max(farthest, away);
    const Truth truth = oracle.solve(pair, false);
    EXPECT_LE(std::abs(truth.phi), 10 * pair_size(pair)) << index;
    if (index / 15 % 2 == 1 && regime_of(index) == Regime::touching) {
      touching += truth.sign == 0 ? 1 : 0;
    }
  }
  EXPECT_GE(at_home, 150);
  EXPECT_LE(at_home, 250);
  EXPECT_GE(farthest, 1e11);
  EXPECT_GE(touching, 15) << "of 30; hulls may miss each other sideways";
}

}  // namespace
}  // namespace touchstone
