// SPDX-License-Identifier: GPL-3.0-or-later
// The objects of a mesh apart: each becomes a body of its own.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "geometry/mesh/mesh_data.hpp"

namespace touchstone {

/// What becomes of a mesh file with several objects.
enum class MeshObjects {
  apart,  ///< each is a piece
  parts,  ///< each connected part of each is a piece
  one,    ///< one hull of all
};

/// Triangles with the points that they name, in the order of the file.
struct MeshPart {
  std::string name;  ///< empty where the file is one part
  std::vector<Vec3> points;
  std::vector<MeshTriangle> triangles;
};

/// For each of `points` the first that is equal to it.
std::vector<int> first_equals(const std::vector<Vec3>& points);

/// How many sets of `triangles` have no point in common, of so many points.
std::size_t connected_count(std::size_t points, const std::vector<MeshTriangle>& triangles);

/// The parts of a mesh. Objects that are open along a common edge are patches of one surface, hence
/// one part. Each has the points that its faces name; a mesh without faces has all.
std::vector<MeshPart> parts_of(MeshData mesh, MeshObjects objects);

}  // namespace touchstone
