// SPDX-License-Identifier: GPL-3.0-or-later
// Bodies that enter a scene during a run.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "contact/contact_samples.hpp"
#include "contact/metric_contacts.hpp"
#include "dynamics/stepping/simulation.hpp"
#include "geometry/shapes.hpp"

namespace touchstone {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr double kG = 9.81;

Body cube(const std::string& name, double enters) {
  Body body;
  body.name = name;
  body.shape = make_box(Vec3(0.5, 0.5, 0.5));
  body.inertia = Vec3::Constant(1.0 / 6);
  body.enters = enters;
  return body;
}

void add(Scene& scene, Body body, const Vec3& p_W, const Vec3& v_W = Vec3::Zero()) {
  scene.bodies.push_back(std::move(body));
  scene.start.emplace_back();
  scene.start.back().p_W = p_W;
  scene.start.back().v_W = v_W;
}

void add_floor(Scene& scene) {
  Body floor;
  floor.name = "floor";
  floor.fixed = true;
  floor.shape = make_box(Vec3(5, 1, 5));
  add(scene, floor, Vec3(0, -1, 0));
}

/// A scene that runs with exact contacts.
class InMotion {
 public:
  explicit InMotion(const Scene& scene)
      : method_(make_metric_contacts(std::make_unique<OracleMetric>())),
        stepper_(find_stepper(scene.stepper)->make()),
        simulation_(scene, *method_, *stepper_) {}
  Simulation* operator->() { return &simulation_; }
  const StepReport& step() {
    const StepReport& report = simulation_.step();
    EXPECT_TRUE(report.taken) << report.fault;
    EXPECT_TRUE(report.solved);
    return report;
  }

 private:
  std::unique_ptr<ContactMethod> method_;
  std::unique_ptr<Stepper> stepper_;
  Simulation simulation_;
};

TEST(Entering, ABodyHasNoPartInAnythingBefore) {
  Scene scene;
  scene.dt = 0.125;
  add(scene, cube("here", 0), Vec3(0, 0.5, 0));
  // Half in the cube that stands there: as long as it is not there, nothing is pushed.
  add(scene, cube("late", 0.5), Vec3(0.5, 0.5, 0), Vec3(0, 0, 1));
  add_floor(scene);
  InMotion run(scene);
  for (int i = 0; i < 4; ++i) {
    const StepReport& report = run.step();
    EXPECT_EQ(report.islands, 1);
    EXPECT_EQ(report.asked, 1);
    EXPECT_EQ(report.waiting, 0);
    EXPECT_FALSE(run->present(1));
    EXPECT_EQ(run->states()[1].p_W, scene.start[1].p_W);
    EXPECT_EQ(run->states()[1].v_W, scene.start[1].v_W);
    EXPECT_NEAR(run->total_energy(), 0.5 * kG, 1e-12);
    EXPECT_LT((run->states()[0].p_W - scene.start[0].p_W).norm(), 1e-12);
  }
}

TEST(Entering, ABodyFallsFreelyFromTheStepThatItEntersIn) {
  Scene scene;
  scene.dt = 0.1;
  add(scene, cube("first", 0), Vec3(0, 0, 0));
  // 0.3 is not a whole number of steps of 0.1 in doubles; 0.25 is between two.
  add(scene, cube("second", 0.3), Vec3(3, 0, 0), Vec3(0, -1, 0));
  add(scene, cube("third", 0.25), Vec3(6, 0, 0));
  InMotion run(scene);
  for (int i = 0; i < 3; ++i) EXPECT_THAT(run.step().entered, IsEmpty());
  EXPECT_THAT(run.step().entered, ElementsAre(1, 2));
  EXPECT_NEAR(run->entered_energy(), 0.5, 1e-15);
  EXPECT_NEAR(run->states()[1].v_W.y(), -1 - kG * 0.1, 1e-14);
  EXPECT_THAT(run.step().entered, IsEmpty());
  EXPECT_NEAR(run->states()[1].v_W.y(), -1 - kG * 0.2, 1e-14);
  EXPECT_NEAR(run->states()[2].v_W.y(), -kG * 0.2, 1e-14);
  EXPECT_EQ(run->delay(1), 0);
}

TEST(Entering, ABodyWaitsWhileItsPlaceIsTaken) {
  Scene scene;
  scene.dt = 0.01;
  scene.gravity_W = Vec3::Zero();
  // Leaves the place at 1 m/s: 0.25 m of it are still taken when the other is to enter.
  add(scene, cube("leaving", 0), Vec3(0.5, 0, 0), Vec3(1, 0, 0));
  add(scene, cube("waiting", 0.25), Vec3(0, 0, 0));
  add(scene, cube("never", 0.25), Vec3(0, 0.5, 0));
  InMotion run(scene);
  int waited = 0;
  for (int i = 0; i < 100; ++i) waited += run.step().waiting;
  EXPECT_TRUE(run->present(1));
  EXPECT_FALSE(run->present(2)) << "the one that waited stands there";
  EXPECT_NEAR(run->delay(1), 0.25, 0.011);
  EXPECT_NEAR(run->delay(2), 0.75, 1e-9);
  EXPECT_EQ(waited, std::lround((run->delay(1) + run->delay(2)) / scene.dt));
}

TEST(Entering, ABodyMayTouchWhatIsThere) {
  Scene scene;
  scene.dt = 0.125;
  add(scene, cube("late", 0.25), Vec3(0, 0.5, 0));
  add_floor(scene);
  InMotion run(scene);
  for (int i = 0; i < 8; ++i) run.step();
  EXPECT_TRUE(run->present(0));
  EXPECT_EQ(run->report().contacts, 4);
  EXPECT_NEAR(run->states()[0].p_W.y(), 0.5, 1e-12);
}

TEST(Entering, BodiesThatEnterTogetherDoNotOverlapEachOther) {
  Scene scene;
  scene.dt = 0.125;
  add(scene, cube("one", 0.25), Vec3(0, 0.5, 0));
  add(scene, cube("other", 0.25), Vec3(0.5, 0.5, 0));
  add_floor(scene);
  InMotion run(scene);
  for (int i = 0; i < 3; ++i) run.step();
  EXPECT_THAT(run->report().entered, ElementsAre(0));
  EXPECT_EQ(run->report().waiting, 1);
}

TEST(Entering, ABodyMeetsWhatIsThereAsIfItHadAlwaysBeen) {
  Scene whole;
  whole.dt = 0.01;
  add(whole, cube("upper", 0), Vec3(0.2, 1.6, 0.1));
  add(whole, cube("lower", 0), Vec3(0, 0.5, 0));
  add_floor(whole);
  Scene late = whole;
  late.bodies[0].enters = 0.5;
  InMotion first(whole);
  InMotion second(late);
  for (int i = 0; i < 50; ++i) second.step();
  for (int i = 0; i < 40; ++i) {
    first.step();
    second.step();
  }
  EXPECT_GE(first->report().contacts, 8);
  EXPECT_LT((first->states()[0].p_W - second->states()[0].p_W).norm(), 1e-9);
  EXPECT_LT((first->states()[1].p_W - second->states()[1].p_W).norm(), 1e-9);
}

TEST(Entering, WhatCannotEnterIsRefused) {
  Scene scene;
  add(scene, cube("late", 0.25), Vec3(0, 2, 0));
  add(scene, cube("here", 0), Vec3(0, 4, 0));
  add_floor(scene);
  EXPECT_EQ(scene_fault(scene), "");
  EXPECT_TRUE(bodies_enter(scene));
  for (const double enters : {-1e-9, -1.0, std::numeric_limits<double>::quiet_NaN(),
                              std::numeric_limits<double>::infinity()}) {
    Scene bad = scene;
    bad.bodies[0].enters = enters;
    EXPECT_EQ(scene_fault(bad), "body 'late': enters must be finite and not negative");
  }
  Scene bad = scene;
  bad.bodies[2].enters = 1;
  EXPECT_EQ(scene_fault(bad), "body 'floor': is fixed and cannot enter later");
  bad = scene;
  bad.joints.emplace_back();
  bad.joints[0].body = "here";
  bad.joints[0].other = "late";
  EXPECT_THAT(scene_fault(bad), HasSubstr("a joint names 'late', which enters later"));
  scene.bodies[0].enters = 0;
  EXPECT_FALSE(bodies_enter(scene));
}

}  // namespace
}  // namespace touchstone
