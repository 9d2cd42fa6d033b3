// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/peg/constraint_verdict.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "dynamics/complementarity/constraint_solver.hpp"

namespace touchstone {
namespace {

using Kind = ContactConstraint::Kind;

/// One number u, free to be 0; contact i asks for sign_i u + bound_i >= 0.
StepProblem on_a_line(const Eigen::VectorXd& signs, const Eigen::VectorXd& bounds,
                      std::vector<ContactConstraint> constraints) {
  StepProblem problem;
  problem.free = Eigen::VectorXd::Zero(1);
  problem.normal = signs;
  problem.tangent = RowMatrix::Zero(2 * signs.size(), 1);
  problem.bound = bounds;
  problem.friction.resize(static_cast<std::size_t>(bounds.size()));
  problem.joint = RowMatrix::Zero(0, 1);
  problem.joint_bound = Eigen::VectorXd::Zero(0);
  problem.constraints = std::move(constraints);
  return problem;
}

/// u >= 3 or u <= -2.
StepProblem either_way(std::vector<ContactConstraint> constraints) {
  return on_a_line(Eigen::Vector2d(1, -1), Eigen::Vector2d(-3, -2), std::move(constraints));
}

StepProblem cross_either_way() { return either_way({{Kind::cross, {}, {0, 1}}}); }

/// u >= 3 and u <= 1.
StepProblem impossible() {
  return on_a_line(Eigen::Vector2d(1, -1), Eigen::Vector2d(-3, 1),
                   {{Kind::inter, {0}, {}}, {Kind::unilateral, {1}, {}}});
}

/// One that claims to be solved.
StepSolution claimed(const StepProblem& problem, std::string_view solver, ConstraintForm form,
                     double u) {
  StepSolution solution;
  solution.clear_impulses(problem);
  solution.solved = true;
  solution.solver = solver;
  solution.form = form;
  solution.u = Eigen::VectorXd::Constant(1, u);
  return solution;
}

/// The X chose this contact, whose impulse moves it there.
StepSolution branched(const StepProblem& problem, int contact, double impulse) {
  StepSolution solution =
      claimed(problem, kPegBranch, ConstraintForm::branched, problem.normal(contact, 0) * impulse);
  solution.normal_impulse[contact] = impulse;
  solution.chosen = {contact};
  return solution;
}

CheckRow cross_row(const StepProblem& problem, bool solved, const StepSolution& solution) {
  CheckRow row = empty_row(cross_check());
  judge_cross(problem, solved, solution, "a", row);
  return row;
}

ClaimCounts inter_solved(const StepProblem& problem, bool solved, const StepSolution& solution) {
  CheckRow row = empty_row(inter_check());
  judge_inter(problem, solved, solution, "a", row);
  return row.claim("solved");
}

/// The claims that are violated, one after another.
std::string broken_claims(const CheckRow& row) {
  std::string names;
  for (const ClaimCounts& claim : row.claims) {
    if (claim.violated > 0) names += (names.empty() ? "" : " ") + std::string(claim.claim);
  }
  return names;
}

TEST(ConstraintVerdict, OfCrossContactsAcceptsTheNearest) {
  const StepProblem problem = cross_either_way();
  const CheckRow row = cross_row(problem, true, branched(problem, 1, 2));
  EXPECT_EQ(row.count("feasible").value, 1);
  EXPECT_EQ(broken_claims(row), "");
  EXPECT_EQ(row.claim("nearest").held, 1U);
}

TEST(ConstraintVerdict, OfCrossContactsSeesThatBranchingIsFarther) {
  const StepProblem problem = cross_either_way();
  EXPECT_EQ(broken_claims(cross_row(problem, true, branched(problem, 0, 3))), "nearest");
}

// What a solver would give that does not look at X.
TEST(ConstraintVerdict, OfCrossContactsRejectsWhatBreaksThem) {
  const StepProblem problem = cross_either_way();
  const CheckRow row =
      cross_row(problem, true, claimed(problem, kPegLemke, ConstraintForm::lemke, 0));
  EXPECT_EQ(broken_claims(row), "accepted allowed");
}

// The velocity is allowed, but no force makes it.
TEST(ConstraintVerdict, OfCrossContactsAsksTheResidual) {
  const StepProblem problem = cross_either_way();
  const CheckRow row =
      cross_row(problem, true, claimed(problem, kPegLemke, ConstraintForm::lemke, -2));
  EXPECT_EQ(broken_claims(row), "accepted");
}

TEST(ConstraintVerdict, OfCrossContactsSeesWhatWasGivenUp) {
  EXPECT_EQ(broken_claims(cross_row(cross_either_way(), false, {})), "agree");
}

TEST(ConstraintVerdict, TakesNoSolversWordThatThereIsNoSolution) {
  const ClaimCounts given_up = inter_solved(either_way({{Kind::inter, {0}, {1}}}), false, {});
  EXPECT_EQ(given_up.violated, 1U);
  EXPECT_EQ(given_up.not_applicable, 0U);
  const ClaimCounts proven = inter_solved(impossible(), false, {});
  EXPECT_EQ(proven.violated, 0U);
  EXPECT_EQ(proven.not_applicable, 1U);
}

TEST(ConstraintVerdict, OfMoreCombinationsThanAreTriedIsUnsolved) {
  StepProblem problem = impossible();
  for (int k = 0; k < 11; ++k) problem.constraints.push_back({Kind::inter, {0}, {1}});
  EXPECT_EQ(inter_solved(problem, false, {}).violated, 1U);
}

TEST(ConstraintVerdict, OfInterContactsRejectsAWrongVelocity) {
  const StepProblem problem = either_way({{Kind::inter, {0}, {1}}});
  StepSolution solution;
  ASSERT_TRUE(ConstraintSolver().solve(problem, solution));
  EXPECT_EQ(inter_solved(problem, true, solution).violated, 0U);
  solution.u[0] = 0;
  EXPECT_EQ(inter_solved(problem, true, solution).violated, 1U);
}

}  // namespace
}  // namespace touchstone
