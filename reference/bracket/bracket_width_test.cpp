// SPDX-License-Identifier: GPL-3.0-or-later
// How wide brackets are, and how long they take. TOUCHSTONE_AGREEMENT_CASES asks for more pairs;
// with a thousand and more the times are held to limits, too.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <iostream>
#include <vector>

#include "reference/bracket.hpp"
#include "reference/tests/agreement_cases.hpp"
#include "reference/tests/curved_samples.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 4120;
constexpr int kTimedCases = 1000;

double quantile(std::vector<double> numbers, double part) {
  std::sort(numbers.begin(), numbers.end());
  return numbers[static_cast<std::size_t>(part * static_cast<double>(numbers.size() - 1))];
}

struct Widths {
  std::vector<double> relative;  ///< in units of the pair's size [1]
  std::vector<double> seconds;   ///< CPU time [s]
  int overlapping = 0;
  int wide = 0;  ///< wider than 1e-9 of the size

  void add(const ConvexPair& pair) {
    const std::clock_t begin = std::clock();
    const Bracket bracket = find_bracket(pair);
    seconds.push_back(static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
    relative.push_back((bracket.upper - bracket.lower) / pair_size(pair));
    wide += static_cast<int>(relative.back() > 1e-9);
    overlapping += static_cast<int>(bracket.upper < 0);
  }

  void print(BodyKind A, BodyKind B) const {
    std::cout << kBodyKindNames[static_cast<std::size_t>(A)] << " and "
              << kBodyKindNames[static_cast<std::size_t>(B)] << ": width 99 % "
              << quantile(relative, 0.99) << ", most " << quantile(relative, 1) << ", median "
              << 1e3 * quantile(seconds, 0.5) << " ms, 99 % " << 1e3 * quantile(seconds, 0.99)
              << " ms, most " << 1e3 * quantile(seconds, 1) << " ms; overlapping " << overlapping
              << ", above 1e-9 " << wide << '\n';
  }
};

TEST(BracketWidth, IsAMillionthOfAMillionthInNearlyAllPairs) {
  const int cases = agreement_cases(20);
  for (const BodyKind curved : {BodyKind::cylinder, BodyKind::cone, BodyKind::ellipsoid}) {
    for (const BodyKind other : kBodyKinds) {
      Widths widths;
      for (int k = 0; k < cases; ++k) {
        Random random(kSeed,
                      static_cast<std::uint64_t>(curved) * 8 + static_cast<std::uint64_t>(other),
                      static_cast<std::uint64_t>(k));
        widths.add(pair_sample(random, curved, other));
      }
      widths.print(curved, other);
      EXPECT_LE(quantile(widths.relative, 0.99), 1e-12);
      EXPECT_GT(widths.overlapping, 0);
      if (cases < kTimedCases) continue;
      EXPECT_LE(quantile(widths.seconds, 0.5), 1e-3);
      EXPECT_LE(quantile(widths.seconds, 0.99), 20e-3);
    }
  }
}

/// Rings and spheres of ties are as wide as the budget lets them be: those wider than a billionth are
/// counted.
TEST(BracketWidth, OfAlignedPairsIsAThousandthAtMost) {
  const int cases = agreement_cases(1);
  for (const BodyKind curved : {BodyKind::cylinder, BodyKind::cone, BodyKind::ellipsoid}) {
    for (const BodyKind other : kBodyKinds) {
      Widths widths;
      for (int k = 0; k < cases; ++k) {
        Random random(kSeed + 1,
                      static_cast<std::uint64_t>(curved) * 8 + static_cast<std::uint64_t>(other),
                      static_cast<std::uint64_t>(k));
        widths.add(aligned_sample(random, curved, other));
      }
      widths.print(curved, other);
      EXPECT_LE(quantile(widths.relative, 1), 1e-3);
      if (cases < kTimedCases) continue;
      EXPECT_LE(quantile(widths.seconds, 1), 2);
    }
  }
}

}  // namespace
}  // namespace touchstone
