// SPDX-License-Identifier: GPL-3.0-or-later
// Whether the family of kinks has them, and is beside them by what it says.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>

#include "harness/cases/families/family.hpp"
#include "reference/gradient.hpp"
#include "reference/oracle.hpp"

namespace touchstone {
namespace {

constexpr std::size_t kWays = 4;

/// What became of the cases of one kind at one distance.
struct Counts {
  int cases = 0, touching = 0, overlapping = 0;
  int kinks = 0;  ///< with several pieces
  int ties = 0;   ///< with several directions
};

std::array<std::array<Counts, kWays>, 5> count_kinks(std::uint64_t cases) {
  std::array<std::array<Counts, kWays>, 5> found{};
  QuickOracle oracle;
  for (std::uint64_t index = 0; index < cases; ++index) {
    const Case c = make_case(*find_family("kinks"), 42, index);
    const TruthOnDemand truth = oracle.solve(c.pair(), false);
    Counts& counts = found.at(index % 5).at(index / 5 % kWays);
    ++counts.cases;
    counts.touching += truth.sign() == 0 ? 1 : 0;
    counts.overlapping += truth.sign() < 0 ? 1 : 0;
    const auto gradient = exact_gradient(c.pair(), truth, Quantity::euclidean);
    if (!gradient) continue;
    counts.kinks += gradient->is_differentiable() ? 0 : 1;
    counts.ties += gradient->directions.size() > 1 ? 1 : 0;
  }
  return found;
}

/// A third of the cases is turned any way, which rounds a tie.
TEST(Kinks, AreExactWhereTheyAreMeantToBe) {
  constexpr int kCases = 30;
  const auto [faces, depths, edges, touching, centres] = count_kinks(20 * kCases);
  for (std::size_t way = 0; way < kWays; ++way) {
    for (const Counts* parallel : {&faces.at(way), &edges.at(way)}) {
      ASSERT_EQ(parallel->cases, kCases);
      EXPECT_TRUE(way == 0 ? parallel->kinks >= 18 : parallel->kinks <= 12) << way;
      EXPECT_GE(parallel->overlapping, 5);
      EXPECT_LE(parallel->overlapping, 25);
    }
    EXPECT_EQ(depths.at(way).overlapping, kCases);
    EXPECT_TRUE(way % 2 == 0 ? depths.at(way).ties >= 15 : depths.at(way).ties <= 3) << way;
    EXPECT_GE(touching.at(way).touching, 15) << way;
    EXPECT_LT(touching.at(way).touching, kCases) << way;
    EXPECT_EQ(centres.at(way).overlapping, kCases);
  }
  EXPECT_GE(centres.front().ties, 15);
}

}  // namespace
}  // namespace touchstone
