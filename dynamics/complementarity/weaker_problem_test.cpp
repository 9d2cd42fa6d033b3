// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/complementarity/weaker_problem.hpp"

#include <gtest/gtest.h>

#include <string>

#include "dynamics/complementarity/sparse_problem.hpp"

namespace touchstone {
namespace {

/// A problem of two contacts, one of which is always a cone, and a joint row.
template <class Problem>
Problem problem_of(FrictionKind kind, double bound) {
  Problem problem;
  problem.bound.setConstant(2, bound);
  problem.joint_bound.setZero(1);
  problem.friction = {{FrictionKind::cone, 0.5}, {kind, 0}};
  return problem;
}

/// The attempts, of which number `accepted` succeeds: f is bounded friction, s no stabilisation.
template <class Problem>
std::string tried(const Problem& problem, const Weakenings& may, std::size_t accepted,
                  StepSolution& solution) {
  std::string all;
  std::size_t count = 0;
  Problem weaker;
  const bool solved = solve_weaker(problem, may, weaker, solution, [&](const Problem& p) {
    EXPECT_EQ(p.friction[0], problem.friction[0]);
    const bool bounded = p.friction[1] == ContactFriction{FrictionKind::cone, kBoundedFriction};
    const bool dropped = p.bound != problem.bound;
    EXPECT_EQ(p.bound, dropped ? Eigen::VectorXd::Zero(2) : problem.bound);
    all += std::string(bounded ? "f" : "") + (dropped ? "s" : "") + " ";
    return ++count == accepted;
  });
  EXPECT_EQ(solved, count == accepted);
  return all;
}

template <class Problem>
class WeakerProblem : public testing::Test {};
using Problems = testing::Types<StepProblem, SparseProblem>;
TYPED_TEST_SUITE(WeakerProblem, Problems);

TYPED_TEST(WeakerProblem, IsTriedInOrderUntilOneIsSolved) {
  const auto problem = problem_of<TypeParam>(FrictionKind::no_slip, -1);
  StepSolution s;
  EXPECT_EQ(tried(problem, {}, 4, s), "f s fs ");
  EXPECT_FALSE(s.friction_bounded || s.stabilisation_dropped);
  EXPECT_EQ(tried(problem, {}, 2, s), "f s ");
  EXPECT_TRUE(!s.friction_bounded && s.stabilisation_dropped);
  EXPECT_EQ(tried(problem, {}, 3, s), "f s fs ");
  EXPECT_TRUE(s.friction_bounded && s.stabilisation_dropped);
}

TYPED_TEST(WeakerProblem, IsOnlyTriedWhereItIsAllowedAndDiffers) {
  StepSolution s;
  const auto both = problem_of<TypeParam>(FrictionKind::no_slip, -1);
  EXPECT_EQ(tried(both, {true, false}, 4, s), "f ");
  EXPECT_EQ(tried(both, {false, true}, 4, s), "s ");
  EXPECT_EQ(tried(problem_of<TypeParam>(FrictionKind::no_slip, 1), {}, 4, s), "f ");
  EXPECT_EQ(tried(problem_of<TypeParam>(FrictionKind::cone, -1), {}, 4, s), "s ");
  EXPECT_EQ(tried(problem_of<TypeParam>(FrictionKind::cone, 1), {}, 4, s), "");
}

TYPED_TEST(WeakerProblem, IsHarmlessWithoutFrictionAndStabilisation) {
  auto problem = problem_of<TypeParam>(FrictionKind::no_slip, -1);
  problem.joint_bound[0] = 3;
  make_harmless(problem);
  EXPECT_TRUE(problem.bound.isZero(0) && problem.joint_bound.isZero(0));
  for (const ContactFriction& friction : problem.friction) EXPECT_EQ(friction, ContactFriction());
}

}  // namespace
}  // namespace touchstone
