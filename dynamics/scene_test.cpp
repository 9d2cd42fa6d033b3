// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/scene.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <limits>

#include "geometry/shapes.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;

Scene sound_scene() {
  Scene scene;
  Body ball;
  ball.name = "ball";
  ball.shape.radius = 1;
  Body floor;
  floor.name = "floor";
  floor.fixed = true;
  floor.shape.polytope = make_box(Vec3(5, 1, 5));
  scene.bodies = {ball, floor};
  scene.start.resize(2);
  return scene;
}

TEST(Scene, ASoundSceneHasNoFault) { EXPECT_EQ(scene_fault(sound_scene()), ""); }

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
        Breach{"radius above 0", [](Scene& s) { s.bodies[0].shape.radius = 0; }},
        Breach{"flat", [](Scene& s) { s.bodies[1].shape.polytope = make_box(Vec3(1, 0, 1)); }},
        Breach{"must be finite", [](Scene& s) { s.start[0].v_W.x() = kNaN; }},
        Breach{"not unit", [](Scene& s) { s.start[0].q_WB.w() = 2; }},
        Breach{"is fixed and has", [](Scene& s) { s.start[1].v_W.x() = 1; }},
        Breach{"mass", [](Scene& s) { s.bodies[0].mass = 0; }},
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
        Breach{"gamma", [](Scene& s) { s.gamma = 1.5; }},
        Breach{"look_ahead", [](Scene& s) { s.look_ahead = kNaN; }}));

}  // namespace
}  // namespace touchstone
