// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/scenes/peg.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "dynamics/planar.hpp"
#include "dynamics/solid_moments.hpp"
#include "reference/oracle.hpp"
#include "reference/overlap.hpp"

namespace touchstone {
namespace {

Scene made(const char* name, const SceneChoice& choice = {}) {
  auto scene = make_scene(*find_scene(name), choice);
  EXPECT_TRUE(scene.ok()) << scene.reason();
  return scene.value();
}

Pair pair_of(const Scene& scene, std::size_t A, std::size_t B, const Pose& X_WA) {
  return {scene.bodies[A].shape, X_WA, scene.bodies[B].shape, scene.start[B].pose()};
}

/// The signed distance of two bodies, A where `p_W` says [m].
double gap(const Scene& scene, std::size_t A, std::size_t B, const Vec3& p_W) {
  Pose X_WA = scene.start[A].pose();
  X_WA.t = p_W;
  Oracle oracle;
  return oracle.solve(pair_of(scene, A, B, X_WA)).phi;
}

// What falls straight down is 1 mm from its box on the whole way that is beside it.
TEST(PegScenes, WhatFallsPastACornerIsAMillimetreAside) {
  for (const char* name : {"corner-pass", "corner-pass-space"}) {
    const Scene scene = made(name);
    const std::size_t lanes = scene.bodies.size() / 2;
    EXPECT_EQ(lanes, name == std::string("corner-pass") ? 4U : 6U);
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      ASSERT_FALSE(scene.bodies[lane].fixed);
      ASSERT_TRUE(scene.bodies[lanes + lane].fixed);
      double least = 1;
      for (double y = scene.start[lane].p_W.y(); y > -1.5; y -= 0.01) {
        Vec3 p_W = scene.start[lane].p_W;
        p_W.y() = y;
        least = std::min(least, gap(scene, lane, lanes + lane, p_W));
      }
      EXPECT_NEAR(least, 1e-3, 1e-12) << scene.bodies[lane].name;
      // It is past the whole box at the end.
      const double v = scene.start[lane].v_W.y();
      const double fallen = -v * scene.t_end + kGravity / 2 * scene.t_end * scene.t_end;
      EXPECT_GT(fallen, scene.start[lane].p_W.y() + 1.2 - 0.1) << scene.bodies[lane].name;
    }
  }
}

TEST(PegScenes, CornersMeetOnTheSideThatTheSeedSays) {
  for (const char* name : {"two-corners", "two-corners-space"}) {
    int left = 0;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      SceneChoice choice;
      choice.seed = seed;
      const Scene scene = made(name, choice);
      const double x = scene.start[0].p_W.x();
      EXPECT_EQ(scene.start[0].p_W, made(name, choice).start[0].p_W);
      EXPECT_GE(std::abs(x), 1e-3);
      EXPECT_LE(std::abs(x), 5e-3);
      left += x < 0 ? 1 : 0;
    }
    EXPECT_GT(left, 4) << name;
    EXPECT_LT(left, 16) << name;
  }
}

// Each tip is outside the other body at the end of a free first step, and the bodies cross.
TEST(PegScenes, CornersCrossAlthoughNoTipIsInside) {
  const Scene scene = made("corner-cross");
  EXPECT_GT(gap(scene, 0, 1, scene.start[0].p_W), 0);
  BodyState end = scene.start[0];
  end.v_W += scene.dt * scene.gravity_W;
  advance(end, scene.dt);
  const Pair crossed = pair_of(scene, 0, 1, end.pose());
  EXPECT_GT(OverlapMeter().projected_area(crossed, 2), Rational(1, 1'000'000));
  for (const bool first : {true, false}) {
    const Pair pair = first ? crossed : Pair{crossed.B, crossed.X_WB, crossed.A, crossed.X_WA};
    const Vec3& tip = *std::min_element(pair.A->vertices().begin(), pair.A->vertices().end(),
                                        [](const Vec3& a, const Vec3& b) { return a.y() < b.y(); });
    const Vec3 in_B = pair.X_WB.R.transpose() * (pair.X_WA.R * tip + pair.X_WA.t - pair.X_WB.t);
    double outside = -1;
    for (const Facet& facet : pair.B->facets()) {
      if (std::abs(facet.normal.z()) > 0.5) continue;
      outside = std::max(outside, facet.normal.dot(in_B) - facet.offset);
    }
    EXPECT_GT(outside, 1e-3) << first;
  }
}

TEST(PegScenes, PouredBodiesAreAsThePaperSays) {
  for (const char* name : {"polygon-box", "polyhedron-box"}) {
    const bool planar = name == std::string("polygon-box");
    const Scene scene = made(name);
    EXPECT_EQ(scene.t_end, 5);
    const auto moving = static_cast<std::size_t>(std::count_if(
        scene.bodies.begin(), scene.bodies.end(), [](const Body& body) { return !body.fixed; }));
    ASSERT_EQ(moving, planar ? 20U : 10U);
    for (std::size_t i = 0; i < moving; ++i) {
      const Body& body = scene.bodies[i];
      EXPECT_DOUBLE_EQ(body.enters, (planar ? 0.25 : 0.5) * static_cast<double>(i));
      const std::size_t corners = body.shape->extreme().size() / (planar ? 2 : 1);
      EXPECT_GE(corners, planar ? 4U : 8U);
      EXPECT_LE(corners, planar ? 8U : 14U);
      // Bounds on the radius about the centre of mass, which is inside the circle of the corners.
      EXPECT_LE(scene_reach(scene, body), planar ? 0.45 : 0.5);
      EXPECT_GE(scene_reach(scene, body), planar ? 0.11 : 0.18);
      EXPECT_TRUE(scene.stay_box->contains(scene.start[i].p_W));
      EXPECT_LE(std::abs(scene.start[i].p_W.x()) + scene_reach(scene, body), 1) << body.name;
      EXPECT_EQ(scene.start[i].v_W, Vec3(0, -1, 0));
      EXPECT_LE(scene.start[i].w_W.norm(), 3);
      if (planar) {
        const double thickness = 2 * std::abs(body.shape->vertices().front().z());
        EXPECT_NEAR(body.mass * thickness, solid_moments(*body.shape).volume, 1e-14);
      }
    }
  }
}

TEST(PegScenes, StartsFollowTheSeedAndTheBodyAlone) {
  for (const char* name : {"polygon-box", "polyhedron-box"}) {
    SceneChoice one, few;
    one.seed = few.seed = 7;
    few.bodies = 3;
    const Scene whole = made(name, one);
    const Scene part = made(name, few);
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_EQ(whole.start[i].p_W, part.start[i].p_W);
      EXPECT_EQ(whole.bodies[i].shape->content_hash(), part.bodies[i].shape->content_hash());
    }
    EXPECT_NE(whole.start[0].p_W, made(name).start[0].p_W);
    for (const char* other : {"balance2", "stack"}) EXPECT_FALSE(is_peg_scene(other));
    EXPECT_TRUE(is_peg_scene(name));
  }
}

}  // namespace
}  // namespace touchstone
