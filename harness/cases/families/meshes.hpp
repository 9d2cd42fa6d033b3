// SPDX-License-Identifier: GPL-3.0-or-later
// Families of pairs of the user's own meshes: the hulls of what the mesh files of a directory hold.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "geometry/mesh/mesh_pieces.hpp"
#include "geometry/result.hpp"
#include "harness/cases/families/family.hpp"

namespace touchstone {

/// The group of these families.
inline constexpr std::string_view kMeshGroup = "meshes";

/// What is to be said of the files of a directory.
struct MeshRemarks {
  std::vector<std::string> left_out;  ///< why a file is not taken, a line each
  std::vector<std::string> several;   ///< names of files that hold several objects, each a piece
  std::vector<std::string> hulls;  ///< how a mesh that is taken differs from its hull, a line each
};

/// Makes families of the mesh files in `directory` itself, in the byte order of their names. A file
/// of several objects is a body in pieces, and so is a folder in `directory` with its mesh files:
///   meshes-random    anywhere near each other, in a random orientation
///   meshes-shallow   penetrating by at most a hundredth of the size
///   meshes-deep      penetrating deeply
///   meshes-resting   a facet of one flush on a facet of the other, the gap 0 up to rounding
/// Cases are pure functions of the files' names and contents, the seed and the index; both bodies
/// are drawn with repetition, A's pose is the identity. Where one is in pieces, a piece of each is
/// drawn, and B is another body if there is one. A file that read_mesh_file rejects is left out.
/// `remarks` is added to. Rejects paths that are not directories, and directories in which
/// there is no mesh or none that can be read.
Result<std::vector<Family>> mesh_families(const std::string& directory, MeshObjects objects,
                                          MeshRemarks& remarks);

}  // namespace touchstone
