// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/certified/epa/flat_polytope.hpp"

#include <algorithm>

namespace touchstone {

FlatPolytope::FlatPolytope() {
  n_x.fill(0);
  n_y.fill(0);
  n_z.fill(0);
  level.fill(kNone);
  squared_slope.fill(0);
}

void FlatPolytope::clear() {
  for (std::size_t t = 0; t < index(slots); ++t) {
    n_x[t] = n_y[t] = n_z[t] = 0;
    level[t] = kNone;
  }
  slots = 0;
  least = -1;
  point_count = 0;
  empty_count = 0;
}

void FlatPolytope::begin() {
  constexpr std::array<std::array<std::uint16_t, 3>, 4> kCorners = {
      {{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}}};
  // 4 slot + edge of the edge between the same corners.
  constexpr std::array<std::array<std::uint16_t, 3>, 4> kNeighbours = {
      {{4 * 1 + 2, 4 * 2 + 2, 4 * 3 + 2},
       {4 * 3 + 1, 4 * 2 + 0, 4 * 0 + 0},
       {4 * 1 + 1, 4 * 3 + 0, 4 * 0 + 1},
       {4 * 2 + 1, 4 * 1 + 0, 4 * 0 + 2}}};
  for (std::size_t t = 0; t < 4; ++t) {
    corner[t] = kCorners[t];
    neighbour[t] = kNeighbours[t];
    level[t] = 0;  // not empty
  }
  slots = 4;
}

void FlatPolytope::compact_points() {
  std::array<std::uint16_t, kMaxPoints> place;
  constexpr std::uint16_t kUnused = 0xffff;
  std::fill_n(place.begin(), point_count, kUnused);
  for (int t = 0; t < slots; ++t) {
    if (!holds(t)) continue;
    for (const std::uint16_t point : corner[index(t)]) place[point] = 0;
  }
  int kept = 0;
  for (std::size_t i = 0; i < index(point_count); ++i) {
    if (place[i] == kUnused) continue;
    points[index(kept)] = points[i];
    place[i] = static_cast<std::uint16_t>(kept++);
  }
  point_count = kept;
  for (int t = 0; t < slots; ++t) {
    if (!holds(t)) continue;
    for (std::uint16_t& point : corner[index(t)]) point = place[point];
  }
}

}  // namespace touchstone
