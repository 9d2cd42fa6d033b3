// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/exact/wolfe.hpp"
#include "reference/exact_vector.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "geometry/random.hpp"

namespace touchstone {
namespace {

// x is nearest if and only if it is in the hull and no point lies before its plane.
TEST(Wolfe, FindsTheNearestPointOfRandomHullsFromEveryVertex) {
  int inside = 0;
  int outside = 0;
  for (std::uint64_t index = 0; index < 300; ++index) {
    SCOPED_TRACE(index);
    Random random(5, index);
    const int n = 1 + static_cast<int>(random.below(9));
    const double shift = static_cast<double>(random.below(8));
    std::vector<WolfePoint> points;
    for (int i = 0; i < n; ++i) {
      const auto coordinate = [&] { return Rational(static_cast<double>(random.below(9)) - 4); };
      const Rational x = coordinate() + Rational(shift);
      const Rational y = coordinate();
      const Rational z = coordinate();
      points.push_back({i, 0, {x, y, z}});
    }
    const auto support = [&](const ExactVec3& x) {
      return *std::min_element(
          points.begin(), points.end(),
          [&](const WolfePoint& a, const WolfePoint& b) { return dot(x, a.x) < dot(x, b.x); });
    };
    for (const WolfePoint& start : points) {
      const WolfeResult nearest = nearest_to_origin(start, support);
      ASSERT_EQ(nearest.corral.size(), nearest.weights.size());
      ExactVec3 x{0, 0, 0};
      Rational sum = 0;
      for (std::size_t k = 0; k < nearest.corral.size(); ++k) {
        ASSERT_GT(nearest.weights[k], 0);
        sum += nearest.weights[k];
        for (std::size_t c = 0; c < 3; ++c) x[c] += nearest.weights[k] * nearest.corral[k].x[c];
      }
      ASSERT_EQ(sum, 1);
      ASSERT_EQ(x, nearest.x);
      for (const WolfePoint& p : points) ASSERT_GE(dot(p.x, x), dot(x, x));
      ++(dot(x, x) == 0 ? inside : outside);
    }
  }
  EXPECT_GT(inside, 100);
  EXPECT_GT(outside, 100);
}

}  // namespace
}  // namespace touchstone
