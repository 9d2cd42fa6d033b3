// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/scenes/linkage.hpp"

#include <cmath>
#include <string>
#include <vector>

#include "dynamics/scenes/scene_parts.hpp"
#include "geometry/index.hpp"

namespace touchstone {
namespace {

constexpr double kHalfLength = 0.5;      ///< [m]
constexpr double kHalfThickness = 0.05;  ///< [m]
constexpr double kMass = 1;              ///< [kg]

std::string rod_name(int i) { return "rod" + std::to_string(i + 1); }

/// A small fixed cube about the end of a chain.
void add_end(Scene& scene, const std::string& name, const Vec3& p_W) {
  add_block(scene, name, Vec3::Constant(kHalfThickness), p_W);
}

/// Angle of each hanging rod about z, along which the force at its middle points [rad].
std::vector<double> hanging_angles(int rods) {
  std::vector<double> angles;
  for (int i = 0; i < rods; ++i) {
    const Vec3 force = -0.5 * (hanging_joint_force(rods, i) + hanging_joint_force(rods, i + 1));
    angles.push_back(std::atan2(force.y(), force.x()));
  }
  return angles;
}

}  // namespace

Vec3 hanging_joint_force(int rods, int i) {
  const double weight = kMass * kGravity;
  return {-0.25 * rods * weight, -weight * (i - 0.5 * rods), 0};
}

Result<Scene> links(const SceneChoice& choice) {
  const bool both_ends = choice.both_ends.value_or(false);
  // How hard one rod pulls at two fixed ends is not given by statics.
  const auto chosen = chosen_bodies(choice, 3, both_ends ? 2 : 1);
  if (!chosen) return chosen.error();
  const int count = chosen.value();
  Scene scene = bare_scene(choice, 1e-3, both_ends ? 5 : 2, {FrictionKind::frictionless, 0});
  std::vector<double> angles(static_cast<std::size_t>(count), 0);
  if (both_ends) angles = hanging_angles(count);
  std::vector<Vec3> ends = {Vec3::Zero()};
  for (int i = 0; i < count; ++i) {
    const double angle = angles[at(i)];
    const Vec3 half = kHalfLength * Vec3(std::cos(angle), std::sin(angle), 0);
    BodyState start = standing_at(ends.back() + half);
    start.q_WB = Eigen::AngleAxisd(angle, Vec3::UnitZ());
    add_body(scene,
             make_box_body(rod_name(i), Vec3(kHalfLength, kHalfThickness, kHalfThickness), kMass),
             start);
    ends.push_back(ends.back() + 2 * half);
  }
  add_end(scene, "end1", ends.front());
  if (both_ends) add_end(scene, "end2", ends.back());
  for (int i = 0; i < count + (both_ends ? 1 : 0); ++i) {
    Joint joint;
    joint.body = i < count ? rod_name(i) : "end2";
    joint.other = i == 0 ? "end1" : rod_name(i - 1);
    joint.anchor_W = ends[at(i)];
    scene.joints.push_back(joint);
  }
  return scene;
}

}  // namespace touchstone
