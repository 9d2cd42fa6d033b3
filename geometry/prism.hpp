// SPDX-License-Identifier: GPL-3.0-or-later
// Polygons as bodies of space.
#pragma once

#include <vector>

#include "geometry/body_union.hpp"
#include "geometry/vector.hpp"

namespace touchstone {

/// The corners of a prism along z so tall that z never decides between two such prisms whose poses
/// stay in the plane: a polygon of these corners, each with z = 0, of which a body takes all points
/// within `radius` [m]. A single point without a radius stays one. Empty beyond kMaxCoordinate.
std::vector<Vec3> prism_of_polygon(const std::vector<Vec3>& corners, double radius);

/// Makes the prisms of two unions of polygons so tall that z never decides between the unions. All
/// poses stay in the plane. Returns false beyond kMaxCoordinate.
bool raise_prisms(UnionPair& pair);

}  // namespace touchstone
