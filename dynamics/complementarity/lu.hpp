// SPDX-License-Identifier: GPL-3.0-or-later
// Small dense linear systems: L U = P M with the largest entry of each column as its pivot.
#pragma once

#include <cstddef>
#include <vector>

namespace touchstone {

/// Keeps its memory from one system to the next.
class LuFactors {
 public:
  /// M is n x n, row-major. False where a pivot is below 1e-12 of M's largest entry.
  bool factor(const std::vector<double>& m, std::size_t n);
  /// M x = right; `x` must not alias `right`.
  void solve(const std::vector<double>& right, std::vector<double>& x) const;

 private:
  std::size_t n_ = 0;
  std::vector<double> lu_;
  std::vector<std::size_t> order_;
};

}  // namespace touchstone
