// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/scenes/scene_parts.hpp"

#include <utility>

#include "geometry/shapes.hpp"

namespace touchstone {

ContactFriction cone_friction(double mu) { return {FrictionKind::cone, mu}; }

Body make_body(const std::string& name, PolytopePtr polytope) {
  Body body;
  body.name = name;
  body.shape = std::move(polytope);
  return body;
}

Body make_cube_body(const std::string& name, const PolytopePtr& cube) {
  Body body = make_body(name, cube);
  body.inertia = Vec3::Constant(1.0 / 6);
  return body;
}

Body make_box_body(const std::string& name, const Vec3& half_extents, double mass) {
  const Vec3 squares = half_extents.cwiseAbs2();
  Body box = make_body(name, make_box(half_extents));
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
  return make_body(name, polytope_of(std::move(vertices)));
}

void add_body(Scene& scene, Body body, const BodyState& start) {
  scene.bodies.push_back(std::move(body));
  scene.start.push_back(start);
}

void add_fixed(Scene& scene, Body body, const BodyState& start) {
  body.fixed = true;
  add_body(scene, std::move(body), start);
}

BodyState standing_at(const Vec3& p_W) {
  BodyState state;
  state.p_W = p_W;
  return state;
}

BodyState moving_at(const Vec3& p_W, const Vec3& v_W, const Vec3& w_W) {
  BodyState state = standing_at(p_W);
  state.v_W = v_W;
  state.w_W = w_W;
  return state;
}

BodyState turned_at(const Vec3& p_W, Random& random) {
  BodyState state = standing_at(p_W);
  state.q_WB = Eigen::Quaterniond(random.rotation()).normalized();
  return state;
}

void add_block(Scene& scene, const std::string& name, const Vec3& half_extents,
               const Vec3& center) {
  add_fixed(scene, make_body(name, make_box(half_extents)), standing_at(center));
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

void add_open_box(Scene& scene, double half_width, double height, double half_wall) {
  scene.stay_box = open_box(half_width);
  const double outer = half_width + 2 * half_wall;
  add_block(scene, "floor", Vec3(outer, half_wall, outer), Vec3(0, -half_wall, 0));
  for (const int sign : {1, -1}) {
    const std::string mark = sign > 0 ? "+" : "-";
    const double place = sign * (half_width + half_wall);
    add_block(scene, "wall" + mark + "x", Vec3(half_wall, height / 2, outer),
              Vec3(place, height / 2, 0));
    add_block(scene, "wall" + mark + "z", Vec3(outer, height / 2, half_wall),
              Vec3(0, height / 2, place));
  }
}

Scene bare_scene(const SceneChoice& choice, double dt, double t_end,
                 const ContactFriction& friction) {
  Scene scene;
  scene.dt = choice.dt.value_or(dt);
  scene.t_end = choice.t_end.value_or(t_end);
  scene.friction = choice.friction.value_or(friction);
  scene.directions = choice.directions.value_or(scene.directions);
  return scene;
}

Random random_of(const SceneChoice& choice, std::uint64_t i) {
  return Random(choice.seed.value_or(kSceneSeed), i);
}

void take_peg_model(Scene& scene) {
  const ContactFriction& friction = scene.friction;
  const bool has_friction = friction.kind == FrictionKind::no_slip || friction.mu > 0;
  if (!has_friction) scene.model = "peg";
}

Result<int> chosen_bodies(const SceneChoice& choice, int otherwise, int least) {
  const int count = choice.bodies.value_or(otherwise);
  if (count >= least && count <= kMaxSceneBodies) return count;
  return Error{"it has " + std::to_string(least) + " to " + std::to_string(kMaxSceneBodies) +
               " moving bodies, not " + std::to_string(count)};
}

}  // namespace touchstone
