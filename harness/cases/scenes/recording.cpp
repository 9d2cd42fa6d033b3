// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/cases/scenes/recording.hpp"

#include <algorithm>
#include <bit>

#include "harness/cases/files/file_kind.hpp"
#include "harness/cases/scenes/body_state_json.hpp"
#include "harness/cases/scenes/scene_file.hpp"
#include "harness/cases/scenes/scene_record.hpp"
#include "schema/input_file.hpp"
#include "schema/json_node.hpp"

namespace touchstone {
namespace {

/// A scene file as a value within another document.
RecordFields<Scene> inner_scene_fields() {
  return RecordFields<Scene>()
      .add(field("schema", "name and version of the scene file's format")
               .one_of({scene_record().schema}),
           [](const Scene& /*scene*/) { return scene_record().schema; })
      .include(scene_record().fields);
}

Recording recording_of(const JsonNode& root, const std::string& name) {
  recording_record().check_keys(root);
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

const RecordDescription<Recording>& recording_record() {
  static const RecordDescription<Recording> kRecord = {
      "touchstone.recording/1",
      "A run of a scene: the states of its bodies, to be compared bit for bit",
      RecordFields<Recording>()
          .add(
              field("scene", "scene that was run, as a scene file").with_lines(),
              [](const Recording& recording) -> const Scene& { return recording.scene; },
              inner_scene_fields())
          .add(field("every", "steps from one entry of states to the next").from(1),
               &Recording::every)
          .add(field("fault", "why the run ended early").null_where("it did not"),
               &Recording::fault)
          .add(states_field(
                   "states of the bodies, in the scene's order, at the start and after "
                   "every so many steps: position [m], quaternion w, x, y, z from the "
                   "body's axes to the world's, velocity [m/s], spin [rad/s], in the world"),
               [](const Recording& recording) { return state_numbers(recording.states); })};
  return kRecord;
}

std::string recording_json(const Recording& recording) {
  return recording_record().document(recording);
}

Result<Recording> read_recording_file(const std::string& path) {
  const auto parse = [](const std::string& text, const std::string& name) {
    return read_json(text, name, [&](const JsonNode& root) { return recording_of(root, name); });
  };
  return parse_file(read_json_text(path, kMaxInputFile), path, FileKind::recording, parse);
}

}  // namespace touchstone
