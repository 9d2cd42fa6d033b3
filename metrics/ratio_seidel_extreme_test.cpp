// SPDX-License-Identifier: GPL-3.0-or-later
// `ratio_seidel` keeps its claim where facets, and double-doubles, say little.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "metrics/extreme_samples.hpp"
#include "metrics/ratio_ray.hpp"
#include "metrics/ratio_seidel.hpp"
#include "reference/claimed_normal.hpp"
#include "reference/claimed_witness.hpp"
#include "reference/gap.hpp"
#include "reference/oracle.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 20261124;
constexpr double kClaim = 1e-12;

/// B to where it touches A, to rounding: next to A's origin, whatever B's size.
void bring_to_contact(Pair& pair) {
  const Answer answer = ask(*make_ratio_ray(), pair);
  if (answer.status != AnswerStatus::answered || !(std::abs(answer.value) < 1e6)) return;
  pair.X_WB.t += answer.witnesses->p_WA - answer.witnesses->p_WB;
}

TEST(RatioSeidelExtremes, ValueNormalAndWitnessPointsKeepTheClaim) {
  Oracle oracle;
  const auto metric = make_ratio_seidel();
  for (const std::string_view kind : kExtremes) {
    int answered = 0;
    for (int i = 0; i < 40; ++i) {
      SCOPED_TRACE(testing::Message() << kind << " seed " << kSeed << " index " << i);
      Pair pair = extreme_pair(kSeed, kind, i);
      if (pair.A == nullptr || pair.B == nullptr) continue;
      if (i % 2 == 0) bring_to_contact(pair);
      const TruthOnDemand truth = oracle.solve(pair);
      const Answer answer = ask(*metric, pair);
      ASSERT_EQ(truth.rho().has_value(), answer.status == AnswerStatus::answered) << answer.note;
      if (!truth.rho()) continue;
      ++answered;
      const double rho = truth.rho()->value;
      const double scale = std::max(1.0, std::abs(rho));
      EXPECT_LE(std::abs(answer.value - rho), kClaim * scale);
      EXPECT_TRUE(ratio_gap_reaches(pair, *answer.normal, truth, kClaim * scale) ||
                  near_optimal(pair, *answer.normal, truth, Quantity::ratio,
                               normal_allowance(Scalar::float64)));
      EXPECT_TRUE(witnesses_valid(pair, *answer.witnesses, truth, Quantity::ratio,
                                  kClaim * pair_size(pair), nullptr));
    }
    EXPECT_GE(answered, 20) << kind;
  }
}

}  // namespace
}  // namespace touchstone
