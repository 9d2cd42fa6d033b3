// SPDX-License-Identifier: GPL-3.0-or-later
// Facets of more than three corners whose corners are coplanar exactly: proofs need not compare
// these corners.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "geometry/support/support_map.hpp"

namespace touchstone {

/// How many of the three differ. Pairs of vertices are linked if each shares a vertex with another:
/// three pairs have four distinct vertices then, counted in both bodies. Branch-free: the outcomes
/// are unpredictable.
inline int count_distinct(const std::array<int, 3>& v) {
  return 1 + int{v[1] != v[0]} + (int{v[2] != v[0]} & int{v[2] != v[1]});
}

/// Immutable; shared between threads.
class FlatFacets {
 public:
  FlatFacets() = default;
  FlatFacets(const Polytope& polytope, const SupportMap& map);

  /// Whether these places of the map are corners of one such facet.
  bool exactly_coplanar(const std::array<int, 4>& places) const;

  /// Whether the place `other` is known to lie in the plane of a triangle of pairs, of which these
  /// are the places in this body, if the pairs are linked: by vertices that they share.
  [[gnu::always_inline]] bool holds(const std::array<int, 3>& of_pairs, int other) const {
    return other == of_pairs[1] || other == of_pairs[2] ||
           (count_distinct(of_pairs) == 3 &&
            exactly_coplanar({of_pairs[0], of_pairs[1], of_pairs[2], other}));
  }

 private:
  // By place: numbers of such facets, ascending.
  std::vector<std::uint32_t> first_;
  std::vector<std::int32_t> facets_;
};

}  // namespace touchstone
