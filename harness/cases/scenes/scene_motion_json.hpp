// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of a scene file that say how its time passes and what its frame does: "dt", "planar"
// and "shake".
#pragma once

#include <string>

#include "dynamics/scene.hpp"
#include "schema/json_node.hpp"
#include "schema/json_text.hpp"

namespace touchstone {

/// A number, or a list of lengths that are repeated. Refuses what is not above 0.
void read_steps(const JsonNode& node, Scene& scene);
/// "x", "y" or "z".
Axis axis_of(const JsonNode& node);
Shake shake_of(const JsonNode& node);

/// What they read; nothing for what a scene does not have.
std::string steps_json(const Scene& scene);
void add_planar_and_shake(const Scene& scene, JsonObject& object);

}  // namespace touchstone
