// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/scenes/scene_library.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "dynamics/scenes/spheres.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;

TEST(SceneLibrary, EveryRowMakesASoundSceneOfItsName) {
  ASSERT_GE(scene_library().size(), 20U);
  for (const SceneRow& row : scene_library()) {
    const auto scene = make_scene(row, {});
    ASSERT_TRUE(scene.ok()) << row.name << ": " << scene.reason();
    EXPECT_EQ(scene.value().name, row.name);
    EXPECT_FALSE(scene.value().bodies.front().fixed) << "observers look at body 0";
    EXPECT_EQ(find_scene(row.name), &row);
  }
  EXPECT_EQ(find_scene("no-such"), nullptr);
}

TEST(SceneLibrary, WhatIsChosenIsTaken) {
  SceneChoice choice;
  choice.dt = 0.25;
  choice.t_end = 7;
  choice.friction = ContactFriction{FrictionKind::cone, 0.75};
  choice.directions = 12;
  for (const SceneRow& row : scene_library()) {
    const auto scene = make_scene(row, choice);
    ASSERT_TRUE(scene.ok()) << row.name;
    EXPECT_EQ(scene.value().dt, 0.25);
    EXPECT_EQ(scene.value().t_end, 7);
    EXPECT_EQ(scene.value().friction.mu, 0.75);
    EXPECT_EQ(scene.value().directions, 12);
  }
}

TEST(SceneLibrary, WhatNoSceneCanBeIsRefusedByName) {
  SceneChoice choice;
  choice.vertices_A = 3;
  EXPECT_THAT(make_scene(*find_scene("vertex-spin"), choice).reason(), HasSubstr("vertex-spin: "));
  choice = {};
  choice.dt = -1;
  EXPECT_THAT(make_scene(*find_scene("stack"), choice).reason(), HasSubstr("dt must"));
}

// Bodies that are to stand on others do so exactly, or the first step would be an impact.
TEST(SceneLibrary, SpinningSpheresStartInContact) {
  for (const char* name : {"vertex-spin", "edge-spin", "face-spin"}) {
    const auto scene = make_scene(*find_scene(name), {});
    ASSERT_TRUE(scene.ok());
    const Scene& s = scene.value();
    EXPECT_EQ(s.start[0].p_W.y() + lowest_point(*s.bodies[0].shape), 0) << name;
  }
}

TEST(SceneLibrary, TheWheelStartsTurningAboutItsLeadingEdge) {
  const auto made = make_scene(*find_scene("rimless-wheel"), {});
  ASSERT_TRUE(made.ok());
  const Scene& scene = made.value();
  const BodyState& start = scene.start[0];
  Vec3 leading = Vec3::Zero();
  for (const Vec3& v : scene.bodies[0].shape->vertices()) {
    if (v.y() < lowest_point(*scene.bodies[0].shape) + 1e-12 && v.x() > 0) leading = v;
  }
  const Vec3 velocity = start.v_W + start.w_W.cross(Vec3(leading.x(), leading.y(), 0));
  EXPECT_NEAR(velocity.norm(), 0, 1e-15);
  EXPECT_GT(start.v_W.y(), 0) << "it climbs first";
}

}  // namespace
}  // namespace touchstone
