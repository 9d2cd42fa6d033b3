// SPDX-License-Identifier: GPL-3.0-or-later
// The bodies of a scene file (docs/scene-file.md): shape, mass, start and path.
#pragma once

#include <string>

#include "dynamics/scene.hpp"
#include "schema/json_node.hpp"

namespace touchstone {

/// Adds the body to the scene, once or as often as it is repeated. The scene's `planar` is known.
void read_body(const JsonNode& node, Scene& scene);

/// The object that read_body() reads, without the body's loads, which are keys of the scene.
std::string body_json(const Body& body, const BodyState& start, bool planar);

}  // namespace touchstone
