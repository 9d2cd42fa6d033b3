// SPDX-License-Identifier: GPL-3.0-or-later
// Fixed bodies that move on paths, and constant loads: what they do to others, and their work.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "dynamics/planar.hpp"
#include "dynamics/scenes/scene_library.hpp"
#include "dynamics/scenes/scene_parts.hpp"
#include "dynamics/tests/running.hpp"
#include "geometry/index.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;

/// A plate whose front is the plane x = 0 pushes a cube of 1 kg with this acceleration.
Scene pushed(double acceleration, double mu, double dt) {
  SceneChoice choice;
  choice.dt = dt;
  choice.friction = cone_friction(mu);
  Scene scene = make_scene(*find_scene("pushed-cube"), choice).value();
  scene.bodies[1].path->acceleration_W.x() = acceleration;
  return scene;
}

/// How far body 0 has sunk.
double sunk(Running& running) {
  return running->scene().start[0].p_W.y() - running->states()[0].p_W.y();
}

TEST(Driven, ACubeStaysOnAnAcceleratedPlateFromTheThresholdOn) {
  constexpr double kMu = 0.5;
  constexpr double kThreshold = kGravity / kMu;
  constexpr double kStep = 1e-3;
  for (const char* stepper : {"stewart_trinkle", "relaxed", "fixed_point"}) {
    for (const double share : {1.0, 1.001, 2.0}) {
      Scene scene = pushed(share * kThreshold, kMu, kStep);
      scene.stepper = stepper;
      Running running(scene);
      running.run(500);
      EXPECT_NEAR(sunk(running), 0, 1e-9) << stepper << ' ' << share;
      EXPECT_NEAR(running->states()[0].w_W.norm(), 0, 1e-9) << stepper << ' ' << share;
    }
    // Below it slides by what friction lacks.
    Scene scene = pushed(0.999 * kThreshold, kMu, kStep);
    scene.stepper = stepper;
    Running running(scene);
    running.run(500);
    const double lacking = kGravity - kMu * 0.999 * kThreshold;
    EXPECT_NEAR(lacking, 1e-3 * kGravity, 1e-12);
    EXPECT_NEAR(sunk(running) / (lacking * kStep * kStep * 500 * 501 / 2), 1, 1e-3) << stepper;
  }
}

TEST(Driven, TheWorkOfThePlateIsTheGainOfEnergyToTheOrderOfTheStep) {
  constexpr double kTime = 0.5;
  for (const double dt : {1e-2, 1e-3, 1e-4}) {
    const double a = 3 * kGravity;
    Running running(pushed(a, 0.5, dt));
    const double before = running->total_energy();
    running.run(static_cast<int>(std::lround(kTime / dt)));
    const double gained = running->total_energy() - before;
    EXPECT_NEAR(gained, a * a * kTime * kTime / 2, 1e-6) << dt;
    // The scheme loses as much as an impact of each step's change of velocity would.
    EXPECT_NEAR(running->work_of_paths() - gained, a * a * kTime * dt / 2, 1e-6) << dt;
  }
}

/// Cubes of 1 kg on a floor at rest, 3 m apart, under the friction mu.
Scene cubes_on_floor(int cubes, double mu) {
  Scene scene;
  scene.friction = cone_friction(mu);
  scene.dt = 1e-3;
  for (int i = 0; i < cubes; ++i) {
    add_body(scene, make_box_body("cube" + std::to_string(i), Vec3(0.5, 0.5, 0.5), 1),
             standing_at(Vec3(0, 0.5, 3.0 * i)));
  }
  add_block(scene, "floor", Vec3(50, 0.5, 50), Vec3(0, -0.5, 0));
  return scene;
}

TEST(Driven, ABeltDragsACubeToItsSpeedWithTwiceTheWorkThatTheCubeKeeps) {
  constexpr double kSpeed = 2;
  constexpr double kMu = 0.4;
  Scene scene = cubes_on_floor(1, kMu);
  scene.bodies[1].path = BodyPath{{}, Vec3(kSpeed, 0, 0)};
  Running running(scene);
  const int steps = static_cast<int>(kSpeed / (kMu * kGravity) / scene.dt);
  running.run(steps / 2);
  EXPECT_NEAR(running->states()[0].v_W.x(), kMu * kGravity * (steps / 2) * scene.dt, 1e-9);
  running.run(steps);
  EXPECT_NEAR(running->states()[0].v_W.x(), kSpeed, 1e-9);
  EXPECT_NEAR(running->kinetic_energy(), kSpeed * kSpeed / 2, 1e-8);
  EXPECT_NEAR(running->work_of_paths(), kSpeed * kSpeed, 1e-6);
  EXPECT_NEAR(running->states()[1].p_W.x(), kSpeed * running->time(), 1e-12);
}

// On a floor of constant velocity all is as on one at rest.
TEST(Driven, AUniformMotionOfEverythingChangesNothing) {
  Scene resting = cubes_on_floor(1, 0.3);
  resting.start[0].v_W = Vec3(1, 0, 0.4);
  resting.start[0].w_W = Vec3(0, 2, 0);
  resting.start[0].p_W.y() = 0.6;
  resting.start[0].q_WB = Eigen::AngleAxisd(0.2, Vec3(1, 0, 1).normalized());
  const Vec3 drift(3, 1, -2);
  Scene moving = resting;
  moving.start[0].v_W += drift;
  moving.bodies[1].path = BodyPath{{}, drift};
  Running here(resting);
  Running there(moving);
  for (int i = 0; i < 600; ++i) {
    here.run(1);
    there.run(1);
    const Vec3 passed = there->time() * drift;
    ASSERT_LE((there->states()[0].p_W - here->states()[0].p_W - passed).norm(), 1e-8) << i;
  }
}

TEST(Driven, ATurntableCarriesWhatDoesNotSlip) {
  Scene scene = cubes_on_floor(1, 0);
  scene.friction = {FrictionKind::no_slip, 0};
  constexpr double kSpin = 0.5;
  scene.bodies[1].path = BodyPath{{}, Vec3::Zero(), Vec3::Zero(), Vec3(0, kSpin, 0)};
  scene.start[0].p_W = Vec3(2, 0.5, 0);
  scene.start[0].v_W = Vec3(0, 0, -2 * kSpin);
  scene.start[0].w_W = Vec3(0, kSpin, 0);
  Running running(scene);
  running.run(2000);
  const Vec3 seen = running->states()[1].q_WB.conjugate() * running->states()[0].p_W;
  EXPECT_NEAR((seen - Vec3(2, 0.5, 0)).norm(), 0, 5e-3);
  EXPECT_NEAR(running->states()[0].w_W.y(), kSpin, 1e-6);
}

TEST(Driven, WhatOneBodyCarriesStaysAnIslandEach) {
  Scene scene = cubes_on_floor(3, 0.5);
  scene.bodies[3].path = BodyPath{{}, Vec3(1, 0, 0)};
  Running running(scene);
  running.run(100);
  ASSERT_EQ(running->islands().size(), 3U);
  double work = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const IslandProblem& island = running->islands()[i];
    EXPECT_EQ(island.bodies, (std::vector<int>{static_cast<int>(i), 3}));
    EXPECT_EQ(island.driven, 1);
    EXPECT_NEAR(running->work_of_paths(i), running->work_of_paths(0), 1e-10);
    work += running->work_of_paths(i);
  }
  EXPECT_EQ(running->report().largest_bodies, 1);
  EXPECT_NEAR(running->work_of_paths(), 100 * work, 1e-8);
  const StepProblem whole = running->problem();
  EXPECT_EQ(whole.dof(), 4 * 6);
  EXPECT_EQ(whole.joint.rows(), 3 * 6);
  EXPECT_EQ(whole.joint_drive, whole.joint_bound);
}

TEST(Driven, AHeapOfManyCubesOnAShakingFloorIsSolvedAsPosed) {
  SceneChoice choice;
  choice.bodies = 21;
  choice.friction = cone_friction(0.5);
  Scene scene = make_scene(*find_scene("pyramid"), choice).value();
  Body& floor = scene.bodies.back();
  ASSERT_TRUE(floor.fixed);
  const Vec3 at_rest = scene.start.back().p_W;
  floor.path = BodyPath();
  for (int k = 0; k < 9; ++k) {
    const Vec3 aside(k % 2 == 0 ? 0 : 0.002, 0.001 * k, 0);
    floor.path->points.push_back({0.05 * k, at_rest + aside, scene.start.back().q_WB});
  }
  Running running(scene);
  double energy = running->total_energy();
  double work = 0;
  for (int i = 0; i < 80; ++i) {
    running.run(1);
    const double now = running->total_energy();
    EXPECT_LE(now - energy, running->work_of_paths() - work + 1e-7) << "step " << i;
    energy = now;
    work = running->work_of_paths();
  }
  EXPECT_GT(work, 0);
}

TEST(Driven, AnElevatorStopsExactlyWhereItsPathEnds) {
  Scene scene = cubes_on_floor(1, 0.5);
  BodyPath path;
  path.points = {{0.1, Vec3(0, -0.5, 0)}, {0.2, Vec3(0, 0.3, 0)}, {0.3, Vec3(0.4, 0.3, 0)}};
  scene.bodies[1].path = path;
  Running running(scene);
  running.run(2000);
  EXPECT_EQ(running->states()[1].p_W, Vec3(0.4, 0.3, 0));
  EXPECT_EQ(running->states()[1].v_W, Vec3::Zero());
  EXPECT_NEAR(running->states()[0].p_W.y(), 1.3, 1e-9) << "it was thrown up, and landed";
  EXPECT_LT(running->kinetic_energy(), 1e-12);
}

TEST(Driven, APathThatLeavesNoRoomEndsTheRunAndSaysSo) {
  Scene scene = cubes_on_floor(1, 0.5);
  add_block(scene, "press", Vec3(1, 0.5, 1), Vec3(0, 1.5, 0));
  scene.bodies[2].path = BodyPath{{}, Vec3(0, -1, 0)};
  Running running(scene);
  const StepReport& report = running->step();
  EXPECT_FALSE(report.taken);
  EXPECT_THAT(report.fault, HasSubstr("a body on a path may leave others no room"));
}

TEST(Driven, AJointFollowsABodyOnAPath) {
  Scene scene;
  scene.dt = 1e-3;
  add_body(scene, make_box_body("rod", Vec3(0.05, 0.5, 0.05), 1), standing_at(Vec3(0, -0.5, 0)));
  add_block(scene, "hook", Vec3(0.1, 0.1, 0.1), Vec3::Zero());
  scene.bodies[1].path = BodyPath{{}, Vec3(0.3, 0, 0)};
  scene.start[0].v_W = Vec3(0.3, 0, 0);
  scene.joints.push_back({Joint::Kind::ball, "rod", "hook", Vec3::Zero(), Vec3(0, 0, 1)});
  Running running(scene);
  running.run(1000);
  EXPECT_NEAR((running->states()[0].p_W - Vec3(0.3, -0.5, 0)).norm(), 0, 1e-9);
  EXPECT_NEAR(running->joint_forces()[0].y(), 9.81, 1e-9);
  EXPECT_NEAR(running->work_of_paths(), 0, 1e-9) << "the rod hangs";
}

TEST(Driven, AContactModelIsLiftedAsWell) {
  Scene scene;
  scene.planar = Axis::z;
  scene.dt = 1e-3;
  take_peg_model(scene);
  add_body(scene, make_prism_body("box", {{{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}}}),
           standing_at(Vec3(0, 0.5, 0)));
  add_block(scene, "floor", Vec3(2, 0.5, 0.5), Vec3(0, -0.5, 0));
  scene.bodies[1].path = BodyPath{{}, Vec3(0, 0.2, 0), Vec3(0, 1, 0)};
  scene.friction = kFrictionless;
  ASSERT_EQ(scene_fault(scene), "");
  settle_planar(scene);
  Running running(scene);
  const double before = running->total_energy();
  running.run(500);
  const Vec3 lifted = running->states()[1].p_W - scene.start[1].p_W;
  EXPECT_GT(lifted.y(), 0.2);
  EXPECT_NEAR(running->states()[0].p_W.y(), 0.5 + lifted.y(), 1e-9);
  // The start at 0.2 m/s is an impact.
  EXPECT_NEAR(running->work_of_paths(), running->total_energy() - before + 0.2 * 0.2 / 2, 1e-3);
}

TEST(Loads, AForceAcceleratesAndItsWorkIsAPotential) {
  Scene scene;
  scene.gravity_W.setZero();
  scene.dt = 1e-2;
  add_body(scene, make_box_body("cube", Vec3(0.5, 0.5, 0.5), 2), standing_at(Vec3::Zero()));
  scene.bodies[0].force_W = Vec3(0, 0, 6);
  Running running(scene);
  running.run(100);
  EXPECT_NEAR((running->states()[0].v_W - Vec3(0, 0, 3)).norm(), 0, 1e-12);
  // Gravity does so, too: |v+ - v|^2 m/2 is lost in each step.
  EXPECT_NEAR(running->total_energy(), -100 * 0.03 * 0.03 * 2 / 2, 1e-12);
}

TEST(Loads, ATorqueTurnsAndItsWorkIsNotAGain) {
  Scene scene;
  scene.gravity_W.setZero();
  scene.dt = 1e-3;
  add_body(scene, make_box_body("rod", Vec3(0.5, 0.1, 0.1), 1), standing_at(Vec3::Zero()));
  scene.bodies[0].torque_W = Vec3(0, 0, 0.5);
  const double inertia = scene.bodies[0].inertia.z();
  Running running(scene);
  running.run(1000);
  EXPECT_NEAR((running->states()[0].w_W - Vec3(0, 0, 0.5 / inertia)).norm(), 0, 1e-9);
  EXPECT_NEAR(running->total_energy(), -1000 * 0.5e-3 * 0.5e-3 / inertia / 2, 1e-9);
  EXPECT_NEAR(running->kinetic_energy(), 0.5 * 0.5 / inertia / 2, 1e-8);
}

TEST(Loads, AForceBeyondFrictionSlidesACubeAndOneBelowDoesNot) {
  for (const double share : {0.999, 1.5}) {
    Scene scene = cubes_on_floor(1, 0.4);
    scene.bodies[0].force_W = Vec3(share * 0.4 * kGravity, 0, 0);
    Running running(scene);
    running.run(500);
    const double slides = std::max(0.0, share - 1) * 0.4 * kGravity;
    EXPECT_NEAR(running->states()[0].v_W.x(), slides * 0.5, 1e-9) << share;
  }
}

// A hull whose local axes are not principal moves as its twin whose axes are.
TEST(Inertia, AMatrixMovesABodyAsItsPrincipalAxesWould) {
  const Mat3 R = Eigen::AngleAxisd(0.7, Vec3(1, -2, 0.5).normalized()).toRotationMatrix();
  Scene plain = cubes_on_floor(1, 0.3);
  plain.bodies[0] = make_box_body("box", Vec3(0.5, 0.3, 0.2), 1);
  plain.start[0].p_W = Vec3(0, 1, 0);
  plain.start[0].q_WB = Eigen::AngleAxisd(0.9, Vec3(3, 1, 2).normalized());
  plain.start[0].w_W = Vec3(2, -1, 3);
  Scene turned = plain;
  std::vector<Vec3> vertices;
  for (const Vec3& v : plain.bodies[0].shape->vertices()) vertices.emplace_back(R * v);
  turned.bodies[0].shape = polytope_of(vertices);
  const Mat3 inertia = R * plain.bodies[0].inertia.asDiagonal() * R.transpose();
  set_inertia(turned.bodies[0], 0.5 * (inertia + inertia.transpose()));
  ASSERT_TRUE(turned.bodies[0].tensor.has_value());
  turned.start[0].q_WB = plain.start[0].q_WB * Eigen::Quaterniond(R.transpose());
  Running one(plain);
  Running other(turned);
  for (int i = 0; i < 300; ++i) {
    one.run(1);
    other.run(1);
    ASSERT_LE((one->states()[0].p_W - other->states()[0].p_W).norm(), 1e-7) << i;
    ASSERT_NEAR(one->total_energy(), other->total_energy(), 1e-7) << i;
  }
  EXPECT_LT(one->states()[0].p_W.y(), 0.95) << "it landed";
}

}  // namespace
}  // namespace touchstone
