// SPDX-License-Identifier: GPL-3.0-or-later
// OBJ files, line by line.
#pragma once

#include <istream>

#include "geometry/mesh/mesh_data.hpp"
#include "geometry/result.hpp"

namespace touchstone {

/// The points of an OBJ file, with or without faces, and its objects: those of its `o` if
/// faces have several, else those of its `g`. What follows three coordinates is not used.
/// Rejects, naming the line: a statement that OBJ does not have; a point without three finite
/// coordinates; a face with fewer than three corners or with a point that does not exist.
Result<MeshData> read_obj(std::istream& file);

}  // namespace touchstone
