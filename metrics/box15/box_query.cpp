// SPDX-License-Identifier: GPL-3.0-or-later
// With e_i, f_j the columns of R_A, R_B as they stand, h and g the half extents and c = c_A - c_B
// the offset of the centres, B + (-A) is the zonotope -c + sum of [-1, 1] h_i e_i and [-1, 1] g_j
// f_j, and
//     gap(u) = u.c - sum_i h_i |u.e_i| - sum_j g_j |u.f_j|.
// The normals of its facets are +- the products of two of the six columns: a_i = e_i+1 x e_i+2, b_j
// likewise, and e_i x f_j.
//
// *The sweep* (box_query.inc) bounds all fifteen gaps in doubles, and *the evaluation* finds in
// double-double those that may be the largest, in nearly all queries one.
//
// The sweep works as if R_A and R_B were rotations. With C = R_A' R_B, c_A = R_A' c, c_B = R_B' c
// and i1, i2 the indices after i,
//     a_i:       |c_A,i| - h_i - sum_j g_j |C_ij|,   b_j: |c_B,j| - g_j - sum_i h_i |C_ij|,
//     e_i x f_j: |c_A,i2 C_i1,j - c_A,i1 C_i2,j| - h_i1 |C_i2,j| - h_i2 |C_i1,j|
//                - g_j1 |C_i,j2| - g_j2 |C_i,j1|,
// the last times the length, whose square is 1 - C_ij^2 [gottschalk1996].
//
// Bounds, with s = 2^-53, reach = |c|_1 + sum of h and g, and no entry of R'R - I above `skew`:
//   R = Q S with S = sqrt(R'R), |S - I| <= 1.5 skew and cofactors det(S) Q S^-1, hence |a_i - e_i|
//   <= 8 skew. What is said above of a gap times length is therefore true to 10 skew reach, of the
//   square of a length to 3 skew.
//   Rounding adds 4 s to an entry of C, 5 s |c| to one of c_A and c_B, so to a gap times length
//   less than 16 s reach with its own sums. `skew` itself is seen to 5 s.
//   Together less than (kInDoubles + kSkew skew) reach; that factor is the *slack*. It bounds the
//   squares of lengths and the signs of products, too.
//   In double-double: entries of u are differences of two exact products, so that u is good to
//   2^-102 of itself however nearly parallel the columns are. With the signs of all products known,
//   gap(u) |u| is u.p for a vertex p of B + (-A), good to 2^-101 reach and so is the gap to 2^-98.
// A product that is shorter than kParallel belongs to a facet of C that is a strip of width 2.1
// min(h, g) kParallel: where the nearest point of C's surface lies on it, the plane of the facet
// beyond the strip is farther from 0 by that much at most. It is left out.
#include "metrics/box15/box_query.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "metrics/arithmetic/compensated.hpp"
#include "metrics/common/pose_refusal.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace touchstone {
namespace {

constexpr double kInDoubles = 0x1p-45;
constexpr double kSkew = 16;
constexpr double kParallel = 1e-30;
constexpr int kAxes = 15;
/// Of the fifteen axes, in places of four lanes whose last is none: a_i, b_j, and for each j the
/// e_i x f_j.
constexpr std::size_t kPlaces = 20;

/// What is known of an axis u by its place. Columns 0 to 2 are of A, 3 to 5 of B.
struct Axis {
  std::size_t first = 0, second = 0;  ///< u is the product of these columns
  /// For each column where its product with u stands among the entries of C, four for each j, and
  /// with which sign: kNone where u is perpendicular to the column, kOwn of a facet's own.
  std::array<std::uint8_t, 6> entry{};
  std::array<double, 6> sign{};
  unsigned open = 0;  ///< the columns whose sign is to be found out, a bit each
};
constexpr std::uint8_t kNone = 3;  // the fourth lane of C's first column, which is 0
constexpr std::uint8_t kOwn = 12;

constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }

constexpr std::array<Axis, kPlaces> all_axes() {
  std::array<Axis, kPlaces> axes{};
  for (std::size_t place = 0; place < kPlaces; ++place) {
    const int i = static_cast<int>(place % 4);
    if (i == 3) continue;
    const int i1 = (i + 1) % 3;
    const int i2 = (i + 2) % 3;
    Axis& axis = axes[place];
    axis.entry = {kNone, kNone, kNone, kNone, kNone, kNone};
    axis.sign = {1, 1, 1, 1, 1, 1};
    const auto set = [&axis](int column, int row, int at_j, double sign) {
      axis.entry[at(column)] = static_cast<std::uint8_t>(4 * at_j + row);
      axis.sign[at(column)] = sign;
      axis.open |= 1U << static_cast<unsigned>(column);
    };
    if (place < 4) {
      axis.first = at(i1);
      axis.second = at(i2);
      axis.entry[at(i)] = kOwn;
      for (int j = 0; j < 3; ++j) set(3 + j, i, j, 1);
    } else if (place < 8) {
      axis.first = at(3 + i1);
      axis.second = at(3 + i2);
      axis.entry[at(3 + i)] = kOwn;
      for (int k = 0; k < 3; ++k) set(k, k, i, 1);
    } else {
      const int j = static_cast<int>(place / 4) - 2;
      axis.first = at(i);
      axis.second = at(3 + j);
      // (e_i x f_j).e_i1 = -a_i2.f_j, .e_i2 = a_i1.f_j, .f_j1 = e_i.b_j2, .f_j2 = -e_i.b_j1
      set(i1, i2, j, -1);
      set(i2, i1, j, 1);
      set(3 + (j + 1) % 3, i, (j + 2) % 3, 1);
      set(3 + (j + 2) % 3, i, (j + 1) % 3, -1);
    }
  }
  return axes;
}
constexpr std::array<Axis, kPlaces> kAxis = all_axes();

void tell_disjoint(Answer& answer, int axes) {
  answer.status = AnswerStatus::sign_only;
  answer.sign = 1;
  answer.work.iterations = axes;
}

/// Whether the centres, c apart to rounding, are farther apart than the boxes reach together: not
/// to be decided by the axes, where numbers might leave the range of doubles.
bool far_apart(const BoxShape& A, const Pose& X_WA, const BoxShape& B, const Pose& X_WB,
               const Vec3& c) {
  const double largest =
      std::max(X_WA.t.lpNorm<Eigen::Infinity>(), X_WB.t.lpNorm<Eigen::Infinity>()) +
      A.center.lpNorm<1>() + B.center.lpNorm<1>();
  return !(c.lpNorm<Eigen::Infinity>() - 1e-14 * largest <= 1.02 * (A.half.sum() + B.half.sum()));
}

#define TOUCHSTONE_KERNEL "metrics/box15/box_query.inc"
#include "metrics/arithmetic/both_registers.inc"

}  // namespace

Answer ask_boxes(Registers registers, const BoxShape& A, const Pose& X_WA, const BoxShape& B,
                 const Pose& X_WB) {
#if defined(__x86_64__)
  if (registers == Registers::wide) return wide::ask_here(A, X_WA, B, X_WB);
#endif
  return narrow::ask_here(A, X_WA, B, X_WB);
}

}  // namespace touchstone
