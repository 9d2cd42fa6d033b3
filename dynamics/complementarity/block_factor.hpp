// SPDX-License-Identifier: GPL-3.0-or-later
// Sparse linear systems of blocks of 6 x 6, a row and a column of them for each body, where a block
// is not zero for bodies that touch. Elimination in an order of little fill (approximate minimum
// degree); pivots are chosen within a diagonal block only, which is enough for matrices that are
// the identity plus something positive.
//
// Diagonal blocks are factored and never inverted. Of I + s J' J with a large s the inverse of a
// block is wrong by s times the rounding, and between two blocks of size s that is s^2 times as
// much as the difference that is left: at s = 1e7 a hundredth of it.
#pragma once

#include <Eigen/Core>
#include <Eigen/LU>
#include <utility>
#include <vector>

#include "dynamics/complementarity/sparse_step.hpp"
#include "dynamics/complementarity/stop_token.hpp"
#include "geometry/index.hpp"

namespace touchstone {

class BlockFactor {
 public:
  using Block = Eigen::Matrix<double, 6, 6>;

  /// Which blocks there are: each body's own, and both of every pair (different bodies, in any
  /// order, also more than once).
  void set_pattern(int bodies, const std::vector<std::pair<int, int>>& pairs);
  /// The pattern of a step's contacts and joints.
  void set_pattern(const SparseStep& step);
  /// All blocks become zero. `symmetric`: blocks below the diagonal are added alone.
  void clear(bool symmetric);
  /// clear(), then the identity.
  void begin(bool symmetric);
  /// Adds to the block in a body's row and another one's column. Of a symmetric matrix every block
  /// may be added; the upper one of two is ignored.
  template <class Derived>
  void add(int row, int column, const Eigen::MatrixBase<Derived>& block);
  /// Adds J' W J of the rows J of two bodies.
  template <int kRows>
  void add_product(const BodyRows<kRows>& rows, const Eigen::Matrix<double, kRows, kRows>& weight);
  /// Adds `stiffness` J' J of the rows J of each of the step's joints.
  void add_joints(const SparseStep& step, double stiffness);
  void set_stop(const StopToken& stop) { stop_ = stop; }
  /// False where a diagonal block is singular, or not positive in a symmetric matrix; or stopped.
  bool factor();
  /// Solves in place for x, 6 entries for each body.
  void solve(Eigen::VectorXd& x);

  /// Blocks below the diagonal, with fill.
  std::size_t blocks() const { return row_.size(); }

 private:
  bool is_above(int row, int column) const { return place_[at(row)] < place_[at(column)]; }
  std::size_t find(int row, int column) const;
  bool divide(int k);
  void eliminate(int k);

  StopToken stop_;
  bool symmetric_ = true;
  int bodies_ = 0;
  std::vector<std::pair<int, int>> pairs_;      // pairs of the pattern, sorted
  std::vector<int> place_;                      // place of each body in the order of elimination
  std::vector<int> body_;                       // body of each place
  std::vector<std::size_t> first_;              // first entry of each column in row_, and the end
  std::vector<int> row_;                        // rows below the diagonal, ascending in a column
  std::vector<Block> diagonal_;                 // diagonal blocks; Cholesky factors after factor()
  std::vector<Block> lower_;                    // block of each entry of row_, factored by factor()
  std::vector<Block> upper_;                    // block above the diagonal that mirrors lower_
  std::vector<Eigen::PartialPivLU<Block>> lu_;  // factors of diagonal_ unless symmetric
};

template <class Derived>
void BlockFactor::add(int row, int column, const Eigen::MatrixBase<Derived>& block) {
  const int r = place_[at(row)];
  const int c = place_[at(column)];
  if (r == c) {
    diagonal_[at(r)] += block;
  } else if (r > c) {
    lower_[find(r, c)] += block;
  } else if (!symmetric_) {
    upper_[find(c, r)] += block;
  }
}

template <int kRows>
void BlockFactor::add_product(const BodyRows<kRows>& rows,
                              const Eigen::Matrix<double, kRows, kRows>& weight) {
  using Half = Eigen::Matrix<double, kRows, kDofOfBody>;
  for (std::size_t c = 0; c < 2; ++c) {
    const int column = rows.body[c];
    if (column < 0) continue;
    const Half right =
        weight * rows.rows.template middleCols<kDofOfBody>(kDofOfBody * static_cast<int>(c));
    for (std::size_t r = 0; r < 2; ++r) {
      const int row = rows.body[r];
      if (row < 0 || (symmetric_ && is_above(row, column))) continue;
      const Half left = rows.rows.template middleCols<kDofOfBody>(kDofOfBody * static_cast<int>(r));
      add(row, column, left.transpose().lazyProduct(right));
    }
  }
}

}  // namespace touchstone
