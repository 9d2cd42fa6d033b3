// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/overlap/facet_loops.hpp"

#include <algorithm>
#include <utility>

#include "geometry/index.hpp"

namespace touchstone {

// From the edges around each facet.
std::vector<std::vector<int>> facet_loops(const ExactBody& body) {
  std::vector<std::vector<std::pair<int, int>>> sides(body.nodes().size());
  for (const ExactBody::Arc& arc : body.arcs()) {
    sides[at(arc.left)].emplace_back(arc.v0, arc.v1);
    sides[at(arc.right)].emplace_back(arc.v1, arc.v0);
  }
  std::vector<std::vector<int>> facets(sides.size());
  for (std::size_t f = 0; f < sides.size(); ++f) {
    std::sort(sides[f].begin(), sides[f].end());
    int corner = sides[f].front().first;
    for (std::size_t k = 0; k < sides[f].size(); ++k) {
      facets[f].push_back(corner);
      corner = std::lower_bound(sides[f].begin(), sides[f].end(), std::pair(corner, -1))->second;
    }
  }
  return facets;
}

}  // namespace touchstone
