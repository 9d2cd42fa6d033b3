// SPDX-License-Identifier: GPL-3.0-or-later
// Capsules in motion: contacts of their cores, moved by their radii.
#include <gtest/gtest.h>

#include <cmath>

#include "dynamics/solid_moments.hpp"
#include "dynamics/tests/running.hpp"
#include "geometry/shapes.hpp"

namespace touchstone {
namespace {

constexpr double kRadius = 0.3;      // [m]
constexpr double kHalfLength = 0.5;  // [m]

PolytopePtr capsule() {
  PolytopeInput axis;
  axis.vertices = {{0, 0, -kHalfLength}, {0, 0, kHalfLength}};
  return make_rounded(make_polytope(axis).value(), kRadius).value();
}

/// A capsule along z that lies on the floor y <= 0, 2 m wide; its mass is 2 kg.
Scene lying_capsule() {
  Scene scene;
  scene.name = "lying capsule";
  scene.friction.kind = FrictionKind::no_slip;
  scene.dt = 0.01;
  scene.t_end = 1;
  Body body;
  body.name = "capsule";
  body.shape.polytope = capsule();
  body.mass = 2;
  const SolidMoments moments = capsule_moments(kRadius, kHalfLength);
  set_inertia(body, body.mass / moments.volume * moments.inertia());
  Body floor;
  floor.name = "floor";
  floor.fixed = true;
  floor.shape.polytope = make_box({20, 1, 2});
  scene.bodies = {body, floor};
  scene.start.resize(2);
  scene.start[0].p_W = {0, kRadius, 0};
  scene.start[1].p_W = {0, -1, 0};
  return scene;
}

TEST(Capsule, RollsDownAPlane) {
  Scene scene = lying_capsule();
  const double theta = 0.4;
  // In the plane's own axes.
  scene.gravity_W = 9.81 * Vec3(std::sin(theta), -std::cos(theta), 0);
  const Body& body = scene.bodies[0];
  const double a =
      9.81 * std::sin(theta) / (1 + body.inertia.z() / (body.mass * kRadius * kRadius));
  Running running(scene);
  const double energy = running->total_energy();
  running.run(100);
  const BodyState& state = running->states()[0];
  EXPECT_NEAR(state.v_W.x(), a, 1e-9);
  EXPECT_NEAR(state.w_W.z(), -a / kRadius, 1e-8);
  EXPECT_NEAR(state.p_W.y(), kRadius, 1e-9);
  // A semi-implicit step is ahead of the parabola by half a step: E gains m g sin(theta) v dt / 2.
  const double ahead = body.mass * 9.81 * std::sin(theta) * a * scene.dt / 2;
  EXPECT_NEAR(running->total_energy(), energy - ahead, 1e-7);
}

TEST(Capsule, RestsOnTwoPointsAndOnOneWhereItStands) {
  Scene scene = lying_capsule();
  const auto points = [](Running& running) {
    running.run(1);
    return running->report().contacts;
  };
  Running lies(scene);
  EXPECT_EQ(points(lies), 2);
  scene.start[0].q_WB = Eigen::AngleAxisd(std::acos(-1) / 2, Vec3::UnitX());
  scene.start[0].p_W.y() = kRadius + kHalfLength;
  Running stands(scene);
  EXPECT_EQ(points(stands), 1);
  EXPECT_NEAR(stands->states()[0].p_W.y(), kRadius + kHalfLength, 1e-9);
}

TEST(Capsule, HoldsABallAndAnotherCapsule) {
  Scene scene = lying_capsule();
  scene.bodies[0].fixed = true;
  Body above = lying_capsule().bodies[0];
  above.name = "above";
  scene.bodies.push_back(above);
  scene.start.resize(3);
  scene.start[2].p_W = {0, 3 * kRadius, 0};
  scene.start[2].q_WB = Eigen::AngleAxisd(0.5, Vec3::UnitY());
  Running crossed(scene);
  crossed.run(10);
  EXPECT_NEAR(crossed->states()[2].p_W.y(), 3 * kRadius, 1e-9);
  scene.bodies[2].shape = {nullptr, 0.2};
  scene.start[2].p_W = {0, 2 * kRadius + 0.2, 0.1};
  Running ball(scene);
  ball.run(10);
  EXPECT_NEAR(ball->states()[2].p_W.y(), 2 * kRadius + 0.2, 1e-9);
}

TEST(Capsule, IsRefusedByModelsOfPolytopesAndInThePlane) {
  Scene scene = lying_capsule();
  EXPECT_EQ(scene_fault(scene), "");
  scene.friction = {};
  scene.model = "std";
  EXPECT_EQ(scene_fault(scene), "model std is of polytopes, and body 'capsule' has a radius");
  scene.model = kManifoldModel;
  scene.planar = Axis::z;
  EXPECT_NE(scene_fault(scene).find("'capsule': in a scene that is planar about z it must be a"),
            std::string::npos)
      << scene_fault(scene);
}

TEST(Capsule, HasTheMomentsOfItsParts) {
  // A capsule without a length is a ball.
  EXPECT_EQ(capsule_moments(2, 0).volume, ball_moments(2).volume);
  EXPECT_EQ(capsule_moments(2, 0).second, ball_moments(2).second);
  // By slices: discs of radius rho(z), whose second moments are rho^4 pi/4 across and rho^2 pi z^2.
  const SolidMoments m = capsule_moments(kRadius, kHalfLength);
  const int slices = 200'000;
  const double end = kRadius + kHalfLength;
  SolidMoments sum;
  for (int k = 0; k < slices; ++k) {
    const double z = (2 * (k + 0.5) / slices - 1) * end;
    const double beyond = std::max(0.0, std::abs(z) - kHalfLength);
    const double area = std::acos(-1) * (kRadius * kRadius - beyond * beyond) * 2 * end / slices;
    const double across = area * (kRadius * kRadius - beyond * beyond) / 4;
    sum.volume += area;
    sum.second += Vec3(across, across, area * z * z).asDiagonal();
  }
  EXPECT_NEAR(m.volume, sum.volume, 1e-8);
  EXPECT_LT((m.second - sum.second).norm(), 1e-8);
}

}  // namespace
}  // namespace touchstone
