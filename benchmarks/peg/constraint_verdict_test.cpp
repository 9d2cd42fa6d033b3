// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/peg/constraint_verdict.hpp"

#include <gtest/gtest.h>

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

TEST(ConstraintVerdict, OfCrossContactsAcceptsTheNearest) {
  const StepProblem problem = cross_either_way();
  const CrossAuditRow row = judge_cross(problem, true, branched(problem, 1, 2));
  EXPECT_EQ(row.feasible, 1U);
  EXPECT_EQ(row.disagree + row.rejected + row.nearer + row.farther + row.undecided, 0U);
}

TEST(ConstraintVerdict, OfCrossContactsSeesThatBranchingIsFarther) {
  const StepProblem problem = cross_either_way();
  const CrossAuditRow row = judge_cross(problem, true, branched(problem, 0, 3));
  EXPECT_EQ(row.farther, 1U);
  EXPECT_EQ(row.disagree + row.rejected + row.nearer, 0U);
}

// What a solver would give that does not look at X.
TEST(ConstraintVerdict, OfCrossContactsRejectsWhatBreaksThem) {
  const StepProblem problem = cross_either_way();
  const CrossAuditRow row =
      judge_cross(problem, true, claimed(problem, kPegLemke, ConstraintForm::lemke, 0));
  EXPECT_EQ(row.rejected, 1U);
  EXPECT_EQ(row.nearer, 1U);
  EXPECT_EQ(row.disagree, 0U);
}

// The velocity is allowed, but no force makes it.
TEST(ConstraintVerdict, OfCrossContactsAsksTheResidual) {
  const StepProblem problem = cross_either_way();
  const CrossAuditRow row =
      judge_cross(problem, true, claimed(problem, kPegLemke, ConstraintForm::lemke, -2));
  EXPECT_EQ(row.rejected, 1U);
  EXPECT_EQ(row.nearer + row.farther + row.disagree, 0U);
}

TEST(ConstraintVerdict, OfCrossContactsSeesWhatWasGivenUp) {
  EXPECT_EQ(judge_cross(cross_either_way(), false, {}).disagree, 1U);
}

TEST(ConstraintVerdict, TakesNoSolversWordThatThereIsNoSolution) {
  const StepProblem feasible = either_way({{Kind::inter, {0}, {1}}});
  const ConstraintAuditRow given_up = judge_inter(feasible, false, {});
  EXPECT_EQ(given_up.unsolved, 1U);
  EXPECT_EQ(given_up.infeasible, 0U);
  const ConstraintAuditRow proven = judge_inter(impossible(), false, {});
  EXPECT_EQ(proven.unsolved, 0U);
  EXPECT_EQ(proven.infeasible, 1U);
}

TEST(ConstraintVerdict, OfMoreCombinationsThanAreTriedIsUnsolved) {
  StepProblem problem = impossible();
  for (int k = 0; k < 11; ++k) problem.constraints.push_back({Kind::inter, {0}, {1}});
  EXPECT_EQ(judge_inter(problem, false, {}).unsolved, 1U);
}

TEST(ConstraintVerdict, OfInterContactsRejectsAWrongVelocity) {
  const StepProblem problem = either_way({{Kind::inter, {0}, {1}}});
  StepSolution solution;
  ASSERT_TRUE(ConstraintSolver().solve(problem, solution));
  EXPECT_EQ(judge_inter(problem, true, solution).unsolved, 0U);
  solution.u[0] = 0;
  EXPECT_EQ(judge_inter(problem, true, solution).unsolved, 1U);
}

}  // namespace
}  // namespace touchstone
