// SPDX-License-Identifier: GPL-3.0-or-later
// Contact models where corners meet (williams2016peg, figures 3 and 6): how a body moves, and what
// it overlaps by, exactly.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>

#include "contact/center_normals.hpp"
#include "contact/normal_contacts.hpp"
#include "dynamics/planar.hpp"
#include "dynamics/scenes/peg.hpp"
#include "dynamics/stepping/simulation.hpp"
#include "reference/overlap.hpp"

namespace touchstone {
namespace {

/// A run of a scene of two bodies, the first one moving.
struct Course {
  double start_x = 0;
  Vec3 p_W = Vec3::Zero();  ///< at the end [m]
  double overlap = 0;       ///< the largest after a step [m^2 or m^3]
  double spin = 0;          ///< the largest [rad/s]
  bool solved = true;
  int fallbacks = 0;
};

Scene made(const char* name, const char* model, int corrections, std::uint64_t seed) {
  SceneChoice choice;
  if (find_scene(name)->reads.find('r') != std::string_view::npos) choice.seed = seed;
  auto found = make_scene(*find_scene(name), choice);
  EXPECT_TRUE(found.ok()) << found.reason();
  Scene scene = std::move(found).value();
  scene.model = model;
  scene.peg.corrections = corrections;
  return scene;
}

double overlap_of(const Simulation& simulation, OverlapMeter& meter) {
  const Scene& scene = simulation.scene();
  const auto& states = simulation.states();
  const Pair pair = {scene.bodies[0].shape, states[0].pose(), scene.bodies[1].shape,
                     states[1].pose()};
  return round_to_double(scene.planar ? meter.projected_area(pair, static_cast<int>(*scene.planar))
                                      : meter.volume(pair));
}

Course run(const char* name, const char* model, int corrections = 0, std::uint64_t seed = 1) {
  const Scene scene = made(name, model, corrections, seed);
  const auto method = make_normal_contacts(center_normal);
  const auto stepper = find_stepper(scene.stepper)->make();
  Simulation simulation(scene, *method, *stepper);
  OverlapMeter meter;
  Course run;
  run.start_x = scene.start[0].p_W.x();
  while (simulation.steps() < step_count(scene)) {
    const StepReport& report = simulation.step();
    if (!report.taken) {
      ADD_FAILURE() << report.fault;
      break;
    }
    run.solved = run.solved && report.solved;
    run.fallbacks += report.fallbacks;
    const BodyState& body = simulation.states()[0];
    run.overlap = std::max(run.overlap, overlap_of(simulation, meter));
    run.spin = std::max(run.spin, body.w_W.norm());
  }
  run.p_W = simulation.states()[0].p_W;
  return run;
}

/// (h w)^2 r^2, in space r^3: what a step leaves of bodies that turn, as gaps are linear in it.
double left_by_turning(const char* name, const Course& run) {
  const Scene scene = made(name, "peg", 0, 1);
  const double turn = scene.dt * run.spin;
  const double r = scene_reach(scene, scene.bodies[0]);
  return turn * turn * r * r * (scene.planar ? 1 : r);
}

class TwoCorners : public testing::TestWithParam<int> {};

TEST_P(TwoCorners, SlideOffOnTheSideWhereTheyStart) {
  const auto seed = static_cast<std::uint64_t>(GetParam());
  for (const int corrections : {0, 3}) {
    const Course peg = run("two-corners", "peg", corrections, seed);
    EXPECT_TRUE(peg.solved);
    EXPECT_EQ(peg.fallbacks, 0);
    EXPECT_LT(peg.p_W.y(), 0) << "it is beside the fixed one, whose centre is at 0";
    EXPECT_GT(peg.p_W.x() * peg.start_x, 0);
    EXPECT_LE(peg.overlap, corrections > 0 ? 1e-9 : left_by_turning("two-corners", peg));
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, TwoCorners, testing::Range(1, 7));

// Fig. 3: either side of a corner would have the body where the other side's plane forbids it.
TEST(PegCorners, StandardContactsHoldTwoCornersApart) {
  const Course std_run = run("two-corners", "std");
  EXPECT_GT(std_run.p_W.y(), 0);
}

TEST(PegCorners, TwoCornersInSpaceOverlapByWhatTurningLeaves) {
  const Course peg = run("two-corners-space", "peg");
  EXPECT_LE(peg.overlap, left_by_turning("two-corners-space", peg));
  EXPECT_LE(run("two-corners-space", "peg", 3).overlap, 1e-9);
}

// Fig. 6: each tip is beside the other body, so constraints of single tips hold; X does not.
TEST(PegCorners, CrossingCornersOverlapWithoutCrossConstraints) {
  const Course lnc = run("corner-cross", "lnc");
  const Course peg = run("corner-cross", "peg");
  const Course corrected = run("corner-cross", "peg", 3);
  EXPECT_GE(lnc.overlap, 1e-3);
  EXPECT_LE(peg.overlap, 1e-2 * lnc.overlap);
  EXPECT_LE(corrected.overlap, 1e-9);
}

}  // namespace
}  // namespace touchstone
