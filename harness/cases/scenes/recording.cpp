// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/cases/scenes/recording.hpp"

#include <algorithm>
#include <bit>

#include "harness/cases/files/file_kind.hpp"
#include "harness/cases/scenes/scene_file.hpp"
#include "harness/cases/scenes/scene_parts_json.hpp"
#include "schema/input_file.hpp"
#include "schema/json_node.hpp"
#include "schema/json_text.hpp"

namespace touchstone {
namespace {

constexpr const char* kRecordingSchema = "touchstone.recording/1";
Recording recording_of(const JsonNode& root, const std::string& name) {
  if (root.at("schema").text() != kRecordingSchema) {
    root.at("schema").refuse(std::string("must be \"") + kRecordingSchema + "\"");
  }
  root.allow_only({"schema", "scene", "every", "fault", "states"});
  Recording recording;
  auto scene = parse_scene_text(root.at("scene").dumped(), name + ": scene");
  if (!scene) throw JsonRefusal(scene.reason().substr(name.size() + 2));
  recording.scene = std::move(scene).value();
  recording.every = root.at("every").count();
  if (recording.every == 0) root.at("every").refuse("must be above 0");
  if (const JsonNode fault = root.at("fault"); !fault.is_null()) {
    recording.fault = fault.text();
    if (recording.fault.empty()) fault.refuse("must be null or a reason");
  }
  for (const JsonNode& entry : root.at("states").items()) {
    std::vector<BodyState> states;
    for (const JsonNode& body : entry.items()) states.push_back(body_state_of(body));
    if (states.size() != recording.scene.bodies.size()) {
      entry.refuse("must have a state of each body");
    }
    recording.states.push_back(std::move(states));
  }
  if (recording.states.empty()) root.at("states").refuse("is empty");
  return recording;
}

}  // namespace

bool same_states(const std::vector<BodyState>& a, const std::vector<BodyState>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const BodyState& one, const BodyState& other) {
                      const auto x = body_state_numbers(one);
                      const auto y = body_state_numbers(other);
                      return std::equal(x.begin(), x.end(), y.begin(), [](double p, double q) {
                        return std::bit_cast<std::uint64_t>(p) == std::bit_cast<std::uint64_t>(q);
                      });
                    });
}

std::string recording_json(const Recording& recording) {
  const auto states_json = [&](const std::vector<BodyState>& states) {
    return json_row(json_items(states, body_state_json));
  };
  std::string scene = scene_json(recording.scene);
  scene.pop_back();
  return JsonObject()
      .add("schema", json_string(kRecordingSchema))
      .add("scene", scene)
      .add("every", std::to_string(recording.every))
      .add("fault", json_string_or_null(recording.fault))
      .add("states", json_list(json_items(recording.states, states_json)))
      .document();
}

Result<Recording> read_recording_file(const std::string& path) {
  const auto text = read_json_text(path, kMaxInputFile);
  if (!text) return text.error();
  const std::string name = input_name(path);
  auto recording =
      read_json(text.value(), name, [&](const JsonNode& root) { return recording_of(root, name); });
  if (recording.ok()) return recording;
  if (const auto other = other_kind(text.value(), name, FileKind::recording)) return *other;
  return recording;
}

}  // namespace touchstone
