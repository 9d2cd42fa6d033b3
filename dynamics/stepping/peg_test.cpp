// SPDX-License-Identifier: GPL-3.0-or-later
// Contact models from end to end: scenes whose motion is known.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>

#include "contact/center_normals.hpp"
#include "contact/normal_contacts.hpp"
#include "dynamics/planar.hpp"
#include "dynamics/scenes/scene_library.hpp"
#include "dynamics/stepping/simulation.hpp"
#include "dynamics/tests/jammed_island.hpp"
#include "geometry/shapes.hpp"
#include "reference/overlap.hpp"

namespace touchstone {
namespace {

/// A box of width 0.2 falls past the upper left corner of a fixed one, `aside` to its left.
Scene corner_pass(const std::string& model, bool planar, double aside, double speed) {
  Scene scene;
  scene.name = "corner-pass";
  scene.model = model;
  if (planar) scene.planar = Axis::z;
  const auto add = [&](const char* name, const Vec3& half, const Vec3& p_W, bool fixed) {
    Body body;
    body.name = name;
    body.shape = make_box(half);
    body.fixed = fixed;
    BodyState start;
    start.p_W = p_W;
    if (!fixed) start.v_W = {0, -speed, 0};
    scene.bodies.push_back(body);
    scene.start.push_back(start);
  };
  add("table", {1, 1, 1}, {1, -1, 0}, true);
  add("box", {0.1, 0.1, 0.1}, {-0.1 - aside, 0.15, 0}, false);
  if (planar) settle_planar(scene);
  scene.dt = 0.01;
  scene.t_end = 0.3;
  return scene;
}

/// Largest distance of the second body's height and side from those of free fall [m].
double error_of_free_fall(const Scene& scene) {
  const auto method = make_normal_contacts(center_normal);
  const auto stepper = find_stepper(scene.stepper)->make();
  Simulation simulation(scene, *method, *stepper);
  const BodyState start = scene.start[1];
  double v = start.v_W.y();
  double y = start.p_W.y();
  double error = 0;
  for (std::uint64_t step = 0; step < step_count(scene); ++step) {
    EXPECT_TRUE(simulation.step().taken) << simulation.report().fault;
    EXPECT_TRUE(simulation.report().solved);
    v -= 9.81 * scene.dt;
    y += v * scene.dt;
    const BodyState& now = simulation.states()[1];
    error = std::max({error, std::abs(now.p_W.y() - y), std::abs(now.v_W.y() - v),
                      std::abs(now.p_W.x() - start.p_W.x()), now.w_W.norm()});
  }
  return error;
}

TEST(PegModels, FallFreelyPastACorner) {
  for (const bool planar : {true, false}) {
    for (const double speed : {0.0, 1.0, 10.0}) {
      EXPECT_LE(error_of_free_fall(corner_pass("peg", planar, 1e-3, speed)), 1e-10)
          << planar << ' ' << speed;
    }
  }
}

/// Two roofs ridge above ridge, 10 mm apart, the upper one turned about the vertical. Along their
/// facets they are up to 20 mm deep: only the plane along both ridges is between them.
Scene ridges(const std::string& model, int corrections, double angle, double speed) {
  Scene scene;
  scene.name = "ridges";
  scene.model = model;
  scene.peg.corrections = corrections;
  scene.gravity_W = Vec3::Zero();
  for (const double up : {1.0, -1.0}) {
    PolytopeInput input;
    for (const double x : {-2.0, 2.0}) {
      for (const double z : {-0.1, 0.0, 0.1}) {
        input.vertices.emplace_back(x, up * (0.07 - std::abs(z)), z);
      }
    }
    Body& body = scene.bodies.emplace_back();
    body.name = up > 0 ? "low" : "high";
    body.shape = make_polytope(input).value();
    body.fixed = up > 0;
    body.inertia = {0.004, 1.3, 1.3};
    scene.start.emplace_back().p_W = {0, up > 0 ? -0.07 : 0.08, 0};
  }
  scene.start[1].v_W = {0, -speed, 0};
  scene.start[1].q_WB = Eigen::AngleAxisd(angle, Vec3::UnitY());
  scene.dt = 0.01;
  scene.t_end = 0.1;
  return scene;
}

constexpr double kAngles[] = {1e-3, 0.003, 0.005, 0.01, 0.019, 0.021, 0.03};

TEST(PegModels, RidgesThatAreApartFeelNothing) {
  for (const char* model : {"std", "near", "plane", "lnc", "peg"}) {
    for (const double angle : kAngles) {
      const Scene scene = ridges(model, model == std::string("peg") ? 3 : 0, angle, 0);
      const auto method = make_normal_contacts(center_normal);
      const auto stepper = find_stepper(scene.stepper)->make();
      Simulation simulation(scene, *method, *stepper);
      while (simulation.steps() < step_count(scene)) ASSERT_TRUE(simulation.step().solved);
      EXPECT_EQ(simulation.kinetic_energy(), 0) << model << ' ' << angle;
    }
  }
}

// At .5 m/s the ridges touch at the end of the second step, and the third takes all of the speed.
TEST(PegModels, RidgesMeetWhereTheyAre) {
  for (const auto& [model, corrections] : {std::pair("plane", 0), {"peg", 0}, {"peg", 3}}) {
    for (const double angle : kAngles) {
      const Scene scene = ridges(model, corrections, angle, 0.5);
      const auto method = make_normal_contacts(center_normal);
      const auto stepper = find_stepper(scene.stepper)->make();
      Simulation simulation(scene, *method, *stepper);
      for (int step = 1; step <= 5; ++step) {
        ASSERT_TRUE(simulation.step().solved);
        const BodyState& high = simulation.states()[1];
        EXPECT_NEAR(high.p_W.y(), 0.08 - 0.005 * std::min(step, 2), 1e-12)
            << model << ' ' << angle << ' ' << step;
        EXPECT_NEAR(high.v_W.y(), step <= 2 ? -0.5 : 0, 1e-12) << model << ' ' << angle;
      }
    }
  }
}

TEST(PegModels, ABodyEntersBesideARidgeThatItDoesNotTouch) {
  Scene scene = ridges("peg", 0, 0.01, 0);
  scene.bodies[1].enters = 0.01;
  const auto method = make_normal_contacts(center_normal);
  const auto stepper = find_stepper(scene.stepper)->make();
  Simulation simulation(scene, *method, *stepper);
  simulation.step();
  EXPECT_EQ(simulation.step().waiting, 0);
  EXPECT_TRUE(simulation.present(1));
}

/// What the steps of a scene report, added up.
StepReport sum_of(const Scene& scene, double* deepest = nullptr) {
  const auto method = make_normal_contacts(center_normal);
  const auto stepper = find_stepper(scene.stepper)->make();
  Simulation simulation(scene, *method, *stepper);
  StepReport sum;
  sum.solved = true;
  for (std::uint64_t step = 0; step < step_count(scene); ++step) {
    const StepReport& report = simulation.step();
    EXPECT_TRUE(report.taken) << report.fault;
    sum.solved = sum.solved && report.solved;
    sum.fallbacks += report.fallbacks;
    sum.potential += report.potential;
    sum.traps += report.traps;
    sum.corrections += report.corrections;
    if (deepest != nullptr) *deepest = std::max(*deepest, -report.smallest_gap);
  }
  return sum;
}

TEST(PegModels, StandardContactsTrapABoxInFrontOfACorner) {
  const Scene trapped = corner_pass("std", true, 1e-3, 10);
  EXPECT_GE(error_of_free_fall(trapped), 1);
  EXPECT_EQ(sum_of(trapped).traps, 0);
  const StepReport peg = sum_of(corner_pass("peg", true, 1e-3, 10));
  EXPECT_GT(peg.traps, 0);
  EXPECT_LE(peg.traps, peg.potential);
  EXPECT_EQ(peg.fallbacks, 0);
}

/// The box of corner_pass comes down with a side on the corner, and turns about it.
Scene spinning_box(int corrections) {
  Scene scene = corner_pass("peg", true, -0.07, 1);
  scene.start[1].w_W = {0, 0, 4};
  scene.peg.corrections = corrections;
  scene.t_end = 1;
  return scene;
}

TEST(PegModels, CorrectionsTakeTheOverlapOfTurningBodiesAway) {
  double plain = 0;
  double corrected = 0;
  EXPECT_EQ(sum_of(spinning_box(0), &plain).corrections, 0);
  EXPECT_GT(sum_of(spinning_box(3), &corrected).corrections, 0);
  EXPECT_GT(plain, 1e-5);
  EXPECT_LE(corrected, 1e-4 * plain);
}

/// The largest gain of energy in a step [J].
double largest_gain(const Scene& scene) {
  const auto method = make_normal_contacts(center_normal);
  const auto stepper = find_stepper(scene.stepper)->make();
  Simulation simulation(scene, *method, *stepper);
  double most = 0;
  std::vector<double> before;
  std::vector<double> after;
  const auto energies = [&](std::vector<double>& of_body) {
    of_body.clear();
    for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
      of_body.push_back(kinetic_energy(scene.bodies[i], simulation.states()[i]) +
                        potential_energy(scene.bodies[i], simulation.states()[i], scene.gravity_W));
    }
  };
  while (simulation.steps() < step_count(scene)) {
    energies(before);
    EXPECT_TRUE(simulation.step().solved);
    energies(after);
    // Energy gained by a body, in scenes where each meets only fixed ones.
    for (std::size_t i = 0; i < before.size(); ++i) most = std::max(most, after[i] - before[i]);
  }
  return most;
}

// A tip that turns at 30 rad/s curves into the plane by 3 cm in a step. With the speed that takes
// it out the body gained 13 J, in steps of 0.005 s 31 J; and with corrections that make it deeper,
// as they push where other edges meet, 4.9 J in the step after.
TEST(PegModels, CorrectionsThrowNothingApart) {
  for (const double dt : {0.01, 0.005}) {
    SceneChoice choice;
    choice.dt = dt;
    choice.friction = ContactFriction{FrictionKind::frictionless, 0};
    Scene scene = make_scene(*find_scene("tetra-pairs"), choice).value();
    scene.model = "peg";
    scene.peg.corrections = 3;
    EXPECT_LE(largest_gain(scene), 0.3) << dt;
  }
}

TEST(PegModels, CorrectionsMoveBodiesAndGiveThemNoSpeed) {
  for (const char* name : {"two-corners", "two-corners-space"}) {
    SceneChoice choice;
    choice.seed = 42;
    Scene scene = make_scene(*find_scene(name), choice).value();
    scene.peg.corrections = 3;
    EXPECT_LE(largest_gain(scene), 1e-9) << name;
  }
}

TEST(PegModels, TrapsAreThoseOfPegAlone) {
  for (const char* model : {"std", "near", "plane", "lnc"}) {
    EXPECT_EQ(sum_of(corner_pass(model, true, 1e-3, 10)).traps, 0) << model;
  }
}

/// The largest work that the contacts of an island do in a step of the simulation [J].
double work_of_contacts(const Simulation& simulation) {
  double most = 0;
  for (std::size_t i = 0; i < simulation.islands().size(); ++i) {
    const Eigen::VectorXd& free = simulation.islands()[i].rows.free;
    const Eigen::VectorXd& u = simulation.solutions()[i].solution.u;
    most = std::max(most, (u.squaredNorm() - free.squaredNorm()) / 2);
  }
  return most;
}

// A force of a facet or of edges that the bodies are far behind would throw the upper one to the
// other side.
TEST(PegModels, OctahedraCornerOnCornerSlideOffWhereTheyStart) {
  for (const int corrections : {0, 3}) {
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
      SceneChoice choice;
      choice.seed = seed;
      Scene scene = make_scene(*find_scene("two-corners-space"), choice).value();
      scene.peg.corrections = corrections;
      const auto method = make_normal_contacts(center_normal);
      const auto stepper = find_stepper(scene.stepper)->make();
      Simulation simulation(scene, *method, *stepper);
      OverlapMeter meter;
      for (std::uint64_t step = 0; step < step_count(scene); ++step) {
        ASSERT_TRUE(simulation.step().solved);
        EXPECT_LE(work_of_contacts(simulation), 1e-6) << seed << ' ' << step;
        const Pair pair = {scene.bodies[0].shape, simulation.states()[0].pose(),
                           scene.bodies[1].shape, simulation.states()[1].pose()};
        if (corrections == 0) continue;
        EXPECT_LE(meter.volume(pair), Rational(1, 1'000'000'000)) << seed << ' ' << step;
      }
      const Vec3& start_W = scene.start[0].p_W;
      const Vec3& end_W = simulation.states()[0].p_W;
      EXPECT_LT(end_W.y(), 0) << seed;
      EXPECT_GT(end_W.x() * start_W.x(), 0) << seed;
      EXPECT_GT(end_W.z() * start_W.z(), 0) << seed;
    }
  }
}

// In the step from 3.105 s a body is hit and turns by .07 rad: other edges meet than those that
// press, and each constraint holds with 7 mm of overlap.
TEST(PegModels, CorrectionsSeeOverlapsThatNoConstraintTellsOf) {
  SceneChoice choice;
  choice.seed = 45;
  choice.bodies = 7;
  Scene scene = make_scene(*find_scene("polyhedron-box"), choice).value();
  scene.peg.corrections = 3;
  scene.dt = 0.005;
  scene.t_end = 3.2;
  double deepest = 0;
  EXPECT_TRUE(sum_of(scene, &deepest).solved);
  EXPECT_LE(deepest, 1e-4);
}

// An octahedron slides off another and is corrected; the small box above it touches nothing yet. It was
// moved by 1e-5 m in the step in which the octahedra meet.
TEST(PegModels, CorrectionsLeaveABodyThatTouchesNothing) {
  Scene scene = make_scene(*find_scene("two-corners-space"), SceneChoice()).value();
  scene.peg.corrections = 3;
  scene.start[0].p_W = {-0.0032256231058383432, 0.55, -0.0030267206260433488};
  Body& box = scene.bodies.emplace_back();
  box.name = "box";
  box.shape = make_box(Vec3::Constant(0.02));
  box.mass = 1e-9;
  box.inertia = Vec3::Constant(1e-13);
  scene.start.emplace_back().p_W = {-0.029402386710028504, 0.7650350001275273,
                                    0.014703822782870163};
  BodyState free = scene.start[2];
  free.v_W = scene.start[2].v_W = {0, -1, 0};
  const auto method = make_normal_contacts(center_normal);
  const auto stepper = find_stepper(scene.stepper)->make();
  Simulation simulation(scene, *method, *stepper);
  int corrections = 0;
  for (int step = 1; step <= 8; ++step) {
    ASSERT_TRUE(simulation.step().solved);
    corrections += simulation.report().corrections;
    free.v_W += scene.dt * scene.gravity_W;
    free.p_W += scene.dt * free.v_W;
    EXPECT_LE((simulation.states()[2].p_W - free.p_W).norm(), 1e-14) << step;
  }
  EXPECT_GT(corrections, 0);
}

TEST(PegModels, AStepAsAWholeHasTheIslandsConstraints) {
  const Scene scene = corner_pass("peg", true, 1e-3, 10);
  const auto method = make_normal_contacts(center_normal);
  const auto stepper = find_stepper(scene.stepper)->make();
  Simulation simulation(scene, *method, *stepper);
  ASSERT_TRUE(simulation.step().taken);
  const StepProblem whole = simulation.problem();
  ASSERT_FALSE(whole.constraints.empty());
  EXPECT_EQ(whole.constraints.size(), simulation.islands()[0].rows.constraints.size());
  for (const ContactConstraint& constraint : whole.constraints) {
    constraint.for_each([&](int contact) { EXPECT_LT(contact, whole.contacts()); });
  }
}

TEST(PegModels, WithoutASolutionOnePlaneOfEachPairHolds) {
  // x >= .2 and x <= -.2 of one body; the plane is the former.
  IslandProblem island = jammed_island();
  const auto stepper = find_stepper("stewart_trinkle")->make();
  IslandSolver solver(*stepper, 1);
  const SolvedIsland unsolved = solver.solve({&island, 1})[0];
  EXPECT_FALSE(unsolved.solved);
  EXPECT_TRUE(unsolved.answered);
  EXPECT_TRUE(unsolved.solution.u.isZero(0));
  island.plane = {0};
  const SolvedIsland fallen_back = solver.solve({&island, 1})[0];
  EXPECT_TRUE(fallen_back.solved);
  EXPECT_TRUE(fallen_back.fallback);
  EXPECT_NEAR(fallen_back.solution.u[0], 0.2, 1e-15);
}

}  // namespace
}  // namespace touchstone
