// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "geometry/random.hpp"
#include "harness/statistics/statistics.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 7;

TEST(Quantile, LiesBetweenNeighbours) {
  EXPECT_EQ(quantile({3}, 0.9), 3);
  EXPECT_EQ(quantile({4, 1, 3, 2}, 0.5), 2.5);
  EXPECT_DOUBLE_EQ(quantile({0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100}, 0.9), 90);
}

TEST(Quantile, OfAHalfIsTheMedian) {
  Random random(3);
  for (std::size_t n = 1; n < 12; ++n) {
    std::vector<double> samples(n);
    for (double& sample : samples) sample = random.uniform();
    EXPECT_EQ(median(samples), quantile(samples, 0.5)) << n;
  }
  EXPECT_EQ(median({}), 0);
}

TEST(PowerLaw, FindsTheExponentOfAPowerLawExactly) {
  std::vector<std::pair<double, double>> points;
  for (const double x : {500.0, 2000.0, 10'000.0, 200'000.0}) {
    points.emplace_back(x, 3 * std::sqrt(x));
  }
  const auto law = fit_power_law(points);
  ASSERT_TRUE(law.has_value());
  EXPECT_NEAR(law->exponent, 0.5, 1e-12);
  EXPECT_NEAR(law->half_width, 0, 1e-6);
}

TEST(PowerLaw, NeedsTwoSizesAndAnIntervalThree) {
  EXPECT_FALSE(fit_power_law({}).has_value());
  const std::vector<std::pair<double, double>> two = {{1, 1}, {2, 2}};
  EXPECT_EQ(fit_power_law(two)->half_width, 0);
  const std::vector<std::pair<double, double>> one = {{2, 1}, {2, 2}, {2, 3}};
  EXPECT_FALSE(fit_power_law(one).has_value());
}

TEST(PowerLaw, TheIntervalIsStudents) {
  // log y = (0, 1, 1, 3) at log x = (0, 1, 2, 3): slope 0.9, residual sum 0.7, s^2 = 0.35,
  // error sqrt(0.35 / 5), times 4.3027.
  std::vector<std::pair<double, double>> points;
  const std::array<double, 4> y = {0, 1, 1, 3};
  for (std::size_t k = 0; k < 4; ++k) {
    points.emplace_back(std::exp(static_cast<double>(k)), std::exp(y.at(k)));
  }
  const auto law = fit_power_law(points);
  ASSERT_TRUE(law.has_value());
  EXPECT_NEAR(law->exponent, 0.9, 1e-12);
  EXPECT_NEAR(law->half_width, 4.3027 * std::sqrt(0.07), 1e-4);
}

// Student's t of 4 degrees of freedom is 2.7764; the sample's standard deviation is sqrt(2.5).
TEST(MeanHalfWidth, IsStudents) {
  EXPECT_NEAR(*mean_half_width({1, 2, 3, 4, 5}), 2.7764 * std::sqrt(2.5 / 5), 1e-12);
  EXPECT_NEAR(*mean_half_width({1, 3}), 12.7062, 1e-12);
  EXPECT_FALSE(mean_half_width({1}).has_value());
}

TEST(LogSlope, IsThePowerOfAPowerLaw) {
  EXPECT_NEAR(*log_slope({0.1, 0.02, 0.01}, {0.3 * 1e-2, 0.3 * 4e-4, 0.3 * 1e-4}), 2, 1e-12);
  EXPECT_FALSE(log_slope({0.1}, {1}).has_value());
  EXPECT_FALSE(log_slope({0.1, 0.01}, {1, 0}).has_value());
  EXPECT_FALSE(log_slope({0.1, 0.1}, {1, 2}).has_value());
}

TEST(RankTest, PValuesAreThoseOfTheExactDistribution) {
  // Two samples of three wholly apart: 2 of the 20 orders are as extreme.
  EXPECT_NEAR(mann_whitney_p(std::vector<double>{1, 2, 3}, std::vector<double>{4, 5, 6}), 0.1,
              1e-15);
  // U = 2 of 16 for two samples of four: 1 + 1 + 2 orders in each tail of 70.
  EXPECT_NEAR(mann_whitney_p(std::vector<double>{1, 2, 3, 6}, std::vector<double>{4, 5, 7, 8}),
              8.0 / 70, 1e-15);
  // U = 4 of 20 for samples of four and five: 1 + 1 + 2 + 3 + 5 orders in each tail of 126.
  EXPECT_NEAR(mann_whitney_p(std::vector<double>{1, 2, 3, 8}, std::vector<double>{4, 5, 6, 7, 9}),
              24.0 / 126, 1e-15);
  const std::vector<double> same(10, 3.0);
  EXPECT_EQ(mann_whitney_p(same, same), 1);
}

TEST(RankTest, TheNormalApproximationWithTiesIsNearTheExactValue) {
  std::vector<double> x;
  std::vector<double> y;
  for (int k = 0; k < 15; ++k) {
    x.push_back(k);
    y.push_back(k + 5.5);
  }
  const double exact = mann_whitney_p(x, y);
  y[0] = x[6];
  const double tied = mann_whitney_p(x, y);
  EXPECT_GT(exact, 1e-3);
  EXPECT_NEAR(tied, exact, 0.3 * exact);
}

TEST(RankTest, AFalseAlarmIsAsRareAsItSays) {
  Random random(kSeed);
  int alarms = 0;
  constexpr int kTrials = 4000;
  for (int trial = 0; trial < kTrials; ++trial) {
    std::vector<double> x(8);
    std::vector<double> y(8);
    for (double& v : x) v = random.uniform();
    for (double& v : y) v = random.uniform();
    if (mann_whitney_p(x, y) < 0.05) ++alarms;
  }
  // The exact level for 8 and 8 is just below 5 %.
  EXPECT_GT(alarms, kTrials * 3 / 100) << "seed " << kSeed;
  EXPECT_LT(alarms, kTrials * 6 / 100) << "seed " << kSeed;
}

TEST(RankTest, HolmStepsDown) {
  const std::vector<double> adjusted = holm_adjusted({0.01, 0.04, 0.03, 0.005});
  EXPECT_DOUBLE_EQ(adjusted[3], 0.02);
  EXPECT_DOUBLE_EQ(adjusted[0], 0.03);
  EXPECT_DOUBLE_EQ(adjusted[2], 0.06);
  EXPECT_DOUBLE_EQ(adjusted[1], 0.06);
}

TEST(RankTest, StrataAddUp) {
  const std::vector<double> low = {1, 2, 3, 4, 5};
  const std::vector<double> high = {6, 7, 8, 9, 10};
  EXPECT_EQ(stratified_rank_p({{low, high}}), mann_whitney_p(low, high));
  // Five strata wholly apart: U is 12.5 from its mean, 25 x 11 / 12 its variance, half a step back.
  const std::vector<Stratum> apart(5, {low, high});
  const double p = stratified_rank_p(apart);
  EXPECT_NEAR(p, std::erfc((5 * 12.5 - 0.5) / std::sqrt(2 * 5 * 25 * 11 / 12.0)), 1e-15);
  // One the other way round leaves three.
  std::vector<Stratum> mixed = apart;
  mixed.back() = {high, low};
  EXPECT_GT(stratified_rank_p(mixed), p);
  EXPECT_EQ(stratified_rank_p({{low, high}, {high, low}}), 1);
  EXPECT_EQ(stratified_rank_p({{low, low}, {high, high}}), 1);
  // What differs between strata says nothing.
  EXPECT_EQ(stratified_rank_p({{low, low}, {std::vector<double>(5, 1e9), high}}),
            stratified_rank_p({{low, low}, {std::vector<double>(5, 1e6), high}}));
}

TEST(RankTest, AFalseAlarmOverStrataIsAsRareAsItSays) {
  Random random(kSeed, 1);
  int alarms = 0;
  constexpr int kTrials = 4000;
  for (int trial = 0; trial < kTrials; ++trial) {
    std::vector<std::vector<double>> samples;
    for (int k = 0; k < 12; ++k) {
      samples.emplace_back(k % 4 < 2 ? 5 : 15);
      for (double& v : samples.back()) v = static_cast<double>(k / 2) + 3 * random.uniform();
    }
    std::vector<Stratum> strata;
    for (std::size_t k = 0; k < samples.size(); k += 2) {
      strata.push_back({samples[k], samples[k + 1]});
    }
    if (stratified_rank_p(strata) < 0.05) ++alarms;
  }
  EXPECT_GT(alarms, kTrials * 3 / 100) << "seed " << kSeed;
  EXPECT_LT(alarms, kTrials * 6 / 100) << "seed " << kSeed;
}

TEST(RatioInterval, HoldsTheFactorAndIsThatOfTheTables) {
  // The critical value of U for samples of 6 and 6 at 5 % is 5. U <= 5 is rejected, so the interval
  // begins at the 6th smallest of the 36 quotients.
  const std::vector<double> x = {1, 2, 4, 8, 16, 32};
  std::vector<double> y;
  for (const double a : x) y.push_back(3 * a);
  const auto interval = ratio_interval(x, y);
  ASSERT_TRUE(interval);
  std::vector<double> ratios;
  for (const double a : x) {
    for (const double b : y) ratios.push_back(b / a);
  }
  std::sort(ratios.begin(), ratios.end());
  EXPECT_EQ(interval->low, ratios[5]);
  EXPECT_EQ(interval->high, ratios[30]);
  EXPECT_LT(interval->low, 3);
  EXPECT_GT(interval->high, 3);
}

TEST(RatioInterval, IsNoneOfTooFewNumbers) {
  EXPECT_FALSE(ratio_interval(std::vector<double>{1, 2}, std::vector<double>{3, 4}));
  const std::vector<double> four = {1, 2, 3, 4};
  const auto widest = ratio_interval(four, four);
  ASSERT_TRUE(widest);
  EXPECT_EQ(widest->low, 0.25);
  EXPECT_EQ(widest->high, 4);
  const std::vector<double> many(200, 2.0);
  EXPECT_EQ(ratio_interval(many, many)->low, 1);
}

TEST(MedianInterval, HoldsTheMedianInNineteenOfTwentySamples) {
  Random random(7);
  int inside = 0;
  for (int k = 0; k < 400; ++k) {
    std::vector<double> numbers;
    for (int i = 0; i < 25; ++i) numbers.push_back(random.uniform());
    const auto interval = median_interval(numbers).value();
    EXPECT_LE(interval.low, interval.median);
    EXPECT_LE(interval.median, interval.high);
    inside += interval.low <= 0.5 && 0.5 <= interval.high ? 1 : 0;
  }
  EXPECT_GE(inside, 372);
  EXPECT_FALSE(median_interval({1, 2, 3, 4, 5}));
}

}  // namespace
}  // namespace touchstone
