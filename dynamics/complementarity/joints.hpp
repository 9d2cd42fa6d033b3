// SPDX-License-Identifier: GPL-3.0-or-later
// Elimination of bilateral rows E u + e = 0: joints, and the tangential rows of contacts that
// stick.
//
// Rows are taken into an orthonormal basis Q of their span by Gram-Schmidt with pivoting, each
// vector orthogonalised twice; a row whose rest is below 1e-10 of its length is dependent (four
// corners of a face that sticks: eight rows of rank three) and gets no impulse. With R the basis
// rows in terms of Q, E_B = R'Q', velocities that fulfil the rows are u = free + Q (R'^-1 (-e_B) -
// Q' free) plus anything orthogonal to Q, and an impulse in the span is E_B' (R^-1 Q' impulse).
#pragma once

#include <vector>

namespace touchstone {

class EqualityRows {
 public:
  void clear(int dof);
  /// Adds rows (row-major, a row for each of `numbers`) after those that are there already, which
  /// keep their basis. `offsets`: null for zeros.
  void add(const double* rows, const double* offsets, const std::vector<int>& numbers);
  /// Forgets all but the first `rank` basis vectors.
  void truncate(int rank);

  int rank() const { return static_cast<int>(chosen_.size()); }
  /// Subtracts from `row` its part in the span; exactly zero where only round-off would be left.
  void project(double* row) const;
  /// Moves u to the nearest velocity that fulfils the basis rows.
  void fulfil(double* u) const;
  /// Adds to u the shortest vector that changes the value of each basis row by `right` of the row's
  /// number.
  void add_shortest(const double* right, double* u);
  const std::vector<int>& chosen() const { return chosen_; }
  /// Impulses of the rows, by their numbers, whose sum is `impulse` (in the span); those of
  /// dependent rows are not written.
  void impulses(const double* impulse, double* of_row);

 private:
  std::size_t dof_ = 0;
  std::vector<double> basis_;    // rank x dof
  std::vector<double> r_;        // packed columns: k + 1 entries of basis row k
  std::vector<double> offset_;   // constant e of each basis row
  std::vector<int> chosen_;      // number of each basis row
  std::vector<double> pending_;  // rows not yet taken
  std::vector<double> norm_;     // lengths of pending rows as given; negative: taken or dependent
  std::vector<double> solution_;
};

}  // namespace touchstone
