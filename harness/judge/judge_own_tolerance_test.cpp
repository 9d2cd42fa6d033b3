// SPDX-License-Identifier: GPL-3.0-or-later
// Verdicts at the tolerance that a metric claims for itself: within it no sign is judged.
#include <gtest/gtest.h>

#include "geometry/shapes.hpp"
#include "harness/judge/judge.hpp"
#include "reference/oracle.hpp"

namespace touchstone {
namespace {

/// Unit cubes apart by `gap` along x.
Pair cubes(double gap) {
  const PolytopePtr cube = make_box({0.5, 0.5, 0.5});
  return {cube, {}, cube, {Mat3::Identity(), Vec3(1 + gap, 0, 0)}};
}

MetricTraits claiming(double own_tolerance) {
  MetricTraits traits;
  traits.gives = in_every_regime({.normal = false, .witnesses = false});
  traits.own_tolerance = own_tolerance;
  return traits;
}

Verdict judged(double gap, double own_tolerance, double value) {
  const Pair pair = cubes(gap);
  RunOutcome outcome;
  outcome.answer.status = AnswerStatus::answered;
  outcome.answer.value = value;
  return judge(pair, Oracle().solve(pair), claiming(own_tolerance), outcome);
}

TEST(JudgeOwnTolerance, ASignIsOpenWithinWhatTheMetricClaims) {
  const double size = pair_size(cubes(0));
  for (const double side : {1.0, -1.0}) {
    const double gap = side * 4e-6 * size;
    const Verdict across = judged(gap, 1e-5, -gap);
    EXPECT_EQ(across.word, Word::wrong_sign);
    EXPECT_EQ(across.own_word, Word::right);
    EXPECT_EQ(judged(gap, 1e-5, -2 * gap).own_word, Word::inaccurate);
    EXPECT_EQ(judged(3 * gap, 1e-5, side * -1e-9).own_word, Word::wrong_sign);
  }
}

TEST(JudgeOwnTolerance, AClaimBelowTheThresholdOfSignsOpensNone) {
  const double size = pair_size(cubes(0));
  EXPECT_EQ(judged(2e-9 * size, 1e-12, -2e-9 * size).own_word, Word::wrong_sign);
  EXPECT_EQ(judged(0.5e-9 * size, 1e-12, -0.1e-12 * size).own_word, Word::inaccurate);
}

TEST(JudgeOwnTolerance, AClaimBetweenTheThresholdAndTheToleranceIsNotTheTolerances) {
  const double size = pair_size(cubes(0));
  const Verdict verdict = judged(3e-9 * size, 5e-9, -1e-9 * size);
  EXPECT_EQ(verdict.word, Word::wrong_sign);
  EXPECT_EQ(verdict.value, ValueVerdict::wrong_sign);
  EXPECT_EQ(verdict.own_word, Word::right);
}

TEST(JudgeOwnTolerance, SignsWithoutAValueAreOpenThereToo) {
  const Pair pair = cubes(1e-6);
  RunOutcome outcome;
  outcome.answer.status = AnswerStatus::sign_only;
  outcome.answer.sign = -1;
  const Verdict verdict = judge(pair, Oracle().solve(pair), claiming(1e-5), outcome);
  EXPECT_EQ(verdict.word, Word::wrong_sign);
  EXPECT_EQ(verdict.sign, SignVerdict::wrong_sign);
  EXPECT_EQ(verdict.own_word, Word::right);
}

}  // namespace
}  // namespace touchstone
