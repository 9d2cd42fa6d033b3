// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of a scene file that say how its time passes and what its frame does: "dt", "planar"
// and "shake".
#pragma once

#include "dynamics/scene.hpp"
#include "schema/json_node.hpp"

namespace touchstone {

/// A number, or a list of lengths that are repeated. Refuses what is not above 0.
void read_steps(const JsonNode& node, Scene& scene);
/// "x", "y" or "z".
Axis axis_of(const JsonNode& node);
Shake shake_of(const JsonNode& node);

}  // namespace touchstone
