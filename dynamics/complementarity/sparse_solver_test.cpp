// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/complementarity/sparse_solver.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "dynamics/complementarity/chain.hpp"
#include "dynamics/tests/random_problems.hpp"
#include "geometry/index.hpp"
#include "geometry/tests/planted_loop.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 19;

/// The first two bodies whose columns of a row are not zero.
template <class Block>
void find_bodies(const Eigen::RowVectorXd& row, Block& block) {
  for (int body = 0; body < row.size() / kDofOfBody; ++body) {
    if (row.segment<kDofOfBody>(Eigen::Index{kDofOfBody} * body).isZero(0)) continue;
    for (int& place : block.body) {
      if (place == body) break;
      if (place < 0) {
        place = body;
        break;
      }
    }
  }
}

template <class Block>
void place(const Eigen::RowVectorXd& row, Eigen::Index into, Block& block) {
  for (int side = 0; side < 2; ++side) {
    const int body = block.body[at(side)];
    if (body < 0) continue;
    block.rows.row(into).template segment<kDofOfBody>(Eigen::Index{kDofOfBody} * side) =
        row.segment<kDofOfBody>(Eigen::Index{kDofOfBody} * body);
  }
}

/// Each joint row is a joint of its own.
SparseProblem sparse_of(const StepProblem& dense) {
  SparseProblem sparse;
  sparse.bodies = dense.dof() / kDofOfBody;
  sparse.free = dense.free;
  sparse.bound = dense.bound;
  sparse.friction = dense.friction;
  sparse.directions = dense.directions;
  sparse.joint_bound = dense.joint_bound;
  sparse.memory.resize(dense.friction.size());
  for (Eigen::Index i = 0; i < dense.contacts(); ++i) {
    ContactRows& block = sparse.contact.emplace_back();
    block.rows.setZero();
    find_bodies(dense.normal.row(i), block);
    find_bodies(dense.tangent.row(2 * i), block);
    place(dense.normal.row(i), 0, block);
    place(dense.tangent.row(2 * i), 1, block);
    place(dense.tangent.row(2 * i + 1), 2, block);
  }
  for (Eigen::Index r = 0; r < dense.joint.rows(); ++r) {
    JointRows& block = sparse.joint.emplace_back();
    block.rows.setZero();
    block.count = 1;
    block.first = static_cast<int>(r);
    find_bodies(dense.joint.row(r), block);
    place(dense.joint.row(r), 0, block);
  }
  return sparse;
}

StepProblem pile(std::uint64_t index, double mu, bool joints) {
  StepProblem p =
      random_pile_problem(kSeed, index, mu > 0 ? PileContacts::cones : PileContacts::frictionless);
  for (ContactFriction& friction : p.friction) {
    if (mu > 0) friction = {FrictionKind::cone, mu};
  }
  p.bound = p.bound.cwiseMax(0);
  if (!joints) {
    p.joint.resize(0, p.dof());
    p.joint_bound.resize(0);
  }
  p.joint_bound.setZero();
  return p;
}

TEST(SparseProblem, HasTheRowsAndTheResidualOfTheDenseOne) {
  StepSolver solver;
  int with_joints = 0;
  for (std::uint64_t index = 0; index < 200; ++index) {
    const StepProblem dense = random_pile_problem(kSeed, index, PileContacts::mixed);
    const SparseProblem sparse = sparse_of(dense);
    StepProblem again;
    write_dense(sparse, again);
    EXPECT_EQ(again.normal, dense.normal);
    EXPECT_EQ(again.tangent, dense.tangent);
    EXPECT_EQ(again.joint, dense.joint);
    StepSolution s = solver.solve(dense, FrictionLaw::stewart_trinkle);
    with_joints += dense.joint.rows() > 0 ? 1 : 0;
    for (const double wrong : {0.0, 1e-3}) {
      s.u *= 1 + wrong;
      if (dense.contacts() > 0) s.normal_impulse[0] += wrong * s.normal_impulse.maxCoeff();
      const double expected = residual(dense, s, FrictionLaw::stewart_trinkle);
      const double r = residual(sparse, s, FrictionLaw::stewart_trinkle);
      EXPECT_NEAR(r, expected, 1e-6 * expected + 1e-12) << index;
    }
  }
  EXPECT_GT(with_joints, 20);
}

/// Velocities are unique in the relaxation and without friction.
TEST(SparseSolver, HasTheVelocitiesOfTheDenseChainWhereTheyAreUnique) {
  SparseSolver sparse;
  int close = 0;
  for (const double mu : {0.0, 0.3, 1.0}) {
    for (std::uint64_t index = 0; index < 150; ++index) {
      StepSolver dense;
      const StepProblem problem = pile(index, mu, index % 2 == 0);
      const StepSolution& expected = dense.solve(problem, FrictionLaw::relaxed);
      const StepSolution& s = sparse.solve(sparse_of(problem), FrictionLaw::relaxed);
      ASSERT_TRUE(s.solved) << "mu " << mu << " problem " << index << ": " << s.residual;
      EXPECT_LE(residual(problem, s, FrictionLaw::relaxed), kAcceptedResidual);
      // What is accepted may differ by more where masses differ much.
      const double apart = (s.u - expected.u).norm() / problem.free.norm();
      EXPECT_LE(apart, 1e-5) << mu << " " << index;
      close += apart <= 1e-8 ? 1 : 0;
    }
  }
  EXPECT_GE(close, 440) << "of 450";
}

TEST(SparseSolver, SolvesConesOfSmallFriction) {
  SparseSolver sparse;
  int solved = 0;
  for (std::uint64_t index = 0; index < 150; ++index) {
    const StepProblem problem = pile(index, 0.3, index % 2 == 0);
    const StepSolution& s = sparse.solve(sparse_of(problem), FrictionLaw::stewart_trinkle);
    if (!s.solved) continue;
    ++solved;
    EXPECT_LE(residual(problem, s, FrictionLaw::stewart_trinkle), kAcceptedResidual) << index;
  }
  EXPECT_EQ(solved, 150);
}

TEST(SparseSolver, MeetsTheBoundOfAJointWhateverTheLengthOfItsRow) {
  SparseSolver sparse;
  for (const double length : {0.25, 1.0, 4.0}) {
    SparseProblem problem;
    problem.bodies = 1;
    problem.free.setConstant(6, 1);
    problem.joint_bound.setConstant(1, -2);
    JointRows& block = problem.joint.emplace_back();
    block.body = {0, -1};
    block.rows.setZero();
    block.rows(0, 0) = length;
    block.count = 1;
    const StepSolution& s = sparse.solve(problem, FrictionLaw::relaxed);
    ASSERT_TRUE(s.solved) << length;
    EXPECT_NEAR(length * s.u[0], 2, 1e-8) << length;
  }
}

TEST(SparseSolver, SaysWhatItCannotSolve) {
  SparseSolver sparse;
  SparseProblem problem = sparse_of(pile(0, 0.3, false));
  problem.free[0] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(sparse.solve(problem, FrictionLaw::relaxed).solved);
  EXPECT_FALSE(sparse.solve_altered(problem, FrictionLaw::relaxed).solved);
  EXPECT_FALSE(sparse.solve_harmless(problem).solved);
}

TEST(SparseSolver, NamesInteriorPointsThatDoNotEnd) {
  const auto solve = [] {
    SparseSolver().solve(sparse_of(pile(0, 0.3, false)), FrictionLaw::relaxed);
  };
  EXPECT_THAT(end_of_planted("interior points: steps", solve),
              testing::StartsWith("interior points: steps exceeds its bound"));
}

/// Two floors that close on a body: nothing obeys both until the stabilisation is dropped.
TEST(SparseSolver, DropsTheStabilisationWhereItIsToldTo) {
  SparseProblem problem;
  problem.bodies = 1;
  problem.free.setZero(6);
  problem.bound.setConstant(2, -1);
  problem.friction.resize(2);
  problem.memory.resize(2);
  for (const double sign : {1.0, -1.0}) {
    ContactRows& block = problem.contact.emplace_back();
    block.body = {0, -1};
    block.rows.setZero();
    for (Eigen::Index k = 0; k < 3; ++k) block.rows(k, k) = sign;
  }
  SparseSolver sparse;
  EXPECT_FALSE(sparse.solve(problem, FrictionLaw::relaxed).solved);
  const StepSolution& s = sparse.solve_altered(problem, FrictionLaw::relaxed);
  EXPECT_TRUE(s.solved);
  EXPECT_TRUE(s.stabilisation_dropped);
  EXPECT_TRUE(sparse.solve_harmless(problem).solved);
}

}  // namespace
}  // namespace touchstone
