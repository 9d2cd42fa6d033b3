// SPDX-License-Identifier: GPL-3.0-or-later
// A mesh file as convex hulls: OBJ and STL are read here, the other formats by CGAL.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "geometry/mesh/mesh_pieces.hpp"
#include "geometry/polytope.hpp"
#include "geometry/result.hpp"

namespace touchstone {

/// Larger files are rejected [bytes].
inline constexpr std::uint64_t kMaxMeshFile = 256ULL << 20U;

/// Pieces of one file: more are rejected.
inline constexpr std::size_t kMaxPieces = 10'000;

/// A file name's ending in lower case: ".obj".
std::string ending_of(const std::string& name);

/// Whether the name ends in .obj, .off, .stl or .ply, in either case.
bool is_mesh_name(const std::string& name);

/// A piece of what a mesh file holds.
struct MeshPiece {
  std::string name;  ///< the object's, or its number from 1; empty where the file is one piece
  PolytopePtr hull;
};

struct MeshFile {
  std::vector<MeshPiece> pieces;  ///< at least one
  /// What the hulls do not show, in one line without the file's name; empty if nothing.
  std::string remark;
};

/// The hulls of a mesh. Rejects what read_mesh_file does once a file is read.
Result<MeshFile> make_pieces(MeshData mesh, MeshObjects objects);

/// The bytes of a file of a mesh, without the mark of UTF-8. Rejects what read_mesh_file does before
/// it looks at a format, without the file's name.
Result<std::string> read_mesh_bytes(const std::string& path);

/// The hulls of what an OBJ, OFF, STL or PLY file holds, STL and PLY as text or binary, text with or
/// without the mark of UTF-8. Only OBJ, and STL in text form, have objects. A file may have no faces.
/// Rejects, naming the file (and in text formats the line): a file that cannot be read; an unknown
/// ending; a pointer of Git LFS; UTF-16; a file that is empty, truncated or malformed, larger than
/// kMaxMeshFile, or whose header promises more than the file can hold; NaN and infinities; more
/// than kMaxPieces pieces; points on one line. Points in one plane make a flat body. Of several
/// pieces those on one line are left out, which the remark says.
/// Silences standard error meanwhile: no other thread may write to it during the call.
Result<MeshFile> read_mesh_file(const std::string& path, MeshObjects objects);

/// The one hull of all points of the file.
Result<PolytopePtr> read_mesh(const std::string& path);

}  // namespace touchstone
