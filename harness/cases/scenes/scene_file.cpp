// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/cases/scenes/scene_file.hpp"

#include <algorithm>

#include "dynamics/planar.hpp"
#include "harness/cases/files/file_kind.hpp"
#include "harness/cases/scenes/event_options_json.hpp"
#include "harness/cases/scenes/peg_options_json.hpp"
#include "harness/cases/scenes/scene_body_json.hpp"
#include "harness/cases/scenes/scene_motion_json.hpp"
#include "harness/cases/scenes/scene_values.hpp"
#include "schema/input_file.hpp"
#include "schema/json_node.hpp"
#include "schema/json_text.hpp"

namespace touchstone {
namespace {

constexpr std::size_t kMaxScene = std::size_t{64} << 20U;
constexpr const char* kSceneSchema = "touchstone.scene/1";
constexpr const char* kEvents = "events";  ///< the contact method

std::string text_or(const JsonNode& node, const char* key, const std::string& otherwise) {
  return node.has(key) ? node.at(key).text() : otherwise;
}

ContactFriction friction_of(const JsonNode& node) {
  if (node.is_number()) return {FrictionKind::cone, node.nonnegative()};
  if (!node.is_string()) {
    allow_keys(node, {"mu"});
    return {FrictionKind::cone, node.at("mu").nonnegative()};
  }
  const std::string word = node.text();
  if (word == "no-slip") return {FrictionKind::no_slip, 0};
  if (word == "frictionless") return {FrictionKind::frictionless, 0};
  node.refuse(R"(must be "no-slip", "frictionless" or a number, the mu of a cone)");
}

Joint joint_of(const JsonNode& node) {
  allow_keys(node, {"kind", "bodies", "anchor", "axis"});
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
  allow_keys(node, {"bodies", "friction"});
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

/// The items of a list that need not be there.
std::vector<JsonNode> items_at(const JsonNode& root, const char* key) {
  return root.has(key) ? root.at(key).items() : std::vector<JsonNode>();
}

/// Adds a load to a body, or to each of a group.
void add_load(const JsonNode& node, Scene& scene) {
  allow_keys(node, {"body", "force", "torque"});
  if (!node.has("force") && !node.has("torque")) node.refuse(R"(needs a "force" or a "torque")");
  const std::string name = node.at("body").text();
  bool known = false;
  for (Body& body : scene.bodies) {
    if (body.name != name && (!names_group(name) || group_of(body.name) != name)) continue;
    known = true;
    body.force_W += vector_or(node, "force", Vec3::Zero());
    body.torque_W += vector_or(node, "torque", Vec3::Zero());
  }
  if (known) return;
  node.at("body").refuse("names '" + shortened_message(name) +
                         "', which is not a body nor a group of bodies");
}

Expectation expectation_of(const JsonNode& node) {
  allow_keys(node, {"body", "position", "within"});
  return {node.at("body").text(), vector_of(node.at("position")), node.at("within").number()};
}

std::string joint_json(const Joint& joint) {
  const bool hinge = joint.kind == Joint::Kind::hinge;
  JsonObject object;
  object.add("kind", json_string(hinge ? "hinge" : "ball"))
      .add("bodies", json_row({json_string(joint.body), json_string(joint.other)}))
      .add("anchor", json_vector(joint.anchor_W));
  if (hinge) object.add("axis", json_vector(joint.axis_W));
  return object.text();
}

std::string load_json(const Body& body) {
  JsonObject object;
  object.add("body", json_string(body.name));
  if (!body.force_W.isZero(0)) object.add("force", json_vector(body.force_W));
  if (!body.torque_W.isZero(0)) object.add("torque", json_vector(body.torque_W));
  return object.row();
}

std::string expectation_json(const Expectation& expected) {
  return JsonObject()
      .add("body", json_string(expected.body))
      .add("position", json_vector(expected.position_W))
      .add("within", json_number(expected.within))
      .row();
}

Scene scene_of(const JsonNode& root) {
  allow_keys(root,
             {"schema",     "name",     "description",   "bodies", "joints", "loads",   "expect",
              "gravity",    "friction", "pair_friction", "dt",     "t_end",  "stepper", "contacts",
              "directions", "gamma",    "look_ahead",    "planar", "shake",  "events",  "model",
              "peg"});
  if (root.at("schema").text() != kSceneSchema) {
    root.at("schema").refuse(std::string("must be \"") + kSceneSchema + "\"");
  }
  Scene scene;
  scene.name = root.at("name").text();
  scene.description = text_or(root, "description", "");
  if (root.has("planar")) scene.planar = axis_of(root.at("planar"));
  for (const JsonNode& body : root.at("bodies").items()) read_body(body, scene);
  for (const JsonNode& joint : items_at(root, "joints")) scene.joints.push_back(joint_of(joint));
  for (const JsonNode& load : items_at(root, "loads")) add_load(load, scene);
  for (const JsonNode& expected : items_at(root, "expect")) {
    scene.expect.push_back(expectation_of(expected));
  }
  scene.gravity_W = vector_or(root, "gravity", scene.gravity_W);
  if (root.has("friction")) scene.friction = friction_of(root.at("friction"));
  for (const JsonNode& pair : items_at(root, "pair_friction")) {
    scene.pairs.push_back(pair_friction_of(pair));
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
    if (scene.contacts != kEvents) root.at("events").refuse(R"(goes with "contacts": "events")");
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

std::string friction_json(const ContactFriction& friction) {
  switch (friction.kind) {
    case FrictionKind::no_slip:
      return json_string("no-slip");
    case FrictionKind::frictionless:
      return json_string("frictionless");
    case FrictionKind::cone:
      break;
  }
  return JsonObject().add("mu", json_number(friction.mu)).row();
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

std::string scene_json(const Scene& scene) {
  std::vector<std::string> bodies;
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    bodies.push_back(body_json(scene.bodies[i], scene.start[i], scene.planar.has_value()));
  }
  JsonObject object;
  object.add("schema", json_string(kSceneSchema))
      .add("name", json_string(scene.name))
      .add("description", json_string(scene.description))
      .add("bodies", json_list(bodies));
  if (!scene.joints.empty()) {
    object.add("joints", json_list(json_items(scene.joints, joint_json)));
  }
  std::vector<std::string> loads;
  for (const Body& body : scene.bodies) {
    if (body.loaded()) loads.push_back(load_json(body));
  }
  if (!loads.empty()) object.add("loads", json_list(loads));
  if (!scene.expect.empty()) {
    object.add("expect", json_list(json_items(scene.expect, expectation_json)));
  }
  object.add("gravity", json_vector(scene.gravity_W))
      .add("friction", friction_json(scene.friction));
  if (!scene.pairs.empty()) {
    std::vector<std::string> pairs;
    for (const PairFriction& pair : scene.pairs) {
      std::vector<std::string> names = {json_string(pair.body)};
      if (!pair.other.empty()) names.push_back(json_string(pair.other));
      pairs.push_back(JsonObject()
                          .add("bodies", json_row(names))
                          .add("friction", friction_json(pair.friction))
                          .row());
    }
    object.add("pair_friction", json_list(pairs));
  }
  add_planar_and_shake(scene, object);
  object.add("dt", steps_json(scene))
      .add("t_end", json_number(scene.t_end))
      .add("stepper", json_string(scene.stepper))
      .add("contacts", json_string(scene.contacts))
      .add("directions", std::to_string(scene.directions))
      .add("gamma", json_number(scene.gamma))
      .add("look_ahead", json_number(scene.look_ahead));
  if (scene.contacts == kEvents && scene.events != EventOptions()) {
    object.add("events", event_options_json(scene.events));
  }
  if (scene.model != kManifoldModel) object.add("model", json_string(scene.model));
  if (scene.peg != PegOptions()) object.add("peg", peg_options_json(scene.peg));
  return object.document();
}

}  // namespace touchstone
