// SPDX-License-Identifier: GPL-3.0-or-later
// Lemke's algorithm for the linear complementarity problem w = M z + q, 0 <= w perp z >= 0.
//
// Cottle, Pang & Stone (cottle_pang_stone1992), algorithm 4.4.5, with the lexicographic
// rule (q perturbed to q + (e, e^2, ...)) so that it cannot cycle. A condensed dictionary: a row
// for each basic variable in terms of the nonbasic ones. The perturbation needs no columns: that of
// e^j is minus the column of w_j, or a unit vector while w_j is basic. M should be scaled so that
// its entries are about 1.
#pragma once

#include <cstdint>
#include <vector>

#include "dynamics/complementarity/stop_token.hpp"

namespace touchstone {

/// How Lemke's algorithm ended. limit: too many pivots, or it was stopped.
enum class LemkeEnd { solved, ray, limit };

class Lemke {
 public:
  /// M is row-major, n x n; q and `covering` have n entries, those of `covering` above 0. Entries
  /// up to `pivot_tolerance` are not pivots.
  LemkeEnd solve(const double* m, const double* q, const double* covering, int n,
                 double pivot_tolerance = kPivotTolerance);

  void set_stop(const StopToken& stop) { stop_ = stop; }

  static constexpr double kPivotTolerance = 1e-8;

  /// z at the end, accurate to about the product of the pivots' growth: solve afresh on `basic()`.
  const std::vector<double>& z() const { return z_; }
  /// Which z are basic, in ascending order.
  const std::vector<int>& basic() const { return basic_z_; }
  int pivots() const { return pivots_; }

 private:
  double* row(int i) { return &table_[static_cast<std::size_t>(i) * width_]; }
  const double* row(int i) const { return &table_[static_cast<std::size_t>(i) * width_]; }
  bool less(int i, int k, double scale_i, double scale_k) const;
  int first_row() const;
  int leaving_row(int column, double pivot_tolerance) const;
  void pivot(int r, int column);
  void read(int n);

  StopToken stop_;
  int n_ = 0;
  std::size_t width_ = 0;       // n + 1 nonbasic columns, then the constant
  std::vector<double> table_;   // n x width
  std::vector<int> row_of_;     // row of a variable (z_j: j, w_j: n + j, z_0: 2 n), -1: nonbasic
  std::vector<int> column_of_;  // column of a variable, -1: basic
  std::vector<int> basic_;      // variable of each row
  std::vector<int> nonbasic_;   // variable of each column
  std::vector<double> z_;
  std::vector<int> basic_z_;
  double tie_ = 0;
  int pivots_ = 0;
};

}  // namespace touchstone
