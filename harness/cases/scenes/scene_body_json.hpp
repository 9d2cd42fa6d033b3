// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the bodies of a scene file (docs/scene-file.md): shape, mass, start and path.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "dynamics/scene.hpp"
#include "harness/cases/files/case_json.hpp"
#include "schema/json_node.hpp"

namespace touchstone {

class SceneBodies {
 public:
  /// `folder`: where paths of meshes begin. The scene's `planar` is known.
  SceneBodies(Scene& scene, std::string folder) : scene_(scene), folder_(std::move(folder)) {}
  /// Adds the body to the scene, once or as often as it is repeated.
  void read(const JsonNode& node);
  /// A line for each mesh of which there is something to say.
  const std::vector<std::string>& remarks() const { return made_.remarks; }

 private:
  PolytopePtr shape(const JsonNode& node);

  Scene& scene_;
  std::string folder_;
  MadeBodies made_;  ///< equal bodies have one shape
};

}  // namespace touchstone
