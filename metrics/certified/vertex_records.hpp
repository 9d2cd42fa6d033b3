// SPDX-License-Identifier: GPL-3.0-or-later
// What an answer needs of a body's vertices beside their arms: each one in full, and which features
// some of them span. A vertex has one line of a cache, so that a query waits for it once. Internal
// to `certified`.
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
class VertexRecords {
 public:
  VertexRecords(const Polytope& polytope, const SupportMap& map);

  /// Of a place of the map, local [m].
  const Vec3& vertex(int place) const { return at(place).vertex; }
  /// The smallest of vertex, edge and facet that has all these places of the map, some of which may
  /// be equal. If there is no such feature, the result is empty.
  Feature feature(const std::array<int, 3>& places) const;
  /// Asks for the memory of a place.
  void prefetch(int place) const { __builtin_prefetch(&at(place)); }

 private:
  /// Few vertices have more edges or facets than this: their lists are compared without branches,
  /// as which one is found is as good as random.
  static constexpr std::size_t kBlock = 8;
  /// Numbers of features, ascending; kNone after the last.
  using Block = std::array<std::uint16_t, kBlock>;
  static constexpr std::uint16_t kNone = 0xFFFF;
  /// First of the edges where a list does not fit into a block, or a number not into its entry.
  static constexpr std::uint16_t kLong = 0xFFFE;
  /// A polytope with so few edges and facets has a bit for each.
  static constexpr std::size_t kMaxMasked = 64;
  struct Masks {
    std::uint64_t edges;
    std::uint64_t facets;
  };
  struct Blocks {
    Block edges;
    Block facets;
  };
  struct alignas(64) Record {
    Vec3 vertex;
    std::int32_t index;  ///< in Polytope::vertices()
    std::uint32_t first_long = 0;  ///< where its lists begin in long_lists_, if they are long
    union {
      Masks masks;
      Blocks blocks;
    };
  };
  static_assert(sizeof(Record) == 64);
  enum class Kind { edge, facet };
  class Numbers;

  const Record& at(int place) const { return records_[static_cast<std::size_t>(place)]; }
  bool is_long(int place) const { return at(place).blocks.edges[0] == kLong; }
  void fill_masks(const Polytope& polytope, const std::vector<std::int32_t>& place);
  void fill_blocks(const Polytope& polytope, const std::vector<std::int32_t>& place);
  std::span<const std::int32_t> long_list(int place, Kind kind) const;
  Feature masked_feature(const std::array<int, 3>& places) const;
  int common_edge(int p, int q) const;
  int common_facet(const std::array<int, 3>& places) const;
  int common_of_long(const std::array<int, 3>& places, Kind kind) const;

  std::vector<Record> records_;  ///< by place
  bool masked_ = false;
  /// Of each place whose lists are long: how many edges and facets, then their numbers.
  std::vector<std::int32_t> long_lists_;
};

}  // namespace touchstone
