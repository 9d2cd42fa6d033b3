// SPDX-License-Identifier: GPL-3.0-or-later
// The climb to a vertex that is farthest along a direction u, in numbers that decide.
//
// A vertex v is farthest if no neighbour along edges of the exact hull is farther: the hull lies in
// the cone that the edges at v span, so that w - v is a sum of these edges with factors >= 0 for
// every vertex w, and u.(w - v) a sum of terms <= 0. So a climb from neighbour to farther neighbour
// ends at a farthest vertex. It never falls, so vertices that are not below a level are connected
// by edges among themselves.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "geometry/arithmetic/double_double.hpp"
#include "geometry/index.hpp"
#include "geometry/loop_bound.hpp"

namespace touchstone {

/// Whether a height in double-double is above another one, to its rounding.
inline bool is_higher(DoubleDouble one, DoubleDouble other) { return (one - other).high > 0; }

/// From `start` to a farthest vertex. neighbours(i) lists those of vertex i, height(i) is its
/// height along u, and is_above(one, other) compares two heights. rough(i) is the same height, off
/// by at most half of `doubt`: it spares most calls of height(). `loop` names the climb (LoopBound).
template <class Neighbours, class Rough, class Height, class IsAbove>
int climb_to_farthest(const char* loop, std::int64_t vertices, int start,
                      const Neighbours& neighbours, const Rough& rough, double doubt,
                      const Height& height, const IsAbove& is_above) {
  int best = start;
  std::optional<decltype(height(start))> most;
  // Each move gains height, so that no vertex comes twice.
  LoopBound bound(loop, vertices + 1);
  for (int from = -1; from != best;) {
    bound.step();
    from = best;
    const double least = rough(from) - doubt;
    for (const int other : neighbours(from)) {
      if (rough(other) < least) continue;
      if (!most) most = height(best);
      auto along = height(other);
      if (!is_above(along, *most)) continue;
      most = std::move(along);
      best = other;
    }
  }
  return best;
}

/// Whether is_below(w) for every neighbour w of vertex v: then v is a farthest one. `map` lists
/// neighbours(v).
template <class Map, class IsBelow>
bool all_neighbours(const Map& map, int v, const IsBelow& is_below) {
  const auto around = map.neighbours(v);
  return std::all_of(around.begin(), around.end(), is_below);
}

/// Up to kMax vertices of one body by their places, each once.
template <std::size_t kMax>
struct PlaceList {
  std::array<int, kMax> places{};
  std::size_t count = 0;
  bool too_many = false;  ///< one more than kMax was added

  bool has(int place) const { return std::find(begin(), end(), place) != end(); }
  void add(int place) {
    if (has(place)) return;
    too_many = too_many || count == kMax;
    if (!too_many) places[count++] = place;
  }
  const int* begin() const { return places.data(); }
  const int* end() const { return places.data() + count; }
};

/// Adds to `level` all vertices that reach it, reaches(v), from those that are there: edges connect
/// them. Stops with too_many where the list is full. reaches() may be called more than once for a
/// vertex.
template <class Map, std::size_t kMax, class Reaches>
void add_level(const Map& map, PlaceList<kMax>& level, const Reaches& reaches) {
  for (std::size_t k = 0; k < level.count; ++k) {
    for (const int other : map.neighbours(level.places[k])) {
      if (level.has(other) || !reaches(other)) continue;
      level.add(other);
      if (level.too_many) return;
    }
  }
}

}  // namespace touchstone
