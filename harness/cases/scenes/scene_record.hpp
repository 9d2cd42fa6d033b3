// SPDX-License-Identifier: GPL-3.0-or-later
// The description of the scene file (docs/scene-file.md): what writes it, its schema, and the keys
// that its reader (scene_file.hpp) knows. Keys that only people write are in the schema, too.
#pragma once

#include <optional>
#include <string>

#include "dynamics/scene.hpp"
#include "harness/cases/scenes/repeat.hpp"
#include "schema/record_fields.hpp"

namespace touchstone {

/// The contact method that reads the scene's `events`.
inline constexpr std::string_view kEventMethod = "events";

const RecordDescription<Scene>& scene_record();

/// A body of a scene, and where it starts.
struct SceneBody {
  const Body& body;
  const BodyState& start;
  bool planar = false;  ///< whether the scene is
};
const RecordFields<SceneBody>& scene_body_fields();
const RecordFields<PolytopePtr>& scene_core_fields();
const RecordFields<PolytopePtr>& scene_capsule_fields();
const RecordFields<BodyPath>& body_path_fields();
const RecordFields<PathPoint>& path_point_fields();
const RecordFields<Repeat>& repeat_fields();
const RecordFields<Joint>& scene_joint_fields();
/// The constant load of a body, and what is left out where it is 0.
struct SceneLoad {
  std::string body;
  std::optional<Vec3> force_W;   ///< [N]
  std::optional<Vec3> torque_W;  ///< [N m]
};
const RecordFields<SceneLoad>& scene_load_fields();
const RecordFields<Expectation>& scene_expectation_fields();
const RecordFields<PairFriction>& pair_friction_fields();
const RecordFields<Shake>& shake_fields();
/// Options that are not the default.
const RecordFields<EventOptions>& event_option_fields();
const RecordFields<PegOptions>& peg_option_fields();

}  // namespace touchstone
