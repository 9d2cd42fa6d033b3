// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/stepping/simulation.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "contact/contact_samples.hpp"
#include "contact/metric_contacts.hpp"
#include "dynamics/scenes/linkage.hpp"
#include "dynamics/scenes/scene_library.hpp"
#include "dynamics/tests/running.hpp"
#include "geometry/index.hpp"
#include "geometry/shapes.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;

Scene library_scene(const char* name, const SceneChoice& choice = {}) {
  auto scene = make_scene(*find_scene(name), choice);
  EXPECT_TRUE(scene.ok()) << scene.reason();
  return std::move(scene).value();
}

Body box_body(const char* name, const Vec3& half) {
  Body box;
  box.name = name;
  box.shape = make_box(half);
  box.mass = 1;
  const Vec3 squares = half.cwiseAbs2();
  box.inertia =
      Vec3(squares.y() + squares.z(), squares.z() + squares.x(), squares.x() + squares.y()) / 3;
  return box;
}

TEST(Simulation, AFallingBodyFollowsSemiImplicitEuler) {
  Scene scene;
  scene.bodies = {box_body("box", Vec3(0.5, 0.5, 0.5))};
  scene.start.resize(1);
  scene.dt = 0.01;
  Running running(scene);
  running.run(100);
  // v = -g n h, y = -g h^2 n (n + 1)/2.
  EXPECT_NEAR(running->states()[0].v_W.y(), -9.81, 1e-12);
  EXPECT_NEAR(running->states()[0].p_W.y(), -9.81 * 1e-4 * 100 * 101 / 2, 1e-12);
}

TEST(Simulation, StepsOfSeveralLengthsFollowOneAnother) {
  Scene scene;
  scene.bodies = {box_body("box", Vec3(0.5, 0.5, 0.5))};
  scene.start.resize(1);
  set_steps(scene, {0.01, 0.02});
  Running running(scene);
  running.run(3);
  EXPECT_DOUBLE_EQ(running->time(), 0.04);
  EXPECT_NEAR(running->states()[0].v_W.y(), -9.81 * 0.04, 1e-13);
  // y = -g sum of h_k (h_1 + ... + h_k).
  EXPECT_NEAR(running->states()[0].p_W.y(), -9.81 * (0.01 * 0.01 + 0.02 * 0.03 + 0.01 * 0.04),
              1e-13);
}

TEST(Simulation, AShakenBodyFallsAsItsFrameLeavesIt) {
  Scene scene;
  scene.bodies = {box_body("box", Vec3(0.5, 0.5, 0.5))};
  scene.start.resize(1);
  scene.shake = Shake{Vec3(3, 0, 0), 2, 0.1, 1};
  scene.dt = 0.01;
  Running running(scene);
  running.run(35);  // half a shake
  EXPECT_NEAR(running->states()[0].v_W.x(), -3 / (2 * std::numbers::pi), 1e-12);
  running.run(65);
  EXPECT_NEAR(running->states()[0].v_W.x(), 0, 1e-12);
  EXPECT_NEAR(running->states()[0].v_W.y(), -9.81, 1e-12);
  EXPECT_EQ(running->scene().gravity_W, scene.gravity_W);
}

TEST(Simulation, ADroppedBoxComesToRestOnTheFloorAndGainsNoEnergy) {
  Scene scene = library_scene("stack", [] {
    SceneChoice choice;
    choice.bodies = 1;
    return choice;
  }());
  scene.start[0].p_W.y() = 0.7;
  scene.start[0].q_WB = Eigen::AngleAxisd(0.3, Vec3(0, 0, 1));
  scene.dt = 5e-3;
  Running running(scene);
  double energy = running->total_energy();
  for (int i = 0; i < 400; ++i) {
    running.run(1);
    EXPECT_LE(running->total_energy(), energy + 1e-9) << "step " << i;
    energy = running->total_energy();
  }
  EXPECT_NEAR(running->states()[0].p_W.y(), 0.5, 1e-6);
  EXPECT_LT(running->kinetic_energy(), 1e-12);
}

TEST(Simulation, ASlidingBoxStopsWhereCoulombSays) {
  Scene scene = library_scene("stack", [] {
    SceneChoice choice;
    choice.bodies = 1;
    choice.friction = ContactFriction{FrictionKind::cone, 0.2};
    return choice;
  }());
  scene.start[0].v_W = Vec3(1, 0, 0);
  scene.dt = 1e-3;
  Running running(scene);
  running.run(600);
  EXPECT_NEAR(running->states()[0].p_W.x(), 1 / (2 * 0.2 * 9.81), 1e-3);
  EXPECT_LT(running->kinetic_energy(), 1e-20);
}

TEST(Simulation, CountsTheContactsThatCarry) {
  // A cube on the floor begins to tip: two corners are pressed down, two rise.
  Scene scene;
  scene.gravity_W.setZero();
  scene.bodies = {box_body("cube", Vec3(0.5, 0.5, 0.5)), box_body("floor", Vec3(5, 0.5, 5))};
  scene.bodies[1].fixed = true;
  scene.start.resize(2);
  scene.start[0].p_W = Vec3(0, 1, 0);
  scene.start[0].w_W = Vec3(0, 0, 1);
  scene.dt = 1e-3;
  Running running(scene);
  const StepReport& report = running->step();
  ASSERT_TRUE(report.solved);
  EXPECT_EQ(report.contacts, 4);
  EXPECT_EQ(report.carrying, 2);
}

TEST(Simulation, ABallJointHoldsItsAnchor) {
  Scene scene;
  scene.bodies = {box_body("rod", Vec3(0.5, 0.05, 0.05)), box_body("post", Vec3(0.1, 1, 0.1))};
  scene.bodies[1].fixed = true;
  scene.start.resize(2);
  scene.start[0].p_W = Vec3(0.5, 0, 0);
  scene.joints = {{Joint::Kind::ball, "rod", "post", Vec3::Zero(), Vec3::UnitZ()}};
  scene.dt = 1e-3;
  ASSERT_EQ(scene_fault(scene), "");
  Running running(scene);
  const double energy = running->total_energy();
  for (int i = 0; i < 1000; ++i) {
    running.run(1);
    const BodyState& rod = running->states()[0];
    const double error = (rod.p_W + rod.q_WB * Vec3(-0.5, 0, 0)).norm();
    ASSERT_LT(error, 2e-5) << "step " << i;
    if (i == 500) {
      running.run(1);
      EXPECT_NEAR(running->report().anchor_error, error, 1e-15) << "of the step's beginning";
    }
  }
  EXPECT_NEAR(running->total_energy(), energy, 0.05);
  EXPECT_LT(running->states()[0].p_W.x(), 0) << "it swings through";
}

TEST(Simulation, AHingeKeepsItsAxis) {
  Scene scene;
  scene.bodies = {box_body("door", Vec3(0.5, 0.4, 0.05)), box_body("post", Vec3(0.1, 1, 0.1))};
  scene.bodies[1].fixed = true;
  scene.start.resize(2);
  scene.start[0].p_W = Vec3(0.6, 0, 0);
  scene.start[0].w_W = Vec3(0, 2, 0);
  scene.start[0].v_W = scene.start[0].w_W.cross(Vec3(0.6, 0, 0));
  scene.joints = {{Joint::Kind::hinge, "door", "post", Vec3::Zero(), Vec3::UnitY()}};
  scene.dt = 1e-3;
  Running running(scene);
  running.run(1000);
  const BodyState& door = running->states()[0];
  EXPECT_NEAR((door.q_WB * Vec3::UnitY()).y(), 1, 1e-9);
  EXPECT_LT(running->report().axis_error, 1e-9);
  EXPECT_NEAR(door.p_W.y(), 0, 1e-9);
  EXPECT_NEAR(door.p_W.norm(), 0.6, 1e-3);
  EXPECT_NEAR(door.w_W.y(), 2, 1e-2);
}

TEST(Simulation, AJointOfTurnedBodiesStaysWhereItWasPut) {
  // The two bodies are turned about axes that do not pass through the joint.
  for (const Joint::Kind kind : {Joint::Kind::ball, Joint::Kind::hinge}) {
    Scene scene;
    scene.bodies = {box_body("arm", Vec3(0.5, 0.05, 0.05)), box_body("base", Vec3(0.3, 0.2, 0.1))};
    scene.gravity_W.setZero();
    scene.gamma = 1;
    scene.dt = 1e-3;
    scene.start.resize(2);
    scene.start[0].p_W = Vec3(0.9, 0.3, 0);
    scene.start[0].q_WB = Eigen::AngleAxisd(0.7, Vec3(1, 2, 3).normalized());
    scene.start[1].p_W = Vec3(-0.4, 0.1, 0.2);
    scene.start[1].q_WB = Eigen::AngleAxisd(-1.1, Vec3(2, -1, 1).normalized());
    scene.joints = {{kind, "arm", "base", Vec3(0.2, 0.1, 0.3), Vec3(1, 1, 0).normalized()}};
    ASSERT_EQ(scene_fault(scene), "");
    Running running(scene);
    running.run(5);
    EXPECT_LT(running->kinetic_energy(), 1e-20) << "nothing has to be corrected";
  }
}

// A body at 10 m/s hits one at rest, behind which a third stands, 0.1 mm away.
TEST(Simulation, WhatIsPushedDoesNotGoThroughWhatStandsBehindIt) {
  Scene scene;
  scene.gravity_W.setZero();
  for (const char* name : {"a", "b", "c"}) {
    scene.bodies.push_back(box_body(name, Vec3(0.5, 0.5, 0.5)));
  }
  scene.start.resize(3);
  scene.start[0].p_W.x() = -1.004;
  scene.start[0].v_W.x() = 10;
  scene.start[2].p_W.x() = 1.0001;
  scene.dt = 1e-3;
  Running running(scene);
  for (int i = 0; i < 50; ++i) {
    running.run(1);
    EXPECT_GE(running->contacts().smallest_gap(), -1e-9) << "step " << i;
  }
  // Restitution 0: together they have a third of its speed.
  EXPECT_NEAR(running->kinetic_energy(), 0.5 * 100 / 3, 1e-6);
}

TEST(Simulation, TheSameSceneGivesTheSameBits) {
  SceneChoice choice;
  choice.bodies = 2;
  const Scene scene = library_scene("pile", choice);
  Running one(scene);
  Running two(scene);
  for (int i = 0; i < 60; ++i) {
    one->step();
    two->step();
  }
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    const BodyState& a = one->states()[i];
    const BodyState& b = two->states()[i];
    EXPECT_EQ(a.p_W, b.p_W);
    EXPECT_EQ(a.q_WB.coeffs(), b.q_WB.coeffs());
    EXPECT_EQ(a.w_W, b.w_W);
  }
}

/// Never has an answer.
class Mute : public Metric {
  std::unique_ptr<Shape> prepare(const Polytope&) const override {
    return std::make_unique<Shape>();
  }
  Answer evaluate(const Shape&, const Pose&, const Shape&, const Pose&, Workspace&) const override {
    return {};
  }
};

TEST(Simulation, APairWithoutAnAnswerDoesNotTouchAndIsCounted) {
  const Scene scene = library_scene("spinning-box");
  const auto method = make_metric_contacts(std::make_unique<Mute>());
  const auto stepper = find_stepper(scene.stepper)->make();
  Simulation simulation(scene, *method, *stepper);
  const StepReport& report = simulation.step();
  EXPECT_TRUE(report.taken);
  EXPECT_EQ(report.unanswered, 1);
  EXPECT_EQ(report.contacts, 0);
  EXPECT_NEAR(simulation.states()[0].v_W.y(), -9.81 * scene.dt, 1e-15) << "it falls";
}

/// Solves nothing but what is free of friction.
class Helpless : public Stepper {
 public:
  StepSolution& solve(const StepProblem& problem, StepMemory& memory) override {
    solution_ = real_->solve(problem, memory);
    for (const ContactFriction& friction : problem.friction) {
      if (friction.kind != FrictionKind::frictionless) solution_.solved = false;
    }
    return solution_;
  }
  std::unique_ptr<Stepper> another() const override { return std::make_unique<Helpless>(); }

 private:
  std::unique_ptr<Stepper> real_ = find_stepper("stewart_trinkle")->make();
  StepSolution solution_;
};

TEST(Simulation, AnUnsolvedStepIsTakenWithoutFrictionAndSaid) {
  const Scene scene = library_scene("spinning-box");
  const auto method = make_metric_contacts(std::make_unique<OracleMetric>());
  Helpless helpless;
  Simulation simulation(scene, *method, helpless);
  const double energy = simulation.total_energy();
  for (int i = 0; i < 10; ++i) {
    const StepReport& report = simulation.step();
    ASSERT_TRUE(report.taken);
    EXPECT_FALSE(report.solved);
  }
  EXPECT_NEAR(simulation.total_energy(), energy, 1e-12) << "no friction, and no energy gained";
}

TEST(Simulation, AnUnsolvedStepPushesNoOverlapApart) {
  Scene scene;
  scene.gravity_W.setZero();
  scene.friction = {FrictionKind::cone, 0.5};
  scene.gamma = 1;
  scene.dt = 1e-3;
  scene.bodies = {box_body("upper", Vec3(0.5, 0.5, 0.5)), box_body("lower", Vec3(0.5, 0.5, 0.5))};
  scene.start.resize(2);
  scene.start[0].p_W.y() = 0.99;
  const auto method = make_metric_contacts(std::make_unique<OracleMetric>());
  Helpless helpless;
  Simulation simulation(scene, *method, helpless);
  const StepReport& report = simulation.step();
  ASSERT_TRUE(report.taken);
  ASSERT_FALSE(report.solved);
  ASSERT_GT(report.contacts, 0);
  EXPECT_EQ(simulation.kinetic_energy(), 0) << "they rest, 1 cm deep";
}

TEST(Simulation, JointForcesAreThoseOfStatics) {
  SceneChoice choice;
  choice.bodies = 4;
  choice.both_ends = true;
  const Scene scene = make_scene(*find_scene("links"), choice).value();
  const auto method = make_metric_contacts(std::make_unique<OracleMetric>());
  const auto stepper = find_stepper(scene.stepper)->make();
  Simulation simulation(scene, *method, *stepper);
  for (int k = 0; k < 20; ++k) ASSERT_TRUE(simulation.step().solved);
  const std::vector<Vec3> forces = simulation.joint_forces();
  ASSERT_EQ(forces.size(), 5U);
  for (int i = 0; i < 5; ++i) {
    const Vec3 expected = hanging_joint_force(4, i);
    EXPECT_LE((forces[at(i)] - expected).norm(), 1e-9) << i;
  }
}

/// Solves everything, and says that a bound stands in for the cone.
class Bounded : public Stepper {
 public:
  StepSolution& solve(const StepProblem& problem, StepMemory& memory) override {
    solution_ = real_->solve(problem, memory);
    solution_.friction_bounded = true;
    return solution_;
  }
  std::unique_ptr<Stepper> another() const override { return std::make_unique<Bounded>(); }

 private:
  std::unique_ptr<Stepper> real_ = find_stepper("stewart_trinkle")->make();
  StepSolution solution_;
};

TEST(Simulation, AStepWithBoundedFrictionIsTakenAndCountsAsUnsolved) {
  const Scene scene = library_scene("spinning-box");
  const auto method = make_metric_contacts(std::make_unique<OracleMetric>());
  Bounded bounded;
  Simulation simulation(scene, *method, bounded);
  const StepReport& report = simulation.step();
  EXPECT_TRUE(report.taken);
  EXPECT_FALSE(report.solved);
}

}  // namespace
}  // namespace touchstone
