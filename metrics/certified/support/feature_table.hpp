// SPDX-License-Identifier: GPL-3.0-or-later
// Which feature of a body some of its vertices span. Internal to `certified`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "geometry/index.hpp"
#include "geometry/support/support_map.hpp"
#include "metrics/metric.hpp"

namespace touchstone {

/// Immutable; shared between threads.
class FeatureTable {
 public:
  FeatureTable() = default;
  FeatureTable(const Polytope& polytope, const SupportMap& map);

  /// The smallest of vertex, edge and facet that has all these places of the map, some of which may
  /// be equal. If there is no such feature, the result is empty.
  Feature feature(const SupportMap& map, const std::array<int, 3>& places) const;
  /// Prefetches what feature() reads of a place.
  void prefetch(int place) const {
    __builtin_prefetch(masks_.empty() ? static_cast<const void*>(&lists(place)) : &masks(place));
  }

 private:
  /// Few vertices have more edges or facets than this. Lists of so many are compared without
  /// branches: no predictor knows which number is found.
  static constexpr std::size_t kBlock = 8;
  /// Numbers of features, ascending; kNone after the last.
  using Block = std::array<std::uint16_t, kBlock>;
  static constexpr std::uint16_t kNone = 0xFFFF;
  /// First of the edges where a list does not fit into its block, or a number into an entry. The
  /// next two entries say where both lists begin in long_lists_.
  static constexpr std::uint16_t kLong = 0xFFFE;
  enum Kind : std::size_t { kEdge, kFacet, kKinds };
  /// The edges and the facets of a place.
  struct alignas(32) Lists {
    std::array<Block, kKinds> of;
  };
  /// A polytope with so few edges and facets has a bit for each.
  static constexpr std::size_t kMaxMasked = 64;
  using Masks = std::array<std::uint64_t, kKinds>;

  const Lists& lists(int place) const { return lists_[at(place)]; }
  const Masks& masks(int place) const { return masks_[at(place)]; }
  const Block& block(int place, Kind kind) const { return lists(place).of[kind]; }
  bool has(int place, Kind kind, std::int32_t number) const;
  bool is_long(int place) const { return block(place, kEdge)[0] == kLong; }
  void fill_lists(const Polytope& polytope, const std::vector<std::int32_t>& place);
  std::span<const std::int32_t> long_list(int place, Kind kind) const;
  std::span<const std::int32_t> long_others(int place) const;
  Feature masked_feature(const std::array<int, 3>& places) const;
  int common_edge_of_long(int p, int q) const;
  int common_of_long(const std::array<int, 3>& places, Kind kind) const;

  bool in_order_ = false;  ///< whether a place is the vertex' index: the map need not be asked
  // By place; one of them is filled.
  std::vector<Masks> masks_;
  std::vector<Lists> lists_;
  /// For each place whose lists are long: how many edges and facets it has, then their numbers;
  /// then, if its edges do not fit into a block, the places at their other ends.
  std::vector<std::int32_t> long_lists_;
};

}  // namespace touchstone
