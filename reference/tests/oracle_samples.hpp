// SPDX-License-Identifier: GPL-3.0-or-later
// What the tests of the oracle share: bodies, places, and a truth that has been checked.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <utility>
#include <vector>

#include "geometry/shapes.hpp"
#include "reference/oracle.hpp"
#include "reference/tests/truth_check.hpp"

namespace touchstone {

inline Pose at(double x, double y, double z) { return {Mat3::Identity(), Vec3(x, y, z)}; }

inline PolytopePtr hull_of(const std::vector<Vec3>& vertices) {
  auto result = make_polytope({vertices, {}, {}});
  EXPECT_TRUE(result.ok()) << result.reason();
  return std::move(result).value();
}

inline PolytopePtr cube() { return make_box({1, 1, 1}); }

/// The truth of a pair, checked for consistency, and for its mirror image (B, A): the same with all
/// directions negated.
inline Truth solve(const Pair& pair) {
  Oracle oracle;
  Truth truth = oracle.solve(pair);
  expect_consistent(pair, truth);
  const Truth swapped = oracle.solve({pair.B, pair.X_WB, pair.A, pair.X_WA});
  expect_consistent({pair.B, pair.X_WB, pair.A, pair.X_WA}, swapped);
  EXPECT_EQ(swapped.sign, truth.sign);
  EXPECT_EQ(swapped.phi_squared, truth.phi_squared);
  EXPECT_EQ(swapped.directions.size(), truth.directions.size());
  if (truth.sign != 0) {
    // The lists ascend, so negation reverses their order.
    const std::size_t n = truth.directions.size();
    for (std::size_t k = 0; k < n && n == swapped.directions.size(); ++k) {
      for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(swapped.directions[n - 1 - k][i], -truth.directions[k][i]);
      }
    }
  }
  EXPECT_EQ(swapped.ratio.has_value(), truth.ratio.has_value());
  if (truth.ratio && swapped.ratio) {
    EXPECT_EQ(swapped.ratio->rho, truth.ratio->rho);
  }
  return truth;
}

}  // namespace touchstone
