// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/complementarity/constraint_solver.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "dynamics/complementarity/chain.hpp"
#include "dynamics/complementarity/fixed_point.hpp"
#include "dynamics/complementarity/random_constraints.hpp"
#include "dynamics/complementarity/sparse_solver.hpp"
#include "geometry/tests/planted_loop.hpp"

namespace touchstone {
namespace {

using Kind = ContactConstraint::Kind;

/// No joints; contacts frictionless.
StepProblem problem_of(const Eigen::VectorXd& free, const RowMatrix& normal,
                       const Eigen::VectorXd& bound, std::vector<ContactConstraint> constraints) {
  StepProblem p;
  p.free = free;
  p.normal = normal;
  p.tangent = RowMatrix::Zero(2 * normal.rows(), normal.cols());
  p.bound = bound;
  p.friction.resize(static_cast<std::size_t>(bound.size()));
  p.joint = RowMatrix::Zero(0, normal.cols());
  p.joint_bound = Eigen::VectorXd::Zero(0);
  p.constraints = std::move(constraints);
  return p;
}

/// A point of 1 kg in the plane before the corner of a fixed body that fills x < 0, y < 0: it is at
/// (.1, .1) m, the step is 1 s. Contact 0 is with the facet x = 0, contact 1 with y = 0.
StepProblem before_a_corner(double v_x, double v_y, std::vector<ContactConstraint> constraints) {
  return problem_of(Eigen::Vector2d(v_x, v_y), RowMatrix::Identity(2, 2), Eigen::Vector2d(0.1, 0.1),
                    std::move(constraints));
}

StepSolution solved(const StepProblem& problem) {
  ConstraintSolver solver;
  StepSolution solution;
  EXPECT_TRUE(solver.solve(problem, solution)) << solution.residual;
  EXPECT_LE(residual(problem, solution, FrictionLaw::stewart_trinkle), kAcceptedResidual);
  return solution;
}

TEST(ConstraintSolver, NoOtherSolverTakesConstraints) {
  const StepProblem problem = before_a_corner(-0.5, 0.3, {{Kind::inter, {0}, {1}}});
  StepSolver chain;
  EXPECT_FALSE(chain.solve(problem, FrictionLaw::stewart_trinkle).solved);
  EXPECT_FALSE(FixedPoint().solve(problem).solved);
  StepProblem without = problem;
  without.constraints.clear();
  EXPECT_TRUE(chain.solve(without, FrictionLaw::stewart_trinkle).solved);
  EXPECT_TRUE(FixedPoint().solve(without).solved);
  SparseProblem sparse;
  sparse.bodies = 1;
  sparse.free = Eigen::VectorXd::Zero(kDofOfBody);
  sparse.bound = Eigen::VectorXd::Zero(0);
  sparse.joint_bound = Eigen::VectorXd::Zero(0);
  SparseSolver large;
  EXPECT_TRUE(large.solve(sparse, FrictionLaw::relaxed).solved);
  sparse.constraints = {{Kind::inter, {0}, {1}}};
  EXPECT_FALSE(large.solve(sparse, FrictionLaw::relaxed).solved);
}

TEST(ConstraintSolver, UnilateralContactsTrapAPointBeforeACorner) {
  // Past the facet y = 0 and in front of x = 0's plane no more: nothing should happen.
  const StepSolution trapped = solved(
      before_a_corner(-0.5, 0.3, {{Kind::unilateral, {0}, {}}, {Kind::unilateral, {1}, {}}}));
  EXPECT_NEAR(trapped.u[0], -0.1, 1e-15);
}

TEST(ConstraintSolver, AnIntercontactLetsAPointPassACorner) {
  const StepSolution passed = solved(before_a_corner(-0.5, 0.3, {{Kind::inter, {0}, {1}}}));
  EXPECT_EQ(passed.u, Eigen::Vector2d(-0.5, 0.3));
  EXPECT_EQ(passed.solver, kPegLemke);
}

TEST(ConstraintSolver, ThePrimaryContactHoldsAPointThatWouldEnter) {
  const StepSolution held = solved(before_a_corner(-0.5, -0.6, {{Kind::inter, {1}, {0}}}));
  EXPECT_NEAR(held.u[0], -0.5, 1e-15);
  EXPECT_NEAR(held.u[1], -0.1, 1e-15);
  EXPECT_NEAR(held.normal_impulse[1], 0.5, 1e-15);
  EXPECT_EQ(held.normal_impulse[0], 0);
}

TEST(ConstraintSolver, OfSeveralPrimariesOneHolds) {
  const StepSolution held = solved(before_a_corner(-0.5, -0.6, {{Kind::inter, {0, 1}, {}}}));
  EXPECT_NEAR(std::max(held.u[0], held.u[1]), -0.1, 1e-15);
}

TEST(ConstraintSolver, ACrossContactIsBranchedToTheNearestVelocity) {
  const StepSolution held = solved(before_a_corner(-0.5, -0.6, {{Kind::cross, {}, {0, 1}}}));
  EXPECT_EQ(held.solver, kPegBranch);
  EXPECT_EQ(held.chosen, std::vector<int>{0});
  EXPECT_NEAR(held.u[0], -0.1, 1e-15);
  EXPECT_EQ(held.u[1], -0.6);
}

TEST(ConstraintSolver, ContradictionsHaveNoSolution) {
  // x >= 0.2 and x <= -0.2.
  const RowMatrix opposite = (RowMatrix(2, 1) << 1, -1).finished();
  const StepProblem problem =
      problem_of(Eigen::VectorXd::Zero(1), opposite, Eigen::Vector2d(-0.2, -0.2),
                 {{Kind::unilateral, {0}, {}}, {Kind::unilateral, {1}, {}}});
  ConstraintSolver solver;
  StepSolution solution;
  EXPECT_FALSE(solver.solve(problem, solution));
}

TEST(ConstraintSolver, CountsForcesThatActForAnotherContact) {
  // Contact 1 moves with contact 0's force: psi_0 = u - .5, psi_1 = u - .2, the primary is 0.
  const RowMatrix same = RowMatrix::Ones(2, 1);
  const StepProblem problem = problem_of(Eigen::VectorXd::Zero(1), same,
                                         Eigen::Vector2d(-0.5, -0.2), {{Kind::inter, {0}, {1}}});
  const StepSolution held = solved(problem);
  EXPECT_NEAR(held.u[0], 0.2, 1e-15);
  EXPECT_EQ(borrowed_forces(problem, held, 1e-9), 1);
}

// Rows 0 and 2 are the same: the force that holds u = 1 is right for constraint 1 alone, in which
// contact 2 is the largest. In constraint 0 contact 1 is above 0 there.
TEST(ConstraintSolver, AForceBelongsToTheConstraintWhoseLargestGapItHolds) {
  const RowMatrix rows = (RowMatrix(4, 1) << 1, 1, 1, -1).finished();
  const StepProblem problem =
      problem_of(Eigen::VectorXd::Zero(1), rows, Eigen::Vector4d(-1, -0.5, -1, 0.2),
                 {{Kind::cross, {}, {0, 1}}, {Kind::cross, {}, {2, 3}}});
  const StepSolution held = solved(problem);
  EXPECT_NEAR(held.u[0], 1, 1e-15);
  EXPECT_EQ(held.chosen, (std::vector<int>{1, 2}));
  EXPECT_NEAR(held.normal_impulse[2], 1, 1e-15);
}

TEST(ConstraintSolver, SolvesRandomProblemsOfUnilateralAndIntercontacts) {
  int by_lemke = 0;
  int forces = 0;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    const StepProblem problem = random_constraint_problem(seed, {});
    const StepSolution solution = solved(problem);
    ASSERT_FALSE(testing::Test::HasFailure()) << "seed " << seed;
    by_lemke += static_cast<int>(solution.solver == kPegLemke);
    forces += static_cast<int>(solution.normal_impulse.maxCoeff() > 0);
  }
  EXPECT_GE(by_lemke, 990);
  EXPECT_GE(forces, 600);
}

/// The least |u - free|^2 over all choices, by trying them all; negative where none is feasible.
double least_cost(const StepProblem& problem) {
  std::vector<std::vector<int>> choices;
  for (const ContactConstraint& constraint : problem.constraints) {
    choices.emplace_back();
    constraint.for_each([&](int contact) { choices.back().push_back(contact); });
  }
  double least = -1;
  std::vector<std::size_t> at(choices.size(), 0);
  for (;;) {
    std::vector<double> rows;
    std::vector<double> q;
    for (std::size_t i = 0; i < at.size(); ++i) {
      const Eigen::RowVectorXd row = problem.normal.row(choices[i][at[i]]);
      rows.insert(rows.end(), row.data(), row.data() + row.size());
      q.push_back(row * problem.free + problem.bound[choices[i][at[i]]]);
    }
    QuadraticProgram program;
    if (program.solve(rows, q, problem.dof(), 1e-12) == QuadraticProgramEnd::solved) {
      double cost = 0;
      for (const double x : program.x()) cost += x * x;
      if (least < 0 || cost < least) least = cost;
    }
    std::size_t i = 0;
    while (i < at.size() && ++at[i] == choices[i].size()) at[i++] = 0;
    if (i == at.size()) return least;
  }
}

TEST(ConstraintSolver, BranchingFindsTheNearestOfAllChoices) {
  int infeasible = 0;
  int branched = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const StepProblem problem = random_constraint_problem(seed + 5000, {true, false});
    ReducedRows rows;
    rows.assign(problem);
    PegBranch branch;
    StepSolution solution;
    const double least = least_cost(problem);
    const PegBranch::End end = branch.solve(problem, rows, solution);
    ASSERT_EQ(end == PegBranch::End::solved, least >= 0);
    infeasible += static_cast<int>(least < 0);
    if (least < 0) continue;
    EXPECT_LE(residual(problem, solution, FrictionLaw::stewart_trinkle), kAcceptedResidual);
    EXPECT_NEAR((solution.u - problem.free).squaredNorm(), least, 1e-9 * (1 + least));
    branched += static_cast<int>(branch.nodes() > 1);
  }
  EXPECT_LT(infeasible, 20);
  EXPECT_GT(branched, 80);
}

TEST(ConstraintSolver, NamesBranchesThatDoNotEnd) {
  const StepProblem problem = before_a_corner(-0.5, 0.3, {{Kind::inter, {0}, {1}}});
  ReducedRows rows;
  rows.assign(problem);
  const auto solve = [&] {
    StepSolution solution;
    PegBranch().solve(problem, rows, solution);
  };
  EXPECT_THAT(end_of_planted("branching of constraints: nodes", solve),
              testing::StartsWith("branching of constraints: nodes exceeds its bound"));
}

TEST(ConstraintSolver, SolvesRandomProblemsOfSeveralPrimaries) {
  int several = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const StepProblem problem = random_constraint_problem(seed, {false, true});
    for (const ContactConstraint& constraint : problem.constraints) {
      several += static_cast<int>(constraint.primary.size() > 1);
    }
    solved(problem);
    ASSERT_FALSE(testing::Test::HasFailure()) << "seed " << seed;
  }
  EXPECT_GT(several, 300);
}

TEST(ConstraintSolver, UnitsDoNotChangeTheResidual) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const StepProblem problem = random_constraint_problem(seed, {});
    StepSolution solution = solved(problem);
    solution.normal_impulse *= 1.01;
    const double before = residual(problem, solution, FrictionLaw::stewart_trinkle);
    // Masses in grams, lengths in feet, say: u in other units, and rows with them.
    constexpr double kSpeed = 3.28;
    constexpr double kRootMass = 31.6;
    StepProblem other = problem;
    StepSolution same = solution;
    other.free *= kSpeed * kRootMass;
    other.bound *= kSpeed;
    other.normal /= kRootMass;
    same.u *= kSpeed * kRootMass;
    same.normal_impulse *= kSpeed * kRootMass * kRootMass;
    EXPECT_NEAR(residual(other, same, FrictionLaw::stewart_trinkle), before, 1e-9 * before);
  }
}

}  // namespace
}  // namespace touchstone
