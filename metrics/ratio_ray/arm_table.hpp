// SPDX-License-Identifier: GPL-3.0-or-later
// Which vertex of a body of many vertices is about the farthest along a direction, in one look: a
// table by the cells of a cube around the body, as SupportMap's, in which the vertex' arm stands
// beside its place. A search then waits for one line of memory, not for two in turn. Internal to
// `ratio_ray`.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "geometry/index.hpp"
#include "geometry/support/support_map.hpp"
#include "metrics/common/large_table.hpp"

namespace touchstone {

/// Immutable; shared between threads.
class ArmTable {
 public:
  /// A vertex by its place in the map, and its arm in single precision [m].
  struct alignas(16) Cell {
    float x, y, z;
    std::int32_t place;
  };

  ArmTable() = default;
  /// Makes the table of a map that climbs: about four cells of 16 bytes for each vertex.
  explicit ArmTable(const SupportMap& map);

  bool empty() const { return cells_.empty(); }
  /// The farthest vertex along the middle of the cell that holds u, which is of any length but 0.
  const Cell& farthest(const Vec3& u) const { return cells_[index_of(u)]; }

 private:
  [[gnu::always_inline]] std::size_t index_of(const Vec3& u) const;

  int along_ = 0;  ///< cells along an edge of the cube
  LargeTable<Cell> cells_;
};

inline std::size_t ArmTable::index_of(const Vec3& u) const {
  const std::array<float, 5> entries = {
      static_cast<float>(u.data()[0]), static_cast<float>(u.data()[1]),
      static_cast<float>(u.data()[2]), static_cast<float>(u.data()[0]),
      static_cast<float>(u.data()[1])};
  const float x = std::abs(entries[0]);
  const float y = std::abs(entries[1]);
  const float z = std::abs(entries[2]);
  // Without branches: directions are as good as random.
  const int y_over_x = y > x ? 1 : 0;
  const int z_over_both = z > std::max(x, y) ? 1 : 0;
  const int axis = 2 * z_over_both + (1 - z_over_both) * y_over_x;
  const float* const from_axis = entries.data() + axis;
  const float half = 0.5F * static_cast<float>(along_);
  const float scale = half / std::abs(from_axis[0]);
  // 0 and NaN end in the first cell: any vertex will do, only the search is longer.
  const auto place = [&](float entry) {
    const float p = entry * scale + half;
    return p > 0 ? static_cast<int>(std::min(p, static_cast<float>(along_ - 1))) : 0;
  };
  const int face = 2 * axis + (from_axis[0] < 0 ? 1 : 0);
  return at((face * along_ + place(from_axis[2])) * along_ + place(from_axis[1]));
}

}  // namespace touchstone
