// SPDX-License-Identifier: GPL-3.0-or-later
// How the surface of a mesh differs from its convex hull, which is taken in its place.
//
// An edge's count is the number of triangles that run along it, less those that run against it.
// Where all counts are 0 the surface is closed, and six times its volume is the sum of det(a, b, c)
// over the triangles, about any origin. A corner on an edge of other triangles (a T-junction)
// splits that edge before it is counted.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "geometry/arithmetic/rational.hpp"
#include "geometry/mesh/mesh_data.hpp"
#include "geometry/polytope.hpp"

namespace touchstone {

struct MeshSurface {
  std::size_t open_edges = 0;    ///< with an odd number of faces
  std::size_t turned_edges = 0;  ///< between two faces of opposite orientation
  std::size_t twice = 0;         ///< triangles whose corners another one has, too
  /// Corners that lie exactly on an edge of other triangles.
  std::size_t t_junctions = 0;
  bool inside_out = false;  ///< the volume of the closed surface is negative
  /// Hull volume over mesh volume; empty if the hull is flat, the mesh has no volume, or faces are
  /// turned. Holes of an open surface are closed by cones to the mean of their edges' ends.
  std::optional<double> hull_by_mesh;
  /// Whether hull_by_mesh is exact but for one rounding: of one closed shell that does not cross
  /// itself. A crossing shows only where the quotient is below 1. Several shells may overlap, and
  /// what they share would count twice.
  bool is_exact = false;
  double deepest = 0;  ///< depth of the deepest point below the hull [m]
  bool concave = false;
};

/// What the surface of these points and triangles is; `hull`: of the same points.
MeshSurface mesh_surface(const std::vector<Vec3>& points,
                         const std::vector<MeshTriangle>& triangles, const Polytope& hull);

/// "concave, 12 open edges; hull volume 1.17 times the mesh's, deepest vertex 0.02 m below the hull";
/// empty if the mesh is its own hull.
std::string surface_remark(const MeshSurface& surface);

}  // namespace touchstone
