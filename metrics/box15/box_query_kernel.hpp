// SPDX-License-Identifier: GPL-3.0-or-later
// With e_i, f_j the columns of R_A, R_B as they stand, h and g the half extents and c = c_A - c_B
// the offset of the centres, B + (-A) is the zonotope -c + sum of [-1, 1] h_i e_i and [-1, 1] g_j
// f_j, and
//     gap(u) = u.c - sum_i h_i |u.e_i| - sum_j g_j |u.f_j|.
// The normals of its facets are +- the products of two of the six columns: a_i = e_i+1 x e_i+2, b_j
// likewise, and e_i x f_j.
//
// *The sweep* bounds all fifteen gaps in doubles, and *the evaluation* finds in
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
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

#include "metrics/arithmetic/lanes_kernel.hpp"
#include "metrics/box15/box_axes.hpp"
#include "metrics/box15/box_query.hpp"
#include "metrics/common/pose_refusal.hpp"

TOUCHSTONE_BEGIN_KERNEL();
namespace touchstone::TOUCHSTONE_REGISTERS {
namespace {

constexpr double kInDoubles = 0x1p-45;
constexpr double kSkew = 16;
constexpr double kParallel = 1e-30;
constexpr int kAxes = 15;

inline void tell_disjoint(Answer& answer, int axes) {
  answer.status = AnswerStatus::sign_only;
  answer.sign = 1;
  answer.work.iterations = axes;
}

/// Whether the centres, c apart to rounding, are farther apart than the boxes reach together: not
/// to be decided by the axes, where numbers might leave the range of doubles.
inline bool far_apart(const BoxBody& A, const Pose& X_WA, const BoxBody& B, const Pose& X_WB,
                      const Vec3& c) {
  const double largest =
      std::max(X_WA.t.lpNorm<Eigen::Infinity>(), X_WB.t.lpNorm<Eigen::Infinity>()) +
      A.center.lpNorm<1>() + B.center.lpNorm<1>();
  return !(c.lpNorm<Eigen::Infinity>() - 1e-14 * largest <= 1.02 * (A.half.sum() + B.half.sum()));
}

/// What the sweep leaves behind.
struct Sweep {
  double slack;
  double doubtful;                                  ///< of products with c [m]
  alignas(32) std::array<double, 16> C;             ///< four for each j, and 1
  alignas(32) std::array<double, kPlaces> along_c;  ///< u.c
};

[[gnu::always_inline]] inline void store(const Lanes& a, double* to) {
  __builtin_memcpy(to, &a.v, sizeof(a.v));
}

/// Where no gap is positive for certain, the places of the deepest axes, a bit each. Depths are
/// compared by their squares, without a root. `square`: of the lengths of e_i x f_j.
[[gnu::always_inline]] inline unsigned deepest(const std::array<Lanes, 5>& excess,
                                               const std::array<Lanes, 3>& square, double error,
                                               double slack) {
  const Lanes errors = everywhere(error);
  const Lanes infinite = everywhere(std::numeric_limits<double>::infinity());
  const Lanes face(__builtin_shufflevector(smaller(errors - excess[0], errors - excess[1]).v,
                                           infinite.v, 0, 1, 2, 4));
  Lanes above = face * face;
  for (std::size_t j = 0; j < 3; ++j) {
    const Lanes deep = errors - excess[2 + j];
    const Lanes shortest = square[j] - everywhere(slack);
    const Lanes limit(shortest.v > 0.0 ? (deep * deep).v / shortest.v : infinite.v);
    above = smaller(above, limit);
  }
  const Lanes limit = everywhere(smallest(above));
  const Lanes zero = everywhere(0);
  unsigned places = 0;
  for (std::size_t group = 0; group < 5; ++group) {
    const Lanes least = larger(zero - (excess[group] + errors), zero);
    const Lanes longest = group < 2 ? everywhere(1) : square[group - 2] + everywhere(slack);
    const unsigned beyond =
        bits_of(reinterpret_cast<Mask>((least * least).v > (limit * longest).v));
    places |= (~beyond & 7U) << (4 * group);
  }
  return places;
}

/// The places of the axes whose gap may be the largest, a bit each; none if a gap is positive for
/// certain.
[[gnu::always_inline]] inline unsigned sweep(Sweep& s, const Rows& e, const LanesOfRotation& F,
                                             const Rows& f, const Lanes& c, const Lanes& h,
                                             const Lanes& g) {
  const double reach = norm_1(c) + (sum(h) + sum(g));
  const double error = s.slack * reach;
  s.doubtful = error;
  const std::array<Lanes, 3> C = {e.back(F.x), e.back(F.y), e.back(F.z)};
  const std::array<Lanes, 3> size = {magnitude(C[0]), magnitude(C[1]), magnitude(C[2])};
  const Lanes c_A = e.back(c);
  const Lanes c_B = f.back(c);
  store(c_A, s.along_c.data());
  store(c_B, s.along_c.data() + 4);

  const Lanes h1 = next_axes(h);
  const Lanes h2 = axes_after_next(h);
  const Lanes c1 = next_axes(c_A);
  const Lanes c2 = axes_after_next(c_A);
  const Rows widths(size[0] * h, size[1] * h, size[2] * h);
  // Lanes without an axis count as an axis of length 0 that is apart by 0.
  std::array<Lanes, 5> excess;
  excess[0] = (magnitude(c_A) - h) - ((size[0] * g[0] + size[1] * g[1]) + size[2] * g[2]);
  excess[1] = (magnitude(c_B) - g) - ((widths.x + widths.y) + widths.z);
  std::array<Lanes, 3> square;
  for (std::size_t j = 0; j < 3; ++j) {
    const std::size_t j1 = (j + 1) % 3;
    const std::size_t j2 = (j + 2) % 3;
    store(C[j], s.C.data() + 4 * j);
    const Lanes along = c2 * next_axes(C[j]) - c1 * axes_after_next(C[j]);
    store(along, s.along_c.data() + 8 + 4 * j);
    excess[2 + j] = (magnitude(along) - (h1 * axes_after_next(size[j]) + h2 * next_axes(size[j]))) -
                    (size[j2] * g[j1] + size[j1] * g[j2]);
    square[j] = Lanes(1, 1, 1, 0) - C[j] * C[j];
  }
  s.C[kOwn] = 1;
  const Lanes most =
      larger(larger(excess[0], excess[1]), larger(larger(excess[2], excess[3]), excess[4]));
  if (largest(most) > error) return 0;

  return deepest(excess, square, error, s.slack);
}

using touchstone::quick_two_sum;
/// a + b exactly, for |a| >= |b|.
[[gnu::always_inline]] inline LanesPair quick_two_sum(const Lanes& a, const Lanes& b) {
  const Lanes sum = a + b;
  return {sum, b - (sum - a)};
}

/// v x w, each entry to 2^-102 of itself.
[[gnu::always_inline]] inline LanesPair exact_cross(const Lanes& v, const Lanes& w) {
  const LanesPair p = product(v, next_axes(w));
  const LanesPair q = product(next_axes(v), w);
  const LanesPair high = two_sum(p.high, Lanes(-q.high.v));
  const LanesPair low = two_sum(p.low, Lanes(-q.low.v));
  const LanesPair once = quick_two_sum(high.high, high.low + low.high);
  const LanesPair u = quick_two_sum(once.high, once.low + low.low);
  return {next_axes(u.high), next_axes(u.low)};
}

[[gnu::always_inline]] inline DoubleDouble dot(const LanesPair& a, const LanesPair& b) {
  LanesPair p = product(a.high, b.high);
  p.low = p.low + (a.high * b.low + a.low * b.high);
  const DoubleDouble s1 = two_sum(p.high[0], p.high[1]);
  const DoubleDouble s2 = two_sum(s1.high, p.high[2]);
  return quick_two_sum(s2.high, sum(p.low) + (s1.low + s2.low));
}

/// The deepest of the axes looked at.
struct Best {
  DoubleDouble depth;
  Lanes normal;  ///< from B to A, world
};

/// Of each column the sign of its product with u, or 0.
[[gnu::always_inline]] inline std::array<double, 6> signs_along(const BoxAxis& axis, const Sweep& s,
                                                                const std::array<Lanes, 6>& column,
                                                                const LanesPair& u) {
  std::array<double, 6> sign;
  unsigned known = 0;
  for (std::size_t k = 0; k < 6; ++k) {
    const double along = axis.sign[k] * s.C[axis.entry[k]];
    sign[k] = static_cast<double>(along > s.slack) - static_cast<double>(along < -s.slack);
    known |= static_cast<unsigned>(sign[k] != 0) << k;
  }
  const auto sign_of = [](DoubleDouble x) {
    return static_cast<double>(x.high > 0) - static_cast<double>(x.high < 0);
  };
  if ((axis.open & ~known) != 0) {
    for (std::size_t k = 0; k < 6; ++k) {
      if (((axis.open & ~known) >> k & 1U) != 0) sign[k] = sign_of(dot(column[k], u));
    }
  }
  return sign;
}

/// The depth along one axis, in double-double.
[[gnu::always_inline]] inline void evaluate(Best& best, const BoxAxis& axis, double along_c,
                                            const Sweep& s, const std::array<Lanes, 6>& column,
                                            const LanesPair& c, const BoxBody& A,
                                            const BoxBody& B) {
  const LanesPair u = exact_cross(column[axis.first], column[axis.second]);
  const DoubleDouble square = dot(u, u);
  if (!(square.high > kParallel * kParallel)) return;
  const std::array<double, 6> sign = signs_along(axis, s, column, u);
  if (std::abs(along_c) <= s.doubtful) along_c = dot(u, c).high;
  const double side = along_c < 0 ? -1 : 1;

  // The vertex of C that is farthest along u, if `side` is 1.
  const auto term = [&](std::size_t k, DoubleDouble half) {
    LanesPair p = product(column[k], sign[k] * half.high);
    p.low = p.low + column[k] * (sign[k] * half.low);
    return p;
  };
  LanesPair p = term(0, A.exact_half[0]);
  add(p, term(1, A.exact_half[1]));
  LanesPair p2 = term(2, A.exact_half[2]);
  add(p2, term(3, B.exact_half[0]));
  LanesPair p3 = term(4, B.exact_half[1]);
  add(p3, term(5, B.exact_half[2]));
  add(p, p2);
  add(p3, {c.high * -side, c.low * -side});
  add(p, p3);

  // The quotient by the root, with the root's own error to first order.
  const DoubleDouble width = dot(u, p);
  const double root = std::sqrt(square.high);
  const double inverse = 1 / root;
  const DoubleDouble inverse_square = touchstone::product<kFused>(inverse, inverse);
  const DoubleDouble one = touchstone::product<kFused>(square.high, inverse_square.high);
  const double rest = ((1 - one.high) - one.low) -
                      (square.high * inverse_square.low + square.low * inverse_square.high);
  const DoubleDouble first = touchstone::product<kFused>(width.high, inverse);
  const DoubleDouble depth =
      quick_two_sum(first.high, first.low + (width.low * inverse + first.high * (0.5 * rest)));
  const bool better =
      depth.high < best.depth.high || (depth.high == best.depth.high && depth.low < best.depth.low);
  if (!better) return;
  best.depth = depth;
  const DoubleDouble back = touchstone::product<kFused>(root, root);
  const double length =
      root + (((square.high - back.high) - back.low) + square.low) * (0.5 * inverse);
  best.normal = Lanes((u.high * side).v / everywhere(length).v);
}

}  // namespace

Answer ask_boxes(const BoxBody& A, const Pose& X_WA, const BoxBody& B, const Pose& X_WB) {
  Answer answer;
  const LanesOfRotation E(X_WA.R);
  const LanesOfRotation F(X_WB.R);
  const Rows e(E);
  const Rows f(F);
  double skew;
  if (!surely_rotations(e, f, skew)) {
    if (const char* why = pose_refusal(X_WA, X_WB); why != nullptr) {
      answer.note = why;
      return answer;
    }
  }
  const bool centered = A.centered && B.centered;
  Vec3 about = X_WA.t - X_WB.t;
  if (!centered) about += X_WA.R * A.center - X_WB.R * B.center;
  if (!about.allFinite() || far_apart(A, X_WA, B, X_WB, about)) {
    if (const char* why = pose_refusal(X_WA, X_WB); why != nullptr) {
      answer.note = why;
    } else {
      tell_disjoint(answer, 0);
    }
    return answer;
  }
  LanesPair c = two_sum(lanes_of(X_WA.t), Lanes(-lanes_of(X_WB.t).v));
  const auto shift = [&c](const LanesOfRotation& R, double sign, const Dd3& center) {
    const Lanes high(center[0].high, center[1].high, center[2].high, 0);
    const Lanes low(center[0].low, center[1].low, center[2].low, 0);
    add_rotated(c, sign, R, {high, low});
  };
  if (!A.centered) shift(E, 1, A.exact_center);
  if (!B.centered) shift(F, -1, B.exact_center);

  Sweep s;
  s.slack = kInDoubles + kSkew * skew;
  unsigned places = sweep(s, e, F, f, c.high, lanes_of(A.half), lanes_of(B.half));
  if (places == 0) {
    tell_disjoint(answer, kAxes);
    return answer;
  }
  const std::array<Lanes, 6> column = {E.x, E.y, E.z, F.x, F.y, F.z};
  Best best = {{std::numeric_limits<double>::infinity(), 0}, everywhere(0)};
  for (; places != 0; places &= places - 1) {
    const auto place = static_cast<std::size_t>(__builtin_ctz(places));
    evaluate(best, kAxis[place], s.along_c[place], s, column, c, A, B);
  }
  if (best.depth.high < 0) {
    tell_disjoint(answer, kAxes);
    return answer;
  }
  answer.status = AnswerStatus::answered;
  answer.work.iterations = kAxes;
  answer.value = 0 - best.depth.high;  // touching is 0, not -0
  answer.normal = vector_of(best.normal);
  return answer;
}

}  // namespace touchstone::TOUCHSTONE_REGISTERS
TOUCHSTONE_END_KERNEL();
