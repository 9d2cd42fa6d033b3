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
  /// Prefetches where the lists of a place begin, which are asked for soon; then the lists.
  void prefetch_range(int place) const {
    __builtin_prefetch(&first_[static_cast<std::size_t>(place)]);
  }
  void prefetch_lists(int place) const {
    const Range& range = first_[static_cast<std::size_t>(place)];
    __builtin_prefetch(edges_.data() + range.edge);
    __builtin_prefetch(facets_.data() + range.facet);
  }

 private:
  struct Incident {
    std::int32_t other;  ///< place
    std::int32_t edge;
  };
  std::span<const Incident> edges(int place) const;
  std::span<const std::int32_t> facets(int place) const;
  int common_facet(const std::array<int, 3>& places) const;

  /// Where the lists of a place begin; those of the next begin where they end.
  struct Range {
    std::uint32_t edge;
    std::uint32_t facet;
  };
  std::vector<Range> first_;  ///< by place
  std::vector<Incident> edges_;
  std::vector<std::int32_t> facets_;
};

}  // namespace touchstone
