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

  std::vector<std::vector<Incident>> edges(count);
  for (std::size_t e = 0; e < polytope.edges().size(); ++e) {
    const std::int32_t p = place_of(polytope.edges()[e].v0);
    const std::int32_t q = place_of(polytope.edges()[e].v1);
    if (p < 0 || q < 0) continue;
    edges[static_cast<std::size_t>(p)].push_back({q, static_cast<std::int32_t>(e)});
    edges[static_cast<std::size_t>(q)].push_back({p, static_cast<std::int32_t>(e)});
  }
  std::vector<std::vector<std::int32_t>> facets(count);
  for (std::size_t f = 0; f < polytope.facets().size(); ++f) {
    for (const int v : polytope.facets()[f].vertices) {
      if (place_of(v) < 0) continue;
      facets[static_cast<std::size_t>(place_of(v))].push_back(static_cast<std::int32_t>(f));
    }
  }
  const auto begin_next = [&] {
    first_.push_back(
        {static_cast<std::uint32_t>(edges_.size()), static_cast<std::uint32_t>(facets_.size())});
  };
  for (std::size_t i = 0; i < count; ++i) {
    begin_next();
    edges_.insert(edges_.end(), edges[i].begin(), edges[i].end());
    facets_.insert(facets_.end(), facets[i].begin(), facets[i].end());
  }
  begin_next();
  edges_.shrink_to_fit();
  facets_.shrink_to_fit();
}

std::span<const FeatureTable::Incident> FeatureTable::edges(int place) const {
  const auto k = static_cast<std::size_t>(place);
  return std::span(edges_).subspan(first_[k].edge, first_[k + 1].edge - first_[k].edge);
}

std::span<const std::int32_t> FeatureTable::facets(int place) const {
  const auto k = static_cast<std::size_t>(place);
  return std::span(facets_).subspan(first_[k].facet, first_[k + 1].facet - first_[k].facet);
}

int FeatureTable::common_facet(const std::array<int, 3>& places) const {
  for (const std::int32_t facet : facets(places[0])) {
    const auto has = [&](int place) {
      const auto list = facets(place);
      return std::find(list.begin(), list.end(), facet) != list.end();
    };
    if (has(places[1]) && has(places[2])) return facet;
  }
  return -1;
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
    for (const Incident& incident : edges(p)) {
      if (incident.other == other) return {Feature::Kind::edge, incident.edge};
    }
  }
  const int facet = common_facet(places);
  return facet < 0 ? Feature{} : Feature{Feature::Kind::facet, facet};
}

}  // namespace touchstone
