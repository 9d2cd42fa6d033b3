// SPDX-License-Identifier: GPL-3.0-or-later
// Whole simulations of several islands: none has an influence on another.
#include "dynamics/stepping/island_solver.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "contact/contact_samples.hpp"
#include "contact/metric_contacts.hpp"
#include "dynamics/complementarity/chain.hpp"
#include "dynamics/stepping/simulation.hpp"
#include "geometry/index.hpp"
#include "geometry/random.hpp"
#include "geometry/shapes.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 23;

Body box_body(const std::string& name, const Vec3& half) {
  Body box;
  box.name = name;
  box.shape = make_box(half);
  const Vec3 squares = half.cwiseAbs2();
  box.inertia =
      Vec3(squares.y() + squares.z(), squares.z() + squares.x(), squares.x() + squares.y()) / 3;
  return box;
}

void add(Scene& scene, const Body& body, const BodyState& start) {
  scene.bodies.push_back(body);
  scene.start.push_back(start);
}

/// Towers of `heights` boxes, far apart, which turn and slide; the floor comes last.
Scene towers(const std::vector<int>& heights, const std::vector<std::size_t>& order) {
  Scene scene;
  scene.friction = {FrictionKind::cone, 0.3};
  scene.dt = 5e-3;
  for (const std::size_t tower : order) {
    for (int i = 0; i < heights[tower]; ++i) {
      BodyState start;
      start.p_W = Vec3(10.0 * static_cast<double>(tower), 0.5 + i, 0);
      start.w_W.y() = 1 + static_cast<double>(tower) + i;
      start.v_W.x() = 0.1 * i;
      add(scene, box_body(std::to_string(tower) + "." + std::to_string(i), Vec3(0.5, 0.5, 0.5)),
          start);
    }
  }
  Body floor = box_body("floor", Vec3(100, 0.5, 100));
  floor.fixed = true;
  BodyState start;
  start.p_W.y() = -0.5;
  add(scene, floor, start);
  return scene;
}

std::vector<BodyState> states_after(const Scene& scene, int steps, int jobs = 1) {
  const auto method = make_metric_contacts(std::make_unique<OracleMetric>());
  const auto stepper = find_stepper(scene.stepper)->make();
  Simulation simulation(scene, *method, *stepper);
  simulation.set_jobs(jobs);
  for (int i = 0; i < steps; ++i) EXPECT_TRUE(simulation.step().taken);
  return simulation.states();
}

void expect_same_bits(const Scene& a, const std::vector<BodyState>& states_a, const Scene& b,
                      const std::vector<BodyState>& states_b) {
  for (std::size_t i = 0; i < a.bodies.size(); ++i) {
    const int k = find_body(b, a.bodies[i].name);
    if (k < 0) continue;
    const BodyState& one = states_a[i];
    const BodyState& other = states_b[at(k)];
    EXPECT_EQ(one.p_W, other.p_W) << a.bodies[i].name;
    EXPECT_EQ(one.q_WB.coeffs(), other.q_WB.coeffs()) << a.bodies[i].name;
    EXPECT_EQ(one.v_W, other.v_W) << a.bodies[i].name;
    EXPECT_EQ(one.w_W, other.w_W) << a.bodies[i].name;
  }
}

/// Small and large islands that slide, spin and come to rest.
TEST(IslandSolver, SolvesRoundConesWithEveryStepper) {
  for (const StepperRow& row : stepper_registry()) {
    Scene scene = towers({1, 3, 14}, {0, 1, 2});
    scene.directions = kRoundCone;
    const auto method = make_metric_contacts(std::make_unique<OracleMetric>());
    const auto stepper = row.make();
    Simulation simulation(scene, *method, *stepper);
    for (int i = 0; i < 30; ++i) {
      const StepReport& report = simulation.step();
      ASSERT_TRUE(report.solved) << row.name << " at " << i;
      EXPECT_LE(report.residual, kAcceptedResidual);
      EXPECT_NE(report.solver, "fixed_point") << row.name << " at " << i;
    }
  }
}

TEST(IslandSolver, GivesTheSameBitsInWhateverOrderIslandsAreListed) {
  const std::vector<int> heights = {2, 1, 3, 14};
  const Scene one = towers(heights, {0, 1, 2, 3});
  const Scene other = towers(heights, {3, 1, 0, 2});
  expect_same_bits(one, states_after(one, 15), other, states_after(other, 15));
}

TEST(IslandSolver, GivesTheSameBitsWithAnyNumberOfThreads) {
  std::vector<std::size_t> order(60);
  std::iota(order.begin(), order.end(), 0);
  const Scene scene = towers(std::vector<int>(60, 1), order);
  expect_same_bits(scene, states_after(scene, 5, 1), scene, states_after(scene, 5, 3));
}

/// A heavy body, or a fast one (farther than it comes in a step), and one in an impossible place.
TEST(IslandSolver, WhatIsFarAwayChangesNoBit) {
  const std::vector<int> heights = {2, 3};
  const Scene alone = towers(heights, {0, 1});
  const std::vector<BodyState> expected = states_after(alone, 10);
  for (const double mass : {1.0, 1e6}) {
    for (const double speed : {0.0, 1e4}) {
      Scene scene = alone;
      Body far = box_body("far", Vec3(0.5, 0.5, 0.5));
      far.mass = mass;
      far.inertia *= mass;
      BodyState start;
      start.p_W = Vec3(0, 0.5, speed > 0 ? 90 : 50);
      start.v_W.z() = speed;
      add(scene, far, start);
      expect_same_bits(alone, expected, scene, states_after(scene, 10));
    }
  }
  // Between two walls that overlap it: what pushes out of one pushes into the other.
  Scene jammed = alone;
  BodyState start;
  start.p_W = Vec3(0, 5, 50);
  add(jammed, box_body("jammed", Vec3(0.5, 0.5, 0.5)), start);
  for (const double side : {-0.99, 0.99}) {
    Body wall = box_body("wall" + std::to_string(side), Vec3(0.5, 3, 3));
    wall.fixed = true;
    start.p_W.x() = side;
    add(jammed, wall, start);
  }
  expect_same_bits(alone, expected, jammed, states_after(jammed, 10));
}

/// Two boxes side by side on a floor, one of which slides away. Once they are apart, each is an
/// island of its own, whose solver remembers nothing of use: what its contacts did is the start.
TEST(IslandSolver, IslandsThatSplitStartFromWhatTheirContactsDid) {
  Scene scene = towers({1, 1}, {0, 1});
  scene.friction = {FrictionKind::cone, 0.1};
  scene.start[0] = BodyState();
  scene.start[0].p_W = Vec3(0, 0.5, 0);
  scene.start[1] = scene.start[0];
  scene.start[1].p_W.x() = 1 + 1e-3;
  scene.start[1].v_W.x() = 1;
  const auto method = make_metric_contacts(std::make_unique<OracleMetric>());
  const auto stepper = find_stepper(scene.stepper)->make();
  Simulation simulation(scene, *method, *stepper);
  ASSERT_EQ(simulation.step().islands, 1);
  for (int i = 0; simulation.step().islands == 1; ++i) ASSERT_LT(i, 50);
  EXPECT_EQ(simulation.report().islands, 2);
  EXPECT_EQ(simulation.report().solver, "warm_start");
}

/// Boxes at random places just above a floor and each other.
Scene random_scene(std::uint64_t index) {
  Random random(kSeed, index);
  Scene scene;
  scene.dt = 1e-2;
  scene.directions = 4 << random.below(2);
  const auto count = 2 + static_cast<std::size_t>(random.below(11));
  const double width = random.uniform(1, 6);
  for (std::size_t i = 0; i < count; ++i) {
    BodyState start;
    start.p_W = Vec3(random.uniform(-width, width), 0.5 + static_cast<double>(random.below(2)),
                     random.uniform(-width, width));
    start.q_WB = Eigen::AngleAxisd(random.uniform(0, 6), Vec3::UnitY());
    start.v_W = random.in_unit_ball();
    start.w_W = 2 * random.in_unit_ball();
    // None begins inside another.
    const bool apart = std::all_of(scene.start.begin(), scene.start.end(), [&](const auto& other) {
      const Vec3 d = other.p_W - start.p_W;
      return std::abs(d.y()) > 0.9 || std::hypot(d.x(), d.z()) > 1.42;
    });
    if (!apart && i > 1) continue;
    if (!apart) start.p_W.x() += 20;
    add(scene, box_body("b" + std::to_string(i), Vec3(0.5, 0.5, 0.5)), start);
  }
  Body floor = box_body("floor", Vec3(60, 0.5, 60));
  floor.fixed = true;
  BodyState start;
  start.p_W.y() = -0.5;
  add(scene, floor, start);
  return scene;
}

TEST(IslandSolver, OfRandomScenesSolvesWhatTheWholeProblemAsks) {
  int split = 0;
  for (std::uint64_t index = 0; index < 300; ++index) {
    Scene scene = random_scene(index);
    scene.stepper = index % 3 == 0 ? "stewart_trinkle" : "relaxed";
    if (index % 3 != 2) scene.friction = {FrictionKind::cone, 0.3};
    const FrictionLaw law = index % 3 == 0 ? FrictionLaw::stewart_trinkle : FrictionLaw::relaxed;
    const auto method = make_metric_contacts(std::make_unique<OracleMetric>());
    const auto stepper = find_stepper(scene.stepper)->make();
    Simulation simulation(scene, *method, *stepper);
    const StepReport& report = simulation.step();
    ASSERT_TRUE(report.taken) << index;
    EXPECT_TRUE(report.solved) << index;
    split += report.islands > 1 ? 1 : 0;
    StepSolver solver;
    const StepProblem whole = simulation.problem();
    const StepSolution& s = solver.solve(whole, law);
    EXPECT_TRUE(s.solved) << index;
    int column = 0;
    std::vector<int> place;
    for (const Body& body : scene.bodies) {
      place.push_back(column);
      column += body.fixed ? 0 : 6;
    }
    for (std::size_t i = 0; i < simulation.islands().size(); ++i) {
      const IslandProblem& island = simulation.islands()[i];
      const SolvedIsland& solved = simulation.solutions()[i];
      EXPECT_LE(residual(island.rows, solved.solution, law), kAcceptedResidual) << index;
      if (law == FrictionLaw::stewart_trinkle) continue;
      for (std::size_t b = 0; b < island.bodies.size(); ++b) {
        const auto in_whole = place[at(island.bodies[b])];
        const auto own = static_cast<Eigen::Index>(6 * b);
        EXPECT_LE((s.u.segment<6>(in_whole) - solved.solution.u.segment<6>(own)).norm(),
                  1e-8 * island.rows.free.norm())
            << index;
      }
    }
  }
  EXPECT_GT(split, 200);
}

/// A box falls onto a tower: what its boxes did is remembered though they are another island.
TEST(IslandSolver, RemembersContactsOfIslandsThatMerge) {
  Scene scene = towers({3}, {0});
  for (BodyState& start : scene.start) {
    start.v_W.setZero();
    start.w_W.setZero();
  }
  BodyState start;
  start.p_W.y() = 4.2;
  scene.bodies.insert(scene.bodies.begin(), box_body("falling", Vec3(0.5, 0.5, 0.5)));
  scene.start.insert(scene.start.begin(), start);
  const auto method = make_metric_contacts(std::make_unique<OracleMetric>());
  const auto stepper = find_stepper(scene.stepper)->make();
  Simulation simulation(scene, *method, *stepper);
  bool merged = false;
  for (int i = 0; i < 200 && !merged; ++i) {
    const StepReport& report = simulation.step();
    ASSERT_TRUE(report.solved);
    merged = report.largest_bodies == 4;
    if (merged) {
      bool known = false;
      for (const RememberedContact& contact : simulation.islands()[0].rows.memory) {
        known = known || contact.action != RememberedContact::Action::none;
      }
      EXPECT_TRUE(known);
    }
  }
  EXPECT_TRUE(merged);
}

}  // namespace
}  // namespace touchstone
