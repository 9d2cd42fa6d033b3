// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/sat_gauss/gauss_body.hpp"

#include <algorithm>
#include <cstddef>

#include "geometry/index.hpp"

namespace touchstone {

GaussBody::GaussBody(const Polytope& polytope)
    : solid(polytope.dimension() == 3),
      center(polytope.interior_point()),
      radius(polytope.bounding_radius()),
      inradius(polytope.inradius()) {
  if (!solid) return;
  map = SupportMap(polytope, center);
  std::vector<int> place(polytope.vertices().size(), -1);
  for (int i = 0; i < map.count(); ++i) place[at(map.vertex(i))] = i;
  const UnmergedFacets unmerged(polytope);
  add_facets(unmerged, place);
  add_arcs(unmerged, place);
}

/// Breadth first, so that each is beside one before it.
void GaussBody::add_facets(const UnmergedFacets& unmerged, const std::vector<int>& place) {
  const std::vector<Facet>& facets = unmerged.facets();
  std::vector<std::vector<int>> beside(facets.size());
  for (const Edge& edge : unmerged.edges()) {
    beside[at(edge.left)].push_back(edge.right);
    beside[at(edge.right)].push_back(edge.left);
  }
  number_.assign(facets.size(), -1);
  std::vector<int> order;
  const auto add = [&](int f, int parent) {
    if (number_[at(f)] >= 0) return;
    number_[at(f)] = static_cast<int>(order.size());
    order.push_back(f);
    Direction& direction = directions.emplace_back();
    direction.n = facets[at(f)].normal;
    direction.offset = farthest_product(direction.n);
    direction.parent = parent;
    const std::vector<int>& corners = facets[at(f)].vertices;
    const std::size_t n = corners.size();
    const std::array<int, 3> three = {corners[0], corners[n / 3], corners[2 * n / 3]};
    std::transform(three.begin(), three.end(), direction.corner.begin(),
                   [&](int corner) { return place[at(corner)]; });
  };
  for (int f = 0; f < static_cast<int>(facets.size()); ++f) {
    if (number_[at(f)] >= 0) continue;
    add(f, -1);  // facets are joined by edges: all but the first are found from others
    for (std::size_t k = at(number_[at(f)]); k < order.size(); ++k) {
      for (const int other : beside[at(order[k])]) add(other, static_cast<int>(k));
    }
  }
}

void GaussBody::add_arcs(const UnmergedFacets& unmerged, const std::vector<int>& place) {
  for (const Edge& edge : unmerged.edges()) {
    Arc arc;
    arc.from = number_[at(edge.left)];
    arc.to = number_[at(edge.right)];
    arc.v0 = place[at(edge.v0)];
    arc.v1 = place[at(edge.v1)];
    const auto add = [&](int from, int to) {
      arc.from = from;
      arc.to = to;
      arc.offset_from = directions[at(from)].n.dot(map.arm(arc.v0));
      arc.offset_to = directions[at(to)].n.dot(map.arm(arc.v0));
      arcs.push_back(arc);
    };
    const int from = arc.from;
    const int to = arc.to;
    const Vec3 n0 = directions[at(from)].n;
    const Vec3 n1 = directions[at(to)].n;
    if (n0.dot(n1) >= 0) {
      add(from, to);
      continue;
    }
    // A sharp edge: half way round it. Outward is where the body reaches no farther than the edge,
    // which no interior point has to tell.
    Direction half;
    half.n = (map.body_vertex(arc.v1) - map.body_vertex(arc.v0)).cross(n0 - n1).stableNormalized();
    const double level = half.n.dot(map.arm(arc.v0));
    const double beyond = farthest_product(half.n) - level;
    const double behind = farthest_product(-half.n) + level;
    if (beyond > behind) half.n = -half.n;
    half.offset = farthest_product(half.n);
    half.parent = from;
    half.facet = false;
    directions.push_back(half);
    const int middle = static_cast<int>(directions.size()) - 1;
    directions.back().beyond = to;
    directions.back().arc = static_cast<int>(arcs.size());
    add(from, middle);
    add(middle, to);
  }
}

double GaussBody::farthest_product(const Vec3& n) const { return n.dot(map.arm(map.farthest(n))); }

}  // namespace touchstone
