// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/certified/feature_table.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>

namespace touchstone {

FeatureTable::FeatureTable(const Polytope& polytope, const SupportMap& map) {
  const auto count = static_cast<std::size_t>(map.count());
  std::vector<std::int32_t> place(polytope.vertices().size(), -1);
  for (int i = 0; i < map.count(); ++i) place[static_cast<std::size_t>(map.vertex(i))] = i;
  if (polytope.edges().size() > kMaxMasked || polytope.facets().size() > kMaxMasked) {
    fill_lists(polytope, place, count);
    return;
  }
  masks_.resize(count);
  const auto at = [&](int v, std::uint64_t Masks::*mask, std::size_t bit) {
    const std::int32_t k = place[static_cast<std::size_t>(v)];
    if (k >= 0) masks_[static_cast<std::size_t>(k)].*mask |= std::uint64_t{1} << bit;
  };
  for (std::size_t e = 0; e < polytope.edges().size(); ++e) {
    at(polytope.edges()[e].v0, &Masks::edges, e);
    at(polytope.edges()[e].v1, &Masks::edges, e);
  }
  for (std::size_t f = 0; f < polytope.facets().size(); ++f) {
    for (const int v : polytope.facets()[f].vertices) at(v, &Masks::facets, f);
  }
}

void FeatureTable::fill_lists(const Polytope& polytope, const std::vector<std::int32_t>& place,
                              std::size_t count) {
  const auto place_of = [&](int v) { return place[static_cast<std::size_t>(v)]; };
  using Lists = std::vector<std::vector<std::int32_t>>;
  Lists others(count);
  Lists edges(count);
  const auto join = [&](std::int32_t p, std::int32_t q, std::size_t edge) {
    others[static_cast<std::size_t>(p)].push_back(q);
    edges[static_cast<std::size_t>(p)].push_back(static_cast<std::int32_t>(edge));
  };
  for (std::size_t e = 0; e < polytope.edges().size(); ++e) {
    const std::int32_t p = place_of(polytope.edges()[e].v0);
    const std::int32_t q = place_of(polytope.edges()[e].v1);
    if (p < 0 || q < 0) continue;
    join(p, q, e);
    join(q, p, e);
  }
  Lists facets(count);
  for (std::size_t f = 0; f < polytope.facets().size(); ++f) {
    for (const int v : polytope.facets()[f].vertices) {
      if (place_of(v) < 0) continue;
      facets[static_cast<std::size_t>(place_of(v))].push_back(static_cast<std::int32_t>(f));
    }
  }
  const auto fill = [&](Block& block, const std::vector<std::int32_t>& list) {
    block.fill(-1);
    if (list.size() <= kBlock) {
      std::copy(list.begin(), list.end(), block.begin());
      return;
    }
    block[0] = kLong;
    block[1] = static_cast<std::int32_t>(long_lists_.size());
    block[2] = static_cast<std::int32_t>(list.size());
    long_lists_.insert(long_lists_.end(), list.begin(), list.end());
  };
  edges_.resize(count);
  facets_.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    fill(edges_[i].other, others[i]);
    fill(edges_[i].edge, edges[i]);
    fill(facets_[i].facet, facets[i]);
  }
  long_lists_.shrink_to_fit();
}

std::span<const std::int32_t> FeatureTable::long_list(const Block& of) const {
  return std::span(long_lists_)
      .subspan(static_cast<std::size_t>(of[1]), static_cast<std::size_t>(of[2]));
}

std::span<const std::int32_t> FeatureTable::facets(int place) const {
  const Block& block = facets_[static_cast<std::size_t>(place)].facet;
  return block[0] == kLong ? long_list(block) : block;
}

/// The edge that joins two places, or -1.
int FeatureTable::edge_between(int p, int q) const {
  const Edges& of = edges_[static_cast<std::size_t>(p)];
  if (of.other[0] == kLong) {
    const auto others = long_list(of.other);
    const auto end = std::find(others.begin(), others.end(), q);
    return end == others.end() ? -1
                               : long_list(of.edge)[static_cast<std::size_t>(end - others.begin())];
  }
  // At most one entry matches; branch-free, since which one is unpredictable.
  std::int32_t found = 0;
  for (std::size_t i = 0; i < kBlock; ++i) found |= of.other[i] == q ? of.edge[i] + 1 : 0;
  return found - 1;
}

/// The first facet in the list of places[0] that has all three as corners, or -1.
int FeatureTable::common_facet(const std::array<int, 3>& places) const {
  const Block& p = facets_[static_cast<std::size_t>(places[0])].facet;
  const Block& q = facets_[static_cast<std::size_t>(places[1])].facet;
  const Block& r = facets_[static_cast<std::size_t>(places[2])].facet;
  if (p[0] == kLong || q[0] == kLong || r[0] == kLong) {
    for (const std::int32_t facet : facets(places[0])) {
      const auto has = [&](int place) {
        const auto list = facets(place);
        return std::find(list.begin(), list.end(), facet) != list.end();
      };
      if (has(places[1]) && has(places[2])) return facet;
    }
    return -1;
  }
  Block in_q{};
  Block in_r{};
  for (std::size_t k = 0; k < kBlock; ++k) {
    for (std::size_t i = 0; i < kBlock; ++i) in_q[i] |= p[i] == q[k] ? 1 : 0;
    for (std::size_t i = 0; i < kBlock; ++i) in_r[i] |= p[i] == r[k] ? 1 : 0;
  }
  int found = -1;
  for (std::size_t i = kBlock; i-- > 0;) found = (in_q[i] & in_r[i]) != 0 ? p[i] : found;
  return found;
}

Feature FeatureTable::masked_feature(const SupportMap& map,
                                     const std::array<int, 3>& places) const {
  const Masks& p = masks(places[0]);
  const Masks& q = masks(places[1]);
  const Masks& r = masks(places[2]);
  if (places[0] == places[1] && places[0] == places[2]) {
    return {Feature::Kind::vertex, map.vertex(places[0])};
  }
  // Of three different vertices no edge has all.
  if (const std::uint64_t edge = p.edges & q.edges & r.edges; edge != 0) {
    return {Feature::Kind::edge, std::countr_zero(edge)};
  }
  const std::uint64_t facets = p.facets & q.facets & r.facets;
  return facets == 0 ? Feature{} : Feature{Feature::Kind::facet, std::countr_zero(facets)};
}

Feature FeatureTable::feature(const SupportMap& map, const std::array<int, 3>& places) const {
  if (!masks_.empty()) return masked_feature(map, places);
  const auto [p, q, r] = places;
  if (p == q && p == r) return {Feature::Kind::vertex, map.vertex(p)};
  if (p == q || p == r || q == r) {
    const int other = p == q ? r : q;
    const int edge = edge_between(p, other);
    if (edge >= 0) return {Feature::Kind::edge, edge};
  }
  const int facet = common_facet(places);
  return facet < 0 ? Feature{} : Feature{Feature::Kind::facet, facet};
}

}  // namespace touchstone
