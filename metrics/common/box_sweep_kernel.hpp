// SPDX-License-Identifier: GPL-3.0-or-later
// The gaps of two boxes along fifteen axes, bounded in doubles. Shared by metrics.
//
// With e_i, f_j the columns of R_A, R_B as they stand, h and g the half extents and c = c_A - c_B
// the offset of the centres, C = B + (-A) is the zonotope -c + sum of [-1, 1] h_i e_i and [-1, 1]
// g_j f_j, and
//     gap(u) = u.c - sum_i h_i |u.e_i| - sum_j g_j |u.f_j|.
// The normals of its facets are +- the products of two of the six columns: a_i = e_i+1 x e_i+2, b_j
// likewise, and e_i x f_j.
//
// The sweep works as if R_A and R_B were rotations. With the products P = R_A' R_B, c_A = R_A' c,
// c_B = R_B' c and i1, i2 the indices after i,
//     a_i:       |c_A,i| - h_i - sum_j g_j |P_ij|,   b_j: |c_B,j| - g_j - sum_i h_i |P_ij|,
//     e_i x f_j: |c_A,i2 P_i1,j - c_A,i1 P_i2,j| - h_i1 |P_i2,j| - h_i2 |P_i1,j|
//                - g_j1 |P_i,j2| - g_j2 |P_i,j1|,
// the last times the length, whose square is 1 - P_ij^2 [gottschalk1996].
//
// Bounds, with s = 2^-53, reach = |c|_1 + sum of h and g, and no entry of R'R - I above `skew`:
//   R = Q S with S = sqrt(R'R), |S - I| <= 1.5 skew and cofactors det(S) Q S^-1, hence |a_i - e_i|
//   <= 8 skew. What is said above of a gap times length is therefore true to 10 skew reach, of the
//   square of a length to 3 skew.
//   Rounding adds 4 s to an entry of P, 5 s |c| to one of c_A and c_B, so to a gap times length
//   less than 16 s reach with its own sums. `skew` itself is seen to 5 s.
//   Together less than (kInDoubles + kSkew skew) reach; that factor is the *slack*. It bounds the
//   squares of lengths and the signs of products, too.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>

#include "metrics/arithmetic/lanes_kernel.hpp"
#include "metrics/common/box_axes.hpp"
#include "metrics/common/box_body.hpp"

TOUCHSTONE_BEGIN_KERNEL();
namespace touchstone::TOUCHSTONE_REGISTERS {

/// Products of two boxes' columns and offset.
struct BoxProducts {
  double slack;
  double error;               ///< bound of the error of a gap times length [m]
  std::array<Lanes, 3> P;     ///< R_A' R_B by columns
  std::array<Lanes, 3> size;  ///< magnitudes of P's entries
  Lanes c_A, c_B;             ///< offset c in the axes of A, of B [m]
  Lanes h, g;                 ///< half extents [m]
};

/// Gaps along all axes, in the places of box_axes.hpp.
struct BoxSweep {
  std::array<Lanes, 5> excess;  ///< gaps times length [m]
  std::array<Lanes, 3> square;  ///< squared lengths of e_i x f_j
};

/// c in double-double: `high` is c rounded, also where the centres are far from the local origins.
[[gnu::always_inline]] inline LanesPair offset_of_boxes(const BoxBody& A, const Pose& X_WA,
                                                        const LanesOfRotation& E, const BoxBody& B,
                                                        const Pose& X_WB,
                                                        const LanesOfRotation& F) {
  LanesPair c = two_sum(lanes_of(X_WA.t), -lanes_of(X_WB.t));
  const auto shift = [&c](const LanesOfRotation& R, double sign, const Dd3& center) {
    const Lanes high(center[0].high, center[1].high, center[2].high, 0);
    const Lanes low(center[0].low, center[1].low, center[2].low, 0);
    add_rotated(c, sign, R, LanesPair{high, low});
  };
  if (!A.centered) shift(E, 1, A.exact_center);
  if (!B.centered) shift(F, -1, B.exact_center);
  return two_sum(c.high, c.low);
}

/// `skew` is what surely_rotations() found.
[[gnu::always_inline]] inline BoxProducts products_of_boxes(const Rows& e, const LanesOfRotation& F,
                                                            const Rows& f, const Lanes& c,
                                                            const BoxBody& A, const BoxBody& B,
                                                            double skew) {
  constexpr double kInDoubles = 0x1p-45;
  constexpr double kSkew = 16;
  BoxProducts products;
  products.h = lanes_of(A.half);
  products.g = lanes_of(B.half);
  products.slack = kInDoubles + kSkew * skew;
  products.error = products.slack * (norm_1(c) + (sum(products.h) + sum(products.g)));
  products.P = {e.back(F.x), e.back(F.y), e.back(F.z)};
  products.size = {magnitude(products.P[0]), magnitude(products.P[1]), magnitude(products.P[2])};
  products.c_A = e.back(c);
  products.c_B = f.back(c);
  return products;
}

/// u.c along u = e_i x f_j, a lane for each i [m].
[[gnu::always_inline]] inline Lanes along_edges(const BoxProducts& products, std::size_t j) {
  return axes_after_next(products.c_A) * next_axes(products.P[j]) -
         next_axes(products.c_A) * axes_after_next(products.P[j]);
}

[[gnu::always_inline]] inline BoxSweep sweep(const BoxProducts& products) {
  const Lanes& h = products.h;
  const Lanes& g = products.g;
  const std::array<Lanes, 3>& size = products.size;
  const Lanes h1 = next_axes(h);
  const Lanes h2 = axes_after_next(h);
  const Rows widths(size[0] * h, size[1] * h, size[2] * h);
  // Lanes without an axis count as an axis of length 0 that is apart by 0.
  BoxSweep swept;
  swept.excess[0] =
      (magnitude(products.c_A) - h) - ((size[0] * g[0] + size[1] * g[1]) + size[2] * g[2]);
  swept.excess[1] = (magnitude(products.c_B) - g) - ((widths.x + widths.y) + widths.z);
  for (std::size_t j = 0; j < 3; ++j) {
    const std::size_t j1 = (j + 1) % 3;
    const std::size_t j2 = (j + 2) % 3;
    swept.excess[2 + j] = (magnitude(along_edges(products, j)) -
                           (h1 * axes_after_next(size[j]) + h2 * next_axes(size[j]))) -
                          (size[j2] * g[j1] + size[j1] * g[j2]);
    swept.square[j] = Lanes(1, 1, 1, 0) - products.P[j] * products.P[j];
  }
  return swept;
}

/// The largest gap times length: above `error` the boxes are apart, below -error they overlap [m].
[[gnu::always_inline]] inline double widest(const BoxSweep& swept) {
  const Lanes most = larger(larger(swept.excess[0], swept.excess[1]),
                            larger(larger(swept.excess[2], swept.excess[3]), swept.excess[4]));
  return std::max(std::max(most[0], most[1]), most[2]);
}

/// Where no gap is positive for certain, the places of the deepest axes, a bit each. Depths are
/// compared by their squares, without a root.
[[gnu::always_inline]] inline unsigned deepest(const BoxSweep& swept, double error, double slack) {
  const std::array<Lanes, 5>& excess = swept.excess;
  const Lanes errors = everywhere(error);
  const Lanes infinite = everywhere(std::numeric_limits<double>::infinity());
  const Lanes face(__builtin_shufflevector(smaller(errors - excess[0], errors - excess[1]).v,
                                           infinite.v, 0, 1, 2, 4));
  Lanes above = face * face;
  for (std::size_t j = 0; j < 3; ++j) {
    const Lanes deep = errors - excess[2 + j];
    const Lanes shortest = swept.square[j] - everywhere(slack);
    const Lanes limit(shortest.v > 0.0 ? (deep * deep).v / shortest.v : infinite.v);
    above = smaller(above, limit);
  }
  const Lanes limit = everywhere(smallest(above));
  const Lanes zero = everywhere(0);
  unsigned places = 0;
  for (std::size_t group = 0; group < 5; ++group) {
    const Lanes least = larger(zero - (excess[group] + errors), zero);
    const Lanes longest = group < 2 ? everywhere(1) : swept.square[group - 2] + everywhere(slack);
    const unsigned beyond = bits_of(least * least > limit * longest);
    places |= (~beyond & 7U) << (4 * group);
  }
  return places;
}

[[gnu::always_inline]] inline void store(const Lanes& a, double* to) {
  __builtin_memcpy(to, &a.v, sizeof(a.v));
}

/// The entries of P, four for each column, then 1: what BoxAxis::entry points at.
[[gnu::always_inline]] inline void store_products(const BoxProducts& products,
                                                  std::array<double, 16>& entries) {
  for (std::size_t j = 0; j < 3; ++j) store(products.P[j], entries.data() + 4 * j);
  entries[kOwn] = 1;
}

/// u.c of all axes u, by places [m].
[[gnu::always_inline]] inline void store_along(const BoxProducts& products,
                                               std::array<double, kPlaces>& along_c) {
  store(products.c_A, along_c.data());
  store(products.c_B, along_c.data() + 4);
  for (std::size_t j = 0; j < 3; ++j) store(along_edges(products, j), along_c.data() + 8 + 4 * j);
}

}  // namespace touchstone::TOUCHSTONE_REGISTERS
TOUCHSTONE_END_KERNEL();
