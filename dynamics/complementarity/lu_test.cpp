// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/complementarity/lu.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include "dynamics/complementarity/dense.hpp"
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

/// What is 0 takes no part, whatever its sign: dot() of the whole vectors has the same bits.
TEST(NonzeroPairs, HaveTheBitsOfWholeVectors) {
  NonzeroPairs pairs;
  for (std::uint64_t i = 0; i < 300; ++i) {
    Random random(20261130, i);
    const std::size_t n = 1 + i % 14;
    std::vector<double> a(n);
    std::vector<double> b(n);
    for (std::size_t k = 0; k < n; ++k) {
      if (random.below(3) == 0) a[k] = random.uniform(-1, 1);
      if (random.below(4) == 0) a[k] = -0.0;
      b[k] = random.uniform(-1, 1);
    }
    pairs.read(a.data(), n);
    const double sparse = pairs.dot(b.data());
    const double whole = dot(a.data(), b.data(), n);
    EXPECT_EQ(std::bit_cast<std::uint64_t>(sparse), std::bit_cast<std::uint64_t>(whole)) << i;
  }
}

}  // namespace
}  // namespace touchstone
