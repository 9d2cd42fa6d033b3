// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/papers/accelerations.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace touchstone {
namespace {

// 10 m/s^2 of gravity, in a step of 1/64 s: it falls, or is held.
TEST(Accelerations, ABodyBetweenWallsFallsOrIsHeld) {
  const ExactStep step = contact_example(AccelerationKind::walls, 42, 0);
  const ExactProblem problem = mixed_problem(step);
  bool falls = false;
  bool held = false;
  for (const ExactVector& z : several_solutions(step)) {
    EXPECT_TRUE(solves(problem.M, problem.q, z));
    const ExactVector v = velocity(step, z);
    falls = falls || v == step.free;
    held = held || v == ExactVector(6);
  }
  EXPECT_TRUE(falls);
  EXPECT_TRUE(held);
}

TEST(Accelerations, ASlidingCubeRestsOnDifferentCorners) {
  const ExactStep step = contact_example(AccelerationKind::cube, 42, 1);
  const std::vector<ExactVector> solutions = several_solutions(step);
  ASSERT_GE(solutions.size(), 2U);
  const ExactVector first = velocity(step, solutions.front());
  EXPECT_TRUE(std::any_of(solutions.begin(), solutions.end(),
                          [&](const ExactVector& z) { return velocity(step, z) != first; }));
  for (const ExactVector& z : solutions) EXPECT_EQ(velocity(step, z)[2], 0) << "stays on the floor";
}

TEST(Accelerations, AreUniqueWithoutFriction) {
  ClaimOptions options;
  options.cases = 8;
  const CheckReport report = check_accelerations(options);
  EXPECT_TRUE(report.as_expected());
  ASSERT_EQ(report.rows.size(), 5U);
  EXPECT_EQ(report.rows[0].claim("shown").held, 8U);
  EXPECT_EQ(report.rows[1].claim("shown").held, 8U);
  EXPECT_GT(report.rows[1].claim("frictionless").held, 0U);
  for (const CheckRow& row : report.rows) EXPECT_EQ(row.claim("frictionless").violated, 0U);
}

}  // namespace
}  // namespace touchstone
