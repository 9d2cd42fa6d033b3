// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/cases/scenes/scene_file.hpp"

#include <algorithm>
#include <filesystem>

#include "dynamics/planar.hpp"
#include "harness/cases/files/file_kind.hpp"
#include "harness/cases/scenes/event_options_json.hpp"
#include "harness/cases/scenes/peg_options_json.hpp"
#include "harness/cases/scenes/scene_body_json.hpp"
#include "harness/cases/scenes/scene_motion_json.hpp"
#include "harness/cases/scenes/scene_record.hpp"
#include "harness/cases/scenes/scene_values.hpp"
#include "schema/json_node.hpp"
#include "schema/nearest_name.hpp"

namespace touchstone {
namespace {

constexpr std::size_t kMaxScene = std::size_t{64} << 20U;

std::string text_or(const JsonNode& node, const char* key, const std::string& otherwise) {
  return node.has(key) ? node.at(key).text() : otherwise;
}

ContactFriction friction_of(const JsonNode& node) {
  if (node.is_number()) return {FrictionKind::cone, node.nonnegative()};
  if (!node.is_string()) {
    node.allow_only({"mu"});
    return {FrictionKind::cone, node.at("mu").nonnegative()};
  }
  const std::string word = node.text();
  if (word == "no-slip") return {FrictionKind::no_slip, 0};
  if (word == "frictionless") return {FrictionKind::frictionless, 0};
  node.refuse(R"(must be "no-slip", "frictionless" or a number, the mu of a cone)");
}

Joint joint_of(const JsonNode& node) {
  check_keys(node, scene_joint_fields().shapes());
  Joint joint;
  const std::string kind = node.at("kind").text();
  const auto* const row = std::find(kJointKinds.begin(), kJointKinds.end(), kind);
  if (row == kJointKinds.end()) {
    node.at("kind").refuse(
        unknown_choice("joint", shortened_message(kind), {kJointKinds.begin(), kJointKinds.end()}));
  }
  joint.kind = static_cast<Joint::Kind>(row - kJointKinds.begin());
  const auto bodies = node.at("bodies").items();
  if (bodies.size() != 2) node.at("bodies").refuse("must be a list of 2 names");
  joint.body = bodies[0].text();
  joint.other = bodies[1].text();
  joint.anchor_W = vector_of(node.at("anchor"));
  if (joint.has_axis()) joint.axis_W = vector_of(node.at("axis"));
  if (joint.kind == Joint::Kind::distance) {
    joint.other_anchor_W = vector_of(node.at("other_anchor"));
  }
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

/// The items of a list that need not be there.
std::vector<JsonNode> items_at(const JsonNode& root, const char* key) {
  return root.has(key) ? root.at(key).items() : std::vector<JsonNode>();
}

/// Adds a load to a body, or to each of a group.
void add_load(const JsonNode& node, Scene& scene) {
  check_keys(node, scene_load_fields().shapes());
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

Expectation expectation_of(const JsonNode& node, const Scene& scene) {
  check_keys(node, scene_expectation_fields().shapes());
  const std::string body = node.at("body").text();
  if (find_body(scene, body) < 0) {
    std::vector<std::string> names;
    for (const Body& known : scene.bodies) names.push_back(known.name);
    node.at("body").refuse(unknown_word("body", shortened_message(body), names));
  }
  return {body, vector_of(node.at("position")), node.at("within").number()};
}

int directions_of(const JsonNode& node) {
  if (node.is_string() && node.text() == "round") return kRoundCone;
  if (node.is_string()) node.refuse("must be an even number, or round");
  // 0 must not become kRoundCone, and numbers that do not fit into an int must stay invalid.
  return static_cast<int>(std::clamp<std::uint64_t>(node.whole(), 1, 1000));
}

/// `folder`: where paths of meshes begin.
Scene scene_of(const JsonNode& root, const std::string& folder, std::vector<std::string>* remarks) {
  scene_record().check_keys(root);
  Scene scene;
  scene.name = root.at("name").text();
  scene.description = text_or(root, "description", "");
  if (root.has("planar")) scene.planar = axis_of(root.at("planar"));
  SceneBodies reader(scene, folder);
  for (const JsonNode& body : root.at("bodies").items()) reader.read(body);
  if (remarks != nullptr) *remarks = reader.remarks();
  for (const JsonNode& joint : items_at(root, "joints")) scene.joints.push_back(joint_of(joint));
  for (const JsonNode& load : items_at(root, "loads")) add_load(load, scene);
  for (const JsonNode& expected : items_at(root, "expect")) {
    scene.expect.push_back(expectation_of(expected, scene));
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
  if (find_model(scene.model) == nullptr) {
    root.at("model").refuse(
        unknown_row("contact model", scene.model, model_registry(), "list models").reason);
  }
  if (root.has("directions")) scene.directions = directions_of(root.at("directions"));
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

Result<Scene> parse_scene_text(std::string_view text, const std::string& name,
                               std::vector<std::string>* remarks) {
  const std::string folder = std::filesystem::path(name).parent_path().string();
  return read_json(text, name,
                   [&](const JsonNode& root) { return scene_of(root, folder, remarks); });
}

Result<Scene> read_scene_file(const std::string& path, std::vector<std::string>* remarks) {
  return parse_file(read_json_text(path, kMaxScene), path, FileKind::scene,
                    [remarks](const std::string& text, const std::string& name) {
                      return parse_scene_text(text, name, remarks);
                    });
}

std::string scene_json(const Scene& scene) { return scene_record().document(scene); }

}  // namespace touchstone
