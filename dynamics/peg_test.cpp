// SPDX-License-Identifier: GPL-3.0-or-later
// Contact models from end to end: scenes whose motion is known.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "contact/center_normals.hpp"
#include "contact/normal_contacts.hpp"
#include "dynamics/planar.hpp"
#include "dynamics/simulation.hpp"
#include "geometry/shapes.hpp"

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
    body.shape.polytope = make_box(half);
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

}  // namespace
}  // namespace touchstone
