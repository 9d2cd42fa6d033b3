// SPDX-License-Identifier: GPL-3.0-or-later
// What a mesh file holds, before hulls are made of it.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "geometry/vector.hpp"

namespace touchstone {

using MeshTriangle = std::array<int, 3>;  ///< points by index, counter-clockwise from outside

struct MeshData {
  std::vector<Vec3>
      points;  ///< in the file's order, also those that no face names, which count where there are no faces alone
  /// Faces as fans of triangles: a fan's inner edges cancel, as they do between neighbours.
  std::vector<MeshTriangle> triangles;
  std::vector<int> object_of;        ///< the object of each triangle, an index into `objects`
  std::vector<std::string> objects;  ///< their names; may be empty
};

}  // namespace touchstone
