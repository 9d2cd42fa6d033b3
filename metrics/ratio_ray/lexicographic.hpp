// SPDX-License-Identifier: GPL-3.0-or-later
// The ratio test of a simplex method in integers. Ties are broken as if the right-hand side were
// moved by (e, e^2, e^3) for a vanishing e > 0 [dantzig_orden_wolfe1955], so that no basis comes
// back and the search ends. Internal to `ratio_ray`.
//
// entry(i, place) is row i of a basis as the moved right-hand side sees it: its weight (place 0),
// then what e, e^2 and e^3 add to it. Of a row the first entry other than 0 decides.
#pragma once

#include <array>
#include <cstddef>

#include "geometry/arithmetic/rational.hpp"
#include "geometry/index.hpp"

namespace touchstone::exact {

template <std::size_t kRows, class Entry>
bool all_positive(const Entry& entry) {
  for (std::size_t i = 0; i < kRows; ++i) {
    std::size_t place = 0;
    while (place < 3 && sgn(entry(i, place)) == 0) ++place;
    if (sgn(entry(i, place)) <= 0) return false;
  }
  return true;
}

/// The row whose weight is first to reach 0 as the entering column takes `step` from it for each
/// unit; -1 if none does.
template <std::size_t kRows, class Entry>
int first_to_leave(const std::array<Integer, kRows>& step, const Entry& entry) {
  const auto sooner = [&](std::size_t i, std::size_t j) {
    for (std::size_t place = 0; place < 4; ++place) {
      const int order = cmp(entry(i, place) * step[j], entry(j, place) * step[i]);
      if (order != 0) return order < 0;
    }
    return false;
  };
  int out = -1;
  for (std::size_t i = 0; i < kRows; ++i) {
    if (sgn(step[i]) <= 0) continue;
    if (out < 0 || sooner(i, at(out))) out = static_cast<int>(i);
  }
  return out;
}

}  // namespace touchstone::exact
