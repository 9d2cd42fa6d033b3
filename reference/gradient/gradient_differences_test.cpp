// SPDX-License-Identifier: GPL-3.0-or-later
// Exact gradients against exact differences. TOUCHSTONE_AGREEMENT_CASES=10000 makes a campaign of
// it.
#include <gtest/gtest.h>

#include <iostream>

#include "reference/tests/agreement_cases.hpp"
#include "reference/tests/gradient_differences.hpp"

namespace touchstone {
namespace {

constexpr int kDefaultCases = 66;  ///< over all kinds
constexpr int kMotions = 3;        ///< and back
constexpr std::size_t kMaxDifferences = 256;
constexpr int kLimitEvery = 4;

/// The check itself: a rate that is off by 2^-50 is found, and so is a hull without one piece.
TEST(GradientDifferences, SeeWhatIsWrong) {
  const PolytopePtr box = make_box({1, 1, 1});
  const GradientDifferences differences({box, {}, box, {Mat3::Identity(), {1.5, 1.5, 0.25}}},
                                        Quantity::euclidean);
  const ExactGradient& gradient = differences.gradient().value();
  Random random(kAgreementSeed, 43, 0);
  GradientSample sample;
  const Motion motion = random_motion(random, {box, {}, box, {}});
  RootQuotient rate = one_sided_rate(gradient, motion);
  EXPECT_TRUE(differences.is_rate(rate, motion, sample));
  rate.numerator += power_of_two(-50);
  EXPECT_FALSE(differences.is_rate(rate, motion, sample));
  int missed = 0;
  for (std::size_t k = 0; k < gradient.directions.size(); ++k) {
    ExactGradient lacking = gradient;
    lacking.directions.erase(lacking.directions.begin() + static_cast<std::ptrdiff_t>(k));
    missed += differences.is_limit(lacking, motion, sample, 40) ? 0 : 1;
  }
  EXPECT_EQ(missed, 1);
}

void check_all_kinds(Quantity quantity, GradientSample& sample) {
  const int cases = agreement_cases(kDefaultCases) / static_cast<int>(agreement_kinds().size());
  for_every_agreement_case(cases, [&](const Pair& pair, int index) {
    if (pair.A->vertices().size() * pair.B->vertices().size() > kMaxDifferences) return;
    Random random(kAgreementSeed, 43, static_cast<std::uint64_t>(index));
    GradientDifferences(pair, quantity)
        .check(random, kMotions, index % kLimitEvery == 0 ? 1 : 0, sample);
  });
  std::cout << sample << std::endl;
}

TEST(GradientDifferences, AgreeWithTheGradientOfPhi) {
  GradientSample sample;
  check_all_kinds(Quantity::euclidean, sample);
  EXPECT_GT(sample.kinks, sample.pairs / 10);
  EXPECT_GT(sample.pairs - sample.kinks - sample.not_judged, sample.pairs / 4);
  EXPECT_LT(sample.not_judged, sample.pairs / 4);
}

TEST(GradientDifferences, AgreeWithTheGradientOfRho) {
  GradientSample sample;
  check_all_kinds(Quantity::ratio, sample);
  EXPECT_GT(sample.kinks, sample.pairs / 10);
  EXPECT_GT(sample.pairs - sample.kinks - sample.not_judged, sample.pairs / 4);
}

}  // namespace
}  // namespace touchstone
