// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/complementarity/lu.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "geometry/random.hpp"

namespace touchstone {
namespace {

TEST(LuFactors, SolveSystemsWhosePivotsHaveToBeSought) {
  LuFactors lu;
  for (std::uint64_t index = 0; index < 100; ++index) {
    Random random(7, index);
    const std::size_t n = 1 + random.below(12);
    std::vector<double> m(n * n);
    std::vector<double> x(n);
    std::vector<double> right(n, 0);
    for (std::size_t i = 0; i < n; ++i) {
      x[i] = random.uniform(-1, 1);
      for (std::size_t j = 0; j < n; ++j) {
        // Zeros on the diagonal, a large entry beside it.
        m[i * n + j] = i == j && n > 1 ? 0 : random.uniform(-1, 1) + (j == (i + 1) % n ? 20 : 0);
      }
    }
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        right[i] += m[i * n + j] * x[j];
      }
    }
    std::vector<double> solved;
    ASSERT_TRUE(lu.factor(m, n)) << index;
    lu.solve(right, solved);
    for (std::size_t i = 0; i < n; ++i) {
      EXPECT_NEAR(solved[i], x[i], 1e-13) << index;
    }
  }
}

TEST(LuFactors, RefuseDependentRows) {
  LuFactors lu;
  EXPECT_FALSE(lu.factor({1, 2, 3, 2, 4, 6, 1, 0, 1}, 3));
  EXPECT_TRUE(lu.factor({1, 2, 3, 2, 4, 7, 1, 0, 1}, 3));
  EXPECT_TRUE(lu.factor({}, 0));
}

}  // namespace
}  // namespace touchstone
