// SPDX-License-Identifier: GPL-3.0-or-later
// How the surface of a mesh differs from its convex hull, which is taken in its place.
//
// Faces make a chain of triangles, whose boundary counts each edge once for a face that runs along
// it and once less for one that runs against it. Where that is 0 everywhere the surface is closed,
// and six times its volume is the sum of det(a, b, c) over triangles, with any origin. A point of
// one edge's end on another edge (a T-junction) parts that edge before it is counted.
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
  std::size_t turned_edges = 0;  ///< between faces of which one shows its inside
  std::size_t twice = 0;         ///< triangles whose corners another one has, too
  /// Points that lie on an edge that they part, exactly.
  std::size_t t_junctions = 0;
  bool inside_out = false;  ///< the volume of the closed surface is negative
  /// Hull volume by mesh volume; empty if the hull is flat, the mesh has no volume, or faces are
  /// turned. Of an open surface with each hole closed by a cone to the mean of their edges.
  std::optional<double> hull_by_mesh;
  /// Whether that quotient is of the volume inside, rounded once: of one closed shell, if it does
  /// not cross itself, which a quotient below 1 gives away alone. Of several, what they share counts
  /// twice.
  bool is_exact = false;
  double deepest = 0;  ///< depth of the deepest point below the hull [m]
  bool concave = false;
};

/// What the surface of these points and triangles is; `hull`: of the same points.
MeshSurface mesh_surface(const std::vector<Vec3>& points,
                         const std::vector<MeshTriangle>& triangles, const Polytope& hull);

/// "concave, 12 open edges; hull volume 1.17 times the mesh's, deepest vertex 0.02 m below the hull";
/// empty if the hull is what the mesh is.
std::string surface_remark(const MeshSurface& surface);

}  // namespace touchstone
