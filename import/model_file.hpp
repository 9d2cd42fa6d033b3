// SPDX-License-Identifier: GPL-3.0-or-later
// DAE and glTF, which assimp reads. It is not safe on hostile files, so a worker process reads them:
// what becomes of that process is one line.
#pragma once

#include <string>
#include <vector>

#include "geometry/mesh/mesh_file.hpp"
#include "geometry/result.hpp"

namespace touchstone {

/// Whether the name ends in .dae, .gltf or .glb, in either case.
bool is_model_name(const std::string& name);

/// What such a file holds: each node with triangles is an object, in the frame of the root and in
/// metres, its axes as they are in the file. `read_as` receives the unit and the axis that is up.
/// Rejects, naming the file: what read_mesh_file does, what assimp does, a worker that crashes or
/// takes more than 20 s of processor time or a minute; every file where assimp is not installed.
Result<MeshFile> read_model_file(const std::string& path, MeshObjects objects,
                                 std::vector<std::string>& read_as);

/// Serves read_model_file: writes the file as OBJ to the descriptor, or "!" and why not. Runs in the
/// worker. There are two: with assimp, and without.
void write_model_as_obj(const std::string& path, int descriptor);

}  // namespace touchstone
