// SPDX-License-Identifier: GPL-3.0-or-later
// The convex hull of a mesh file: OBJ line by line, the other formats through CGAL's readers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "geometry/polytope.hpp"
#include "geometry/result.hpp"

namespace touchstone {

/// Larger files are rejected [bytes].
inline constexpr std::uint64_t kMaxMeshFile = 256ULL << 20U;

/// Whether the name ends in .obj, .off, .stl or .ply, in either case.
bool is_mesh_name(const std::string& name);

/// What the hull of a mesh does not show.
struct MeshShape {
  /// Objects of an OBJ file (its `o`, or else its `g`, with faces) or solids of a text STL.
  std::size_t objects = 1;
  /// Whether a point lies deeper inside the hull than a thousandth of its bounding radius.
  bool dented = false;
};

/// The hull of the points of an OBJ, OFF, STL or PLY file; STL and PLY as text or binary. Faces are
/// read only to find truncated files; a file may have no faces. Rejects, naming the file (and in
/// text formats the line): a file that cannot be read; an unknown ending; a pointer of Git LFS; a
/// file that is empty, truncated or malformed, larger than kMaxMeshFile, or whose header promises
/// more than the file can hold; NaN and infinities; points on one line. Points in one
/// plane make a flat body. `shape` is filled where the file is taken.
/// Silences standard error meanwhile: no other thread may write to it during the call.
Result<PolytopePtr> read_mesh(const std::string& path, MeshShape* shape = nullptr);

}  // namespace touchstone
