// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/scenes/many_bodies.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "dynamics/scenes/linkage.hpp"
#include "geometry/index.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;

Scene made(const char* name, int bodies, bool both_ends = false) {
  SceneChoice choice;
  choice.bodies = bodies;
  if (both_ends) choice.both_ends = true;
  auto scene = make_scene(*find_scene(name), choice);
  EXPECT_TRUE(scene.ok()) << scene.reason();
  return scene.value();
}

int moving(const Scene& scene) {
  return static_cast<int>(std::count_if(scene.bodies.begin(), scene.bodies.end(),
                                        [](const Body& body) { return !body.fixed; }));
}

TEST(ManyBodies, EveryNumberIsTakenAndNoneBeyondTheLimits) {
  for (const SceneRow& row : scene_library()) {
    if (row.reads.find('n') == std::string_view::npos) continue;
    for (const int count : {2, 5, 21, 100}) {
      EXPECT_EQ(moving(made(row.name.c_str(), count)), count) << row.name;
    }
    for (const int count : {0, -3, 1'000'000'000}) {
      SceneChoice choice;
      choice.bodies = count;
      const auto scene = make_scene(row, choice);
      ASSERT_FALSE(scene.ok()) << row.name;
      EXPECT_THAT(scene.reason(),
                  testing::ContainsRegex(row.name + ": it has [12] to 100000 moving bodies"));
    }
  }
}

TEST(ManyBodies, SlidingCubesStartAsTheirNumbersSay) {
  const Scene scene = made("sliding-boxes", 30);
  for (int i = 0; i < 30; ++i) {
    const BodyState& start = scene.start[at(i)];
    EXPECT_EQ(start.v_W, Vec3(std::cos(i), 0, std::sin(i)));
    EXPECT_EQ(start.w_W, Vec3(0, 1 + 0.1 * i, 0));
    for (int j = 0; j < i; ++j) {
      EXPECT_GE((start.p_W - scene.start[at(j)].p_W).norm(), 3 - 1e-12);
    }
  }
}

TEST(ManyBodies, TetrahedraStartApartAndInsideTheirBox) {
  EXPECT_DOUBLE_EQ(tetra_pile_width(30), 2.6);
  EXPECT_DOUBLE_EQ(tetra_pile_width(270), 3.8);
  for (const int count : {1, 6, 30, 270}) {
    const Scene scene = made("tetra-pile", count);
    for (int i = 0; i < count; ++i) {
      const Vec3& p = scene.start[at(i)].p_W;
      const double reach = scene.bodies[at(i)].reach();
      EXPECT_NEAR(reach, 0.5 * std::sqrt(6.0) / 4, 1e-15);
      EXPECT_LE(std::max(std::abs(p.x()), std::abs(p.z())) + reach, tetra_pile_width(count) / 2);
      EXPECT_GE(p.y(), reach);
      for (int j = 0; j < i; ++j) {
        EXPECT_GE((p - scene.start[at(j)].p_W).norm(), 2 * reach);
      }
    }
  }
}

TEST(ManyBodies, WhatIsRandomFollowsTheSeed) {
  for (const char* name : {"tetra-pairs", "tetra-pile", "pile"}) {
    SceneChoice one;
    one.seed = 1;
    SceneChoice two;
    two.seed = 2;
    const SceneRow& row = *find_scene(name);
    const auto turn = [&row](const SceneChoice& choice) {
      return make_scene(row, choice).value().start[1].q_WB.coeffs().eval();
    };
    EXPECT_EQ(turn(one), turn(one));
    EXPECT_NE(turn(one), turn(two));
  }
}

TEST(ManyBodies, APyramidOfTwentyOneHasSixRowsThatRestOnEachOther) {
  const Scene scene = made("pyramid", 21);
  for (std::size_t i = 0; i < 21; ++i) {
    const Vec3& p = scene.start[i].p_W;
    if (p.y() == 0.5) continue;
    int below = 0;
    for (std::size_t j = 0; j < 21; ++j) {
      const Vec3& q = scene.start[j].p_W;
      below += q.y() == p.y() - 1 && std::abs(q.x() - p.x()) < 0.6 ? 1 : 0;
    }
    EXPECT_EQ(below, 2);
  }
  EXPECT_EQ(scene.start[20].p_W.y(), 5.5);
}

TEST(Links, HangInEquilibriumOfForcesAndMoments) {
  for (const int count : {2, 3, 8}) {
    const Scene scene = made("links", count, true);
    ASSERT_EQ(scene.joints.size(), static_cast<std::size_t>(count + 1));
    for (int i = 0; i < count; ++i) {
      const Vec3 left = hanging_joint_force(count, i);
      const Vec3 right = -hanging_joint_force(count, i + 1);
      EXPECT_LE((left + right + Vec3(0, -kGravity, 0)).norm(), 1e-12);
      const auto at = static_cast<std::size_t>(i);
      const Vec3 middle = scene.start[at].p_W;
      const Vec3 moment = (scene.joints[at].anchor_W - middle).cross(left) +
                          (scene.joints[at + 1].anchor_W - middle).cross(right);
      EXPECT_LE(moment.norm(), 1e-12);
    }
  }
  SceneChoice one;
  one.bodies = 1;
  one.both_ends = true;
  EXPECT_THAT(make_scene(*find_scene("links"), one).reason(), HasSubstr("it has 2 to"));
}

}  // namespace
}  // namespace touchstone
