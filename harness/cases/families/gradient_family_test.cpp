// SPDX-License-Identifier: GPL-3.0-or-later
// Exact gradients against exact differences, on cases of every family of polytopes and of bodies
// with a radius. TOUCHSTONE_AGREEMENT_CASES=200 takes so many of each, and larger bodies.
#include <gtest/gtest.h>

#include <cstdint>
#include <iostream>

#include "harness/cases/families/family.hpp"
#include "reference/tests/agreement_cases.hpp"
#include "reference/tests/gradient_differences.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 43;
constexpr int kMotions = 3;  ///< and back
constexpr int kLargestFamily = 64;
constexpr std::size_t kMaxDifferences = 128;  ///< by default
constexpr int kLimitEvery = 8;

void check_family(const Family& family, std::uint64_t first, int count, Quantity quantity,
                  GradientSample& sample) {
  for (int k = 0; k < count; ++k) {
    std::uint64_t index = first + static_cast<std::uint64_t>(k);
    if (family.finite_cases > 0) index %= family.finite_cases;
    const Case c = make_case(family, kSeed, index);
    SCOPED_TRACE(c.id);
    const std::size_t differences = c.pair().A->vertices().size() * c.pair().B->vertices().size();
    if (count == 1 && differences > kMaxDifferences) continue;
    Random random(kSeed, first, index);
    GradientDifferences(c.pair(), quantity)
        .check(random, kMotions, index % kLimitEvery == 0 ? 1 : 0, sample);
  }
}

class GradientsOfFamilies : public testing::TestWithParam<Quantity> {};

/// By default one case of each, another regime from family to family.
TEST_P(GradientsOfFamilies, AgreeWithDifferences) {
  const int count = agreement_cases(1);
  GradientSample all;
  std::uint64_t first = 0;
  for (const Family& family : family_registry()) {
    first += 7;
    if (family.largest_vertices > kLargestFamily) continue;
    GradientSample sample;
    check_family(family, first, count, GetParam(), sample);
    if (count > 1) std::cout << family.name << ": " << sample << std::endl;
    all.add(sample);
  }
  std::cout << all << std::endl;
  EXPECT_GT(all.kinks, all.pairs / 20);
  EXPECT_GT(all.pairs - all.kinks - all.not_judged, all.pairs / 3);
  EXPECT_GT(all.limits, 0);
}

INSTANTIATE_TEST_SUITE_P(Quantities, GradientsOfFamilies,
                         testing::Values(Quantity::euclidean, Quantity::ratio),
                         [](const auto& test) {
                           return test.param == Quantity::ratio ? "Rho" : "Phi";
                         });

}  // namespace
}  // namespace touchstone
