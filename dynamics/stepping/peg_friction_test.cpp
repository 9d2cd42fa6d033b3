// SPDX-License-Identifier: GPL-3.0-or-later
// Contact models with friction cones, from end to end.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "contact/center_normals.hpp"
#include "contact/normal_contacts.hpp"
#include "dynamics/planar.hpp"
#include "dynamics/scenes/scene_library.hpp"
#include "dynamics/stepping/simulation.hpp"
#include "dynamics/tests/jammed_island.hpp"
#include "geometry/shapes.hpp"

namespace touchstone {
namespace {

/// A box that stands on a slope, which falls to the right by `angle`.
Scene box_on_a_slope(const std::string& model, bool planar, int directions, double angle) {
  Scene scene;
  scene.name = "slope";
  scene.model = model;
  scene.friction = {FrictionKind::cone, 0.3};
  scene.directions = directions;
  if (planar) scene.planar = Axis::z;
  const Eigen::Quaterniond tilt(Eigen::AngleAxisd(-angle, Vec3::UnitZ()));
  for (const bool fixed : {true, false}) {
    Body& body = scene.bodies.emplace_back();
    body.name = fixed ? "slope" : "box";
    body.shape = make_box(fixed ? Vec3(2, 0.5, 0.5) : Vec3(0.1, 0.1, 0.1));
    body.fixed = fixed;
    BodyState& start = scene.start.emplace_back();
    start.q_WB = tilt;
    if (!fixed) start.p_W = tilt * Vec3(-1, 0.6, 0);
  }
  if (planar) settle_planar(scene);
  scene.dt = 0.005;
  scene.t_end = 0.1;
  return scene;
}

TEST(PegFriction, ABoxOnASlopeSlipsOrSticksAtMuTimesTheCosine) {
  for (const char* model : {"std", "near", "plane", "lnc", "peg"}) {
    for (const bool planar : {true, false}) {
      for (const int directions : {4, kRoundCone}) {
        for (const double angle : {0.2, 0.4}) {
          SCOPED_TRACE(std::string(model) + (planar ? ", planar, " : ", ") +
                       std::to_string(directions) + ", " + std::to_string(angle));
          const Scene scene = box_on_a_slope(model, planar, directions, angle);
          ASSERT_EQ(scene_fault(scene), "");
          const auto method = make_normal_contacts(center_normal);
          const auto stepper = find_stepper(scene.stepper)->make();
          Simulation simulation(scene, *method, *stepper);
          for (std::uint64_t step = 0; step < step_count(scene); ++step) {
            ASSERT_TRUE(simulation.step().solved);
            ASSERT_EQ(simulation.report().fallbacks, 0);
            ASSERT_EQ(simulation.report().nodes, 0);
          }
          const double draws = std::sin(angle) - 0.3 * std::cos(angle);
          const Vec3 along = scene.start[0].q_WB * Vec3::UnitX();
          const Vec3 expected = 9.81 * 0.1 * std::max(0.0, draws) * along;
          EXPECT_LE((simulation.states()[1].v_W - expected).norm(), 1e-8);
          EXPECT_LE(simulation.states()[1].w_W.norm(), 1e-8);
        }
      }
    }
  }
}

TEST(PegFriction, OnePlaneOfEachPairRubsWhereTheConstraintsHaveNoSolution) {
  IslandProblem island = jammed_island();
  island.rows.free[1] = 1;
  for (ContactRows& block : island.rows.contact) {
    block.rows(1, 1) = 1;
    block.rows(2, 2) = block.rows(0, 0);
  }
  island.rows.friction.assign(2, {FrictionKind::cone, 0.5});
  const auto stepper = find_stepper("stewart_trinkle")->make();
  IslandSolver solver(*stepper, 1);
  const SolvedIsland harmless = solver.solve({&island, 1})[0];
  EXPECT_FALSE(harmless.solved);
  EXPECT_TRUE(harmless.answered);
  EXPECT_EQ(harmless.solution.u[1], 1);
  island.plane = {0};
  const SolvedIsland fallen_back = solver.solve({&island, 1})[0];
  EXPECT_TRUE(fallen_back.solved);
  EXPECT_TRUE(fallen_back.fallback);
  EXPECT_NEAR(fallen_back.solution.u[0], 0.2, 1e-9);
  EXPECT_NEAR(fallen_back.solution.u[1], 1 - 0.5 * 0.2, 1e-9);
}

// The bits do not depend on threads: nothing of a node is remembered by a thread.
TEST(PegFriction, ThreadsChangeNothing) {
  SceneChoice choice;
  choice.friction = ContactFriction{FrictionKind::cone, 0.3};
  choice.dt = 0.01;
  choice.t_end = 2;
  Scene scene = make_scene(*find_scene("polygon-box"), choice).value();
  scene.model = "peg";
  const auto method = make_normal_contacts(center_normal);
  const auto one_stepper = find_stepper(scene.stepper)->make();
  const auto two_stepper = find_stepper(scene.stepper)->make();
  Simulation one(scene, *method, *one_stepper);
  Simulation two(scene, *method, *two_stepper);
  two.set_jobs(3);
  for (std::uint64_t step = 0; step < step_count(scene); ++step) {
    ASSERT_TRUE(one.step().taken);
    ASSERT_TRUE(two.step().taken);
  }
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    EXPECT_EQ(one.states()[i].p_W, two.states()[i].p_W) << i;
    EXPECT_EQ(one.states()[i].v_W, two.states()[i].v_W) << i;
  }
}

}  // namespace
}  // namespace touchstone
