// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/planar.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "contact/contact_samples.hpp"
#include "contact/metric_contacts.hpp"
#include "dynamics/stepping/simulation.hpp"
#include "dynamics/tests/running.hpp"
#include "geometry/shapes.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;

Body block(const char* name, double width, double height, double half_depth, bool fixed = false) {
  Body body;
  body.name = name;
  body.shape = make_box(Vec3(width / 2, height / 2, half_depth));
  body.fixed = fixed;
  return body;
}

/// A rectangle of 0.6 m x 0.4 m above a floor whose top is y = 0.
Scene rectangle_on_floor(double mu, double half_depth = 0.5) {
  Scene scene;
  scene.planar = Axis::z;
  scene.bodies = {block("block", 0.6, 0.4, half_depth),
                  block("floor", 20, 2, 3 * half_depth, true)};
  scene.start.resize(2);
  scene.start[0].p_W = Vec3(0, 0.2, 0);
  scene.start[1].p_W = Vec3(0, -1, 0);
  scene.friction = {FrictionKind::cone, mu};
  settle_planar(scene);
  return scene;
}

TEST(Planar, MassAndMomentAreThoseOfTheAreaWhateverTheHeight) {
  for (const double half_depth : {1e-3, 0.5, 40.0}) {
    Scene scene = rectangle_on_floor(0.1, half_depth);
    scene.bodies[0].density = 7;
    settle_planar(scene);
    EXPECT_NEAR(scene.bodies[0].mass, 7 * 0.24, 1e-15);
    EXPECT_NEAR(scene.bodies[0].inertia.z(), 7 * 0.24 * (0.36 + 0.16) / 12, 1e-15);
    EXPECT_NEAR(scene_reach(scene, scene.bodies[0]), std::hypot(0.3, 0.2), 1e-15);
  }
}

/// Products of neighbouring corners cancel in a rectangle about its centre, not in this triangle.
TEST(Planar, TheMomentOfATriangleIsThatOfItsArea) {
  Scene scene = rectangle_on_floor(0.1);
  scene.bodies[0].shape = make_prism(3, 2, 0.5);
  scene.bodies[0].density = 7;
  settle_planar(scene);
  const double area = 3 * std::sqrt(3.0);  // 3/4 sqrt(3) R^2
  EXPECT_NEAR(scene.bodies[0].mass, 7 * area, 1e-13);
  EXPECT_NEAR(scene.bodies[0].inertia.z(), 7 * area, 1e-13);  // m R^2 / 4
}

TEST(Planar, VerticesInsideAnEndFaceAreNoCorners) {
  PolytopeInput input;
  for (const double z : {-1.0, 1.0}) {
    for (const double x : {-0.5, 0.5}) {
      for (const double y : {-0.5, 0.5}) input.vertices.emplace_back(x, y, z);
    }
    for (const double x : {-0.2, 0.2}) input.vertices.emplace_back(x, 0, z);
  }
  Scene scene = rectangle_on_floor(0.1);
  scene.bodies[0].shape = make_polytope(input).value();
  settle_planar(scene);
  EXPECT_NEAR(scene.bodies[0].mass, 1, 1e-15);
}

TEST(Planar, ABodyDeepInALargeOneComesOutInThePlane) {
  Scene scene = rectangle_on_floor(0);
  scene.start[0].p_W = Vec3(0, -0.9, 0);
  Running running(scene);
  running.run(1);
  EXPECT_NEAR(running->states()[0].p_W.y(), 0.2, 1e-9);
}

TEST(Planar, ABlockHasOneContactForBothEndsAndStopsAsCoulombSays) {
  Scene scene = rectangle_on_floor(0.25);
  scene.start[0].v_W = Vec3(1, 0, 0);
  scene.dt = 1e-3;
  Running running(scene);
  running.run(100);
  EXPECT_EQ(running->report().contacts, 2);
  for (const BodyPair& pair : running->contacts().pairs()) {
    for (const ContactPoint& point : pair.contact.points) EXPECT_EQ(point.p_WA.z(), 0);
  }
  EXPECT_NEAR(running->states()[0].v_W.x(), 1 - 0.25 * 9.81 * 0.1, 1e-9);
  running.run(400);
  EXPECT_NEAR(running->states()[0].v_W.norm(), 0, 1e-12);
  EXPECT_NEAR(running->states()[0].p_W.y(), 0.2, 1e-12);
}

// A rectangle turned by a lands with its lower corner at r from its centre. Without friction the
// impulse c at the corner makes its vertical velocity zero: v + c/m + (w + c r_x/I) r_x = 0.
TEST(Planar, AnImpactOnACornerIsThatOfThePlane) {
  Scene scene = rectangle_on_floor(0);
  scene.friction = {};
  scene.gravity_W.setZero();
  const double a = 0.3;
  const Vec3 r = Eigen::AngleAxisd(a, Vec3::UnitZ()) * Vec3(-0.3, -0.2, 0);
  scene.start[0].q_WB = Eigen::AngleAxisd(a, Vec3::UnitZ());
  scene.start[0].p_W = Vec3(0, -r.y(), 0);
  scene.start[0].v_W = Vec3(0.5, -2, 0);
  scene.start[0].w_W = Vec3(0, 0, 0.7);
  scene.dt = 1e-3;
  const double m = scene.bodies[0].mass;
  const double I = scene.bodies[0].inertia.z();
  const double c = -(-2 + 0.7 * r.x()) / (1 / m + r.x() * r.x() / I);
  Running running(scene);
  running.run(1);
  const BodyState& after = running->states()[0];
  EXPECT_NEAR(after.v_W.x(), 0.5, 1e-13);
  EXPECT_NEAR(after.v_W.y(), -2 + c / m, 1e-11);
  EXPECT_NEAR(after.w_W.z(), 0.7 + c * r.x() / I, 1e-10);
  EXPECT_EQ(after.v_W.z(), 0);
  EXPECT_EQ(after.w_W.head<2>(), Eigen::Vector2d(0, 0));
}

TEST(Planar, HeightsChangeNoBitOfTheMotion) {
  const auto run = [](double half_depth) {
    Scene scene = rectangle_on_floor(0.3, half_depth);
    scene.start[0].p_W.y() = 0.5;
    scene.start[0].q_WB = Eigen::AngleAxisd(0.4, Vec3::UnitZ());
    scene.start[0].v_W = Vec3(0.8, 0, 0);
    scene.dt = 5e-3;
    Running running(scene);
    running.run(100);
    return running->states()[0];
  };
  const BodyState thin = run(1e-3);
  const BodyState thick = run(50);
  EXPECT_EQ(thin.p_W, thick.p_W);
  EXPECT_EQ(thin.q_WB.coeffs(), thick.q_WB.coeffs());
  EXPECT_EQ(thin.p_W.z(), 0);
}

// One problem posed about each axis, by a cyclic exchange of the axes, has the same solution.
TEST(Planar, EachAxisHasTheSamePlane) {
  const auto speed = [](Axis axis) {
    const auto turned = [axis](const Vec3& v) {
      Vec3 to;
      for (int k = 0; k < 3; ++k) to[(k + 1 + static_cast<int>(axis)) % 3] = v[k];
      return to;
    };
    Scene scene = rectangle_on_floor(0.25);
    scene.planar = axis;
    scene.bodies[0].shape = make_box(turned(Vec3(0.3, 0.2, 0.5)));
    scene.bodies[1].shape = make_box(turned(Vec3(10, 1, 0.5)));
    for (BodyState& state : scene.start) state.p_W = turned(state.p_W);
    scene.gravity_W = turned(scene.gravity_W);
    scene.start[0].v_W = turned(Vec3(1, 0, 0));
    scene.start[0].w_W = turned(Vec3(0, 0, -0.2));
    settle_planar(scene);
    EXPECT_EQ(scene_fault(scene), "");
    Running running(scene);
    running.run(50);
    return running->states()[0].v_W.norm();
  };
  EXPECT_NEAR(speed(Axis::x), speed(Axis::z), 1e-12);
  EXPECT_NEAR(speed(Axis::y), speed(Axis::z), 1e-12);
}

// An island of more bodies than dense solvers take.
TEST(Planar, ATallStackStandsAndDoesNotSlip) {
  Scene scene = rectangle_on_floor(0.5);
  for (int i = 1; i < 20; ++i) {
    scene.bodies.push_back(block("block", 0.6, 0.4, 0.5));
    scene.bodies.back().name += std::to_string(i);
    scene.start.emplace_back();
    scene.start.back().p_W = Vec3(0, 0.2 + 0.4 * i, 0);
  }
  settle_planar(scene);
  scene.dt = 1e-2;
  for (const FrictionKind kind : {FrictionKind::cone, FrictionKind::no_slip}) {
    scene.friction.kind = kind;
    Running running(scene);
    running.run(20);
    EXPECT_EQ(running->report().contacts, 40);
    EXPECT_NEAR(running->states().back().p_W.y(), 0.2 + 0.4 * 19, 1e-9);
    EXPECT_NEAR(running->kinetic_energy(), 0, 1e-15);
  }
}

struct Breach {
  const char* said;
  std::function<void(Scene&)> breach;
};

class PlanarBreach : public testing::TestWithParam<Breach> {};

TEST_P(PlanarBreach, IsSaidInOneLine) {
  Scene scene = rectangle_on_floor(0.1);
  ASSERT_EQ(scene_fault(scene), "");
  GetParam().breach(scene);
  EXPECT_THAT(scene_fault(scene), HasSubstr(GetParam().said));
}

INSTANTIATE_TEST_SUITE_P(
    EachRule, PlanarBreach,
    testing::Values(
        Breach{"body 'block': in a scene that is planar about z it must be a prism along z",
               [](Scene& s) { s.bodies[0].shape = make_simplex(); }},
        Breach{"must be a prism", [](Scene& s) { s.bodies[0].shape = make_capsule(1); }},
        Breach{"must be a prism",
               [](Scene& s) {
                 PolytopeInput input;
                 for (const Vec3& v : s.bodies[0].shape->vertices()) {
                   input.vertices.emplace_back(v + Vec3(0, 0, 0.1));
                 }
                 s.bodies[0].shape = make_polytope(input).value();
               }},
        Breach{"centre of its area",
               [](Scene& s) {
                 PolytopeInput input;
                 for (const Vec3& v : s.bodies[0].shape->vertices()) {
                   input.vertices.emplace_back(v + Vec3(0, 0.1, 0));
                 }
                 s.bodies[0].shape = make_polytope(input).value();
               }},
        Breach{"may turn about z only",
               [](Scene& s) { s.start[0].q_WB = Eigen::AngleAxisd(0.1, Vec3::UnitX()); }},
        Breach{"stay there", [](Scene& s) { s.start[0].p_W.z() = 0.1; }},
        Breach{"stay there", [](Scene& s) { s.start[0].v_W.z() = 0.1; }},
        Breach{"stay there", [](Scene& s) { s.start[0].w_W.x() = 0.1; }},
        Breach{"density", [](Scene& s) { s.bodies[0].density = 0; }},
        Breach{"joints",
               [](Scene& s) {
                 s.joints.push_back({Joint::Kind::ball, "block", "floor", {0, 0, 0}, {0, 0, 1}});
               }},
        Breach{"gravity must be in the plane", [](Scene& s) { s.gravity_W.z() = 1; }},
        Breach{"acceleration must be in the plane", [](Scene& s) {
                 s.shake = Shake{Vec3(0, 0, 1), 1, 0, 0};
               }}));

}  // namespace
}  // namespace touchstone
