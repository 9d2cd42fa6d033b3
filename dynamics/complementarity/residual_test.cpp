// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/complementarity/residual.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <string>

namespace touchstone {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// A point of 4 kg that hits a floor at 3 m/s and slides at 1 m/s, mu 0.1, K = 4: u = 2 v. The
/// solution in closed form: c = 12 N s, beta = 1.2 N s against the motion, v_x = 1 - 1.2/4 = 0.7.
struct Sliding {
  StepProblem problem;
  StepSolution solution;
};
Sliding sliding() {
  Sliding s;
  StepProblem& p = s.problem;
  p.free = Eigen::Vector3d(2 * 1, 0, 2 * -3);
  p.normal = RowMatrix::Zero(1, 3);
  p.normal(0, 2) = 0.5;
  p.tangent = RowMatrix::Zero(2, 3);
  p.tangent(0, 0) = 0.5;
  p.tangent(1, 1) = 0.5;
  p.bound = Eigen::VectorXd::Zero(1);
  p.friction = {{FrictionKind::cone, 0.1}};
  p.joint = RowMatrix::Zero(0, 3);
  p.joint_bound = Eigen::VectorXd::Zero(0);
  s.solution.u = Eigen::Vector3d(2 * 0.7, 0, 0);
  s.solution.normal_impulse = Eigen::VectorXd::Constant(1, 12);
  s.solution.direction_impulse = Eigen::Vector4d(0, 0, 1.2, 0);
  s.solution.slip = Eigen::VectorXd::Constant(1, 0.7);
  s.solution.tangent_impulse = Eigen::Vector2d(-1.2, 0);
  s.solution.joint_impulse = Eigen::VectorXd::Zero(0);
  return s;
}

/// The problem of sliding() with no slip: friction stops the body, f = -4 N s.
Sliding sticking() {
  Sliding s = sliding();
  s.problem.friction = {{FrictionKind::no_slip, 0}};
  s.solution.direction_impulse.setZero();
  s.solution.slip.setZero();
  s.solution.tangent_impulse = Eigen::Vector2d(-4, 0);
  s.solution.u.setZero();
  return s;
}

double judge(const Sliding& s, FrictionLaw law = FrictionLaw::stewart_trinkle) {
  return residual(s.problem, s.solution, law);
}

TEST(Residual, OfASlidingPointInClosedFormIsRoundOff) { EXPECT_LE(judge(sliding()), 1e-15); }

TEST(Residual, KnowsEveryDirectionOfTheCone) {
  for (const int directions : {4, 6, 8, 12, 16}) {
    for (int k = 0; k < directions; ++k) {
      SCOPED_TRACE(std::to_string(k) + " of " + std::to_string(directions));
      const double angle = 2 * std::numbers::pi * k / directions;
      const Eigen::Vector2d d(std::cos(angle), std::sin(angle));
      Sliding s = sliding();
      s.problem.directions = directions;
      s.problem.free.head<2>() = -2 * d;
      s.solution.direction_impulse = Eigen::VectorXd::Zero(directions);
      s.solution.direction_impulse[k] = 1.2;
      s.solution.tangent_impulse = 1.2 * d;
      s.solution.u.head<2>() = -2 * 0.7 * d;
      EXPECT_LE(judge(s), 1e-15);
    }
  }
}

TEST(Residual, OfAStickingPointInClosedFormIsRoundOff) { EXPECT_LE(judge(sticking()), 1e-15); }

TEST(Residual, OfTheRelaxationWantsTheNormalRowLiftedBySlip) {
  // N u + b - mu lambda = 0: the point rises at mu v_x; the impulse (1, -mu) c along the row
  // (0.5)(n - mu x): (n - mu x).v = -3 - 0.1, c = 4 * 3.1/1.01.
  Sliding s = sliding();
  const double c = 4 * 3.1 / 1.01;
  const double v_x = 1 - 0.1 * c / 4;
  s.solution.normal_impulse[0] = c;
  s.solution.direction_impulse[2] = 0.1 * c;
  s.solution.tangent_impulse[0] = -0.1 * c;
  s.solution.slip[0] = v_x;
  s.solution.u = Eigen::Vector3d(2 * v_x, 0, 2 * (-3 + c / 4));
  EXPECT_LE(judge(s, FrictionLaw::relaxed), 1e-15);
  EXPECT_GE(judge(s), 1e-3);
  EXPECT_GE(judge(sliding(), FrictionLaw::relaxed), 1e-3);
}

TEST(Residual, SeesEveryWrongNumberOfASolution) {
  const std::vector<std::function<void(StepSolution&)>> changes{
      [](StepSolution& s) { s.normal_impulse[0] *= 1 + 1e-7; },
      [](StepSolution& s) { s.normal_impulse[0] = -s.normal_impulse[0]; },
      [](StepSolution& s) { s.direction_impulse[2] += 1e-6; },
      [](StepSolution& s) { s.direction_impulse[0] = 1e-6; },
      [](StepSolution& s) { s.direction_impulse[1] = -1e-6; },
      [](StepSolution& s) { s.slip[0] += 1e-6; },
      [](StepSolution& s) { s.slip[0] = 0; },
      [](StepSolution& s) { s.tangent_impulse[0] += 1e-6; },
      [](StepSolution& s) { s.tangent_impulse[1] = 1e-6; },
      [](StepSolution& s) { s.u[0] += 1e-6; },
      [](StepSolution& s) { s.u[1] = 1e-6; },
      [](StepSolution& s) { s.u[2] -= 1e-6; },
      [](StepSolution& s) { s.normal_impulse.setZero(); },
  };
  for (std::size_t i = 0; i < changes.size(); ++i) {
    Sliding s = sliding();
    changes[i](s.solution);
    EXPECT_GT(judge(s), 10 * kAcceptedResidual) << i;
  }
}

TEST(Residual, OfImpulsesWhoseSumIsNotANumberIsInfinite) {
  // Two joint rows hold one direction: -1.5 N s in all, not infinity less infinity.
  Sliding s = sliding();
  StepProblem& p = s.problem;
  p.free = Eigen::Vector3d(0, 0, 3);
  p.normal = RowMatrix::Zero(0, 3);
  p.tangent = RowMatrix::Zero(0, 3);
  p.bound = Eigen::VectorXd::Zero(0);
  p.friction.clear();
  p.joint = RowMatrix::Zero(2, 3);
  p.joint(0, 2) = 2;
  p.joint(1, 2) = -2;
  p.joint_bound = Eigen::VectorXd::Zero(2);
  s.solution = StepSolution{};
  s.solution.u = Eigen::Vector3d::Zero();
  s.solution.joint_impulse = Eigen::Vector2d(-1.5, 0);
  EXPECT_LE(judge(s), 1e-15);
  s.solution.joint_impulse = Eigen::Vector2d(1.5e308, 1.5e308);
  EXPECT_EQ(judge(s), kInfinity);
}

TEST(Residual, SeesFrictionThatNoDirectionGivesThoughItMovesTheBody) {
  // u follows from the impulse, and no row of the cone is broken: only f = sum beta d is.
  for (const Eigen::Index k : {0, 1}) {
    Sliding s = sliding();
    s.solution.tangent_impulse[k] += 0.5;
    s.solution.u[k] += 0.25;
    // The two cone directions across the slide allow a velocity of up to lambda.
    if (k == 0) s.solution.slip[0] += 0.125;
    EXPECT_GT(judge(s), 0.01) << k;
  }
}

TEST(Residual, TakesAPartOfTheTermsAsScaleWhereTheyCancel) {
  // Two points of 4 kg fly side by side at 1e6 m/s and approach at 1 um/s. No impulse is wrong by
  // 1e-6 of what it has to be, and by 1e-12 of the speeds: 1e-6 of these is the scale.
  Sliding s = sliding();
  StepProblem& p = s.problem;
  p.free = Eigen::VectorXd::Zero(6);
  p.free[2] = 2 * (1e6 - 1e-6);
  p.free[5] = 2 * 1e6;
  p.normal = RowMatrix::Zero(1, 6);
  p.normal(0, 2) = 0.5;
  p.normal(0, 5) = -0.5;
  p.tangent = RowMatrix::Zero(2, 6);
  p.joint = RowMatrix::Zero(0, 6);
  p.friction = {{FrictionKind::frictionless, 0}};
  s.solution.u = p.free;
  s.solution.normal_impulse.setZero();
  s.solution.direction_impulse.setZero();
  s.solution.slip.setZero();
  s.solution.tangent_impulse.setZero();
  EXPECT_NEAR(judge(s), 1e-6 / (1e-6 * 2e6), 1e-9);
}

TEST(Residual, WantsNoSlipOnlyWhereAContactPresses) {
  Sliding s = sticking();
  s.solution.tangent_impulse[0] = -3.9;
  s.solution.u[0] = 2 * (1 - 3.9 / 4);
  EXPECT_GT(judge(s), 1e-3) << "presses and slides";
  // Lifted off: no impulse at all is right, any tangential one is wrong.
  s.problem.free[2] = 6;
  s.solution.normal_impulse.setZero();
  s.solution.tangent_impulse.setZero();
  s.solution.u = s.problem.free;
  EXPECT_EQ(judge(s), 0);
  s.solution.tangent_impulse[0] = -4;
  s.solution.u[0] = 0;
  EXPECT_GT(judge(s), 0.1) << "friction without a normal impulse";
  s.solution.normal_impulse[0] = 1e-12;
  s.solution.tangent_impulse[0] = -2;
  s.solution.u[0] = 2 * 0.5;
  EXPECT_GT(judge(s), 0.1) << "friction that a normal impulse of 1e-12 N s does not make";
}

/// sliding() under a round cone: |f| = mu c against the motion, and no beta.
Sliding sliding_on_a_disc() {
  Sliding s = sliding();
  s.problem.directions = kRoundCone;
  s.solution.direction_impulse.resize(0);
  return s;
}

/// Sets P, and u and lambda to what it makes.
void press(Sliding& s, double c, double f_x, double f_y) {
  s.solution.normal_impulse[0] = c;
  s.solution.tangent_impulse = Eigen::Vector2d(f_x, f_y);
  s.solution.u = s.problem.free + 0.5 * Eigen::Vector3d(f_x, f_y, c);
  s.solution.slip[0] = 0.5 * s.solution.u.head<2>().norm();
}

TEST(Residual, OfARoundConeFollowsTheDirectionOfTheSlip) {
  constexpr double kOff = 1e-6;
  Sliding s = sliding_on_a_disc();
  EXPECT_LE(judge(s), 1e-15);
  s.solution.slip[0] += kOff;
  EXPECT_GT(judge(s), kOff / 10) << "a slip that the velocity has not";
  press(s, 12, -1.2 - kOff, 0);
  EXPECT_GT(judge(s), kOff / 100) << "outside the cone";
  press(s, 12, -1.2 * std::cos(kOff), -1.2 * std::sin(kOff));
  EXPECT_GT(judge(s), kOff / 100) << "turned";
  press(s, 12 + kOff, -1.2, 0);
  EXPECT_GT(judge(s), kOff / 100) << "presses what is open";
  s.problem.friction[0].mu = 0;
  press(s, 12, 0, 0);
  EXPECT_LE(judge(s), 1e-15);
  press(s, 12, kOff, 0);
  EXPECT_GT(judge(s), kOff / 100) << "friction without mu";
  s.problem.free[2] = 6;
  press(s, -kOff, 0, 0);
  EXPECT_GT(judge(s), kOff / 100) << "pulls";
  press(s, 0, 0, 0);
  EXPECT_EQ(judge(s), 0);
}

// Along the edge of the dual cone, where v_z = mu v_x, the nearest point to the free velocity.
TEST(Residual, OfARoundConeInTheRelaxationIsThatOfTheNearestPoint) {
  Sliding s = sliding_on_a_disc();
  const double v_x = 0.7 / 1.01;
  press(s, 4 * (0.1 * v_x + 3), 4 * (v_x - 1), 0);
  EXPECT_LE(judge(s, FrictionLaw::relaxed), 1e-15);
  EXPECT_GT(judge(s), 1e-3);
  press(s, 12, -1.2, 0);
  EXPECT_GT(judge(s, FrictionLaw::relaxed), 1e-3);
  s.problem.free = Eigen::Vector3d(2, 0, 2);
  press(s, 0, 0, 0);
  EXPECT_LE(judge(s, FrictionLaw::relaxed), 1e-15) << "the apex";
}

// Without friction and without slip the disc of an open contact is a point, which the slip is in.
TEST(Residual, OfAnOpenRoundConeWithoutFrictionIsNothing) {
  Sliding s = sliding_on_a_disc();
  s.problem.friction[0].mu = 0;
  s.problem.free = Eigen::Vector3d(0, 0, 2);
  press(s, 0, 0, 0);
  EXPECT_EQ(judge(s, FrictionLaw::relaxed), 0);
  EXPECT_EQ(judge(s), 0);
}

TEST(Residual, RefusesWhatIsNotFiniteOrHasTheWrongSize) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double bad : {nan, kInfinity, -kInfinity}) {
    const std::vector<std::function<void(Sliding&)>> changes{
        [&](Sliding& s) { s.solution.normal_impulse[0] = bad; },
        [&](Sliding& s) { s.solution.direction_impulse[1] = bad; },
        [&](Sliding& s) { s.solution.slip[0] = bad; },
        [&](Sliding& s) { s.solution.tangent_impulse[1] = bad; },
        [&](Sliding& s) { s.solution.u[0] = bad; },
        [&](Sliding& s) { s.problem.free[1] = bad; },
        [&](Sliding& s) { s.problem.bound[0] = bad; },
        [&](Sliding& s) { s.problem.normal(0, 1) = bad; },
        [&](Sliding& s) { s.problem.tangent(1, 2) = bad; },
        [&](Sliding& s) { s.problem.friction[0].mu = bad; },
    };
    for (std::size_t i = 0; i < changes.size(); ++i) {
      Sliding s = sliding();
      changes[i](s);
      EXPECT_EQ(judge(s), kInfinity) << i;
    }
  }
  Sliding s = sliding();
  s.solution.direction_impulse = Eigen::VectorXd::Zero(5);
  EXPECT_EQ(judge(s), kInfinity);
}

TEST(Residual, OfAProblemThatWantsNothingPassesOnlyZero) {
  Sliding s = sliding();
  s.problem.free.setZero();
  s.solution.u.setZero();
  s.solution.normal_impulse.setZero();
  s.solution.direction_impulse.setZero();
  s.solution.slip.setZero();
  s.solution.tangent_impulse.setZero();
  EXPECT_EQ(judge(s), 0);
  s.solution.direction_impulse[0] = 1e-300;
  EXPECT_EQ(judge(s), kInfinity);
}

TEST(Residual, IsTheSameInAllUnits) {
  // Masses, lengths and times in other units, powers of two so that nothing is rounded.
  const double mass = 4096;  // a square, as u has sqrt(mass)
  const double length = 1.0 / 1024;
  const double time = 32;
  const double speed = length / time;
  const auto change = [&](Sliding s) {
    const double root = std::sqrt(mass);
    s.problem.free *= root * speed;
    s.problem.normal /= root;
    s.problem.tangent /= root;
    s.problem.bound *= speed;
    s.problem.joint /= root;
    s.problem.joint_bound *= speed;
    s.solution.u *= root * speed;
    s.solution.normal_impulse *= mass * speed;
    s.solution.direction_impulse *= mass * speed;
    s.solution.tangent_impulse *= mass * speed;
    s.solution.joint_impulse *= mass * speed;
    s.solution.slip *= speed;
    return s;
  };
  for (Sliding s : {sliding(), sticking()}) {
    EXPECT_LE(judge(change(s)), 1e-15);
    s.solution.normal_impulse[0] += 0.125;
    const double wrong = judge(s);
    EXPECT_GT(wrong, 1e-3);
    EXPECT_NEAR(judge(change(s)), wrong, 1e-14);
    s.solution = sliding().solution;
    s.solution.slip[0] += 0.25;
    EXPECT_NEAR(judge(change(s)), judge(s), 1e-14);
    // A joint counts in its own unit of length.
    s.problem.joint = RowMatrix::Zero(1, 3);
    s.problem.joint(0, 1) = 0.5;
    s.problem.joint_bound = Eigen::VectorXd::Constant(1, 0.25);
    s.solution.joint_impulse = Eigen::VectorXd::Constant(1, 0.5);
    EXPECT_NEAR(judge(change(s)), judge(s), 1e-14);
  }
}

TEST(Residual, MeasuresByWhatAJointMakesOfTheContactsVelocity) {
  // A rail drives the point down at 3 m/s; the floor is almost along the rail, so that an impulse
  // moves the point little: the contact's mass is 1/0.005^2. Without an impulse all of w is wrong.
  Sliding s = sliding();
  StepProblem& p = s.problem;
  p.free.setZero();
  p.normal << 0.005, 0.5, 0;
  p.friction = {{FrictionKind::frictionless, 0}};
  p.joint = RowMatrix::Zero(1, 3);
  p.joint(0, 1) = 0.5;
  p.joint_bound = Eigen::VectorXd::Constant(1, 1.5);
  s.solution.normal_impulse.setZero();
  s.solution.direction_impulse.setZero();
  s.solution.slip.setZero();
  s.solution.tangent_impulse.setZero();
  s.solution.joint_impulse = Eigen::VectorXd::Constant(1, -6);
  s.solution.u = Eigen::Vector3d(0, -3, 0);
  EXPECT_NEAR(judge(s), 1, 1e-12);
}

TEST(Residual, WantsJointsFulfilled) {
  // The sliding point on a rail: v_y = -0.5 is demanded, g = -2 N s.
  Sliding s = sliding();
  s.problem.joint = RowMatrix::Zero(2, 3);
  s.problem.joint(0, 1) = 0.5;
  s.problem.joint(1, 1) = 50;  // row 0 in other units
  s.problem.joint_bound = Eigen::Vector2d(0.5, 50);
  s.solution.joint_impulse = Eigen::Vector2d(-4, 0);
  s.solution.u[1] = -2 * 0.5;
  EXPECT_GT(judge(s), 1e-2) << "an impulse of -4 gives v_y = -1, not -0.5";
  s.solution.joint_impulse = Eigen::Vector2d(-4, 0);
  s.problem.joint_bound = Eigen::Vector2d(1, 100);
  s.solution.u[1] = -2;
  // Sliding in x and y at once asks for another cone direction: take the friction away.
  s.problem.friction = {{FrictionKind::frictionless, 0}};
  s.solution.direction_impulse.setZero();
  s.solution.slip.setZero();
  s.solution.tangent_impulse.setZero();
  s.solution.u[0] = 2;
  EXPECT_LE(judge(s), 1e-15);
  s.solution.joint_impulse = Eigen::Vector2d(0, -0.04);
  EXPECT_LE(judge(s), 1e-15) << "any of the dependent rows may carry it";
  for (const double way : {1.0, -1.0}) {
    Sliding broken = s;
    broken.problem.joint_bound[0] += way * 1e-6;
    EXPECT_GT(judge(broken), 10 * kAcceptedResidual) << way;
  }
}

}  // namespace
}  // namespace touchstone
