// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/scene.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <numbers>
#include <utility>
#include <vector>

#include "geometry/shapes.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;

Scene sound_scene() {
  Scene scene;
  Body ball;
  ball.name = "ball";
  ball.shape = make_capsule(1);
  Body floor;
  floor.name = "floor";
  floor.fixed = true;
  floor.shape = make_box(Vec3(5, 1, 5));
  scene.bodies = {ball, floor};
  scene.start.resize(2);
  return scene;
}

TEST(Scene, ASoundSceneHasNoFault) { EXPECT_EQ(scene_fault(sound_scene()), ""); }

TEST(Scene, StepsOfSeveralLengthsAreCountedToTheNearestWhole) {
  Scene scene = sound_scene();
  set_steps(scene, {0.1, 0.2, 0.3});
  EXPECT_DOUBLE_EQ(scene.dt, 0.2);
  EXPECT_EQ(step_length(scene, 4), 0.2);
  for (const auto& [t_end, steps] : std::vector<std::pair<double, std::uint64_t>>{
           {0, 0}, {0.04, 0}, {0.06, 1}, {0.1, 1}, {0.25, 2}, {0.6, 3}, {1.24, 6}, {1.9, 10}}) {
    scene.t_end = t_end;
    EXPECT_EQ(step_count(scene), steps) << t_end;
  }
  scene.t_end = 1e300;
  EXPECT_EQ(step_count(scene), 1'000'000'000'000'000U);
  scene.t_end = 1;
  set_steps(scene, {0.25});
  EXPECT_EQ(step_count(scene), 4U);
}

TEST(Scene, AShakenFrameTakesItsMeanAccelerationFromGravity) {
  Scene scene = sound_scene();
  scene.shake = Shake{Vec3(0, 6, 0), 2, 1, 3};
  EXPECT_EQ(gravity_in_frame(scene, 0.5, 0.5), scene.gravity_W) << "before it starts";
  EXPECT_NEAR(gravity_in_frame(scene, 1.125, 1e-6).y(), -9.81 - 6, 1e-4) << "at the peak";
  EXPECT_NEAR(gravity_in_frame(scene, 1, 0.25).y(), -9.81 - 6 * 2 / std::numbers::pi, 1e-12);
  EXPECT_NEAR(gravity_in_frame(scene, 1, 0.5).y(), -9.81, 1e-12) << "a whole shake";
  EXPECT_EQ(gravity_in_frame(scene, 2.6, 0.1), scene.gravity_W) << "after three shakes";
  scene.shake->shakes = 0;
  EXPECT_NE(gravity_in_frame(scene, 2.6, 0.1), scene.gravity_W);
}

TEST(Scene, AHullWhoseOriginIsFarFromItsCentroidIsRemarked) {
  Scene scene = sound_scene();
  EXPECT_EQ(scene_remark(scene), "");

  const auto shifted = [](double by) {
    PolytopeInput input;
    const PolytopePtr box = make_box(Vec3(3, 4, 12));
    for (const Vec3& v : box->vertices()) input.vertices.push_back(v);
    for (Vec3& v : input.vertices) v.x() += by;
    return make_polytope(input).value();
  };
  scene.bodies[0].shape = shifted(1.2);
  EXPECT_EQ(scene_remark(scene), "") << "0.09 of 13";
  scene.bodies[0].shape = shifted(2.6);
  EXPECT_EQ(scene_remark(scene),
            "body 'ball': its origin, which is its centre of mass, is 0.2 of its radius from the "
            "centroid of its hull, which is at [2.6, 0, 0]");
  scene.bodies.push_back(scene.bodies[0]);
  scene.bodies.back().name = "twin";
  scene.start.emplace_back();
  EXPECT_THAT(scene_remark(scene), testing::EndsWith("; so it is of 1 other"));
  scene.bodies[0].fixed = scene.bodies[2].fixed = true;
  EXPECT_EQ(scene_remark(scene), "") << "what is fixed has no centre of mass";
}

struct Breach {
  const char* said;
  std::function<void(Scene&)> breach;
};

class SceneBreach : public testing::TestWithParam<Breach> {};

TEST_P(SceneBreach, IsSaidInOneLine) {
  Scene scene = sound_scene();
  GetParam().breach(scene);
  EXPECT_THAT(scene_fault(scene), HasSubstr(GetParam().said));
}

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

INSTANTIATE_TEST_SUITE_P(
    EachRule, SceneBreach,
    testing::Values(
        Breach{"needs a body", [](Scene& s) { s.bodies.clear(); }},
        Breach{"needs a start", [](Scene& s) { s.start.pop_back(); }},
        Breach{"two bodies are called 'ball'", [](Scene& s) { s.bodies[1].name = "ball"; }},
        Breach{"flat", [](Scene& s) { s.bodies[1].shape = make_box(Vec3(1, 0, 1)); }},
        Breach{"velocity must be within 1e60", [](Scene& s) { s.start[0].v_W.x() = kNaN; }},
        Breach{"position and velocity must", [](Scene& s) { s.start[0].p_W.z() = -1e61; }},
        Breach{"not unit", [](Scene& s) { s.start[0].q_WB.w() = 2; }},
        Breach{"is fixed and has", [](Scene& s) { s.start[1].v_W.x() = 1; }},
        Breach{"'ball': only a fixed body moves on a path",
               [](Scene& s) { s.bodies[0].path = BodyPath(); }},
        Breach{"'floor': path: its velocity, acceleration",
               [](Scene& s) {
                 s.bodies[1].path = BodyPath();
                 s.bodies[1].path->spin_W.x() = kNaN;
               }},
        Breach{"'floor': path: it begins elsewhere",
               [](Scene& s) {
                 s.bodies[1].path = BodyPath();
                 s.bodies[1].path->points = {{0, Vec3(1, 0, 0)}};
               }},
        Breach{"'floor': is fixed and has a load", [](Scene& s) { s.bodies[1].force_W.x() = 1; }},
        Breach{"'ball': its loads must be finite",
               [](Scene& s) { s.bodies[0].torque_W.x() = kNaN; }},
        Breach{"centre of mass, is outside its hull, whose centroid is at [0.5, 0, 0]",
               [](Scene& s) {
                 s.bodies[0].shape = {make_polytope({{{0.1, -1, -1},
                                                      {0.9, -1, -1},
                                                      {0.1, 1, -1},
                                                      {0.9, 1, -1},
                                                      {0.1, -1, 1},
                                                      {0.9, -1, 1},
                                                      {0.1, 1, 1},
                                                      {0.9, 1, 1}},
                                                     {},
                                                     {}})
                                          .value()};
               }},
        Breach{"expect: 'nobody' is not a body",
               [](Scene& s) {
                 s.expect = {{"nobody", Vec3::Zero(), 1}};
               }},
        Breach{"within must be above 0",
               [](Scene& s) {
                 s.expect = {{"ball", Vec3::Zero(), 0}};
               }},
        Breach{"position must be within 1e60 m",
               [](Scene& s) {
                 s.expect = {{"ball", Vec3(kNaN, 0, 0), 1}};
               }},
        Breach{"at most 1e60 m",
               [](Scene& s) {
                 s.expect = {{"ball", Vec3::Zero(), 1e61}};
               }},
        Breach{"anchor must be within 1e60 m",
               [](Scene& s) {
                 s.joints.push_back({Joint::Kind::ball, "ball", "floor", {1e61, 0, 0}, {0, 0, 1}});
               }},
        Breach{"mass must", [](Scene& s) { s.bodies[0].mass = 0; }},
        Breach{"moments must be", [](Scene& s) { s.bodies[0].inertia.x() = -1; }},
        Breach{"sum of the others", [](Scene& s) { s.bodies[0].inertia = Vec3(1, 1, 3); }},
        Breach{"'nobody', which is not a body",
               [](Scene& s) {
                 s.joints.push_back({Joint::Kind::ball, "ball", "nobody", {0, 0, 0}, {0, 0, 1}});
               }},
        Breach{"to itself",
               [](Scene& s) {
                 s.joints.push_back({Joint::Kind::ball, "ball", "ball", {0, 0, 0}, {0, 0, 1}});
               }},
        Breach{"axis unit",
               [](Scene& s) {
                 s.joints.push_back({Joint::Kind::hinge, "ball", "floor", {0, 0, 0}, {0, 0, 2}});
               }},
        Breach{"anchors must be apart and within 1e60 m",
               [](Scene& s) {
                 s.joints.push_back(
                     {Joint::Kind::distance, "ball", "floor", {1, 0, 0}, {0, 0, 1}, {1, 0, 0}});
               }},
        Breach{"friction names 'nobody'",
               [](Scene& s) {
                 s.pairs.push_back({"nobody", "", {}});
               }},
        Breach{"mu must",
               [](Scene& s) {
                 s.friction = {FrictionKind::cone, -1};
               }},
        Breach{"gravity", [](Scene& s) { s.gravity_W.y() = kNaN; }},
        Breach{"dt must", [](Scene& s) { s.dt = 0; }},
        Breach{"t_end", [](Scene& s) { s.t_end = -1; }},
        Breach{"directions", [](Scene& s) { s.directions = 5; }},
        Breach{"gamma", [](Scene& s) { s.gamma = 3; }},
        Breach{"one dt is below 1e-6 of another",
               [](Scene& s) {
                 set_steps(s, {0.005, 1e-300});
               }},
        Breach{"each dt must",
               [](Scene& s) {
                 s.steps = {0.1, 0};
               }},
        Breach{"more than 1000000", [](Scene& s) { s.steps.assign(1'000'001, 0.1); }},
        Breach{"shake: acceleration",
               [](Scene& s) {
                 s.shake = Shake{Vec3(kNaN, 0, 0), 1, 0, 0};
               }},
        Breach{"shake: frequency",
               [](Scene& s) {
                 s.shake = Shake{Vec3(1, 0, 0), 0, 0, 0};
               }},
        Breach{"shake: start",
               [](Scene& s) {
                 s.shake = Shake{Vec3(1, 0, 0), 1, -1, 0};
               }},
        Breach{"look_ahead", [](Scene& s) { s.look_ahead = kNaN; }}));

}  // namespace
}  // namespace touchstone
