// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/certified/epa/flat_polytope.hpp"

#include <algorithm>

#include "metrics/common/expansion.hpp"

namespace touchstone {

void FlatPolytope::begin(const std::array<DifferencePoint, 4>& corners) {
  for (std::size_t t = 0; t < at(slots); ++t) {
    n_x[t] = n_y[t] = n_z[t] = 0;
    level[t] = kNone;
  }
  slots = 4;
  empty_count = 0;
  std::copy(corners.begin(), corners.end(), points.begin());
  point_count = 4;
  for (std::size_t t = 0; t < 4; ++t) {
    const TetrahedronTriangle& triangle = kTetrahedron[t];
    for (std::size_t i = 0; i < 3; ++i) {
      corner[t][i] = static_cast<std::uint16_t>(triangle.corner[i]);
      neighbour[t][i] = static_cast<std::uint16_t>(4 * triangle.neighbour[i] + triangle.edge[i]);
    }
    level[t] = 0;  // not empty
  }
}

void FlatPolytope::compact_points() {
  std::array<std::uint16_t, kMaxPoints> place;
  constexpr std::uint16_t kUnused = 0xffff;
  std::fill_n(place.begin(), point_count, kUnused);
  for (int t = 0; t < slots; ++t) {
    if (!holds(t)) continue;
    for (const std::uint16_t point : corner[at(t)]) place[point] = 0;
  }
  int kept = 0;
  for (std::size_t i = 0; i < at(point_count); ++i) {
    if (place[i] == kUnused) continue;
    points[at(kept)] = points[i];
    place[i] = static_cast<std::uint16_t>(kept++);
  }
  point_count = kept;
  for (int t = 0; t < slots; ++t) {
    if (!holds(t)) continue;
    for (std::uint16_t& point : corner[at(t)]) point = place[point];
  }
}

}  // namespace touchstone
