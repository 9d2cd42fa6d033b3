// SPDX-License-Identifier: GPL-3.0-or-later
// The fifteen axes of two boxes: the products of columns that they are, and where their products
// with all columns stand among the entries of P = E'F. Shared by metrics.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "geometry/index.hpp"

namespace touchstone {

/// Places of the fifteen axes, in groups of four lanes whose last one is empty: a_i, b_j, and for
/// each j the e_i x f_j.
inline constexpr std::size_t kPlaces = 20;

/// What is known of an axis u by its place. Columns 0 to 2 are of A, 3 to 5 of B.
struct BoxAxis {
  std::size_t first = 0, second = 0;  ///< u is the product of these columns
  /// Where the product of each column with u stands among the entries of P (four for each j), and
  /// its sign: kNone where u is perpendicular to the column, kOwn where it is the facet's own.
  std::array<std::uint8_t, 6> entry{};
  std::array<double, 6> sign{};
  unsigned open = 0;  ///< the columns whose sign is to be found out, a bit each
};
inline constexpr std::uint8_t kNone = 3;  // the fourth lane of P's first column, which is 0
inline constexpr std::uint8_t kOwn = 12;

constexpr std::array<BoxAxis, kPlaces> all_axes() {
  std::array<BoxAxis, kPlaces> axes{};
  for (std::size_t place = 0; place < kPlaces; ++place) {
    const int i = static_cast<int>(place % 4);
    if (i == 3) continue;
    const int i1 = (i + 1) % 3;
    const int i2 = (i + 2) % 3;
    BoxAxis& axis = axes[place];
    axis.entry = {kNone, kNone, kNone, kNone, kNone, kNone};
    axis.sign = {1, 1, 1, 1, 1, 1};
    const auto set = [&axis](int column, int row, int at_j, double sign) {
      axis.entry[at(column)] = static_cast<std::uint8_t>(4 * at_j + row);
      axis.sign[at(column)] = sign;
      axis.open |= 1U << static_cast<unsigned>(column);
    };
    if (place < 4) {
      axis.first = at(i1);
      axis.second = at(i2);
      axis.entry[at(i)] = kOwn;
      for (int j = 0; j < 3; ++j) set(3 + j, i, j, 1);
    } else if (place < 8) {
      axis.first = at(3 + i1);
      axis.second = at(3 + i2);
      axis.entry[at(3 + i)] = kOwn;
      for (int k = 0; k < 3; ++k) set(k, k, i, 1);
    } else {
      const int j = static_cast<int>(place / 4) - 2;
      axis.first = at(i);
      axis.second = at(3 + j);
      // (e_i x f_j).e_i1 = -a_i2.f_j, .e_i2 = a_i1.f_j, .f_j1 = e_i.b_j2, .f_j2 = -e_i.b_j1
      set(i1, i2, j, -1);
      set(i2, i1, j, 1);
      set(3 + (j + 1) % 3, i, (j + 2) % 3, 1);
      set(3 + (j + 2) % 3, i, (j + 1) % 3, -1);
    }
  }
  return axes;
}
inline constexpr std::array<BoxAxis, kPlaces> kAxis = all_axes();

}  // namespace touchstone
