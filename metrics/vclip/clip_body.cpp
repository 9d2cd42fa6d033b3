// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/vclip/clip_body.hpp"

#include <algorithm>

#include "geometry/index.hpp"
#include "metrics/common/shape_id.hpp"

namespace touchstone {
namespace {

/// first[i] of lists whose lengths are counted, one more than there are lists.
std::vector<int> firsts(const std::vector<int>& counts) {
  std::vector<int> first(counts.size() + 1, 0);
  for (std::size_t i = 0; i < counts.size(); ++i) first[i + 1] = first[i] + counts[i];
  return first;
}

}  // namespace

ClipBody::ClipBody(const Polytope& polytope)
    : solid(polytope.dimension() == 3),
      center(polytope.interior_point()),
      inradius(polytope.inradius()),
      id(next_shape_id()) {
  if (!solid) return;
  map = SupportMap(polytope, center);
  least_exponent = exact::least_exponent(map, center);
  std::vector<int> place(polytope.vertices().size(), -1);
  for (int i = 0; i < map.count(); ++i) place[at(map.vertex(i))] = i;
  for (const Vec3& v : polytope.vertices()) reach = std::max(reach, v.lpNorm<Eigen::Infinity>());
  take_facets(polytope, place);
  take_edges(polytope, place);
  find_near_corners();
}

void ClipBody::take_facets(const Polytope& polytope, const std::vector<int>& place) {
  std::vector<int> counts;
  for (const Facet& facet : polytope.facets()) {
    const double offset = facet.normal.dot(map.arm(map.farthest(facet.normal)));
    facets_.push_back({facet.normal, offset});
    counts.push_back(static_cast<int>(facet.vertices.size()));
    for (const int v : facet.vertices) corners_.push_back(place[at(v)]);
  }
  first_side_ = firsts(counts);
}

void ClipBody::take_edges(const Polytope& polytope, const std::vector<int>& place) {
  std::vector<int> counts(at(map.count()), 0);
  sides_.resize(corners_.size());
  std::vector<int> next_side(first_side_.begin(), first_side_.end() - 1);
  for (const Edge& from : polytope.edges()) {
    ClipEdge& edge = edges_.emplace_back();
    edge.end = {place[at(from.v0)], place[at(from.v1)]};
    edge.facet = {from.left, from.right};
    edge.along = (map.body_vertex(edge.end[1]) - map.body_vertex(edge.end[0])).stableNormalized();
    for (std::size_t k = 0; k < 2; ++k) {
      const Vec3 left = facet(edge.facet[k]).normal.cross(edge.along);
      edge.into[k] = (k == 0 ? left : Vec3(-left)).stableNormalized();
      const auto f = at(edge.facet[k]);
      sides_[at(next_side[f]++)] = {static_cast<int>(edges_.size()) - 1, static_cast<int>(k)};
      ++counts[at(edge.end[k])];
    }
  }
  first_spoke_ = firsts(counts);
  spokes_.resize(2 * edges_.size());
  std::vector<int> next_spoke(first_spoke_.begin(), first_spoke_.end() - 1);
  for (std::size_t e = 0; e < edges_.size(); ++e) {
    const ClipEdge& edge = edges_[e];
    for (std::size_t k = 0; k < 2; ++k) {
      const auto v = at(edge.end[k]);
      spokes_[at(next_spoke[v]++)] = {k == 0 ? edge.along : Vec3(-edge.along), static_cast<int>(e)};
    }
  }
}

void ClipBody::find_near_corners() {
  near_.assign(at(map.count()), -1);
  std::vector<int> front;
  for (int i = 0; i < map.count(); ++i) {
    if (spokes(i).empty()) continue;
    near_[at(i)] = i;
    front.push_back(i);
  }
  for (std::size_t k = 0; k < front.size(); ++k) {
    const int from = front[k];
    for (const std::int32_t other : map.neighbours(from)) {
      int& near = near_[at(other)];
      if (near >= 0) continue;
      near = near_[at(from)];
      front.push_back(other);
    }
  }
}

}  // namespace touchstone
