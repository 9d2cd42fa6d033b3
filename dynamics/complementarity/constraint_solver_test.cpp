// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/complementarity/constraint_solver.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "geometry/random.hpp"

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

/// Bodies with rows of random directions between two of them or one and the ground.
StepProblem random_problem(std::uint64_t seed, bool cross) {
  Random random(seed, 4);
  const int bodies = 1 + static_cast<int>(random.below(4));
  std::vector<ContactConstraint> constraints;
  int contacts = 0;
  const auto take = [&](int count) {
    std::vector<int> taken;
    for (int k = 0; k < count; ++k) taken.push_back(contacts++);
    return taken;
  };
  const int count = 1 + static_cast<int>(random.below(cross ? 4 : 8));
  for (int i = 0; i < count; ++i) {
    const std::uint64_t kind = random.below(cross ? 3 : 2);
    const int alternatives = 2 + static_cast<int>(random.below(3));
    if (kind == 0) constraints.push_back({Kind::unilateral, take(1), {}});
    if (kind == 1) constraints.push_back({Kind::inter, take(1), take(alternatives - 1)});
    if (kind == 2) constraints.push_back({Kind::cross, {}, take(alternatives)});
  }
  RowMatrix normal = RowMatrix::Zero(contacts, 6 * bodies);
  Eigen::VectorXd bound(contacts);
  for (int i = 0; i < contacts; ++i) {
    for (int side = 0; side < 2; ++side) {
      const auto body = static_cast<Eigen::Index>(random.below(static_cast<std::uint64_t>(bodies)));
      normal.row(i).segment<3>(6 * body) = random.unit_vector().transpose();
      normal.row(i).segment<3>(6 * body + 3) = random.in_unit_ball().transpose();
    }
    bound[i] = random.uniform(-0.3, 0.6);
  }
  Eigen::VectorXd free(6 * bodies);
  for (double& entry : free) entry = random.uniform(-1, 1);
  return problem_of(free, normal, bound, std::move(constraints));
}

TEST(ConstraintSolver, SolvesRandomProblemsOfUnilateralAndIntercontacts) {
  int by_lemke = 0;
  int forces = 0;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    const StepProblem problem = random_problem(seed, false);
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
    const StepProblem problem = random_problem(seed + 5000, true);
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

TEST(ConstraintSolver, UnitsDoNotChangeTheResidual) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const StepProblem problem = random_problem(seed, false);
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
