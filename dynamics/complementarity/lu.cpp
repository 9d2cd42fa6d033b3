// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/complementarity/lu.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "dynamics/complementarity/dense.hpp"

namespace touchstone {
namespace {

constexpr double kSingular = 1e-12;

}  // namespace

bool LuFactors::factor(const std::vector<double>& m, std::size_t n) {
  n_ = n;
  lu_ = m;
  order_.resize(n);
  std::iota(order_.begin(), order_.end(), std::size_t{0});
  double largest = 0;
  for (const double entry : m) {
    largest = std::max(largest, std::abs(entry));
  }
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t best = k;
    for (std::size_t i = k + 1; i < n; ++i) {
      if (std::abs(lu_[i * n + k]) > std::abs(lu_[best * n + k])) {
        best = i;
      }
    }
    if (std::abs(lu_[best * n + k]) <= kSingular * largest) {
      return false;
    }
    if (best != k) {
      std::swap_ranges(&lu_[k * n], &lu_[k * n] + n, &lu_[best * n]);
      std::swap(order_[k], order_[best]);
    }
    for (std::size_t i = k + 1; i < n; ++i) {
      if (lu_[i * n + k] == 0) {
        continue;
      }
      const double factor = lu_[i * n + k] / lu_[k * n + k];
      lu_[i * n + k] = factor;
      add_multiple(-factor, lu_.data() + k * n + k + 1, lu_.data() + i * n + k + 1, n - k - 1);
    }
  }
  return true;
}

void LuFactors::solve(const std::vector<double>& right, std::vector<double>& x) const {
  x.resize(n_);
  for (std::size_t i = 0; i < n_; ++i) {
    x[i] = right[order_[i]] - dot(lu_.data() + i * n_, x.data(), i);
  }
  for (std::size_t i = n_; i-- > 0;) {
    const double* row = lu_.data() + i * n_;
    x[i] = (x[i] - dot(row + i + 1, x.data() + i + 1, n_ - i - 1)) / row[i];
  }
}

}  // namespace touchstone
