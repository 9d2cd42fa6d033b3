// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/stepping/penalty_scheme.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "contact/contact_samples.hpp"
#include "contact/metric_contacts.hpp"
#include "dynamics/scenes/scene_library.hpp"
#include "geometry/shapes.hpp"

namespace touchstone {
namespace {

constexpr double kG = 9.81;

/// A unit sphere of mass 1 above a floor whose top is y = 0.
Scene sphere_on_floor(double height, const ContactFriction& friction, double dt) {
  Scene scene;
  scene.friction = friction;
  scene.dt = dt;
  scene.bodies.resize(2);
  scene.bodies[0].name = "sphere";
  scene.bodies[0].shape = make_capsule(1);
  scene.bodies[1].name = "floor";
  scene.bodies[1].fixed = true;
  scene.bodies[1].shape = make_box(Vec3(50, 5, 50));
  scene.start.resize(2);
  scene.start[0].p_W = Vec3(0, 1 + height, 0);
  scene.start[1].p_W = Vec3(0, -5, 0);
  return scene;
}

class Springs {
 public:
  Springs(const Scene& scene, const PenaltyOptions& options)
      : method_(make_metric_contacts(std::make_unique<OracleMetric>())),
        scheme_(scene, *method_, options) {}
  PenaltyScheme* operator->() { return &scheme_; }
  void run(int steps) {
    for (int i = 0; i < steps; ++i) ASSERT_TRUE(scheme_.step().taken) << "step " << i;
  }

 private:
  std::unique_ptr<ContactMethod> method_;
  PenaltyScheme scheme_;
};

TEST(PenaltyScheme, AFallingBodyFollowsSemiImplicitEuler) {
  Springs springs(sphere_on_floor(40, {}, 0.01), {});
  springs.run(100);
  EXPECT_NEAR(springs->states()[0].v_W.y(), -kG, 1e-12);
  EXPECT_NEAR(springs->states()[0].p_W.y(), 41 - kG * 1e-4 * 100 * 101 / 2, 1e-12);
  EXPECT_NEAR(springs->time(), 1, 1e-12);
}

TEST(PenaltyScheme, ABodyRestsAtItsWeightOverTheStiffness) {
  Springs springs(sphere_on_floor(0, {}, 1e-3), {1e4, 2 * std::sqrt(1e4), 1e-2});
  springs.run(1000);
  EXPECT_NEAR(springs->states()[0].p_W.y(), 1 - kG / 1e4, 1e-9);
  EXPECT_NEAR(springs->kinetic_energy(), 0, 1e-12);
}

TEST(PenaltyScheme, ABounceTakesTheTimeOfTheSpring) {
  // y'' = -g - k y from y = 0 with speed v: back at y = 0 after 2 (pi - atan(v omega/g))/omega.
  constexpr double kStep = 1e-5;
  constexpr double kStiffness = 1e4;
  constexpr double kSpeed = 1;
  Scene scene = sphere_on_floor(0, {}, kStep);
  scene.start[0].v_W.y() = -kSpeed;
  Springs springs(scene, {kStiffness, 0, 1e-2});
  int steps = 0;
  do {
    springs.run(1);
    ++steps;
  } while (springs->states()[0].p_W.y() < 1 && steps < 100'000);
  const double omega = std::sqrt(kStiffness);
  const double truth = 2 * (std::numbers::pi - std::atan(kSpeed * omega / kG)) / omega;
  EXPECT_NEAR(steps * kStep, truth, 3 * kStep);
  EXPECT_NEAR(springs->states()[0].v_W.y(), kSpeed, 1e-3)
      << "a spring without damper gives all back";
}

TEST(PenaltyScheme, ASlidingBoxIsSlowedByMuG) {
  Scene scene = sphere_on_floor(0, {FrictionKind::cone, 0.1}, 1e-3);
  scene.bodies[0].shape = make_box(Vec3(1, 0.1, 1));
  const PenaltyOptions options = penalty_for_depth(scene, 1e-3, 0.25, 1e-2);
  scene.start[0].p_W.y() = 0.1 - 0.25e-3;  // at rest on four springs
  scene.start[0].v_W.x() = 2;
  Springs springs(scene, options);
  springs.run(1000);
  EXPECT_NEAR(springs->states()[0].v_W.x(), 2 - 0.1 * kG, 2e-3);
  springs.run(1500);
  EXPECT_NEAR(springs->states()[0].v_W.x(), 0, 1e-3) << "it stops at 2.04 s";
}

TEST(PenaltyScheme, AStepBeyondTheSpringsPeriodGainsEnergy) {
  // On one spring the stable limit is h = 2/omega = 0.02 s.
  for (const auto& [h, stable] : {std::pair(0.01, true), std::pair(0.022, false)}) {
    Scene scene = sphere_on_floor(-5e-3, {}, h);
    scene.gravity_W = Vec3(0, -100, 0);  // rests at 1e-2: a stable step never leaves the floor
    Springs springs(scene, {1e4, 0, 1e-2});
    double most = 0;
    for (int i = 0; i < 200 && springs->step().taken; ++i) {
      most = std::max(most, springs->kinetic_energy());
    }
    EXPECT_EQ(most < 5, stable) << h << ' ' << most;
  }
}

TEST(PenaltyScheme, ComparatorsNameWhatTheyCannotStep) {
  const auto fault = [](const char* name) {
    return comparator_fault(make_scene(*find_scene(name), {}).value());
  };
  EXPECT_EQ(fault("stack"), "");
  EXPECT_EQ(fault("links"), "a scene with joints");
  EXPECT_EQ(fault("pushed-cube"), "a body on a path");
  EXPECT_EQ(fault("brazil-nut"), "a scene that shakes");
}

}  // namespace
}  // namespace touchstone
