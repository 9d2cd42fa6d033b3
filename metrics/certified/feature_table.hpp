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
  /// Prefetches what is looked up first of a place that may be asked for; then the lists.
  void prefetch_range(int place) const {
    if (!masks_.empty()) {
      __builtin_prefetch(&masks_[static_cast<std::size_t>(place)]);
    } else {
      __builtin_prefetch(&first_[static_cast<std::size_t>(place)]);
    }
  }
  void prefetch_lists(int place) const {
    if (!masks_.empty()) return;
    const Range& range = first_[static_cast<std::size_t>(place)];
    __builtin_prefetch(edges_.data() + range.edge);
    __builtin_prefetch(facets_.data() + range.facet);
  }

 private:
  struct Incident {
    std::int32_t other;  ///< place
    std::int32_t edge;
  };
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

  std::span<const Incident> edges(int place) const;
  std::span<const std::int32_t> facets(int place) const;
  int common_facet(const std::array<int, 3>& places) const;

  /// Where the lists of a place begin; those of the next begin where they end.
  struct Range {
    std::uint32_t edge;
    std::uint32_t facet;
  };
  std::vector<Masks> masks_;  ///< by place, of a polytope that is small enough
  // Of others:
  std::vector<Range> first_;  ///< by place
  std::vector<Incident> edges_;
  std::vector<std::int32_t> facets_;
};

}  // namespace touchstone
