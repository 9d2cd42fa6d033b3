// SPDX-License-Identifier: GPL-3.0-or-later
// The dual simplex of `ratio_facets`, in doubles.
//
// With q = (x - x_A) in A's axes, M = R_B^-1 R_A and e = R_B^-1 d, a point x has q_A = q and
// q_B = M q + e, and the program is
//
//   min t  s.t.  y_k.q_A <= t on A,  y_k.q_B <= t on B,
//
// y_k the dual points (facet_body.hpp); with B fixed, y_k.q_B <= 1 on B. A basis is four rows (w_k,
// f_k), w_k.q + f_k <= t, with multipliers l_k >= 0, sum l_k = 1, sum l_k w_k = 0; p = (-q, t)
// solves w_k.(-q) + t = f_k. The row to enter is the one that is violated most: on either body a
// scan for the support point of the dual points, in the body's own axes. It takes the place of the
// row whose multiplier reaches zero first, and the inverse of the basis is updated.
//
// The first basis fixes q and says t >= 0: multipliers 0, 0, 0, 1. Its q is the point of the
// segment of the interior points at which both bodies arrive at the same t; the rows that are tight
// there enter first.
#pragma once

#include <array>

#include "geometry/arithmetic/double_double_vector.hpp"
#include "geometry/pose.hpp"
#include "geometry/support/support_scan.hpp"
#include "metrics/arithmetic/center_offset.hpp"
#include "metrics/ratio_facets/facet_body.hpp"

namespace touchstone {

/// FacetEntry::row of t >= 0, where FacetEntry::body < 0.
inline constexpr int kRowOfT = 3;

/// A row of either body, or (body < 0) of the first basis: 0..2 fix q_i, kRowOfT is t >= 0.
struct FacetEntry {
  int body = -1;  ///< 0: A, 1: B
  int row = 0;
  bool operator==(const FacetEntry&) const = default;
};

using FacetBasis = std::array<FacetEntry, 4>;

/// d = x_A - x_B, world; the error is the sum of those of its entries.
CenterOffset facet_ray(const FacetBody& A, const Pose& X_WA, const FacetBody& B, const Pose& X_WB);

/// How far the point in doubles may be from the one that solves the basis exactly, |inverse times
/// basis - 1| included; lengths in parts of `length`, t in parts of itself.
struct FacetBounds {
  bool known = false;
  double length = 0;               ///< scale of q and q_B [m]
  double norm_E = 0;               ///< norm of inverse times basis - 1
  double off = 0;                  ///< bound on the error of the point
  double spread = 0;               ///< sum of |inverse||y|, by which an error of d counts [1/m]
  std::array<double, 2> margin{};  ///< rows of a body below t by this are satisfied
};

struct FacetDoubts {
  static constexpr int kMax = 48;
  std::array<FacetEntry, kMax> rows;
  int count = 0;
  bool too_many = false;
};

class FacetSimplex {
 public:
  FacetSimplex(const FacetBody& A, const Mat3& R_WA, const FacetBody& B, const Mat3& R_WB,
               const Vec3& d, bool fixed_B);
  bool fixed_B() const { return fixed_B_; }

  /// The first basis; false if doubles do not make one.
  bool begin();
  /// Begins with an earlier basis, of rows in order; false where its multipliers are not positive.
  bool begin_at(const FacetBasis& basis);
  /// Exchanges rows until none is violated beyond rounding; false if doubles lose their way. The
  /// basis is then in order, and its inverse and point are made afresh.
  bool run();

  const FacetBasis& basis() const { return basis_; }
  /// After run(): exchanges the row, which is violated by less than doubles see, and runs again.
  bool enter(const FacetEntry& row);
  /// After run(): `ray_error` is how far d may be off [m].
  FacetBounds bounds(double ray_error) const;
  /// Rows outside the basis that are not below t by the margin of their body.
  FacetDoubts not_below(const std::array<double, 2>& margin) const;
  const Vec3& q() const { return q_; }
  double t() const { return t_; }
  /// Inverse of the basis: inverse()[i][k] is the derivative of p_i by f_k.
  const std::array<std::array<double, 4>, 4>& inverse() const { return inverse_; }
  int pivots() const { return pivots_; }

 private:
  using Vec4 = std::array<double, 4>;
  struct Row {
    Vec3 w = Vec3::Zero();
    double f = 0;
    double last = 1;  ///< coefficient of t
  };
  /// The row of a body, not in the basis, that is largest at a point.
  struct Highest {
    int row = -1;
    double value = 0;
  };

  Row row(const FacetEntry& entry) const;
  double size(const FacetEntry& entry) const;
  bool look_at_more();
  /// Makes the inverse and the point of a basis of rows; false if it is singular.
  bool factor();
  void aim();
  Highest highest(int body) const;
  bool exchange(const FacetEntry& entering);

  /// Right-hand side of a body's rows y_k.q: t, or 1 on a fixed B.
  double level(std::size_t body) const { return body == 1 && fixed_B_ ? 1 : t_; }

  std::array<const FacetBody*, 2> bodies_;
  bool fixed_B_;
  std::array<int, 2> end_;  ///< end of the rows that are priced, whole blocks
  Mat3 M_;
  Vec3 e_;
  FacetBasis basis_;
  std::array<Row, 4> rows_;
  std::array<Vec4, 4> inverse_{};
  Vec3 q_ = Vec3::Zero();
  double t_ = 0;
  std::array<Vec3, 2> q_of_{Vec3::Zero(), Vec3::Zero()};  ///< q_A, q_B
  std::array<Highest, 2> highest_;
  bool fresh_ = false;  ///< inverse and point are the basis's own, not updated
  int pivots_ = 0;
};

}  // namespace touchstone
