// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/hull/unmerged_facets.hpp"

#include <cstddef>

#include "geometry/hull/hull.hpp"

namespace touchstone {

/// By Euler's formula the exact hull has 2 - V + E facets; merging leaves fewer.
UnmergedFacets::UnmergedFacets(const Polytope& polytope) : polytope_(polytope) {
  std::size_t ends = 0;
  for (const std::vector<int>& neighbours : polytope.neighbours()) ends += neighbours.size();
  if (polytope.facets().size() + polytope.extreme().size() == 2 + ends / 2) return;
  const Hull hull = convex_hull(polytope.vertices());
  own_ = ExactSurface(polytope.vertices(), hull.triangles).unmerged();
}

}  // namespace touchstone
