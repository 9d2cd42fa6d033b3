// SPDX-License-Identifier: GPL-3.0-or-later
// Loops on plain arrays, of which the solvers of one step are made.
#pragma once

#include <cstddef>
#include <vector>

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

/// The pairs of entries of a vector, 2k and 2k + 1, that are not both 0.
class NonzeroPairs {
 public:
  void read(const double* a, std::size_t n) {
    pairs_.clear();
    for (std::size_t j = 0; j + 1 < n; j += 2) {
      if (a[j] != 0 || a[j + 1] != 0) pairs_.push_back({j, a[j], a[j + 1]});
    }
    odd_one_ = n % 2 != 0;
    last_ = odd_one_ ? a[n - 1] : 0;
    n_ = n;
  }
  /// dot() of the vector and b, which is finite: the same bits.
  double dot(const double* b) const {
    double even = 0;
    double odd = 0;
    for (const Pair& pair : pairs_) {
      even += pair.first * b[pair.place];
      odd += pair.second * b[pair.place + 1];
    }
    return odd_one_ ? even + odd + last_ * b[n_ - 1] : even + odd;
  }

 private:
  struct Pair {
    std::size_t place;
    double first, second;
  };
  std::vector<Pair> pairs_;
  std::size_t n_ = 0;
  bool odd_one_ = false;
  double last_ = 0;
};

/// y += factor x
inline void add_multiple(double factor, const double* x, double* y, std::size_t n) {
  for (std::size_t j = 0; j < n; ++j) {
    y[j] += factor * x[j];
  }
}

/// Where a column begins in an upper triangle that is stored column by column.
constexpr std::size_t packed(std::size_t column) { return column * (column + 1) / 2; }

}  // namespace touchstone
