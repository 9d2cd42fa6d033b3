// SPDX-License-Identifier: GPL-3.0-or-later
// Seidel's randomized incremental linear programming [seidel1991] in the four variables of the
// ratio metric. Internal to `ratio_seidel`.
//
// In units in which the interior points are 1 apart (z = (x - x_A)/|d|, tau = t s/|d|, rows
// w_k = s R^-T a_k/b_k for a length s that makes them of order 1, d^ = d/|d|):
//
//   min tau  s.t.  w_k.z + f_k <= tau,  tau >= 0;   f_k = 0 on A, f_k = w_k.d^ on B.
//
// Rows come in a random order, fixed when a body is prepared. While the optimum of the rows so far
// satisfies the next row nothing is done; otherwise that row is tight at the new optimum, which is
// found among the rows before it in one dimension less: 4 -> 3 -> 2 -> 1. Row k is violated with
// probability <= 4/k, so all rows together are visited O(m + n) times.
//
// Departures from the paper:
// * Variables are not eliminated, which loses digits: a dimension less means a row more that is
//   known to be tight, and the point comes from the rows as they stand.
// * A lower dimension starts from the basis that one exchange makes of the last one and the
//   violated row [sharir_welzl1992], which is closer than a corner of a bounding box, and bounded.
// * Rows of A and B are taken in stages of doubling length, in proportion to their numbers.
// * What the recursion finds in doubles is certified in extended precision: the basis is refined
//   by residuals, multipliers must be >= 0 and no row of either body may be violated. Otherwise
//   the basis is solved again and rows that are violated get exchanged in. If a multiplier is
//   negative, everything is done again in extended precision.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "geometry/index.hpp"
#include "geometry/loop_bound.hpp"
#include "geometry/vector.hpp"

namespace touchstone {

/// One body's rows a_k/b_k [1/m], local axes, in random order, padded with zeros (which no point
/// violates) to whole blocks.
struct SeidelRows {
  static constexpr int kBlock = 8;

  std::vector<double> x, y, z;
  std::vector<int> facet;  ///< facet that each row stands for
  int count = 0;           ///< without the padding
  double longest = 0;      ///< largest |a_k/b_k| [1/m]

  /// `rows` by facet.
  void assign(const std::vector<Vec3>& rows);
};

/// A row as the program names it, or (body < 0) a slack: index 0..2 of z_i = 0, 3 of tau >= 0.
struct SeidelEntry {
  int body = -1;  ///< 0: A, 1: B
  int index = 0;  ///< place in the random order
  bool operator==(const SeidelEntry&) const = default;
};

class SeidelProgram {
 public:
  using Real = long double;
  using Real3 = Eigen::Matrix<Real, 3, 1>;
  using Real33 = Eigen::Matrix<Real, 3, 3>;

  /// T_i = s R_i^-T. Where `fixed_level` > 0, B does not grow: its T is s_B R_B^-T for a length s_B
  /// of its own, fixed_level is s_B/|d|, and its rows are w_k.(z + d^) <= fixed_level.
  SeidelProgram(const SeidelRows& A, const SeidelRows& B, const Real33& T_A, const Real33& T_B,
                const Real3& dhat, Real fixed_level = 0);

  /// False where no optimal basis could be certified.
  bool solve();

  const Real3& z() const { return z_; }
  Real tau() const { return tau_; }
  SeidelEntry entry(int i) const { return basis_[at(i)]; }
  Real multiplier(int i) const { return multipliers_[at(i)]; }
  /// How far, in these units, z may move for each unit by which the rows of the basis are off.
  double sensitivity() const { return sensitivity_; }
  /// w_k of the basis.
  const Real3& row(int i) const { return basic_[at(i)]; }
  int pivots() const { return pivots_; }
  /// Whether z = 0 satisfies B's fixed rows with `margin` to spare, in parts of their level.
  bool fixed_rows_hold_zero(double margin) const;
  /// Rows looked at, each time counted.
  std::uint64_t visits() const { return visits_; }

 private:
  using Vec4 = std::array<double, 4>;

  void start();
  void descend(int tight, int end_A, int end_B);
  int first_violated(int body, int begin, int end);
  bool exchange(const SeidelEntry& entering);
  void aim();

  Real3 row(const SeidelEntry& entry) const;
  Real cost(const SeidelEntry& entry, const Real3& w) const;
  Real last_coefficient(const SeidelEntry& entry) const;
  /// What w.z + f is compared with: tau, or the level of a fixed body's rows.
  template <class T>
  T level(std::size_t body, T tau) const {
    return grows_[body] != 0 ? tau : static_cast<T>(fixed_level_);
  }
  bool certify();
  bool refine();
  bool factor();
  bool exchange_exactly(const SeidelEntry& entering);
  SeidelEntry most_violated();
  bool dual_feasible() const;

  std::array<const SeidelRows*, 2> rows_;
  std::array<Real33, 2> T_;
  std::array<Mat3, 2> T_double_;
  Real3 dhat_;
  Vec3 dhat_double_;
  Real fixed_level_;             ///< 0 where both grow
  std::array<double, 2> grows_;  ///< coefficient of tau in a body's rows: 1, or 0 where fixed
  int stages_ = 0;

  std::array<SeidelEntry, 4> basis_{};
  // In doubles: the inverse of the matrix with columns (w_k; 1), its rows by place in the basis;
  // point (-z, tau).
  std::array<Vec4, 4> inverse_{};
  Vec4 point_{};
  std::array<Vec3, 2> aim_;          ///< rows.aim + f = w.z + f, local
  std::array<double, 2> threshold_;  ///< a row whose rows.aim is above this is violated

  Real3 z_ = Real3::Zero();
  Real tau_ = 0;
  std::array<Real3, 4> basic_;  ///< rows of the basis
  std::array<Real, 4> multipliers_{};
  double sensitivity_ = 0;
  std::array<std::array<Real, 4>, 4> exact_inverse_{};
  int pivots_ = 0;
  /// Some log^3 (m + n) exchanges are expected, (m + n)^4 possible: far beyond any honest search.
  LoopBound bound_{"ratio_seidel: exchange of rows", 1000000};
  std::uint64_t visits_ = 0;
};

}  // namespace touchstone
