// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of a step of the simplex that the program in doubles (seidel_program.cpp) and its
// certification in extended precision (seidel_certificate.cpp) share.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

#include "metrics/ratio_seidel/seidel_program.hpp"

namespace touchstone {

using SeidelBlock = Eigen::Array<double, SeidelRows::kBlock, 1>;

/// rows.q of one block, as an expression: to find its largest entry, nothing has to be stored.
inline auto rows_along(const SeidelRows& rows, int begin, const Vec3& q) {
  using Column = Eigen::Map<const SeidelBlock>;
  return Column(rows.x.data() + begin) * q.x() + Column(rows.y.data() + begin) * q.y() +
         Column(rows.z.data() + begin) * q.z();
}

/// The basic entry whose multiplier reaches zero first when `direction` enters; of equal ones that
/// with the largest pivot. -1 if there is none.
template <class T>
int leaving_entry(const std::array<SeidelEntry, 4>& basis, const std::array<T, 4>& multipliers,
                  const std::array<T, 4>& direction, T smallest_pivot, T equal_steps) {
  T largest_entry = 0;
  for (const T entry : direction) largest_entry = std::max(largest_entry, std::abs(entry));
  int found = -1;
  T largest = 0;
  T least = std::numeric_limits<T>::infinity();
  for (std::size_t i = 0; i < 4; ++i) {
    // The slack of z_i = 0 stays at zero whatever the sign of its direction: it leaves at once.
    const bool fixed = basis[i].body < 0 && basis[i].index < 3;
    const T step = fixed ? std::abs(direction[i]) : direction[i];
    if (!(step > smallest_pivot * largest_entry)) continue;
    const T ratio = fixed ? 0 : std::max<T>(multipliers[i], 0) / step;
    const bool equal = found >= 0 && std::abs(ratio - least) <= equal_steps;
    if (equal ? step > largest : ratio < least) {
      least = ratio;
      largest = step;
      found = static_cast<int>(i);
    }
  }
  return found;
}

}  // namespace touchstone
