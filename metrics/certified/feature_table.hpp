// SPDX-License-Identifier: GPL-3.0-or-later
// Which feature of a body some of its vertices span. Internal to `certified`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "geometry/support_map.hpp"
#include "metrics/metric.hpp"

namespace touchstone {

/// Immutable; shared between threads.
class FeatureTable {
 public:
  FeatureTable(const Polytope& polytope, const SupportMap& map);

  /// The smallest of vertex, edge and facet that has all these places of the map, some of which may
  /// be equal. If there is no such feature, the result is empty.
  Feature feature(const SupportMap& map, const std::array<int, 3>& places) const;
  /// Prefetches what feature() reads of a place that may be asked for.
  void prefetch(int place) const {
    const auto k = static_cast<std::size_t>(place);
    if (!masks_.empty()) {
      __builtin_prefetch(&masks_[k]);
    } else {
      __builtin_prefetch(&edges_[k]);
      __builtin_prefetch(&facets_[k]);
    }
  }

 private:
  static constexpr std::size_t kBlock = 8;
  /// Few vertices have more edges or facets than this: their lists are compared without branches,
  /// as which one is found is as good as random.
  using Block = std::array<std::int32_t, kBlock>;
  struct alignas(64) Edges {
    Block other;  ///< places at the other ends; -1 after the last
    Block edge;
  };
  struct alignas(32) Facets {
    Block facet;  ///< -1 after the last
  };
  /// The first entry of a list that does not fit into its block. The next two entries say where the
  /// list begins in long_lists_, and its length.
  static constexpr std::int32_t kLong = -2;
  /// A bit for each edge and each facet of a small polytope.
  struct Masks {
    std::uint64_t edges = 0;
    std::uint64_t facets = 0;
  };
  static constexpr std::size_t kMaxMasked = 64;
  const Masks& masks(int place) const { return masks_[static_cast<std::size_t>(place)]; }
  Feature masked_feature(const SupportMap& map, const std::array<int, 3>& places) const;
  void fill_lists(const Polytope& polytope, const std::vector<std::int32_t>& place,
                  std::size_t count);
  int edge_between(int p, int q) const;
  int common_facet(const std::array<int, 3>& places) const;
  std::span<const std::int32_t> facets(int place) const;
  std::span<const std::int32_t> long_list(const Block& of) const;

  std::vector<Masks> masks_;  ///< by place, of a polytope that is small enough
  // Of others:
  std::vector<Edges> edges_;              ///< by place
  std::vector<Facets> facets_;            ///< by place
  std::vector<std::int32_t> long_lists_;  ///< lists that do not fit into a block
};

}  // namespace touchstone
