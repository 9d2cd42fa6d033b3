// SPDX-License-Identifier: GPL-3.0-or-later
// Solvers of local steps, held to the exact judge.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <memory>
#include <vector>

#include "dynamics/complementarity/directions.hpp"
#include "dynamics/complementarity/gauss_seidel.hpp"
#include "dynamics/complementarity/local_joints.hpp"
#include "dynamics/complementarity/local_law.hpp"
#include "dynamics/complementarity/local_multipliers.hpp"
#include "geometry/index.hpp"
#include "geometry/random.hpp"
#include "reference/steps.hpp"

namespace touchstone {
namespace {

constexpr int kCorners = 8;

StepJudgement judged(const LocalStep& step, const std::vector<double>& impulses) {
  const std::vector<double> corners = cone_directions(kCorners);
  StepQuestion question;
  question.cone = step.cone == StepCone::round ? StepQuestion::Cone::round
                  : step.cone == StepCone::box ? StepQuestion::Cone::box
                                               : StepQuestion::Cone::polygon;
  question.dimension = step.dimension;
  question.polygon = corners;
  question.mu = step.mu;
  question.begin = step.W.begin;
  question.column = step.W.column;
  question.blocks = step.W.value;
  question.q = step.q;
  return judge_step(question, {impulses, {}});
}

void expect_solved(const LocalStep& step, const LocalAnswer& answer) {
  EXPECT_TRUE(answer.solved) << answer.residual << " after " << answer.iterations;
  const StepJudgement judgement = judged(step, answer.impulses);
  EXPECT_TRUE(judgement.solved) << judgement.r << " where the solver says " << answer.residual;
}

/// Every block of W is there.
LocalStep step_of(StepCone cone, int dimension, double mu, const Eigen::MatrixXd& W,
                  const Eigen::VectorXd& q) {
  LocalStep step;
  step.cone = cone;
  step.directions = cone == StepCone::polygon ? kCorners : 0;
  step.dimension = dimension;
  const int contacts = static_cast<int>(q.size()) / dimension;
  step.mu.assign(at(contacts), mu);
  step.q.assign(q.begin(), q.end());
  step.W.rows = step.W.columns = contacts;
  step.W.begin = {0};
  for (int i = 0; i < contacts; ++i) {
    for (int j = 0; j < contacts; ++j) {
      step.W.column.push_back(j);
      for (int r = 0; r < dimension; ++r) {
        for (int c = 0; c < dimension; ++c) {
          step.W.value.push_back(W(dimension * i + r, dimension * j + c));
        }
      }
    }
    step.W.begin.push_back(static_cast<int>(step.W.column.size()));
  }
  return step;
}

/// Contacts between three bodies, or of one with what is fixed. All may come to rest: a solution
/// exists.
LocalStep random_contacts(Random& random, StepCone cone, int contacts, double mu) {
  constexpr int kBodies = 3;
  Eigen::MatrixXd J = Eigen::MatrixXd::Zero(3 * contacts, 6 * kBodies);
  Eigen::VectorXd b = Eigen::VectorXd::Zero(3 * contacts);
  for (int i = 0; i < contacts; ++i) {
    const Mat3 axes = random.rotation();
    const auto first = static_cast<int>(random.below(kBodies));
    const auto second = static_cast<int>(random.below(kBodies + 1));
    for (const int body : {first, second}) {
      if (body == kBodies || (body == second && second == first)) continue;
      const Vec3 arm = random.in_unit_ball();
      for (int r = 0; r < 3; ++r) {
        const Eigen::Vector3d line(axes(r, 0), axes(r, 1), axes(r, 2));
        const Eigen::Vector3d turning = Eigen::Vector3d(arm[0], arm[1], arm[2]).cross(line);
        const double sign = body == first ? 1 : -1;
        J.block<1, 3>(3 * i + r, 6 * body) += sign * line.transpose();
        J.block<1, 3>(3 * i + r, 6 * body + 3) += sign * turning.transpose();
      }
    }
    b[3 * i] = random.uniform(0, 0.2);
  }
  Eigen::VectorXd free(6 * kBodies);
  for (double& x : free) x = random.uniform(-1, 1);
  return step_of(cone, 3, mu, J * J.transpose(), J * free + b);
}

TEST(LocalSolvers, OneContactOpensSticksAndSlides) {
  for (const StepCone cone : {StepCone::round, StepCone::box, StepCone::polygon}) {
    for (const double push : {0.0, 0.3, 5.0}) {
      for (const double normal : {-1.0, 1.0}) {
        const Eigen::Vector3d q(normal, push * 0.6, push * -0.8);
        const LocalStep step = step_of(cone, 3, 0.5, Eigen::Matrix3d::Identity(), q);
        expect_solved(step, gauss_seidel(step));
        expect_solved(step, local_multipliers(step));
      }
    }
  }
}

TEST(LocalSolvers, InThePlaneFrictionIsASegment) {
  for (const StepCone cone : {StepCone::round, StepCone::box}) {
    const LocalStep step =
        step_of(cone, 2, 0.5, Eigen::Matrix2d::Identity(), Eigen::Vector2d(-1, 5));
    expect_solved(step, gauss_seidel(step));
    const LocalAnswer answer = local_multipliers(step);
    expect_solved(step, answer);
    EXPECT_NEAR(answer.impulses[1], -0.5, 1e-12);
  }
}

TEST(LocalSolvers, RandomContactsAreSolved) {
  Random random(46);
  int sample = 0;
  for (const double mu : {0.0, 0.1, 0.5, 1.0}) {
    for (int contacts = 1; contacts <= 6; ++contacts) {
      for (const StepCone cone : {StepCone::round, StepCone::box, StepCone::polygon}) {
        SCOPED_TRACE(sample++);
        const LocalStep step = random_contacts(random, cone, contacts, mu);
        expect_solved(step, local_multipliers(step));
      }
    }
  }
}

// A published W may be unsymmetric, and its transpose is another problem.
TEST(LocalSolvers, AnUnsymmetricMatrixIsTakenAsItIs) {
  Random random(47);
  for (int sample = 0; sample < 20; ++sample) {
    LocalStep step = random_contacts(random, StepCone::round, 3, 0.5);
    for (double& x : step.W.value) x *= 1 + random.uniform(-0.01, 0.01);
    expect_solved(step, local_multipliers(step));
  }
}

/// Each contact once more, 1e-8 m beside it.
LocalStep with_twins(Random& random, int contacts) {
  constexpr double kBeside = 1e-8;
  Eigen::MatrixXd J = Eigen::MatrixXd::Zero(6 * contacts, 6);
  Eigen::VectorXd b(6 * contacts);
  b.setZero();
  for (int i = 0; i < contacts; ++i) {
    const Mat3 axes = random.rotation();
    const Vec3 at_first = random.in_unit_ball();
    const Vec3 beside = random.unit_vector();
    const double gap = random.uniform(0, 0.1);
    for (const int twin : {0, 1}) {
      const Vec3 arm = at_first + twin * kBeside * beside;
      const int row = 3 * (i + twin * contacts);
      for (int r = 0; r < 3; ++r) {
        const Eigen::Vector3d line(axes(r, 0), axes(r, 1), axes(r, 2));
        J.block<1, 3>(row + r, 0) = line.transpose();
        J.block<1, 3>(row + r, 3) = Eigen::Vector3d(arm[0], arm[1], arm[2]).cross(line).transpose();
      }
      b[row] = gap;
    }
  }
  Eigen::VectorXd free(6);
  for (double& x : free) x = random.uniform(-1, 1);
  return step_of(StepCone::round, 3, 0.5, J * J.transpose(), J * free + b);
}

// One of two takes over from the other: between them no way is downhill.
TEST(LocalSolvers, ContactsThatAreNearlyOneAreSolved) {
  Random random(49);
  for (int sample = 0; sample < 40; ++sample) {
    SCOPED_TRACE(sample);
    const LocalStep step = with_twins(random, 3);
    expect_solved(step, local_multipliers(step));
  }
}

TEST(LocalSolvers, AnAnswerThatIsNoneSaysSo) {
  const LocalStep step =
      step_of(StepCone::round, 3, 0.5, Eigen::Matrix3d::Zero(), Eigen::Vector3d(-1, 0, 0));
  EXPECT_FALSE(gauss_seidel(step, {100, 1e-12}).solved);
  EXPECT_FALSE(local_multipliers(step).solved);
}

// Scaled velocities beyond all doubles: the solver gives up, and its answer still has every number.
TEST(LocalSolvers, NumbersBeyondAllDoublesAreNoAnswer) {
  for (const StepCone cone : {StepCone::round, StepCone::box, StepCone::polygon}) {
    const LocalStep still =
        step_of(cone, 3, 0, 1e-300 * Eigen::Matrix3d::Identity(), Eigen::Vector3d(-1e300, 0, 0));
    EXPECT_FALSE(gauss_seidel(still).solved);
    const LocalAnswer answer = local_multipliers(still);
    EXPECT_FALSE(answer.solved);
    EXPECT_EQ(answer.impulses, std::vector<double>(3, 0));
    // Its impulse is 1e320.
    const LocalAnswer light = local_multipliers(
        step_of(cone, 3, 0.5, 1e-320 * Eigen::Matrix3d::Identity(), Eigen::Vector3d(-1, 0, 0)));
    EXPECT_FALSE(light.solved);
    EXPECT_EQ(light.impulses, std::vector<double>(3, 0));
    // Twelve of both signs in one sum, which is not a number.
    Eigen::MatrixXd W = Eigen::MatrixXd::Identity(9, 9);
    W(0, 3) = 1e308;
    W(0, 6) = -1e308;
    Eigen::VectorXd q = Eigen::VectorXd::Zero(9);
    q[3] = q[6] = -12;
    const LocalStep lost = step_of(cone, 3, 0, W, q);
    EXPECT_FALSE(gauss_seidel(lost).solved);
    EXPECT_FALSE(local_multipliers(lost).solved);
  }
}

// Each contact pushes the other one in by more than itself out.
TEST(LocalSolvers, ADivergingSweepIsNoAnswer) {
  Eigen::MatrixXd W = Eigen::MatrixXd::Identity(6, 6);
  W(0, 3) = W(3, 0) = -10;
  Eigen::VectorXd q = Eigen::VectorXd::Zero(6);
  q[0] = q[3] = -1;
  const LocalStep step = step_of(StepCone::round, 3, 0.5, W, q);
  const LocalAnswer swept = gauss_seidel(step);
  EXPECT_FALSE(swept.solved);
  EXPECT_FALSE(swept.residual < 1);
}

/// Bodies in a row, each with one contact. The first is alone, held by one row. Each of the others
/// has ball joints with the next in two places so far apart: a hinge whose rows are nearly dependent.
LocalStep hinged_bodies(int bodies, double apart) {
  StepBodies made;
  Random random(46);
  const auto add_row = [&](std::vector<double>& rows, const Vec3& n, const Vec3& p, double sign) {
    const Vec3 turn = p.cross(n);
    for (int k = 0; k < 3; ++k) rows.push_back(sign * n[k]);
    for (int k = 0; k < 3; ++k) rows.push_back(sign * turn[k]);
  };
  for (int body = 0; body < bodies; ++body) {
    for (int k = 0; k < 36; ++k) {
      const bool couples = k == 22 || k == 27;  // two axes of rotation
      made.masses.push_back(k % 7 == 0 ? 1 + 0.3 * body + 0.1 * (k / 7) : couples ? 0.2 : 0);
    }
    for (int k = 0; k < 6; ++k) made.free.push_back(random.uniform(-1, 1));
    made.contact_body.insert(made.contact_body.end(), {body, -1});
    made.bound.push_back(0);
    const Vec3 foot(0.3, -0.2 + 0.1 * body, -0.5);
    for (const Vec3& n : {Vec3(0, 0, 1), Vec3(1, 0, 0), Vec3(0, 1, 0)}) {
      add_row(made.contact_rows, n, foot, 1);
      made.contact_rows.resize(made.contact_rows.size() + 6, 0);
    }
    if (body == 0) {
      made.joint_body = {0, -1};
      add_row(made.joint_rows, Vec3(0.6, 0.8, 0), Vec3(0, 0, 0.2), 1);
      made.joint_rows.resize(12, 0);
      made.joint_bound = {0.1};
    }
    for (int place = 0; place < (body > 0 && body + 1 < bodies ? 2 : 0); ++place) {
      for (const Vec3& n : {Vec3(0, 0, 1), Vec3(1, 0, 0), Vec3(0, 1, 0)}) {
        const Vec3 p = Vec3(0.5, 0, 0.1) + place * apart * Vec3(0.5, 0.7, 0.1);
        made.joint_body.insert(made.joint_body.end(), {body, body + 1});
        add_row(made.joint_rows, n, p, 1);
        add_row(made.joint_rows, n, p - Vec3(1, 0, 0), -1);
        made.joint_bound.push_back(0);
      }
    }
  }
  LocalStep step;
  step.mu.assign(at(bodies), 0.5);
  step.system = std::make_shared<const StepSystem>(system_of(made));
  EXPECT_EQ(set_local_form(step), "");
  return step;
}

TEST(LocalJoints, ThatAreNearlyDependentAreSolved) {
  for (const double apart : {1e-2, 1e-4, 1e-5}) {
    const LocalStep step = hinged_bodies(4, apart);
    const LocalAnswer answer = solve_with_joints(
        step, [](const LocalStep& jointless) { return local_multipliers(jointless, {}); });
    EXPECT_TRUE(answer.solved) << apart << " " << answer.residual;
    const StepSystem& system = *step.system;
    const auto rows = [](const SparseRows& of) {
      return RowsOfStep{of.begin, of.column, of.value};
    };
    const StepBehind behind = {at(system.velocities), rows(system.mass),    system.free,
                               system.force,          rows(system.contact), system.offset,
                               rows(system.joint),    system.rest};
    StepQuestion question;
    question.mu = step.mu;
    question.behind = &behind;
    const StepJudgement judgement =
        judge_step(question, {answer.impulses, {}, answer.joint_impulses});
    EXPECT_TRUE(judgement.solved) << apart << " " << judgement.r << judgement.unusable;
  }
}

TEST(LocalJoints, LeaveOtherIslandsAsTheyAre) {
  const LocalStep alone = hinged_bodies(1, 1);
  const JointlessStep one(alone);
  const LocalStep all = hinged_bodies(4, 1e-4);
  const JointlessStep four(all);
  const BlockRows& W = four.step().W;
  ASSERT_EQ(W.begin[1], 1);  // the first contact meets no other
  for (int k = W.begin[1]; k < W.begin[4]; ++k) EXPECT_NE(W.column[at(k)], 0);
  EXPECT_EQ(std::vector<double>(W.value.begin(), W.value.begin() + 9), one.step().W.value);
  const std::vector<double>& q = four.step().q;
  EXPECT_EQ(std::vector<double>(q.begin(), q.begin() + 3), one.step().q);
  // Joints that R tells apart as well: both ways lead to the same.
  LocalStep local = hinged_bodies(4, 0.5);
  const JointlessStep factored(local);
  LocalStep without = local;
  without.system = nullptr;
  const JointlessStep inverted(without);
  ASSERT_EQ(factored.step().W.column, inverted.step().W.column);
  for (std::size_t k = 0; k < factored.step().W.value.size(); ++k) {
    EXPECT_NEAR(factored.step().W.value[k], inverted.step().W.value[k], 1e-12) << k;
  }
  for (std::size_t k = 0; k < local.q.size(); ++k) {
    EXPECT_NEAR(factored.step().q[k], inverted.step().q[k], 1e-12) << k;
  }
}

/// Rows whose rests differ have no impulses that fulfil them, however large these are.
TEST(LocalJoints, ThatContradictEachOtherHaveAnErrorBesideAnyImpulses) {
  LocalStep step =
      step_of(StepCone::round, 3, 0.5, Eigen::MatrixXd::Identity(3, 3), Eigen::VectorXd::Zero(3));
  step.joints = {std::vector<double>(6, 0), {1, 1, 1, 1}, {0, 1e-3}};
  const JointlessStep without(step);
  EXPECT_DOUBLE_EQ(without.joint_error({0, 0, 0}, {1e16, -1e16}), 1);
  EXPECT_EQ(without.joint_error({0, 0, 0}, {1e308, 1e308}), HUGE_VAL);
}

TEST(LocalLaw, SlopesAreThoseOfDifferences) {
  Random random(48);
  constexpr double kStep = 1e-6;
  for (const StepCone cone : {StepCone::round, StepCone::box, StepCone::polygon}) {
    const LocalStep step =
        step_of(cone, 3, 0.5, Eigen::Matrix3d::Identity(), Eigen::Vector3d::Zero());
    const LocalLaw law(step);
    for (int sample = 0; sample < 100; ++sample) {
      const Eigen::Vector3d wanted(random.uniform(-1, 3), random.uniform(-2, 2),
                                   random.uniform(-2, 2));
      const Eigen::Matrix3d slope = law.respond(0.5, wanted).slope;
      for (int k = 0; k < 3; ++k) {
        const Eigen::Vector3d move = kStep * Eigen::Vector3d::Unit(k);
        const Eigen::Vector3d change =
            law.respond(0.5, wanted + move).impulse - law.respond(0.5, wanted - move).impulse;
        EXPECT_LT((change / (2 * kStep) - slope.col(k)).norm(), 1e-5) << sample;
      }
    }
  }
}

}  // namespace
}  // namespace touchstone
