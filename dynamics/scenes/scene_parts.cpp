// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/scenes/scene_parts.hpp"

#include <utility>

#include "geometry/shapes.hpp"

namespace touchstone {

ContactFriction cone_friction(double mu) { return {FrictionKind::cone, mu}; }

Body make_box_body(const std::string& name, const Vec3& half_extents, double mass) {
  const Vec3 squares = half_extents.cwiseAbs2();
  Body box;
  box.name = name;
  box.shape.polytope = make_box(half_extents);
  box.mass = mass;
  box.inertia =
      mass / 3 *
      Vec3(squares.y() + squares.z(), squares.z() + squares.x(), squares.x() + squares.y());
  return box;
}

PolytopePtr polytope_of(std::vector<Vec3> vertices) {
  PolytopeInput input;
  input.vertices = std::move(vertices);
  input.interior_point = Vec3::Zero();
  return std::move(make_polytope(input)).value();
}

Body make_prism_body(const std::string& name, const PlanarCorners& corners) {
  std::vector<Vec3> vertices;
  for (const double z : {-kPrismHalfDepth, kPrismHalfDepth}) {
    for (const auto& [x, y] : corners) vertices.emplace_back(x, y, z);
  }
  Body body;
  body.name = name;
  body.shape.polytope = polytope_of(std::move(vertices));
  return body;
}

void add_body(Scene& scene, Body body, const BodyState& start) {
  scene.bodies.push_back(std::move(body));
  scene.start.push_back(start);
}

BodyState standing_at(const Vec3& p_W) {
  BodyState state;
  state.p_W = p_W;
  return state;
}

void add_block(Scene& scene, const std::string& name, const Vec3& half_extents,
               const Vec3& center) {
  Body block;
  block.name = name;
  block.fixed = true;
  block.shape.polytope = make_box(half_extents);
  add_body(scene, std::move(block), standing_at(center));
}

void add_floor(Scene& scene, double height, double half_width) {
  add_block(scene, "floor", Vec3(half_width, height / 2, half_width), Vec3(0, -height / 2, 0));
}

StayBox open_box(double half_width) {
  StayBox box;
  box.low_W = Vec3(-half_width, 0, -half_width);
  box.high_W.x() = box.high_W.z() = half_width;
  return box;
}

void choose(Scene& scene, const SceneChoice& choice, double dt, double t_end,
            const ContactFriction& friction) {
  scene.dt = choice.dt.value_or(dt);
  scene.t_end = choice.t_end.value_or(t_end);
  scene.friction = choice.friction.value_or(friction);
  scene.directions = choice.directions.value_or(scene.directions);
}

void take_peg_model(Scene& scene) {
  const ContactFriction& friction = scene.friction;
  const bool rubs = friction.kind == FrictionKind::no_slip || friction.mu > 0;
  if (!rubs) scene.model = "peg";
}

Result<int> chosen_bodies(const SceneChoice& choice, int otherwise, int least) {
  const int count = choice.bodies.value_or(otherwise);
  if (count >= least && count <= kMaxSceneBodies) return count;
  return Error{"it has " + std::to_string(least) + " to " + std::to_string(kMaxSceneBodies) +
               " moving bodies, not " + std::to_string(count)};
}

}  // namespace touchstone
