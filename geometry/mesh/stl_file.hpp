// SPDX-License-Identifier: GPL-3.0-or-later
// STL files, as text or binary.
#pragma once

#include <string>

#include "geometry/mesh/mesh_data.hpp"
#include "geometry/result.hpp"

namespace touchstone {

/// The triangles of an STL file and, of one in text form, its solids; equal points are one. A file
/// is binary if its length is what its number of triangles asks for, whatever its header says, and
/// text if it begins with `solid`; keywords may be in upper case. Rejects: a binary file shorter
/// than it says; in text, naming the line, what is not of the format, a facet without three
/// corners, a corner without three finite coordinates, an end before `endsolid`.
Result<MeshData> read_stl(const std::string& bytes);

}  // namespace touchstone
