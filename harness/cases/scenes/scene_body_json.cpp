// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/cases/scenes/scene_body_json.hpp"

#include <nlohmann/json.hpp>

#include "dynamics/solid_moments.hpp"
#include "harness/cases/files/case_body.hpp"
#include "harness/cases/scenes/repeat.hpp"
#include "harness/cases/scenes/scene_record.hpp"
#include "harness/cases/scenes/scene_values.hpp"

namespace touchstone {
namespace {

/// Reads bodies as case files have them, but for the names of boxes and of a sphere's radius.
class ShapeReader : public BodyReader {
 public:
  ShapeReader(MadeBodies& made, const std::string& folder)
      : BodyReader(made, folder, "box", {CurvedCases::refused, MeshObjects::one}) {}
  using BodyReader::is_polygon;
  using BodyReader::shape;
};

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
  const std::optional<SolidMoments> moments = body_moments(*body.shape);
  body.mass = number_or(node, "mass", body.mass);
  if (node.has("density")) {
    if (node.has("mass")) node.at("density").refuse("goes without \"mass\", which follows from it");
    const double density = node.at("density").number();
    if (!(density > 0)) node.at("density").refuse("must be above 0");
    if (!moments) node.at("density").refuse("goes with a solid hull, a sphere or a capsule");
    body.mass = density * moments->volume;
  }
  if (node.has("inertia")) {
    take_inertia(node.at("inertia"), body);
  } else if (moments) {
    set_inertia(body, body.mass / moments->volume * moments->inertia());
  } else if (body.shape->radius() > 0) {
    node.refuse(R"(needs "inertia": with a radius only spheres and capsules go without)");
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

PolytopePtr SceneBodies::shape(const JsonNode& node) {
  for (const auto& [key, fields] :
       {std::pair("core", &scene_core_fields()), {"capsule", &scene_capsule_fields()}}) {
    if (node.has(key)) check_keys(node.at(key), fields->shapes());
  }
  nlohmann::json sphere;  // in the words of a case file
  if (node.has("sphere")) {
    if (node.has("radius")) node.at("radius").refuse("goes with core, not with sphere");
    const double radius = node.at("sphere").number();
    if (!(radius > 0)) node.at("sphere").refuse("must be above 0");
    if (radius > kMaxCoordinate) node.at("sphere").refuse("is beyond 1e60 m");
    sphere = node.value();
    sphere["sphere"] = {{"radius", radius}};
  }
  ShapeReader reader(made_, folder_);
  PolytopePtr shape;
  if (!reader.shape(sphere.is_null() ? node.value() : sphere, Place(node.place()), shape)) {
    throw JsonRefusal(reader.problem());
  }
  if (reader.is_polygon() && scene_.planar != Axis::z) {
    node.refuse(R"("polygon" goes with "planar": "z")");
  }
  return shape;
}

void SceneBodies::read(const JsonNode& node) {
  check_keys(node, scene_body_fields().shapes());
  for (const char* key : {"mass", "inertia"}) {
    if (scene_.planar && node.has(key)) {
      node.at(key).refuse(R"(goes with scenes in space: a planar one has "density")");
    }
  }
  Body body;
  body.name = node.at("name").text();
  if (body.name.empty()) node.at("name").refuse("is empty");
  body.shape = shape(node);
  body.fixed = node.has("fixed") && node.at("fixed").truth();
  for (const char* key : {"mass", "density", "inertia"}) {
    if (body.fixed && node.has(key)) node.at(key).refuse("goes with a body that moves");
  }
  if (scene_.planar) {
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
    add_repeated(repeat_of(node.at("repeat"), scene_.bodies.size()), body, start, scene_);
    return;
  }
  if (scene_.bodies.size() == kMaxFileBodies) {
    node.refuse("is one too many: a scene has at most " + std::to_string(kMaxFileBodies) +
                " bodies");
  }
  scene_.bodies.push_back(std::move(body));
  scene_.start.push_back(start);
}

}  // namespace touchstone
