// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/scenes/hart.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "contact/contact_samples.hpp"
#include "contact/metric_contacts.hpp"
#include "dynamics/stepping/simulation.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;

constexpr const char* kProblems[] = {"balance2", "pyramid1", "dice3", "setup6"};

Scene made(const char* name, const SceneChoice& choice = {}) {
  auto scene = make_scene(*find_scene(name), choice);
  EXPECT_TRUE(scene.ok()) << scene.reason();
  return std::move(scene).value();
}

double deepest_at_start(const Scene& scene) {
  const auto method = make_metric_contacts(std::make_unique<OracleMetric>());
  const auto stepper = find_stepper("stewart_trinkle")->make();
  Simulation simulation(scene, *method, *stepper);
  simulation.step();
  return std::max(0.0, -simulation.report().smallest_gap);
}

TEST(HartScenes, MassesAreThoseOfDensityOne) {
  const Scene balance = made("balance2");
  const double masses[] = {1, 1.2, 0.36, 0.36, 0.28, 0.36};
  for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(balance.bodies[i].mass, masses[i], 1e-15);
  // Moment of an isosceles triangle about its centroid: m (3 b^2 + 4 h^2)/72.
  EXPECT_NEAR(balance.bodies[0].inertia.z(), (3.0 * 4 + 4) / 72, 1e-15);
  const Scene setup = made("setup6");
  EXPECT_NEAR(setup.bodies[0].mass, 1.5 * 1.5 * 1.5 / (6 * std::sqrt(2.0)), 1e-15);
  EXPECT_NEAR(setup.bodies[1].mass, 0.512, 1e-15);
  EXPECT_NEAR(setup.start[0].p_W.z(), 0.30619, 5e-6);
}

TEST(HartScenes, EveryStartIsFeasible) {
  for (const char* name : kProblems) {
    for (const int start : {0, 1, 2, 3, 4}) {
      Scene scene = made(name);
      move_start(scene, 42, start);
      EXPECT_LE(deepest_at_start(scene), 1e-15) << name << " start " << start;
    }
  }
  EXPECT_EQ(deepest_at_start(made("brazil-nut")), 0);
}

TEST(HartScenes, AStartMovesOneBodyByNoMoreThanItMay) {
  for (const char* name : kProblems) {
    const Scene own = made(name);
    int moved_x = 0;
    for (int start = 0; start < 20; ++start) {
      Scene scene = own;
      move_start(scene, 7, start);
      int moved = 0;
      for (std::size_t i = 0; i < own.start.size(); ++i) {
        const Vec3 by = scene.start[i].p_W - own.start[i].p_W;
        const Vec3 faster = scene.start[i].v_W - own.start[i].v_W;
        moved += by.isZero(0) && faster.isZero(0) ? 0 : 1;
        EXPECT_LE(by.cwiseAbs().maxCoeff(), 0.01);
        EXPECT_LE(faster.cwiseAbs().maxCoeff(), 0.05);
        EXPECT_EQ(by.z(), 0);
        moved_x += by.x() > 0 || faster.x() > 0 ? 1 : 0;
      }
      EXPECT_EQ(moved, start == 0 ? 0 : 1) << name << " start " << start;
      Scene again = own;
      move_start(again, 7, start);
      EXPECT_EQ(again.start[1].p_W, scene.start[1].p_W);
    }
    EXPECT_GT(moved_x, 3) << name;
    EXPECT_LT(moved_x, 17) << name;
    EXPECT_TRUE(is_problem_of_hart(name));
  }
  EXPECT_FALSE(is_problem_of_hart("brazil-nut"));
}

TEST(HartScenes, BrazilNutHasFiveLargeBelowAndThreeKinds) {
  for (const int count : {6, 60, 270}) {
    SceneChoice choice;
    choice.bodies = count;
    const Scene scene = made("brazil-nut", choice);
    std::size_t vertices[9] = {};
    for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
      const Body& body = scene.bodies[i];
      if (body.fixed) continue;
      ++vertices[body.shape->vertices().size()];
      EXPECT_NEAR(body.reach(), i < kLargeNuts ? 0.6 : 0.25, 1e-12);
      if (i < kLargeNuts) continue;
      EXPECT_GT(scene.start[i].p_W.y(), scene.start[0].p_W.y());
    }
    EXPECT_GT(vertices[4] * vertices[6] * vertices[8], 0U);
    EXPECT_EQ(vertices[4] + vertices[6] + vertices[8], static_cast<std::size_t>(count));
  }
  SceneChoice few;
  few.bodies = 2;
  const Scene scene = made("brazil-nut", few);
  EXPECT_NEAR(scene.bodies[1].reach(), 0.6, 1e-12) << "the large ones come first";
  few.bodies = 0;
  EXPECT_THAT(make_scene(*find_scene("brazil-nut"), few).reason(), HasSubstr("it has 1 to"));
}

TEST(HartScenes, ACoveredNutLiesBelowOthersThatDoNotTouchIt) {
  using Shape = NutChoice::Shape;
  for (const Shape shape :
       {Shape::mixed, Shape::spheres, Shape::cubes, Shape::tetrahedra, Shape::hulls}) {
    for (const double ratio : {1.5, 4.0}) {
      SceneChoice choice;
      choice.bodies = 120;
      const Scene scene = covered_nut(choice, {.shape = shape, .ratio = ratio}).value();
      EXPECT_EQ(scene_fault(scene), "") << ratio;
      EXPECT_NEAR(scene.bodies[0].reach(), 0.25 * ratio, 1e-12);
      EXPECT_NEAR(scene.bodies[1].reach(), 0.25, 1e-12);
      EXPECT_GT(scene.start[119].p_W.y(), 2 * 0.25 * ratio) << "the last lies above it";
      EXPECT_EQ(deepest_at_start(scene), 0) << ratio;
      for (std::size_t i = 0; i < 120; ++i) {
        EXPECT_TRUE(scene.stay_box->contains(scene.start[i].p_W));
      }
    }
  }
  SceneChoice other;
  other.seed = 2;
  const NutChoice balls = {.shape = Shape::spheres};
  const Vec3 place = covered_nut({}, balls).value().start[5].p_W;
  EXPECT_GT((covered_nut(other, balls).value().start[5].p_W - place).norm(), 1e-4)
      << "balls differ by their places";
  const Scene smooth = covered_nut({}, {.smooth_walls = true, .amplitude = 2}).value();
  EXPECT_EQ(smooth.pairs.size(), 4U);
  EXPECT_EQ(smooth.shake->acceleration_W.y(), 2 * kGravity);
}

}  // namespace
}  // namespace touchstone
