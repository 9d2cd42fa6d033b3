// SPDX-License-Identifier: GPL-3.0-or-later
// Facets of more than three corners whose corners are coplanar exactly: what proofs need not
// compare. Shared by metrics.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "geometry/support_map.hpp"

namespace touchstone {

/// Immutable; shared between threads.
class FlatFacets {
 public:
  FlatFacets() = default;
  FlatFacets(const Polytope& polytope, const SupportMap& map);

  /// Whether these places of the map are corners of one such facet.
  bool exactly_coplanar(const std::array<int, 4>& places) const;

 private:
  // By place: numbers of such facets, ascending.
  std::vector<std::uint32_t> first_;
  std::vector<std::int32_t> facets_;
};

}  // namespace touchstone
