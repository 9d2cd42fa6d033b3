// SPDX-License-Identifier: GPL-3.0-or-later
// A few vertices of one body by their places, each once. Internal to `ratio_ray`.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "geometry/index.hpp"

namespace touchstone {

/// Vertices of one body that are looked at in double-double; of more than kMax, integers decide.
template <std::size_t kMax>
struct PlaceList {
  std::array<int, kMax> places{};
  int count = 0;
  bool too_many = false;  ///< one more than kMax was added

  void add(int place) {
    if (std::find(begin(), end(), place) != end()) return;
    too_many = too_many || at(count) == kMax;
    if (!too_many) places[at(count++)] = place;
  }
  const int* begin() const { return places.data(); }
  const int* end() const { return places.data() + count; }
};

}  // namespace touchstone
