// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the bodies of a scene file (docs/scene-file.md): shape, mass, start and path.
#pragma once

#include "dynamics/scene.hpp"
#include "schema/json_node.hpp"

namespace touchstone {

/// Adds the body to the scene, once or as often as it is repeated. The scene's `planar` is known.
void read_body(const JsonNode& node, Scene& scene);

}  // namespace touchstone
