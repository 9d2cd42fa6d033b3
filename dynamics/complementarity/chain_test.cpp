// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/complementarity/chain.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <set>
#include <string_view>

#include "dynamics/complementarity/residual.hpp"
#include "geometry/index.hpp"
#include "geometry/random.hpp"

namespace touchstone {
namespace {

/// A cube of side 1 m and mass 1 kg on the plane z = 0, contacts at its bottom corners, moving with
/// v and w (world, about its centre); inertia 1/6. One step of 1 ms under gravity.
StepProblem cube_on_floor(FrictionKind kind, double mu, const Eigen::Vector3d& v,
                          const Eigen::Vector3d& w) {
  StepProblem p;
  const double spin = 1 / std::sqrt(1.0 / 6);
  p.free.resize(6);
  p.free << v - Eigen::Vector3d(0, 0, 9.81e-3), w / spin;
  p.normal = RowMatrix::Zero(4, 6);
  p.tangent = RowMatrix::Zero(8, 6);
  for (Eigen::Index i = 0; i < 4; ++i) {
    const Eigen::Vector3d r(i % 2 == 0 ? 0.5 : -0.5, i < 2 ? 0.5 : -0.5, -0.5);
    const auto row = [&](const Eigen::Vector3d& axis) {
      Eigen::Matrix<double, 1, 6> values;
      values << axis.transpose(), spin * r.cross(axis).transpose();
      return values;
    };
    p.normal.row(i) = row(Eigen::Vector3d::UnitZ());
    p.tangent.row(2 * i) = row(Eigen::Vector3d::UnitX());
    p.tangent.row(2 * i + 1) = row(Eigen::Vector3d::UnitY());
  }
  p.bound = Eigen::VectorXd::Zero(4);
  p.friction.assign(4, {kind, mu});
  p.joint = RowMatrix::Zero(0, 6);
  p.joint_bound = Eigen::VectorXd::Zero(0);
  return p;
}

constexpr std::uint64_t kSeed = 1;
constexpr double kWeight = 9.81e-3;  // [N s] per step

TEST(StepSolver, CarriesACubeAtRest) {
  for (const FrictionKind kind :
       {FrictionKind::frictionless, FrictionKind::cone, FrictionKind::no_slip}) {
    StepSolver solver;
    const StepProblem p = cube_on_floor(kind, 0.5, {0, 0, 0}, {0, 0, 0});
    for (int round = 0; round < 2; ++round) {
      const StepSolution& s = solver.solve(p, FrictionLaw::stewart_trinkle);
      ASSERT_TRUE(s.solved) << static_cast<int>(kind);
      EXPECT_LE(residual(p, s, FrictionLaw::stewart_trinkle), kAcceptedResidual);
      EXPECT_LE(s.u.norm(), 1e-14);
      EXPECT_NEAR(s.normal_impulse.sum(), kWeight, 1e-14);
      EXPECT_EQ(s.solver == "warm_start", round == 1) << s.solver;
    }
  }
}

TEST(StepSolver, SlowsASlidingCubeByItsWeightTimesMu) {
  StepSolver solver;
  for (int round = 0; round < 2; ++round) {
    const StepProblem p = cube_on_floor(FrictionKind::cone, 0.1, {1, 0, 0}, {0, 0, 0});
    const StepSolution& s = solver.solve(p, FrictionLaw::stewart_trinkle);
    ASSERT_TRUE(s.solved);
    EXPECT_NEAR(s.u[0], 1 - 0.1 * kWeight, 1e-13);
    EXPECT_EQ(s.solver, round == 0 ? "relaxed_active_set" : "warm_start");
  }
}

TEST(StepSolver, StopsASlidingCubeWithoutSlip) {
  StepSolver solver;
  const StepProblem p = cube_on_floor(FrictionKind::no_slip, 0, {1e-3, 2e-3, 0}, {0, 0, 1e-3});
  const StepSolution& s = solver.solve(p, FrictionLaw::stewart_trinkle);
  ASSERT_TRUE(s.solved) << s.residual;
  EXPECT_LE((p.tangent * s.u).norm(), 1e-12);
}

/// A unit mass on the plane z = 0 that touches it at `feet` (relative to its centre).
StepProblem body_on_feet(const std::vector<Eigen::Vector3d>& feet, const Eigen::Vector3d& inertia,
                         ContactFriction friction, const Eigen::Vector3d& v,
                         const Eigen::Vector3d& w) {
  StepProblem p;
  const Eigen::Array3d root = inertia.array().sqrt();
  p.free.resize(6);
  p.free << v - Eigen::Vector3d(0, 0, 9.81e-3), (w.array() * root).matrix();
  const auto n = static_cast<Eigen::Index>(feet.size());
  p.normal = RowMatrix::Zero(n, 6);
  p.tangent = RowMatrix::Zero(2 * n, 6);
  for (Eigen::Index i = 0; i < n; ++i) {
    const Eigen::Vector3d& r = feet[at(i)];
    const auto row = [&](const Eigen::Vector3d& axis) {
      Eigen::Matrix<double, 1, 6> values;
      values << axis.transpose(), (r.cross(axis).array() / root).matrix().transpose();
      return values;
    };
    p.normal.row(i) = row(Eigen::Vector3d::UnitZ());
    p.tangent.row(2 * i) = row(Eigen::Vector3d::UnitX());
    p.tangent.row(2 * i + 1) = row(Eigen::Vector3d::UnitY());
  }
  p.bound = Eigen::VectorXd::Zero(n);
  p.friction.assign(feet.size(), friction);
  p.joint = RowMatrix::Zero(0, 6);
  p.joint_bound = Eigen::VectorXd::Zero(0);
  return p;
}

/// The corners of a regular polygon of radius 0.5 at `height` below the centre, turned by `yaw`.
std::vector<Eigen::Vector3d> polygon_feet(int corners, double height, double yaw) {
  std::vector<Eigen::Vector3d> feet;
  for (int i = 0; i < corners; ++i) {
    const double angle = yaw + 2 * std::numbers::pi * i / corners;
    feet.emplace_back(0.5 * std::cos(angle), 0.5 * std::sin(angle), -height);
  }
  return feet;
}

TEST(StepSolver, StopsAFacetThatSpinsAndSlidesWithoutSlip) {
  // The plane's impulse passes within 0.5 cos(pi/4) of the centre, so that the body does not
  // topple.
  Random random(kSeed, 0);
  int slid = 0;
  for (int round = 0; round < 400; ++round) {
    const int corners = round % 2 == 0 ? 4 : 8;
    const double height = random.uniform(0.1, 1);
    const double most = 0.35 * 9.81e-3 / height;
    const double slide = round % 4 < 2 ? 0 : random.uniform(0, most);
    const double way = random.uniform(0, 2 * std::numbers::pi);
    const StepProblem p =
        body_on_feet(polygon_feet(corners, height, random.uniform(0, 2)), {0.4, 0.4, 0.4},
                     {FrictionKind::no_slip, 0}, {slide * std::cos(way), slide * std::sin(way), 0},
                     {0, 0, random.uniform(-10, 10)});
    StepSolver solver;
    const StepSolution& s = solver.solve(p, FrictionLaw::stewart_trinkle);
    ASSERT_TRUE(s.solved) << "seed " << kSeed << " round " << round;
    EXPECT_FALSE(s.friction_bounded) << "seed " << kSeed << " round " << round;
    EXPECT_LE((p.tangent * s.u).lpNorm<Eigen::Infinity>(), 1e-12 * p.free.norm()) << round;
    EXPECT_LE(s.u.norm(), 1e-12 * p.free.norm()) << round;
    slid += slide > 0 ? 1 : 0;
  }
  EXPECT_GE(slid, 100);
}

TEST(StepSolver, LoadsEqualFeetEquallyUnderLargeFriction) {
  // Two feet of a turning body: mu = 100 could as well hold one and lift the other. Exact mechanics
  // of a body that is symmetric about the vertical loads both alike.
  for (const int directions : {4, 8, 16}) {
    for (const double yaw : {0.0, 0.0998, 0.3}) {
      for (const int corners : {2, 4}) {
        StepProblem p = body_on_feet(polygon_feet(corners, 1, yaw), {0.4, 0.4, 0.4},
                                     {FrictionKind::cone, 100}, {0, 0, 0}, {0, 0, 40});
        p.directions = directions;
        StepSolver solver;
        const StepSolution& s = solver.solve(p, FrictionLaw::stewart_trinkle);
        ASSERT_TRUE(s.solved);
        EXPECT_EQ(s.solver, "relaxed_active_set") << directions << " " << yaw << " " << corners;
        for (int i = 0; i < corners; ++i) {
          EXPECT_NEAR(s.normal_impulse[i], 9.81e-3 / corners, 1e-14);
        }
        EXPECT_LE(s.u.head(5).norm(), 1e-13);
        EXPECT_GT(s.u[5], 0);
        EXPECT_LT(s.u[5], p.free[5] - 1e-3);
      }
    }
  }
}

TEST(StepSolver, LeavesNothingButRoundingOfWhatItCanSolveExactly) {
  // Two corners have gone 5e-11 of the scale deeper than those that carried the cube before: less
  // than what the residual accepts.
  for (const FrictionKind kind :
       {FrictionKind::frictionless, FrictionKind::cone, FrictionKind::no_slip}) {
    for (const FrictionLaw law : {FrictionLaw::stewart_trinkle, FrictionLaw::relaxed}) {
      if (kind == FrictionKind::no_slip && law == FrictionLaw::relaxed) continue;
      for (Eigen::Index deeper = 0; deeper < 4; ++deeper) {
        StepSolver solver;
        StepProblem p = cube_on_floor(kind, 0.5, {0, 0, 0}, {0, 0, 0});
        ASSERT_TRUE(solver.solve(p, law).solved);
        p.bound[deeper] = -5e-13;
        p.bound[3 - deeper] = -5e-13;
        const StepSolution& s = solver.solve(p, law);
        EXPECT_LE(s.residual, 1e-14) << static_cast<int>(kind) << " " << deeper;
        EXPECT_GE((p.normal * s.u + p.bound).minCoeff(), -1e-16) << static_cast<int>(kind);
      }
    }
  }
}

TEST(StepSolver, LetsACubeThatLeavesGo) {
  StepSolver solver;
  for (const FrictionKind kind :
       {FrictionKind::frictionless, FrictionKind::cone, FrictionKind::no_slip}) {
    const StepProblem p = cube_on_floor(kind, 0.5, {1, 0, 1}, {0, 0, 0});
    const StepSolution& s = solver.solve(p, FrictionLaw::stewart_trinkle);
    ASSERT_TRUE(s.solved);
    EXPECT_EQ(s.u, p.free);
    EXPECT_TRUE(s.normal_impulse.isZero(0));
  }
}

TEST(StepSolver, ReportsWhatNothingSolves) {
  // Two opposite walls that both approach: no velocity obeys both until b is dropped.
  StepProblem p = cube_on_floor(FrictionKind::frictionless, 0, {0, 0, 0}, {0, 0, 0});
  p.normal.bottomRows(2) = -p.normal.topRows(2);
  p.bound.setConstant(-1);
  const std::vector<SolverLink> all_but_the_last{SolverLink::warm_start,
                                                 SolverLink::quadratic_program, SolverLink::lemke};
  StepSolver strict(all_but_the_last);
  const StepSolution& unsolved = strict.solve(p, FrictionLaw::stewart_trinkle);
  EXPECT_FALSE(unsolved.solved);
  EXPECT_GT(unsolved.residual, kAcceptedResidual);
  EXPECT_EQ(unsolved.solver, "none");
  StepSolver solver;
  const StepSolution& dropped = solver.solve(p, FrictionLaw::stewart_trinkle);
  EXPECT_TRUE(dropped.solved);
  EXPECT_TRUE(dropped.stabilisation_dropped);
  EXPECT_LE(dropped.residual, kAcceptedResidual);
  // Not finite: refused.
  p.bound[0] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(solver.solve(p, FrictionLaw::stewart_trinkle).solved);
  EXPECT_FALSE(solver.solve(p, FrictionLaw::relaxed).solved);
}

TEST(StepSolver, BoundsFrictionWhereNoSlipHasNoSolution) {
  // The contact presses (N u = -0.1) and slips (T u < 0). The impulse that would stop it lifts it:
  // then N u = -0.1 + 0.5 * 1.05/1.25 > 0. With mu = 100 it slips on: -0.1 + c + 0.5 (100 c) = 0.
  StepProblem p;
  p.free = Eigen::Vector2d(-0.1, -1);
  p.normal = RowMatrix::Zero(1, 2);
  p.normal(0, 0) = 1;
  p.tangent = RowMatrix::Zero(2, 2);
  p.tangent.row(0) << 0.5, 1;
  p.bound = Eigen::VectorXd::Zero(1);
  p.friction = {{FrictionKind::no_slip, 0}};
  p.joint = RowMatrix::Zero(0, 2);
  p.joint_bound = Eigen::VectorXd::Zero(0);
  StepSolver solver;
  const StepSolution& s = solver.solve(p, FrictionLaw::stewart_trinkle);
  ASSERT_TRUE(s.solved);
  EXPECT_TRUE(s.friction_bounded);
  EXPECT_TRUE(s.no_slip_inconsistent) << "neither free nor held: both sets were tried";
  EXPECT_FALSE(s.stabilisation_dropped);
  EXPECT_NEAR(s.normal_impulse[0], 0.1 / 51, 1e-15);
  StepSolver strict({SolverLink::quadratic_program, SolverLink::lemke});
  EXPECT_FALSE(strict.solve(p, FrictionLaw::stewart_trinkle).solved);
}

TEST(SolverLink, HasANameOfItsOwn) {
  std::set<std::string_view> names;
  for (const SolverLink link : default_chain()) {
    EXPECT_TRUE(names.insert(link_name(link)).second) << link_name(link);
  }
  EXPECT_EQ(names.count("unknown"), 0U);
}

}  // namespace
}  // namespace touchstone
