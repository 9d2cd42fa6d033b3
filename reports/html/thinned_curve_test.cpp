// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/html/thinned_curve.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace touchstone {
namespace {

constexpr std::size_t kMax = 120;

TEST(ThinnedCurve, AShortOneIsWhole) {
  EXPECT_TRUE(thinned_places({}, kMax).empty());
  EXPECT_TRUE(thinned_places({{}}, kMax).empty());
  EXPECT_EQ(thinned_places({{1, 2, 3}}, kMax), (std::vector<std::size_t>{0, 1, 2}));
  EXPECT_EQ(thinned_places({std::vector<double>(kMax, 0.0)}, kMax).size(), kMax);
}

TEST(ThinnedCurve, KeepsASpikeOfEachColumn) {
  for (const std::size_t size : {121, 250, 500, 5000}) {
    for (const std::size_t spike : {std::size_t{0}, std::size_t{1}, size / 3, size - 1}) {
      std::vector<double> total(size, 1.0);
      std::vector<double> kinetic;
      for (std::size_t k = 0; k < size; ++k) kinetic.push_back(std::sin(static_cast<double>(k)));
      total[spike] = 5;
      const std::size_t other = (spike + size / 2) % size;
      kinetic[other] = -7;
      const auto places = thinned_places({total, kinetic}, kMax);
      EXPECT_LE(places.size(), kMax);
      EXPECT_GT(places.size(), kMax / 3);
      EXPECT_TRUE(std::is_sorted(places.begin(), places.end()));
      EXPECT_EQ(places.front(), 0U);
      EXPECT_EQ(places.back(), size - 1);
      EXPECT_EQ(std::count(places.begin(), places.end(), spike), 1) << size;
      EXPECT_EQ(std::count(places.begin(), places.end(), other), 1) << size;
    }
  }
}

TEST(ThinnedCurve, OfASmoothCurveIsEven) {
  std::vector<double> falling;
  for (int k = 0; k < 500; ++k) falling.push_back(-k);
  const auto places = thinned_places({falling}, kMax);
  EXPECT_GT(places.size(), kMax * 3 / 4);
  for (std::size_t k = 1; k < places.size(); ++k) EXPECT_LE(places[k] - places[k - 1], 12U);
}

}  // namespace
}  // namespace touchstone
