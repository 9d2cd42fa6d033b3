// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/timing/time_fit.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace touchstone {
namespace {

TimeResult result(const std::string& metric, std::uint64_t facets, double ns,
                  const std::string& regime = "shallow") {
  TimeResult made;
  made.cell = {metric, "random-hulls", regime, "cold", {facets / 2 + 2, facets / 2 + 2}};
  made.facets = {facets, facets};
  made.median_ns = ns;
  return made;
}

TEST(TimeFit, FitsManyFacetsApart) {
  std::vector<TimeResult> results;
  for (const std::uint64_t facets : {12U, 100U, 500U, 2000U, 10'000U}) {
    results.push_back(result("a", facets, static_cast<double>(facets)));
    results.push_back(result("b", facets, facets < 500 ? 500 : static_cast<double>(facets)));
  }
  TimeResult unequal = result("a", 900, 1);
  unequal.cell.vertices[1] = 8;
  results.push_back(unequal);
  const std::vector<TimeFit> fits = fit_times(results);
  ASSERT_EQ(fits.size(), 4U);
  EXPECT_EQ(fits[0].points, 5U);
  EXPECT_EQ(fits[0].facets_from, 12);
  EXPECT_EQ(fits[0].facets_to, 10'000);
  EXPECT_NEAR(fits[0].exponent, 1, 1e-12);
  EXPECT_EQ(fits[3].metric, "b");
  EXPECT_EQ(fits[3].facets_from, 500);
  EXPECT_NEAR(fits[3].exponent, 1, 1e-12);
  EXPECT_LT(fits[2].exponent, 0.7);
}

TEST(TimeFit, SaysFromWhichSizeOnTheRatioMetricIsFaster) {
  std::vector<TimeResult> results;
  const std::array<std::uint64_t, 4> facets = {12, 100, 500, 2000};
  const std::array<double, 4> ray = {100, 200, 300, 400};
  const std::array<double, 4> epa = {50, 900, 270, 4000};  // slower at 100, but not from there on
  const std::array<double, 4> fast = {50, 100, 200, 300};
  for (std::size_t k = 0; k < 4; ++k) {
    results.push_back(result("ray", facets.at(k), ray.at(k)));
    results.push_back(result("epa", facets.at(k), epa.at(k)));
    results.push_back(result("fast", facets.at(k), fast.at(k)));
    results.push_back(result("epa", facets.at(k), 1, "separated"));
    results.push_back(result("ray", facets.at(k), 2, "separated"));
  }
  results.push_back(result("ray", 200'000, 1000));
  results.push_back(result("lp", 200'000, 9000));
  EXPECT_EQ(champion(results, {"lp", "ray"}), "ray");
  EXPECT_EQ(champion(results, {"none"}), "");
  const auto races = overtakings(results, "ray", {"epa", "fast", "absent"});
  ASSERT_EQ(races.size(), 2U);
  EXPECT_EQ(races[0].metric, "epa");
  EXPECT_TRUE(races[0].ever);
  EXPECT_EQ(races[0].facets, 2000);
  EXPECT_EQ(races[0].times_there, 10);
  EXPECT_FALSE(races[1].ever);
  EXPECT_EQ(races[1].facets_largest, 2000);
  EXPECT_EQ(races[1].times_largest, 0.75);
}

}  // namespace
}  // namespace touchstone
