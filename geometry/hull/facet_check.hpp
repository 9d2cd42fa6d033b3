// SPDX-License-Identifier: GPL-3.0-or-later
// Checks given facets against those of the hull, to 1e-6 of the body's size.
#pragma once

#include <string>
#include <vector>

#include "geometry/polytope.hpp"

namespace touchstone {

/// Largest distance of given facets from those of the hull, relative to the body's size [1].
inline constexpr double kFacetTolerance = 1e-6;

/// The first disagreement of given facets with the hull ("facet 3: vertex 7 is off its plane by
/// 0.01 m"), or empty. `index` says which vertices are equal; `hull_vertices` and `hull_facets` are
/// those of the solid, `size` its bounding radius [m].
std::string why_facets_disagree(const std::vector<std::vector<int>>& facets,
                                const std::vector<Vec3>& vertices, const std::vector<int>& index,
                                const std::vector<Vec3>& hull_vertices,
                                const std::vector<Facet>& hull_facets, double size);

}  // namespace touchstone
