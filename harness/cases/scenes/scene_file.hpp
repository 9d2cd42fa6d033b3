// SPDX-License-Identifier: GPL-3.0-or-later
// The scene file: JSON, specified in docs/scene-file.md (schema touchstone.scene/1).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "dynamics/scene.hpp"
#include "geometry/result.hpp"

namespace touchstone {

/// `name` is the file's name for messages, which name the place and the rule broken. `remarks`
/// receives a line for each mesh of which there is something to say.
Result<Scene> parse_scene_text(std::string_view text, const std::string& name,
                               std::vector<std::string>* remarks = nullptr);

/// Reads a file ("-" is standard input).
Result<Scene> read_scene_file(const std::string& path, std::vector<std::string>* remarks = nullptr);

/// The scene as such a file: doubles as the shortest text that reads back the same.
std::string scene_json(const Scene& scene);

}  // namespace touchstone
