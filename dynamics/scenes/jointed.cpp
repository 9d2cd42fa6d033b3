// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/scenes/jointed.hpp"

#include <cmath>
#include <string>
#include <utility>

#include "dynamics/scenes/scene_parts.hpp"
#include "geometry/index.hpp"

namespace touchstone {
namespace {

constexpr double kHalfRod = 0.5;       ///< [m]
constexpr double kHalfWidth = 0.05;    ///< of a rod [m]
constexpr double kJointedStep = 1e-3;  ///< [s]

Scene jointed_scene(const SceneChoice& choice) {
  Scene scene = bare_scene(choice, kJointedStep, kJointedTime, kFrictionless);
  return scene;
}

/// A small fixed cube at the origin.
void add_pivot(Scene& scene, const std::string& name, const Vec3& p_W) {
  add_block(scene, name, Vec3::Constant(kHalfWidth), p_W);
}

/// A rod that hangs from `pivot`, turned about z by `angle` from the downward vertical.
void add_rod(Scene& scene, const std::string& name, const Vec3& pivot, double angle) {
  const Eigen::AngleAxisd turn(angle, Vec3::UnitZ());
  BodyState start = standing_at(pivot + turn * Vec3(0, -kHalfRod, 0));
  start.q_WB = turn;
  add_body(scene, make_box_body(name, Vec3(kHalfWidth, kHalfRod, kHalfWidth), 1), start);
}

void add_hinge(Scene& scene, const std::string& body, const std::string& other, const Vec3& p_W) {
  scene.joints.push_back({Joint::Kind::hinge, body, other, p_W, Vec3::UnitZ()});
}

/// Moment of inertia of a rod across it, about its end [kg m^2].
double about_end(const Body& rod) { return rod.inertia.x() + rod.mass * kHalfRod * kHalfRod; }

}  // namespace

Result<Scene> hinge_pendulum(const SceneChoice& choice) {
  Scene scene = jointed_scene(choice);
  add_rod(scene, "rod", Vec3::Zero(), kSwing);
  add_pivot(scene, "pivot", Vec3::Zero());
  add_hinge(scene, "rod", "pivot", Vec3::Zero());
  return scene;
}

Result<Scene> conical_pendulum(const SceneChoice& choice) {
  Scene scene = jointed_scene(choice);
  add_rod(scene, "rod", Vec3::Zero(), kSwing);
  scene.start[0].w_W = Vec3(0, conical_rate(scene), 0);
  scene.start[0].v_W = scene.start[0].w_W.cross(scene.start[0].p_W);
  add_pivot(scene, "pivot", Vec3::Zero());
  scene.joints.push_back({Joint::Kind::ball, "rod", "pivot", Vec3::Zero()});
  return scene;
}

Result<Scene> point_pendulum(const SceneChoice& choice) {
  Scene scene = jointed_scene(choice);
  const Vec3 start = Vec3(std::sin(kSwing), -std::cos(kSwing), 0);
  Body ball = make_body("ball", make_capsule(kHalfWidth));
  ball.inertia = Vec3::Constant(kSphereInertia * kHalfWidth * kHalfWidth);
  add_body(scene, std::move(ball), standing_at(start));
  add_pivot(scene, "pivot", Vec3::Zero());
  scene.joints.push_back(
      {Joint::Kind::distance, "ball", "pivot", start, Vec3::UnitZ(), Vec3::Zero()});
  return scene;
}

Result<Scene> four_bar(const SceneChoice& choice) {
  Scene scene = jointed_scene(choice);
  const Vec3 apart(2 * kHalfRod, 0, 0);
  const Vec3 down = 2 * kHalfRod * Vec3(std::sin(kSwing), -std::cos(kSwing), 0);
  add_rod(scene, "crank", Vec3::Zero(), kSwing);
  add_rod(scene, "rocker", apart, kSwing);
  add_body(scene, make_box_body("coupler", Vec3(kHalfRod, kHalfWidth, kHalfWidth), 1),
           standing_at(down + 0.5 * apart));
  add_pivot(scene, "left", Vec3::Zero());
  add_pivot(scene, "right", apart);
  add_hinge(scene, "crank", "left", Vec3::Zero());
  add_hinge(scene, "rocker", "right", apart);
  add_hinge(scene, "coupler", "crank", down);
  add_hinge(scene, "coupler", "rocker", down + apart);
  return scene;
}

Result<Scene> joined_boxes(const SceneChoice& choice) {
  Scene scene = jointed_scene(choice);
  const Vec3 half = Vec3::Constant(kHalfRod);
  const Vec3 beside(kHalfRod, 0, 0);
  const Vec3 spin(1, 2, 0.5);  // [rad/s]
  const Vec3 thrown(1, 3, 0);  // [m/s]
  for (const double side : {1.0, -1.0}) {
    BodyState start = standing_at(side * beside);
    start.w_W = spin;
    start.v_W = thrown + spin.cross(start.p_W);
    add_body(scene, make_box_body(side > 0 ? "front" : "back", half, 1), start);
  }
  scene.joints.push_back({Joint::Kind::fixed, "front", "back", Vec3::Zero()});
  return scene;
}

Result<Scene> gliding_box(const SceneChoice& choice) {
  Scene scene = jointed_scene(choice);
  const Eigen::AngleAxisd slope(-kSlopeAngle, Vec3::UnitZ());
  const Vec3 normal = slope * Vec3::UnitY();
  BodyState start = standing_at(kHalfWidth * normal);
  start.q_WB = slope;
  start.v_W = Vec3(0, 0, 1);
  start.w_W = 2 * normal;
  add_body(scene, make_box_body("box", Vec3(kHalfRod, kHalfWidth, kHalfRod), 1), start);
  add_block(scene, "slope", Vec3(kHalfRod, kHalfWidth, kHalfRod), -kHalfWidth * normal);
  scene.start.back().q_WB = slope;
  scene.joints.push_back({Joint::Kind::gliding, "box", "slope", Vec3::Zero(), normal});
  return scene;
}

// Moments about the pivots, by mass times the distance of what they carry.
double pendulum_length(const Scene& scene) {
  const Body& rod = scene.bodies[0];
  if (scene.name == "hinge-pendulum") return about_end(rod) / (rod.mass * kHalfRod);
  if (scene.name == "point-pendulum") return 1;
  if (scene.name != "four-bar") return 0;
  // The coupler does not turn.
  const double length = 2 * kHalfRod;
  const double coupler = scene.bodies[2].mass;
  return (2 * about_end(rod) + coupler * length * length) /
         (2 * rod.mass * kHalfRod + coupler * length);
}

// What goes round with w about the vertical has L across it, and w x L is the weight's moment:
// w^2 cos(angle) (I across - I along) = m g times half the rod.
double conical_rate(const Scene& scene) {
  const Body& rod = scene.bodies[0];
  return std::sqrt(rod.mass * kGravity * kHalfRod /
                   ((about_end(rod) - rod.inertia.y()) * std::cos(kSwing)));
}

}  // namespace touchstone
