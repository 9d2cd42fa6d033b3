// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/certified/support/feature_table.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "geometry/index.hpp"

namespace touchstone {
namespace {

/// Eight numbers in a register. A comparison makes an entry all ones or 0.
using Eight = std::uint16_t __attribute__((vector_size(16)));

/// Which of p's numbers are in q.
Eight found_in(const Eight& p, const Eight& q) {
  Eight found{};
  for (std::size_t k = 0; k < 8; ++k) {
    const std::uint16_t n = q[k];
    found |= reinterpret_cast<Eight>(p == Eight{n, n, n, n, n, n, n, n});
  }
  return found;
}

static_assert(std::endian::native == std::endian::little, "first_of() counts lanes from there");

/// Calls visit(edge, number, own, other) for the places of both ends of each edge, and
/// visit(facet, number, own, -1) for the places of each facet's corners; numbers ascend.
template <class Visit>
void visit_features(const Polytope& polytope, const std::vector<std::int32_t>& place,
                    std::size_t edge, std::size_t facet, const Visit& visit) {
  for (std::size_t e = 0; e < polytope.edges().size(); ++e) {
    const std::int32_t p = place[at(polytope.edges()[e].v0)];
    const std::int32_t q = place[at(polytope.edges()[e].v1)];
    if (p < 0 || q < 0) continue;
    visit(edge, e, at(p), q);
    visit(edge, e, at(q), p);
  }
  for (std::size_t f = 0; f < polytope.facets().size(); ++f) {
    for (const int v : polytope.facets()[f].vertices) {
      if (place[at(v)] >= 0) visit(facet, f, at(place[at(v)]), -1);
    }
  }
}

/// The first number that was found, or -1. `none` stands after the last one.
int first_of(const std::array<std::uint16_t, 8>& numbers, const Eight& found, int none) {
  const auto half = std::bit_cast<std::array<std::uint64_t, 2>>(found);
  if ((half[0] | half[1]) == 0) return -1;
  const int bit = half[0] != 0 ? std::countr_zero(half[0]) : 64 + std::countr_zero(half[1]);
  const int number = numbers[static_cast<std::size_t>(bit) / 16];
  return number == none ? -1 : number;
}

}  // namespace

FeatureTable::FeatureTable(const Polytope& polytope, const SupportMap& map) {
  std::vector<std::int32_t> place(polytope.vertices().size(), -1);
  in_order_ = true;
  for (int i = 0; i < map.count(); ++i) {
    place[at(map.vertex(i))] = i;
    in_order_ = in_order_ && map.vertex(i) == i;
  }
  const auto count = static_cast<std::size_t>(map.count());
  if (polytope.edges().size() > kMaxMasked || polytope.facets().size() > kMaxMasked) {
    lists_.resize(count);
    fill_lists(polytope, place);
    return;
  }
  masks_.resize(count);
  visit_features(polytope, place, kEdge, kFacet,
                 [&](std::size_t kind, std::size_t number, std::size_t own,
                     std::int32_t /*other*/) { masks_[own][kind] |= std::uint64_t{1} << number; });
}

void FeatureTable::fill_lists(const Polytope& polytope, const std::vector<std::int32_t>& place) {
  std::vector<std::array<std::uint32_t, kKinds>> counts(lists_.size());
  Lists none;
  for (Block& block : none.of) block.fill(kNone);
  std::fill(lists_.begin(), lists_.end(), none);
  visit_features(
      polytope, place, kEdge, kFacet,
      [&](std::size_t kind, std::size_t number, std::size_t own, std::int32_t /*other*/) {
        std::uint32_t& count = counts[own][kind];
        if (count < kBlock) {
          lists_[own].of[kind][count] = static_cast<std::uint16_t>(number);
        }
        ++count;
      });
  // Where lists do not fit they go to long_lists_, in a second turn.
  const bool narrow = polytope.edges().size() <= kLong && polytope.facets().size() <= kLong;
  std::vector<std::array<std::size_t, 3>> ends;  // one for edges, facets and other ends
  for (std::size_t i = 0; i < lists_.size(); ++i) {
    const auto [edges, facets] = counts[i];
    if (narrow && edges <= kBlock && facets <= kBlock) continue;
    const std::size_t first = long_lists_.size();
    lists_[i] = none;
    lists_[i].of[kEdge][0] = kLong;
    lists_[i].of[kEdge][1] = static_cast<std::uint16_t>(first & 0xFFFFU);
    lists_[i].of[kEdge][2] = static_cast<std::uint16_t>(first >> 16U);
    long_lists_.push_back(static_cast<std::int32_t>(edges));
    long_lists_.push_back(static_cast<std::int32_t>(facets));
    ends.resize(lists_.size());
    ends[i] = {first + 2, first + 2 + edges, first + 2 + edges + facets};
    long_lists_.resize(ends[i][2] + (edges > kBlock ? edges : 0));
  }
  if (ends.empty()) return;
  visit_features(polytope, place, kEdge, kFacet,
                 [&](std::size_t kind, std::size_t number, std::size_t own, std::int32_t other) {
                   if (lists_[own].of[kEdge][0] != kLong) return;
                   long_lists_[ends[own][kind]++] = static_cast<std::int32_t>(number);
                   if (kind != kEdge || counts[own][kEdge] <= kBlock) return;
                   long_lists_[ends[own][2]++] = other;
                 });
  long_lists_.shrink_to_fit();
}

std::span<const std::int32_t> FeatureTable::long_list(int place, Kind kind) const {
  const Block& at = block(place, kEdge);
  const std::size_t first = at[1] | std::size_t{at[2]} << 16U;
  const auto edges = static_cast<std::size_t>(long_lists_[first]);
  const auto facets = static_cast<std::size_t>(long_lists_[first + 1]);
  const std::span<const std::int32_t> both =
      std::span(long_lists_).subspan(first + 2, edges + facets);
  return kind == kEdge ? both.first(edges) : both.subspan(edges);
}

/// The other ends of a place's edges, of more than fit into a block.
std::span<const std::int32_t> FeatureTable::long_others(int place) const {
  const auto facets = long_list(place, kFacet);
  const std::size_t edges = long_list(place, kEdge).size();
  return {facets.data() + facets.size(), edges};
}

/// The edge that joins two places, of which one has long lists, or -1.
int FeatureTable::common_edge_of_long(int p, int q) const {
  const auto count = [&](int place) { return is_long(place) ? long_list(place, kEdge).size() : 0; };
  if (count(q) < count(p)) std::swap(p, q);
  if (count(p) <= kBlock) return common_of_long({p, q, q}, kEdge);
  // p and q have many edges: to compare each other end takes less time than
  // to search for each number.
  const auto others = long_others(p);
  const auto found = std::find(others.begin(), others.end(), q);
  if (found == others.end()) return -1;
  return long_list(p, kEdge)[at(found - others.begin())];
}

/// Whether a place has this feature.
bool FeatureTable::has(int place, Kind kind, std::int32_t number) const {
  if (is_long(place)) {
    const std::span<const std::int32_t> list = long_list(place, kind);
    return std::binary_search(list.begin(), list.end(), number);
  }
  const Block& list = block(place, kind);
  return std::find(list.begin(), list.end(), number) != list.end();
}

/// The first number of the shortest list, or of one that is not long, that all places have; -1 if
/// there is none.
int FeatureTable::common_of_long(const std::array<int, 3>& places, Kind kind) const {
  const auto size = [&](int place) { return is_long(place) ? long_list(place, kind).size() : 0; };
  const int shortest = *std::min_element(places.begin(), places.end(),
                                         [&](int p, int q) { return size(p) < size(q); });
  const auto first_of_all = [&](const auto& list) {
    for (const std::int32_t number : list) {
      const auto has_it = [&](int place) { return has(place, kind, number); };
      if (number == kNone && !is_long(shortest)) break;
      if (std::all_of(places.begin(), places.end(), has_it)) return number;
    }
    return -1;
  };
  return is_long(shortest) ? first_of_all(long_list(shortest, kind))
                           : first_of_all(block(shortest, kind));
}

Feature FeatureTable::masked_feature(const std::array<int, 3>& places) const {
  const Masks& p = masks(places[0]);
  const Masks& q = masks(places[1]);
  const Masks& r = masks(places[2]);
  // No edge has three different vertices.
  if (const std::uint64_t edge = p[kEdge] & q[kEdge] & r[kEdge]; edge != 0) {
    return {Feature::Kind::edge, std::countr_zero(edge)};
  }
  const std::uint64_t facets = p[kFacet] & q[kFacet] & r[kFacet];
  return facets == 0 ? Feature{} : Feature{Feature::Kind::facet, std::countr_zero(facets)};
}

Feature FeatureTable::feature(const SupportMap& map, const std::array<int, 3>& places) const {
  const auto [p, q, r] = places;
  if (p == q && p == r) return {Feature::Kind::vertex, in_order_ ? p : map.vertex(p)};
  if (!masks_.empty()) return masked_feature(places);
  const bool some_long = is_long(p) || is_long(q) || is_long(r);
  const auto numbers = [](const Block& block) { return std::bit_cast<Eight>(block); };
  if (p == q || p == r || q == r) {
    const int other = p == q ? r : q;
    const Block& of_p = block(p, kEdge);
    const int edge =
        some_long ? common_edge_of_long(p, other)
                  : first_of(of_p, found_in(numbers(of_p), numbers(block(other, kEdge))), kNone);
    if (edge >= 0) return {Feature::Kind::edge, edge};
  }
  int facet = -1;
  if (some_long) {
    facet = common_of_long(places, kFacet);
  } else {
    const Block& of_p = block(p, kFacet);
    const Eight in_q = found_in(numbers(of_p), numbers(block(q, kFacet)));
    const Eight in_r = found_in(numbers(of_p), numbers(block(r, kFacet)));
    facet = first_of(of_p, in_q & in_r, kNone);
  }
  return facet < 0 ? Feature{} : Feature{Feature::Kind::facet, facet};
}

}  // namespace touchstone
