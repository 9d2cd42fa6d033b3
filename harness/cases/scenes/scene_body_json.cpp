// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/cases/scenes/scene_body_json.hpp"

#include <utility>

#include "dynamics/solid_moments.hpp"
#include "geometry/shapes.hpp"
#include "harness/cases/scenes/repeat.hpp"
#include "harness/cases/scenes/scene_record.hpp"
#include "harness/cases/scenes/scene_values.hpp"

namespace touchstone {
namespace {

PolytopePtr read_hull(const JsonNode& node) {
  PolytopeInput input;
  for (const JsonNode& vertex : node.at("vertices").items()) {
    input.vertices.push_back(vector_of(vertex));
  }
  if (node.has("interior_point")) input.interior_point = vector_of(node.at("interior_point"));
  auto made = make_polytope(input);
  if (!made) node.refuse(made.reason());
  return std::move(made).value();
}

double length_of(const JsonNode& node) {
  const double length = node.number();
  if (!(length > 0 && length <= kMaxCoordinate)) node.refuse("must be above 0 and at most 1e60 m");
  return length;
}

PolytopePtr read_capsule(const JsonNode& node) {
  check_keys(node, scene_capsule_fields().shapes());
  const double half = length_of(node.at("half_length"));
  PolytopeInput axis;
  axis.vertices = {{0, 0, -half}, {0, 0, half}};
  auto core = make_polytope(axis);
  if (!core) node.refuse(core.reason());
  auto made = make_rounded(core.value(), length_of(node.at("radius")));
  if (!made) node.refuse(made.reason());
  return std::move(made).value();
}

BodyShape shape_of(const JsonNode& node) {
  int given = 0;
  for (const char* shape : {"vertices", "box", "sphere", "capsule"})
    given += node.has(shape) ? 1 : 0;
  if (given != 1) {
    node.refuse(std::string(given == 0 ? "needs one of " : "takes only one of ") +
                R"("vertices", "box", "sphere" and "capsule")");
  }
  BodyShape shape;
  if (node.has("sphere")) {
    shape.radius = node.at("sphere").number();
  } else if (node.has("capsule")) {
    shape.polytope = read_capsule(node.at("capsule"));
  } else if (node.has("vertices")) {
    shape.polytope = read_hull(node);
  } else {
    const Vec3 half = vector_of(node.at("box"));
    if (const char* why = why_no_box(half); why != nullptr) {
      node.at("box").refuse(std::string("half extents ") + why);
    }
    shape.polytope = make_box(half);
  }
  return shape;
}

/// The moments of inertia that are given: three principal ones or a matrix.
void take_inertia(const JsonNode& node, Body& body) {
  const auto items = node.items();
  if (!items.empty() && items.front().is_list()) {
    set_inertia(body, symmetric_of(node));
  } else {
    body.inertia = vector_of(node);
  }
}

/// Mass and inertia of a body that moves in space; what is not given is that of its shape.
void read_mass(const JsonNode& node, Body& body) {
  const bool rounded = !body.shape.is_sphere() && body.shape.polytope->radius() > 0;
  const bool flat = !rounded && !body.shape.is_sphere() && body.shape.polytope->dimension() != 3;
  const SolidMoments moments =
      flat                     ? SolidMoments{1, Vec3::Zero(), Mat3::Zero()}
      : body.shape.is_sphere() ? ball_moments(body.shape.radius)
      : rounded ? capsule_moments(body.shape.polytope->radius(), half_length_of(body.shape))
                : solid_moments(*body.shape.polytope);
  body.mass = number_or(node, "mass", body.mass);
  if (node.has("density")) {
    if (node.has("mass")) node.at("density").refuse("goes without \"mass\", which follows from it");
    const double density = node.at("density").number();
    if (!(density > 0)) node.at("density").refuse("must be above 0");
    body.mass = density * moments.volume;
  }
  if (node.has("inertia")) {
    take_inertia(node.at("inertia"), body);
  } else if (!flat) {
    set_inertia(body, body.mass / moments.volume * moments.inertia());
  }
}

BodyPath path_of(const JsonNode& node, const Eigen::Quaterniond& q_WB) {
  BodyPath path;
  check_keys(node, body_path_fields().shapes());
  if (!node.has("points")) {
    if (!node.has("velocity") && !node.has("acceleration") && !node.has("spin")) {
      node.refuse(R"(needs "points", or a "velocity", an "acceleration" or a "spin")");
    }
    path.velocity_W = vector_or(node, "velocity", path.velocity_W);
    path.acceleration_W = vector_or(node, "acceleration", path.acceleration_W);
    path.spin_W = vector_or(node, "spin", path.spin_W);
    return path;
  }
  for (const char* key : {"velocity", "acceleration", "spin"}) {
    if (node.has(key)) node.at(key).refuse("goes without \"points\"");
  }
  for (const JsonNode& item : node.at("points").items()) {
    check_keys(item, path_point_fields().shapes());
    PathPoint& point = path.points.emplace_back();
    point.time = item.at("time").number();
    point.p_W = vector_of(item.at("position"));
    point.q_WB = item.has("quaternion") ? quaternion_of(item.at("quaternion")) : q_WB;
  }
  if (path.points.empty()) node.at("points").refuse("is empty");
  return path;
}

/// The path of a body, which begins where its first point is.
void read_path(const JsonNode& node, Body& body, BodyState& start) {
  if (!body.fixed) node.at("path").refuse("goes with \"fixed\": true");
  body.path = path_of(node.at("path"), start.q_WB);
  if (body.path->points.empty()) return;
  for (const char* key : {"position", "repeat"}) {
    if (node.has(key)) node.at(key).refuse("goes without a path of points, which has positions");
  }
  start.p_W = body.path->points.front().p_W;
  start.q_WB = body.path->points.front().q_WB;
}

}  // namespace

void read_body(const JsonNode& node, Scene& scene) {
  check_keys(node, scene_body_fields().shapes());
  for (const char* key : {"mass", "inertia"}) {
    if (scene.planar && node.has(key)) {
      node.at(key).refuse(R"(goes with scenes in space: a planar one has "density")");
    }
  }
  Body body;
  body.name = node.at("name").text();
  if (body.name.empty()) node.at("name").refuse("is empty");
  body.shape = shape_of(node);
  body.fixed = node.has("fixed") && node.at("fixed").truth();
  for (const char* key : {"mass", "density", "inertia"}) {
    if (body.fixed && node.has(key)) node.at(key).refuse("goes with a body that moves");
  }
  if (scene.planar) {
    body.density = number_or(node, "density", body.density);
  } else if (!body.fixed) {
    read_mass(node, body);
  }
  body.enters = number_or(node, "enters", body.enters);
  BodyState start;
  start.p_W = vector_or(node, "position", start.p_W);
  start.v_W = vector_or(node, "velocity", start.v_W);
  start.w_W = vector_or(node, "spin", start.w_W);
  if (node.has("quaternion")) start.q_WB = quaternion_of(node.at("quaternion"));
  if (node.has("path")) read_path(node, body, start);
  if (node.has("repeat")) {
    add_repeated(repeat_of(node.at("repeat"), scene.bodies.size()), body, start, scene);
    return;
  }
  if (scene.bodies.size() == kMaxFileBodies) {
    node.refuse("is one too many: a scene has at most " + std::to_string(kMaxFileBodies) +
                " bodies");
  }
  scene.bodies.push_back(std::move(body));
  scene.start.push_back(start);
}

}  // namespace touchstone
