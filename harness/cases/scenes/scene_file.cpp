// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/cases/scenes/scene_file.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "dynamics/planar.hpp"
#include "geometry/shapes.hpp"
#include "harness/cases/files/file_kind.hpp"
#include "harness/cases/scenes/event_options_json.hpp"
#include "harness/cases/scenes/peg_options_json.hpp"
#include "harness/cases/scenes/repeat.hpp"
#include "harness/cases/scenes/scene_motion_json.hpp"
#include "harness/cases/scenes/scene_record.hpp"
#include "schema/input_file.hpp"
#include "schema/json_node.hpp"

namespace touchstone {
namespace {

constexpr std::size_t kMaxScene = std::size_t{64} << 20U;

Vec3 vector_of(const JsonNode& node) {
  const auto items = node.items();
  if (items.size() != 3) node.refuse("must be a list of 3 numbers");
  return {items[0].number(), items[1].number(), items[2].number()};
}

Vec3 vector_or(const JsonNode& node, const char* key, const Vec3& otherwise) {
  return node.has(key) ? vector_of(node.at(key)) : otherwise;
}

double number_or(const JsonNode& node, const char* key, double otherwise) {
  return node.has(key) ? node.at(key).number() : otherwise;
}

std::string text_or(const JsonNode& node, const char* key, const std::string& otherwise) {
  return node.has(key) ? node.at(key).text() : otherwise;
}

ContactFriction friction_of(const JsonNode& node) {
  if (!node.is_string()) {
    node.allow_only({"mu"});
    return {FrictionKind::cone, node.at("mu").nonnegative()};
  }
  const std::string word = node.text();
  if (word == "no-slip") return {FrictionKind::no_slip, 0};
  if (word == "frictionless") return {FrictionKind::frictionless, 0};
  node.refuse(R"(must be "no-slip", "frictionless" or {"mu": number})");
}

PolytopePtr polytope_of(const JsonNode& node) {
  PolytopeInput input;
  for (const JsonNode& vertex : node.at("vertices").items()) {
    input.vertices.push_back(vector_of(vertex));
  }
  if (node.has("interior_point")) input.interior_point = vector_of(node.at("interior_point"));
  auto made = make_polytope(input);
  if (!made) node.refuse(made.reason());
  return std::move(made).value();
}

BodyShape shape_of(const JsonNode& node) {
  const int given =
      (node.has("vertices") ? 1 : 0) + (node.has("box") ? 1 : 0) + (node.has("sphere") ? 1 : 0);
  if (given != 1) node.refuse(R"(needs one of "vertices", "box" and "sphere")");
  BodyShape shape;
  if (node.has("sphere")) {
    shape.radius = node.at("sphere").number();
  } else if (node.has("vertices")) {
    shape.polytope = polytope_of(node);
  } else {
    const Vec3 half = vector_of(node.at("box"));
    if (const char* why = why_no_box(half); why != nullptr) {
      node.at("box").refuse(std::string("half extents ") + why);
    }
    shape.polytope = make_box(half);
  }
  return shape;
}

void read_body(const JsonNode& node, Scene& scene) {
  check_keys(node, scene_body_fields().shapes());
  for (const char* key : {"mass", "inertia"}) {
    if (scene.planar && node.has(key)) {
      node.at(key).refuse(R"(goes with scenes in space: a planar one has "density")");
    }
  }
  if (!scene.planar && node.has("density")) node.at("density").refuse("goes with planar scenes");
  Body body;
  body.name = node.at("name").text();
  body.shape = shape_of(node);
  body.fixed = node.has("fixed") && node.at("fixed").truth();
  body.mass = number_or(node, "mass", body.mass);
  body.density = number_or(node, "density", body.density);
  body.enters = number_or(node, "enters", body.enters);
  if (!body.fixed && !scene.planar) body.inertia = vector_of(node.at("inertia"));
  BodyState start;
  start.p_W = vector_or(node, "position", start.p_W);
  start.v_W = vector_or(node, "velocity", start.v_W);
  start.w_W = vector_or(node, "spin", start.w_W);
  if (node.has("quaternion")) {
    const auto items = node.at("quaternion").items();
    if (items.size() != 4) node.at("quaternion").refuse("must be a list of 4 numbers, w first");
    start.q_WB = Eigen::Quaterniond(items[0].number(), items[1].number(), items[2].number(),
                                    items[3].number());
  }
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

Joint joint_of(const JsonNode& node) {
  check_keys(node, scene_joint_fields().shapes());
  Joint joint;
  const std::string kind = node.at("kind").text();
  if (kind != "ball" && kind != "hinge") node.at("kind").refuse(R"(must be "ball" or "hinge")");
  joint.kind = kind == "ball" ? Joint::Kind::ball : Joint::Kind::hinge;
  const auto bodies = node.at("bodies").items();
  if (bodies.size() != 2) node.at("bodies").refuse("must be a list of 2 names");
  joint.body = bodies[0].text();
  joint.other = bodies[1].text();
  joint.anchor_W = vector_of(node.at("anchor"));
  if (joint.kind == Joint::Kind::hinge) joint.axis_W = vector_of(node.at("axis"));
  return joint;
}

PairFriction pair_friction_of(const JsonNode& node) {
  check_keys(node, pair_friction_fields().shapes());
  PairFriction pair;
  const auto bodies = node.at("bodies").items();
  if (bodies.empty() || bodies.size() > 2) {
    node.at("bodies").refuse("must be a list of 1 or 2 names");
  }
  pair.body = bodies[0].text();
  if (bodies.size() == 2) pair.other = bodies[1].text();
  if (pair.body == pair.other && !names_group(pair.body)) {
    node.at("bodies").refuse("names '" + shortened_message(pair.body) + "' twice");
  }
  pair.friction = friction_of(node.at("friction"));
  return pair;
}

Scene scene_of(const JsonNode& root) {
  scene_record().check_keys(root);
  Scene scene;
  scene.name = root.at("name").text();
  scene.description = text_or(root, "description", "");
  if (root.has("planar")) scene.planar = axis_of(root.at("planar"));
  for (const JsonNode& body : root.at("bodies").items()) read_body(body, scene);
  if (root.has("joints")) {
    for (const JsonNode& joint : root.at("joints").items()) {
      scene.joints.push_back(joint_of(joint));
    }
  }
  scene.gravity_W = vector_or(root, "gravity", scene.gravity_W);
  if (root.has("friction")) scene.friction = friction_of(root.at("friction"));
  if (root.has("pair_friction")) {
    for (const JsonNode& pair : root.at("pair_friction").items()) {
      scene.pairs.push_back(pair_friction_of(pair));
    }
  }
  read_steps(root.at("dt"), scene);
  scene.t_end = root.at("t_end").number();
  scene.stepper = text_or(root, "stepper", scene.stepper);
  scene.contacts = text_or(root, "contacts", scene.contacts);
  scene.model = text_or(root, "model", scene.model);
  if (root.has("directions")) {
    scene.directions =
        static_cast<int>(std::min<std::uint64_t>(root.at("directions").whole(), 1000));
  }
  scene.gamma = number_or(root, "gamma", scene.gamma);
  scene.look_ahead = number_or(root, "look_ahead", scene.look_ahead);
  if (root.has("shake")) scene.shake = shake_of(root.at("shake"));
  if (root.has("events")) {
    if (scene.contacts != kEventMethod)
      root.at("events").refuse(R"(goes with "contacts": "events")");
    scene.events = event_options_of(root.at("events"));
  }
  if (const std::string fault = name_fault(scene.name); !fault.empty()) {
    root.at("name").refuse(fault);
  }
  if (root.has("peg")) {
    if (scene.model == kManifoldModel) {
      root.at("peg").refuse(R"(goes with a "model" other than "manifold")");
    }
    scene.peg = peg_options_of(root.at("peg"));
  }
  if (const std::string fault = scene_fault(scene); !fault.empty()) root.refuse(fault);
  if (scene.planar) settle_planar(scene);
  return scene;
}

}  // namespace

Result<Scene> parse_scene_text(std::string_view text, const std::string& name) {
  return read_json(text, name, scene_of);
}

Result<Scene> read_scene_file(const std::string& path) {
  const auto text = read_json_text(path, kMaxScene);
  if (!text) return text.error();
  auto scene = parse_scene_text(text.value(), input_name(path));
  if (scene.ok()) return scene;
  if (const auto other = other_kind(text.value(), input_name(path), FileKind::scene)) return *other;
  return scene;
}

std::string scene_json(const Scene& scene) { return scene_record().document(scene); }

}  // namespace touchstone
