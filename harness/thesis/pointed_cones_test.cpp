// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/thesis/pointed_cones.hpp"

#include <gtest/gtest.h>

namespace touchstone {
namespace {

/// A point between two planes that face each other, pushed apart by both or by none.
ExactStep channel(const Rational& bound) {
  return {{0, 0}, {{0, 1}, {0, -1}}, {{1, 0}, {1, 0}}, {{0, 0}, {0, 0}}, {bound, bound}, {0, 0}};
}

CheckRow judged(const ExactStep& step, const LemkeAnswer& answer) {
  CheckRow row = empty_row(pointed_check());
  judge_step(step, answer, "step", row);
  return row;
}

LemkeAnswer answer_of(const ExactStep& step) {
  const ExactProblem problem = mixed_problem(step);
  return exact_lemke(problem.M, problem.q);
}

TEST(PointedCones, AChannelIsNotPointedAndMayHaveNoSolution) {
  EXPECT_FALSE(pointedness(channel(1)).feasible);
  const CheckRow open = judged(channel(1), answer_of(channel(1)));
  EXPECT_EQ(open.claim("unpointed").held, 1U);
  EXPECT_EQ(open.claim("bound_unpointed").held, 1U);
  const CheckRow closed = judged(channel(-1), answer_of(channel(-1)));
  EXPECT_EQ(closed.claim("unpointed").violated, 1U);
  EXPECT_EQ(closed.claim("unpointed").count("no_velocity").value, 1);
  EXPECT_EQ(closed.claim("solvable").checked(), 0U);
  EXPECT_EQ(closed.claim("bound_unpointed").checked(), 0U);
}

// Friction of 1 between walls at 90 degrees: the cones reach each other, and no motion opens both.
TEST(PointedCones, FrictionTakesThePointAway) {
  ExactStep step = {{0, 0}, {{0, 1}, {1, 0}}, {{1, 0}, {0, 1}}, {{0, 0}, {0, 0}}, {0, 0}, {0, 0}};
  EXPECT_TRUE(pointedness(step).feasible);
  step.mu = {Rational(1) / 2, Rational(1) / 2};
  EXPECT_TRUE(pointedness(step).feasible);
  step.mu = {2, 2};
  EXPECT_FALSE(pointedness(step).feasible);
}

TEST(PointedCones, TheBoundIsAttained) {
  ExactStep step = {{0, 0}, {{0, 1}}, {{1, 0}}, {{0, 0}}, {-3}, {0}};
  const LemkeAnswer answer = answer_of(step);
  EXPECT_EQ(velocity(step, answer.z), (ExactVector{0, 3}));
  const CheckRow row = judged(step, answer);
  EXPECT_EQ(row.claim("bound").held, 1U) << "c = 1: 9 <= 0 + 9";
  EXPECT_EQ(row.claim("bound").largest, 1);
  EXPECT_EQ(row.claim("ours").held, 1U);
  EXPECT_EQ(relaxed_velocity(step), (ExactVector{0, 3}));
  EXPECT_EQ(row.claim("relaxed").held, 1U);
}

TEST(PointedCones, AnAnswerThatIsNoneIsNotTaken) {
  const ExactStep step = {{0, 0}, {{0, 1}}, {{1, 0}}, {{0, 0}}, {-3}, {0}};
  LemkeAnswer answer = answer_of(step);
  answer.z[0] += 1;
  const CheckRow row = judged(step, answer);
  EXPECT_EQ(row.claim("solvable").violated, 1U);
  EXPECT_EQ(row.claim("bound").checked(), 0U);
}

TEST(PointedCones, RandomStepsAreSolvedWhereTheyArePointed) {
  ClaimOptions options;
  options.cases = 12;
  const CheckReport report = check_pointed(options);
  EXPECT_TRUE(report.as_expected());
  std::uint64_t unpointed = 0;
  for (const CheckRow& row : report.rows) {
    EXPECT_EQ(row.cases, 12U);
    unpointed += row.claim("unpointed").checked();
  }
  EXPECT_GE(unpointed, 5U);
}

}  // namespace
}  // namespace touchstone
