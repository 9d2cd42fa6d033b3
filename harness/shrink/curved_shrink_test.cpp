// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/shrink/curved_shrink.hpp"

#include <gtest/gtest.h>

#include "geometry/shapes.hpp"
#include "harness/campaign/tally.hpp"
#include "harness/shrink/pair_draft.hpp"

namespace touchstone {
namespace {

/// A turned cone with a radius beside a cylinder, apart.
ConvexPair turned_pair() {
  Pose X_WA{Mat3::Identity(), {0.123, 4.56, -0.789}};
  X_WA.R << 0.6, -0.8, 0, 0.8, 0.6, 0, 0, 0, 1;
  Pose X_WB{Mat3::Identity(), {3.21, 4.5, -0.7}};
  X_WB.R << 1, 0, 0, 0, 0.8, -0.6, 0, 0.6, 0.8;
  return {make_body(Cone{0.7182, 1.4142}, 0.0625).value(), X_WA,
          make_body(Cylinder{0.5772, 0.8314}).value(), X_WB};
}

/// Short: rings of ties take long.
const BracketBudget kShort{2e-13, 500, 5e-10, 500};

/// Off by 0.01 m where the bodies are apart.
RunOutcome off_when_apart(const ConvexPair& pair) {
  const Bracket bracket = find_bracket(pair, kShort);
  RunOutcome outcome;
  outcome.answer.status = AnswerStatus::answered;
  outcome.answer.value = bracket.lower + (bracket.lower > 0 ? 0.01 : 0);
  return outcome;
}

MetricTraits values() {
  MetricTraits traits;
  traits.gives = in_every_regime({true, false, false, false});
  return traits;
}

TEST(CurvedShrink, FindsSimpleBodiesAlongTheAxes) {
  ASSERT_GT(find_bracket(turned_pair()).lower, 0);
  const auto shrunk = shrink_curved(turned_pair(), values(), 1e-8, off_when_apart);
  ASSERT_TRUE(shrunk.ok()) << shrunk.reason();
  const ShrunkCurved& simple = shrunk.value();
  EXPECT_EQ(simple.verdict.word, Word::inaccurate);
  EXPECT_GT(simple.bracket.lower, 0);
  EXPECT_LE(simple.calls, 500);
  EXPECT_TRUE(simple.pair.X_WA.t.isZero(0));
  EXPECT_EQ(simple.pair.X_WA.R, Mat3::Identity());
  EXPECT_EQ(simple.pair.X_WB.R, Mat3::Identity());
  EXPECT_NE(simple.pair.A.is_curved(), simple.pair.B.is_curved()) << "one is a sphere";
  for (int i = 0; i < 3; ++i) EXPECT_LE(digit_cost(simple.pair.X_WB.t[i]), 1);
}

TEST(CurvedShrink, KeepsWhatTheFailureNeeds) {
  const auto of_radii = [](const ConvexPair& pair) {
    RunOutcome outcome = off_when_apart(pair);
    if (pair.A.radius() == 0 || !pair.A.is_curved()) outcome.answer.value -= 0.01;
    return outcome;
  };
  const auto shrunk = shrink_curved(turned_pair(), values(), 1e-8, of_radii);
  ASSERT_TRUE(shrunk.ok());
  EXPECT_TRUE(shrunk.value().pair.A.is_curved());
  EXPECT_GT(shrunk.value().pair.A.radius(), 0);
}

TEST(CurvedShrink, KeepsTheSign) {
  const auto off = [](const ConvexPair& pair) {
    RunOutcome outcome = off_when_apart(pair);
    outcome.answer.value += 0.02;
    return outcome;
  };
  const auto shrunk = shrink_curved(turned_pair(), values(), 1e-8, off);
  ASSERT_TRUE(shrunk.ok());
  EXPECT_GT(shrunk.value().bracket.lower, 0);
}

TEST(CurvedShrink, RejectsWhatDoesNotFail) {
  const auto right = [](const ConvexPair& pair) {
    RunOutcome outcome = off_when_apart(pair);
    outcome.answer.value = find_bracket(pair, kShort).lower;
    return outcome;
  };
  EXPECT_FALSE(shrink_curved(turned_pair(), values(), 1e-8, right).ok());
}

}  // namespace
}  // namespace touchstone
