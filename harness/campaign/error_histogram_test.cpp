// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/campaign/error_histogram.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>

namespace touchstone {
namespace {

/// The bin of one error; nothing if it is in none of them.
std::optional<std::size_t> bin_of(double error) {
  ErrorHistogram histogram;
  histogram.add(error);
  EXPECT_EQ(histogram.count(), 1U) << error;
  for (std::size_t k = 0; k < kErrorBins; ++k) {
    if (histogram.bins.at(k) == 1) return k;
  }
  return std::nullopt;
}

TEST(ErrorHistogram, EdgesAreQuartersOfDecades) {
  const auto& edges = error_edges();
  EXPECT_EQ(edges.front(), 1e-20);
  EXPECT_EQ(edges.back(), 1e4);
  for (std::size_t k = 0; k < edges.size(); ++k) {
    const int quarter = kFirstErrorBin + static_cast<int>(k);
    const auto exact = std::pow(10.0L, static_cast<long double>(quarter) / 4);
    EXPECT_LE(std::abs(edges.at(k) / exact - 1), 0x1p-53L) << k;
  }
}

TEST(ErrorHistogram, ABinTakesItsFirstEdgeAndNotItsLast) {
  const auto& edges = error_edges();
  for (std::size_t k = 0; k < kErrorBins; ++k) {
    EXPECT_EQ(bin_of(edges.at(k)), k);
    EXPECT_EQ(bin_of(std::nextafter(edges.at(k + 1), 0.0)), k);
  }
  EXPECT_EQ(bin_of(1), 80U);
}

TEST(ErrorHistogram, WhatIsInNoBinIsCountedBeside) {
  ErrorHistogram histogram;
  histogram.add(0);
  for (const double error : {std::nextafter(1e-20, 0.0), 1e-300, 5e-324}) histogram.add(error);
  for (const double error : {1e4, 1e300}) histogram.add(error);
  histogram.add(std::numeric_limits<double>::infinity());
  EXPECT_EQ(histogram.zero, 1U);
  EXPECT_EQ(histogram.below, 3U);
  EXPECT_EQ(histogram.above, 3U);
  EXPECT_EQ(histogram.count(), 7U);
  EXPECT_EQ(bin_of(0), std::nullopt);
}

TEST(ErrorHistogram, OfTwoPartsIsThatOfTheWhole) {
  ErrorHistogram whole;
  ErrorHistogram first;
  ErrorHistogram second;
  double error = 1e-24;
  for (int k = 0; k < 100; ++k, error *= 2) {
    whole.add(error);
    (k < 30 ? first : second).add(error);
  }
  whole.add(0);
  second.add(0);
  first.merge(second);
  EXPECT_EQ(first, whole);
  EXPECT_EQ(whole.count(), 101U);
}

}  // namespace
}  // namespace touchstone
