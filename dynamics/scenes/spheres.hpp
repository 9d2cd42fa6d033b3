// SPDX-License-Identifier: GPL-3.0-or-later
// The faceted spheres of the energy scenes: UV spheres of unit radius about the origin, with a
// vertex, an edge or a facet straight below (-y).
#pragma once

#include <array>
#include <string>

#include "geometry/polytope.hpp"
#include "geometry/result.hpp"

namespace touchstone {

/// Slices and stacks of a UV sphere: slices (stacks - 1) + 2 vertices.
struct UvMesh {
  int slices = 0;
  int stacks = 0;
  int vertices() const { return slices * (stacks - 1) + 2; }
};

/// One of Yi & Drumwright's own meshes if they have one with so many vertices (50, 98, 182, 554,
/// 994, 2258; also by the names that the paper gives them: 100, 200, 500, 1000, 2000), else the one
/// of that many vertices whose slices are nearest to its stacks. Rejects a number that no mesh has.
Result<UvMesh> uv_mesh(int vertices);

/// What lies straight below.
enum class Lowest { pole, vertex, edge, facet };

/// A UV sphere whose lowest feature is `lowest`. Poles are on y for `pole`, otherwise on z: with an
/// even number of stacks a ring lies in the plane z = 0, so a vertex or the middle of one of its
/// edges can be lowest; with an odd number the middle of an edge along z or of a facet. Rejects a
/// feature that cannot be lowest in that mesh.
Result<PolytopePtr> make_standing_sphere(const UvMesh& mesh, Lowest lowest);

/// A UV sphere with poles on y, the lower one moved along x [m].
PolytopePtr make_displaced_pole_sphere(const UvMesh& mesh, double displacement);

/// A prism along z of `sides` sides and circumradius 1, a side straight below.
PolytopePtr make_wheel(int sides, double half_width);

/// Smallest y of a body's vertices [m].
double lowest_point(const Polytope& body);

}  // namespace touchstone
