// SPDX-License-Identifier: GPL-3.0-or-later
// `ratio_seidel` keeps its claim where facets, and double-doubles, say little.
#include "metrics/ratio_seidel/ratio_seidel.hpp"
#include "metrics/tests/extreme_checks.hpp"

namespace touchstone {
namespace {

TEST(RatioSeidelExtremes, ValueNormalAndWitnessPointsKeepTheClaim) {
  Oracle oracle;
  const auto metric = make_ratio_seidel();
  int answered = 0;
  for_extreme_pairs(20261124, 40, [&](const Pair& pair) {
    const TruthOnDemand truth = oracle.solve(pair);
    const Answer answer = ask(*metric, pair);
    expect_ratio_claim(pair, truth, answer, 1e-12);
    answered += answer.status == AnswerStatus::answered ? 1 : 0;
  });
  EXPECT_GE(answered, 300);
}

}  // namespace
}  // namespace touchstone
