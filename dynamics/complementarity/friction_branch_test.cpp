// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/complementarity/friction_branch.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "dynamics/complementarity/chain.hpp"
#include "dynamics/complementarity/constraint_solver.hpp"
#include "dynamics/complementarity/sparse_solver.hpp"
#include "geometry/index.hpp"
#include "geometry/random.hpp"

namespace touchstone {
namespace {

using Kind = ContactConstraint::Kind;

constexpr FrictionLaw kLaw = FrictionLaw::stewart_trinkle;

/// Bodies of 1 kg without contacts: free velocities of 6 columns each.
SparseProblem bodies_with_friction(const Eigen::VectorXd& free, int directions) {
  SparseProblem p;
  p.bodies = static_cast<int>(free.size()) / kDofOfBody;
  p.free = free;
  p.directions = directions;
  p.joint_bound = Eigen::VectorXd::Zero(0);
  return p;
}

/// A contact of a body's centre with something fixed. The second tangent is normal x first.
void add_frictional_contact(SparseProblem& p, const Eigen::Vector3d& normal,
                            const Eigen::Vector3d& first, double bound, double mu) {
  ContactRows& block = p.contact.emplace_back();
  block.body = {0, -1};
  block.rows.setZero();
  block.rows.block<1, 3>(0, 0) = normal.transpose();
  block.rows.block<1, 3>(1, 0) = first.transpose();
  block.rows.block<1, 3>(2, 0) = normal.cross(first).transpose();
  p.friction.push_back({FrictionKind::cone, mu});
  p.memory.emplace_back();
  p.bound.conservativeResize(p.contacts());
  p.bound[p.contacts() - 1] = bound;
}

SparseProblem point_with_friction(const Eigen::Vector3d& v, int directions) {
  Eigen::VectorXd free = Eigen::VectorXd::Zero(kDofOfBody);
  free.head<3>() = v;
  return bodies_with_friction(free, directions);
}

struct Solved {
  bool solved = false;
  int nodes = 0;
  StepSolution solution;
  Eigen::Vector3d v() const { return solution.u.head<3>(); }
};

/// Each node by the dense chain, or by the sparse solver where cones are round.
Solved solve_with_friction(const SparseProblem& problem) {
  StepProblem dense;
  write_dense(problem, dense);
  for (ContactFriction& friction : dense.friction) friction = {};
  StepSolution frictionless;
  Solved found;
  if (!ConstraintSolver().solve(dense, frictionless)) return found;
  StepSolver chain({SolverLink::relaxed_active_set, SolverLink::lemke, SolverLink::random_covering,
                    SolverLink::regularised, SolverLink::quadratic_program});
  SparseSolver sparse;
  StepProblem node;
  FrictionBranch branch;
  const auto solve = [&](const SparseProblem& rows) -> const StepSolution* {
    if (rows.directions == kRoundCone) {
      const StepSolution& s = sparse.solve(rows, kLaw);
      return s.solved ? &s : nullptr;
    }
    write_dense(rows, node);
    const StepSolution& s = chain.solve(node, kLaw);
    return s.solved ? &s : nullptr;
  };
  found.solved = branch.solve(problem, frictionless, solve, found.solution);
  found.nodes = branch.nodes();
  if (found.solved) {
    EXPECT_LE(residual(problem, found.solution, kLaw), kAcceptedResidual);
    write_dense(problem, dense);
    EXPECT_LE(residual(dense, found.solution, kLaw), kAcceptedResidual);
  }
  return found;
}

const ContactConstraint kFirst = {Kind::unilateral, {0}, {}};
const ContactConstraint kSecond = {Kind::unilateral, {1}, {}};
const Eigen::Vector3d kX = Eigen::Vector3d::UnitX();
const Eigen::Vector3d kY = Eigen::Vector3d::UnitY();
const Eigen::Vector3d kZ = Eigen::Vector3d::UnitZ();

class FrictionCones : public testing::TestWithParam<int> {};

INSTANTIATE_TEST_SUITE_P(Directions, FrictionCones, testing::Values(4, 8, kRoundCone));

// A slope of angle a, within a step of gravity: it presses with cos a and is drawn by sin a.
TEST_P(FrictionCones, APointOnASlopeSlipsOrSticksAtMuTimesTheCosine) {
  for (const double a : {0.1, 0.25, 0.35, 0.8}) {
    SparseProblem p = point_with_friction({std::sin(a), -std::cos(a), 0}, GetParam());
    add_frictional_contact(p, kY, kX, 0, 0.3);
    p.constraints = {kFirst};
    const Solved found = solve_with_friction(p);
    ASSERT_TRUE(found.solved) << a;
    EXPECT_EQ(found.nodes, 1);
    EXPECT_NEAR(found.v().x(), std::max(0.0, std::sin(a) - 0.3 * std::cos(a)), 1e-9) << a;
    EXPECT_NEAR(found.v().y(), 0, 1e-9);
  }
}

// Each wall presses with its own force, and both have friction along the edge between them.
TEST_P(FrictionCones, BothWallsOfAWedgeRub) {
  SparseProblem p = point_with_friction({-1, -2, 1.5}, GetParam());
  add_frictional_contact(p, kX, kZ, 0, 0.3);
  add_frictional_contact(p, kY, kZ, 0, 0.1);
  p.constraints = {kFirst, kSecond};
  const Solved found = solve_with_friction(p);
  ASSERT_TRUE(found.solved);
  EXPECT_NEAR(found.v().z(), 1.5 - 0.3 * 1 - 0.1 * 2, 1e-8);
  EXPECT_NEAR(found.v().head<2>().norm(), 0, 1e-8);
}

/// A point before the corner of a fixed body that fills x < 0, y < 0, at (.1, .1) m; the step is 1
/// s. Contact 0 is with the facet x = 0, contact 1 with y = 0.
SparseProblem before_a_rubbing_corner(double mu_0, double mu_1, int directions) {
  SparseProblem p = point_with_friction({-0.5, -0.6, 0}, directions);
  add_frictional_contact(p, kX, kY, 0.1, mu_0);
  add_frictional_contact(p, kY, kX, 0.1, mu_1);
  return p;
}

TEST_P(FrictionCones, TheContactThatCarriesTheForceRubs) {
  SparseProblem p = before_a_rubbing_corner(0.3, 0.2, GetParam());
  p.constraints = {{Kind::inter, {1}, {0}}};
  Solved found = solve_with_friction(p);
  ASSERT_TRUE(found.solved);
  EXPECT_EQ(found.solution.chosen, std::vector<int>{1});
  EXPECT_NEAR(found.v().x(), -0.5 + 0.2 * 0.5, 1e-9);
  EXPECT_NEAR(found.v().y(), -0.1, 1e-9);
  p.constraints = {{Kind::cross, {}, {0, 1}}};
  found = solve_with_friction(p);
  ASSERT_TRUE(found.solved);
  EXPECT_EQ(found.solution.chosen, std::vector<int>{0});
  EXPECT_NEAR(found.v().y(), -0.6 + 0.3 * 0.4, 1e-9);
}

// Contact 0 is chosen without friction. With it the point sticks there, above the facet of contact 1.
TEST_P(FrictionCones, AnotherContactIsChosenWhereFrictionLiftsThePointAboveIt) {
  SparseProblem p = before_a_rubbing_corner(1.6, 0, GetParam());
  p.constraints = {{Kind::cross, {}, {0, 1}}};
  const Solved found = solve_with_friction(p);
  ASSERT_TRUE(found.solved);
  EXPECT_EQ(found.nodes, 2);
  EXPECT_EQ(found.solution.chosen, std::vector<int>{1});
  EXPECT_NEAR(found.v().x(), -0.5, 1e-9);
  EXPECT_NEAR(found.v().y(), -0.1, 1e-9);
}

// Either contact stops the point where the other one's psi is .1, and without a force it enters.
TEST_P(FrictionCones, WhereEachChoiceLiftsThePointAboveTheOtherThereIsNoSolution) {
  SparseProblem p = before_a_rubbing_corner(1.6, 1.6, GetParam());
  p.constraints = {{Kind::cross, {}, {0, 1}}};
  const Solved found = solve_with_friction(p);
  EXPECT_FALSE(found.solved);
  EXPECT_EQ(found.nodes, 2);
}

double judged(const SparseProblem& p, const StepSolution& s) { return residual(p, s, kLaw); }

/// The impulse f at a contact, and the velocity that follows.
void push(const SparseProblem& p, int contact, const Eigen::Vector3d& by, StepSolution& s) {
  s.normal_impulse[contact] += by[0];
  s.tangent_impulse.segment<2>(Eigen::Index{2} * contact) += by.tail<2>();
  s.u.head<3>() += p.contact[at(contact)].rows.leftCols<3>().transpose() * by;
}

TEST(FrictionBranch, TheJudgeRefusesForcesOutsideTheCone) {
  SparseProblem p = point_with_friction({0.5, -1, 0}, kRoundCone);
  add_frictional_contact(p, kY, kX, 0, 0.3);
  p.constraints = {kFirst};
  const StepSolution right = solve_with_friction(p).solution;
  ASSERT_LE(judged(p, right), kAcceptedResidual);
  for (const double by : {-1e-6, 1e-6}) {  // outside the cone, and inside while it slips
    StepSolution wrong = right;
    push(p, 0, {0, by, 0}, wrong);
    wrong.slip[0] = std::abs(wrong.u[0]);
    EXPECT_GE(judged(p, wrong), 1e-7) << by;
  }
}

TEST(FrictionBranch, TheJudgeRefusesFrictionThatIsNotOppositeToTheSlip) {
  SparseProblem p = point_with_friction({0.5, -1, 0}, kRoundCone);
  add_frictional_contact(p, kY, kX, 0, 0.3);
  p.constraints = {kFirst};
  StepSolution wrong = solve_with_friction(p).solution;
  constexpr double kTurn = 1e-6;
  const Eigen::Vector2d f = wrong.tangent_impulse;
  push(p, 0, {0, f.x() * (std::cos(kTurn) - 1), f.x() * std::sin(kTurn)}, wrong);
  wrong.slip[0] = wrong.u.head<3>().norm();
  EXPECT_GE(judged(p, wrong), 1e-7);
}

// Contact 0 presses and has_friction where contact 1 is at its facet and itself behind: Lemke's form.
TEST(FrictionBranch, TheJudgeRefusesForcesThatAreBorrowed) {
  for (const double mu : {1.6, 0.0}) {
    SparseProblem p = before_a_rubbing_corner(mu, mu, kRoundCone);
    p.constraints = {{Kind::inter, {0}, {1}}};
    Solved found;
    found.solution.u = p.free;
    found.solution.normal_impulse = found.solution.slip = Eigen::VectorXd::Zero(2);
    found.solution.tangent_impulse = Eigen::VectorXd::Zero(4);
    found.solution.direction_impulse = found.solution.joint_impulse = Eigen::VectorXd::Zero(0);
    found.solution.chosen = {0};
    if (mu > 0) push(p, 0, {0.3125, 0.5, 0}, found.solution);
    if (mu == 0) push(p, 0, {0.4, 0, 0}, found.solution);
    found.solution.slip << std::abs(found.v().y()), std::abs(found.v().x());
    for (const ConstraintForm form : {ConstraintForm::lemke, ConstraintForm::branched}) {
      found.solution.form = form;
      EXPECT_EQ(judged(p, found.solution) <= kAcceptedResidual, mu == 0) << mu;
    }
    EXPECT_EQ(solve_with_friction(p).solved, mu == 0);
  }
}

TEST(FrictionBranch, TheJudgeHoldsPolygonsToTheirSides) {
  SparseProblem p = point_with_friction({0.5, -1, 0}, 4);
  add_frictional_contact(p, kY, kX, 0, 0.3);
  p.constraints = {kFirst};
  const StepSolution right = solve_with_friction(p).solution;
  ASSERT_LE(judged(p, right), kAcceptedResidual);
  StepSolution wrong = right;
  push(p, 0, {0, -1e-6, 0}, wrong);
  wrong.direction_impulse[2] += 1e-6;
  wrong.slip[0] -= 1e-6;
  EXPECT_GE(judged(p, wrong), 1e-7) << "outside";
  wrong = right;
  wrong.slip[0] = 0;
  EXPECT_GE(judged(p, wrong), 1e-2) << "a slip that is not there";
  wrong = right;
  wrong.direction_impulse.setZero();
  EXPECT_GE(judged(p, wrong), 1e-2) << "a force along no direction";
}

// Contacts 0 and 1 are the same; the constraint has chosen 0.
TEST(FrictionBranch, TheJudgeRefusesForcesOfContactsThatWereNotChosen) {
  SparseProblem p = point_with_friction({0.5, -1, 0}, 4);
  add_frictional_contact(p, kY, kX, 0, 0.3);
  add_frictional_contact(p, kY, kX, 0, 0.3);
  p.constraints = {{Kind::cross, {}, {0, 1}}};
  const StepSolution right = solve_with_friction(p).solution;
  ASSERT_LE(judged(p, right), kAcceptedResidual);
  ASSERT_EQ(right.chosen, std::vector<int>{0});
  StepSolution wrong = right;
  for (const int k : {0, 1}) {
    std::swap(wrong.tangent_impulse[k], wrong.tangent_impulse[2 + k]);
    wrong.normal_impulse[k] = right.normal_impulse[1 - k];
  }
  for (const int k : {0, 1, 2, 3}) {
    std::swap(wrong.direction_impulse[k], wrong.direction_impulse[4 + k]);
  }
  EXPECT_GE(judged(p, wrong), 1e-2);
  wrong.chosen = {1};
  EXPECT_LE(judged(p, wrong), kAcceptedResidual);
  // Friction alone, where nothing presses.
  wrong = right;
  wrong.tangent_impulse.segment<2>(2) = wrong.tangent_impulse.head<2>();
  wrong.tangent_impulse.head<2>().setZero();
  wrong.direction_impulse.segment<4>(4) = wrong.direction_impulse.head<4>();
  wrong.direction_impulse.head<4>().setZero();
  EXPECT_GE(judged(p, wrong), 1e-2);
}

/// One or two bodies with up to seven constraints.
SparseProblem random_rubbing(std::uint64_t seed, int directions) {
  Random random(seed, 7);
  const int bodies = 1 + static_cast<int>(random.below(4)) / 3;
  Eigen::VectorXd free(Eigen::Index{kDofOfBody} * bodies);
  for (double& entry : free) entry = random.uniform(-1, 1);
  SparseProblem p = bodies_with_friction(free, directions);
  const int count = 1 + static_cast<int>(random.below(7));
  for (int i = 0; i < count; ++i) {
    std::vector<int> contacts;
    const int alternatives = 1 + static_cast<int>(random.below(3));
    for (int k = 0; k < alternatives; ++k) {
      const Eigen::Vector3d normal = random.unit_vector();
      const Eigen::Vector3d first = normal.cross(random.unit_vector()).normalized();
      const Eigen::Vector3d arm = random.in_unit_ball();
      contacts.push_back(p.contacts());
      add_frictional_contact(p, normal, first, random.uniform(-0.2, 0.6), random.uniform(0, 2));
      ContactRows& block = p.contact.back();
      block.body[0] = static_cast<int>(random.below(static_cast<std::uint64_t>(bodies)));
      if (bodies == 2 && random.below(2) == 0) block.body[1] = 1 - block.body[0];
      for (const int row : {0, 1, 2}) {
        const Eigen::Vector3d axis = block.rows.row(row).head<3>();
        block.rows.row(row).segment<3>(3) = arm.cross(axis).transpose();
        block.rows.row(row).segment<3>(6) = -axis.transpose();
      }
    }
    if (alternatives == 1) {
      p.constraints.push_back({Kind::unilateral, contacts, {}});
    } else if (random.below(2) == 0) {
      p.constraints.push_back({Kind::cross, {}, contacts});
    } else {
      p.constraints.push_back({Kind::inter, {contacts[0]}, {contacts.begin() + 1, contacts.end()}});
    }
  }
  return p;
}

/// Whether some choice of contacts is accepted, by trying them all as unilateral ones.
bool some_choice_is_accepted(const SparseProblem& p) {
  std::vector<std::size_t> place(p.constraints.size(), 0);
  for (;;) {
    SparseProblem of_choice = p;
    std::vector<int> chosen;
    for (std::size_t i = 0; i < place.size(); ++i) {
      std::vector<int> all;
      p.constraints[i].for_each([&](int contact) { all.push_back(contact); });
      chosen.push_back(all[place[i]]);
      of_choice.constraints[i] = {Kind::unilateral, {chosen.back()}, {}};
    }
    Solved found = solve_with_friction(of_choice);
    found.solution.chosen = chosen;
    if (found.solved && judged(p, found.solution) <= kAcceptedResidual) return true;
    std::size_t i = 0;
    for (; i < place.size(); place[i++] = 0) {
      std::size_t contacts = 0;
      p.constraints[i].for_each([&](int) { ++contacts; });
      if (++place[i] < contacts) break;
    }
    if (i == place.size()) return false;
  }
}

// Each of ten bodies meets a corner that has no solution.
TEST(FrictionBranch, GivesUpInTime) {
  constexpr int kBodies = 10;
  const SparseProblem corner = before_a_rubbing_corner(1.6, 1.6, 4);
  SparseProblem p = bodies_with_friction(corner.free.replicate(kBodies, 1), 4);
  for (int body = 0; body < kBodies; ++body) {
    add_frictional_contact(p, kX, kY, 0.1, 1.6);
    add_frictional_contact(p, kY, kX, 0.1, 1.6);
    p.contact[at(2 * body)].body[0] = p.contact[at(2 * body + 1)].body[0] = body;
    p.constraints.push_back({Kind::cross, {}, {2 * body, 2 * body + 1}});
  }
  const Solved found = solve_with_friction(p);
  EXPECT_FALSE(found.solved);
  EXPECT_EQ(found.nodes, FrictionBranch::kMaxNodes);
}

// Five constraints with two contacts each: none of the 32 choices has a solution.
TEST(FrictionBranch, GivesUpAfterSomeNodesWithoutASolution) {
  SparseProblem p = point_with_friction({0, 0, 0}, 4);
  for (int k = 0; k < 5; ++k) {
    add_frictional_contact(p, kX, kY, 0, 0.3);
    add_frictional_contact(p, kY, kX, 0, 0.3);
    p.constraints.push_back({Kind::cross, {}, {2 * k, 2 * k + 1}});
  }
  StepSolution frictionless;
  frictionless.u = p.free;
  int asked = 0;
  const auto solve_node = [&](const SparseProblem&) -> const StepSolution* {
    ++asked;
    return nullptr;
  };
  FrictionBranch branch;
  StepSolution solution;
  EXPECT_FALSE(branch.solve(p, frictionless, solve_node, solution));
  EXPECT_EQ(asked, FrictionBranch::kMaxUnsolved);
}

// The enumeration has the search's own chain: what that does not find is not missed here.
TEST(FrictionBranch, FindsAChoiceWhereOneIsAccepted) {
  int several_nodes = 0;
  int none = 0;
  int missed = 0;
  for (std::uint64_t seed = 0; seed < 6000; ++seed) {
    const SparseProblem p = random_rubbing(seed, 4);
    const Solved found = solve_with_friction(p);
    several_nodes += found.nodes > 1 ? 1 : 0;
    if (found.solved) continue;
    ++none;
    missed += some_choice_is_accepted(p) ? 1 : 0;
  }
  EXPECT_GE(several_nodes, 200);
  EXPECT_LE(none, 40);
  EXPECT_EQ(missed, 0);
}

}  // namespace
}  // namespace touchstone
