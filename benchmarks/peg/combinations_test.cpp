// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/peg/combinations.hpp"

#include <gtest/gtest.h>

#include <utility>

namespace touchstone {
namespace {

using Kind = ContactConstraint::Kind;

/// One number u, free to be `free`; contact i asks for sign_i u + bound_i >= 0.
StepProblem on_a_line(double free, const Eigen::VectorXd& signs, const Eigen::VectorXd& bounds,
                      std::vector<ContactConstraint> constraints) {
  StepProblem problem;
  problem.free = Eigen::VectorXd::Constant(1, free);
  problem.normal = signs;
  problem.bound = bounds;
  problem.constraints = std::move(constraints);
  return problem;
}

TEST(Combinations, AreTheProductOfTheAlternatives) {
  const StepProblem problem = on_a_line(
      0, Eigen::VectorXd::Ones(6), Eigen::VectorXd::Zero(6),
      {{Kind::unilateral, {0}, {}}, {Kind::inter, {1}, {2}}, {Kind::cross, {}, {3, 4, 5}}});
  EXPECT_EQ(count_combinations(problem, 100), 6U);
  EXPECT_EQ(count_combinations(problem, 6), 6U);
  EXPECT_EQ(count_combinations(problem, 5), 6U) << "more than the limit";
  EXPECT_EQ(try_combinations(problem).tried, 6U);
}

// u >= 3 or u <= -2, from u = 0: two away, cost 4.
TEST(Combinations, OfWhichTheNearestIsFound) {
  const StepProblem problem =
      on_a_line(0, Eigen::Vector2d(1, -1), Eigen::Vector2d(-3, -2), {{Kind::cross, {}, {0, 1}}});
  const Combinations all = try_combinations(problem);
  ASSERT_TRUE(all.least.has_value());
  EXPECT_NEAR(*all.least, 4, 1e-12);
  EXPECT_EQ(all.undecided, 0U);
}

// (u >= 3 or u >= 4) and u <= 1.
TEST(Combinations, MayAllBeInfeasible) {
  const StepProblem problem = on_a_line(0, Eigen::Vector3d(1, 1, -1), Eigen::Vector3d(-3, -4, 1),
                                        {{Kind::cross, {}, {0, 1}}, {Kind::unilateral, {2}, {}}});
  const Combinations all = try_combinations(problem);
  EXPECT_FALSE(all.least.has_value());
  EXPECT_EQ(all.tried, 2U);
  EXPECT_EQ(all.undecided, 0U);
}

TEST(Combinations, AContactOfSeveralConstraintsIsOneRow) {
  const StepProblem problem = on_a_line(-1, Eigen::Vector2d(1, 1), Eigen::Vector2d(0, -1),
                                        {{Kind::cross, {}, {0, 1}}, {Kind::unilateral, {0}, {}}});
  EXPECT_NEAR(try_combinations(problem).least.value_or(-1), 1, 1e-12);
}

}  // namespace
}  // namespace touchstone
