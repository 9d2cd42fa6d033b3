// SPDX-License-Identifier: GPL-3.0-or-later
// Loops on plain arrays, of which the solvers of one step are made.
#pragma once

#include <cstddef>

namespace touchstone {

inline double dot(const double* a, const double* b, std::size_t n) {
  double even = 0;
  double odd = 0;
  std::size_t j = 0;
  for (; j + 1 < n; j += 2) {
    even += a[j] * b[j];
    odd += a[j + 1] * b[j + 1];
  }
  return j < n ? even + odd + a[j] * b[j] : even + odd;
}

/// y += factor x
inline void add_multiple(double factor, const double* x, double* y, std::size_t n) {
  for (std::size_t j = 0; j < n; ++j) {
    y[j] += factor * x[j];
  }
}

/// Where a column begins in an upper triangle that is stored column by column.
constexpr std::size_t packed(std::size_t column) { return column * (column + 1) / 2; }

}  // namespace touchstone
