// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/cases/scenes/scene_motion_json.hpp"

#include <utility>
#include <vector>

#include "harness/cases/scenes/scene_record.hpp"
#include "harness/cases/scenes/scene_values.hpp"

namespace touchstone {

void read_steps(const JsonNode& node, Scene& scene) {
  if (!node.is_list()) {
    scene.dt = node.number();
    return;
  }
  std::vector<double> lengths;
  for (const JsonNode& item : node.items()) {
    lengths.push_back(item.number());
    if (!(lengths.back() > 0)) item.refuse("must be above 0");
  }
  if (lengths.empty()) node.refuse("must have a length of a step");
  set_steps(scene, std::move(lengths));
}

Axis axis_of(const JsonNode& node) {
  const std::string axis = node.text();
  if (axis == "x") return Axis::x;
  if (axis == "y") return Axis::y;
  if (axis == "z") return Axis::z;
  node.refuse(R"(must be "x", "y" or "z")");
}

Shake shake_of(const JsonNode& node) {
  check_keys(node, shake_fields().shapes());
  Shake shake;
  shake.acceleration_W = vector_of(node.at("acceleration"));
  shake.frequency = node.at("frequency").number();
  if (node.has("start")) shake.start = node.at("start").number();
  if (node.has("shakes")) shake.shakes = node.at("shakes").count();
  return shake;
}

}  // namespace touchstone
