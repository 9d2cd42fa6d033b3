// SPDX-License-Identifier: GPL-3.0-or-later
// The boxes that bodies are poured into.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "dynamics/planar.hpp"
#include "dynamics/scenes/peg.hpp"
#include "dynamics/scenes/scene_parts.hpp"
#include "dynamics/scenes/solid_body.hpp"
#include "geometry/loop_bound.hpp"
#include "geometry/random.hpp"

namespace touchstone {
namespace {

constexpr double kHalfInside = 1;  ///< [m]
constexpr double kWall = 3;        ///< height of a wall [m]
constexpr double kHalfWall = 0.5;  ///< half a wall's thickness [m]
constexpr double kEntry = 2.7;     ///< height at which a body's centre enters [m]

constexpr const char* kPegScenes[] = {"corner-pass",       "corner-pass-space", "two-corners",
                                      "two-corners-space", "corner-cross",      "polygon-box",
                                      "polyhedron-box"};

/// A convex polygon on a circle, each corner in its own sector, moved to the centre of its area.
PlanarCorners random_polygon(Random& random, double radius) {
  constexpr double kShare = 0.7;  // share of a sector that a corner may lie in
  const int sides = 4 + static_cast<int>(random.below(5));
  std::vector<Eigen::Vector2d> corners;
  for (int k = 0; k < sides; ++k) {
    const double angle = 2 * std::numbers::pi * (k + kShare * random.uniform()) / sides;
    corners.emplace_back(radius * std::cos(angle), radius * std::sin(angle));
  }
  double area = 0;
  Eigen::Vector2d first = Eigen::Vector2d::Zero();
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Eigen::Vector2d& a = corners[i];
    const Eigen::Vector2d& b = corners[(i + 1) % corners.size()];
    const double twice = a.x() * b.y() - a.y() * b.x();
    area += twice / 2;
    first += twice / 6 * (a + b);
  }
  PlanarCorners centred;
  for (const Eigen::Vector2d& corner : corners) {
    const Eigen::Vector2d p = corner - first / area;
    centred.push_back({p.x(), p.y()});
  }
  return centred;
}

/// The hull of random points on a sphere.
SolidBody random_hull(const std::string& name, Random& random, double radius) {
  LoopBound bound = bound_of_draws("dynamics: draws of a hull");
  for (;;) {
    bound.step();
    const auto count = 8 + random.below(7);
    std::vector<Vec3> points;
    for (std::uint64_t k = 0; k < count; ++k) points.emplace_back(radius * random.unit_vector());
    // One whose points are all in a small cap is no body to pour.
    auto solid = make_solid_body(name, points, 1);
    if (solid && solid->center.norm() < 0.5 * radius) return std::move(*solid);
  }
}

}  // namespace

Result<Scene> polygon_box(const SceneChoice& choice) {
  const auto chosen = chosen_bodies(choice, 20);
  if (!chosen) return chosen.error();
  constexpr double kEvery = 0.25;  // [s]
  Scene scene = bare_scene(choice, 5e-3, kEvery * chosen.value(), kFrictionless);
  take_peg_model(scene);
  scene.planar = Axis::z;
  for (int i = 0; i < chosen.value(); ++i) {
    Random random = random_of(choice, static_cast<std::uint64_t>(i));
    const double radius = random.uniform(0.12, 0.25);
    Body body = make_prism_body("polygon" + std::to_string(i + 1), random_polygon(random, radius));
    body.enters = kEvery * i;
    const double room = kHalfInside - 1.5 * radius;  // the centre need not be the circle's
    BodyState start = standing_at(Vec3(random.uniform(-room, room), kEntry, 0));
    start.q_WB =
        Eigen::AngleAxisd(random.uniform(-std::numbers::pi, std::numbers::pi), Vec3::UnitZ());
    start.v_W = Vec3(0, -1, 0);
    start.w_W = Vec3(0, 0, random.uniform(-3, 3));
    add_body(scene, std::move(body), start);
  }
  const Vec3 side(kHalfWall, kWall / 2, kPrismHalfDepth);
  const double outer = kHalfInside + 2 * kHalfWall;
  add_block(scene, "floor", Vec3(outer, kHalfWall, kPrismHalfDepth), Vec3(0, -kHalfWall, 0));
  add_block(scene, "wall+x", side, Vec3(kHalfInside + kHalfWall, kWall / 2, 0));
  add_block(scene, "wall-x", side, Vec3(-kHalfInside - kHalfWall, kWall / 2, 0));
  scene.stay_box = open_box(kHalfInside);
  settle_planar(scene);
  return scene;
}

Result<Scene> polyhedron_box(const SceneChoice& choice) {
  const auto chosen = chosen_bodies(choice, 10);
  if (!chosen) return chosen.error();
  constexpr double kEvery = 0.5;  // [s]
  Scene scene = bare_scene(choice, 5e-3, kEvery * chosen.value(), kFrictionless);
  take_peg_model(scene);
  for (int i = 0; i < chosen.value(); ++i) {
    Random random = random_of(choice, static_cast<std::uint64_t>(i));
    const double radius = random.uniform(0.2, 0.3);
    Body body = random_hull("polyhedron" + std::to_string(i + 1), random, radius).body;
    body.enters = kEvery * i;
    const double room = kHalfInside - 1.5 * radius;
    const double x = random.uniform(-room, room);
    const double z = random.uniform(-room, room);
    BodyState start = turned_at(Vec3(x, kEntry, z), random);
    start.v_W = Vec3(0, -1, 0);
    start.w_W = 3 * random.in_unit_ball();
    add_body(scene, std::move(body), start);
  }
  add_open_box(scene, kHalfInside, kWall, kHalfWall);
  return scene;
}

bool is_peg_scene(std::string_view scene) {
  return std::find(std::begin(kPegScenes), std::end(kPegScenes), scene) != std::end(kPegScenes);
}

}  // namespace touchstone
