// SPDX-License-Identifier: GPL-3.0-or-later
// *The sweep* (box_sweep_kernel.hpp) bounds all fifteen gaps in doubles, and *the evaluation* finds
// in double-double those that may be the largest, in nearly all queries one.
//
// In double-double entries of u are differences of two exact products, so that u is good to 2^-102
// of itself however nearly parallel the columns are. With the signs of all products known,
// gap(u) |u| is u.p for a vertex p of C = B + (-A), good to 2^-101 reach and so is the gap to
// 2^-98. A product that is shorter than kParallel belongs to a facet of C that is a strip of
// width 2.1 min(h, g) kParallel: where the nearest point of C's surface lies on it, the plane of
// the facet beyond the strip is farther from 0 by that much at most. It is left out.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

#include "geometry/index.hpp"
#include "metrics/arithmetic/pairs_kernel.hpp"
#include "metrics/box15/box_query.hpp"
#include "metrics/common/box_sweep_kernel.hpp"
#include "metrics/common/pose_refusal.hpp"

TOUCHSTONE_BEGIN_KERNEL();
namespace touchstone::TOUCHSTONE_REGISTERS {
namespace {

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
struct Left {
  double slack;
  double error;                                ///< bound on the rounding of products with c [m]
  alignas(32) std::array<double, 16> entries;  ///< entries of P (BoxAxis::entry)
  alignas(32) std::array<double, kPlaces> along_c;  ///< u.c
};

/// The places of the axes whose gap may be the largest, a bit each; none if a gap is positive for
/// certain.
[[gnu::always_inline]] inline unsigned places_of(Left& left, const BoxProducts& products) {
  left.slack = products.slack;
  left.error = products.error;
  const BoxSweep swept = sweep(products);
  if (widest(swept) > left.error) return 0;
  store_products(products, left.entries);
  store_along(products, left.along_c);
  return deepest(swept, left.error, left.slack);
}

/// The deepest of the axes looked at.
struct Best {
  DoubleDouble depth;
  std::size_t place;
  Lanes normal;  ///< from B to A, world
};

/// Sign of the product of each column with u, or 0.
[[gnu::always_inline]] inline std::array<double, 6> signs_along(const BoxAxis& axis,
                                                                const Left& left,
                                                                const std::array<Lanes, 6>& column,
                                                                const LanesPair& u) {
  std::array<double, 6> sign;
  unsigned known = 0;
  for (std::size_t k = 0; k < 6; ++k) {
    const double along = axis.sign[k] * left.entries[axis.entry[k]];
    sign[k] = static_cast<double>(along > left.slack) - static_cast<double>(along < -left.slack);
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
[[gnu::always_inline]] inline void evaluate(Best& best, std::size_t place, const Left& left,
                                            const std::array<Lanes, 6>& column, const LanesPair& c,
                                            const BoxBody& A, const BoxBody& B) {
  const BoxAxis& axis = kAxis[place];
  double along_c = left.along_c[place];
  const LanesPair u = exact_cross(column[axis.first], column[axis.second]);
  const DoubleDouble square = dot(u, u);
  if (!(square.high > kParallel * kParallel)) return;
  const std::array<double, 6> sign = signs_along(axis, left, column, u);
  if (std::abs(along_c) <= left.error) along_c = dot(u, c).high;
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

  const PairRoot<DoubleDouble> length(square);
  const DoubleDouble depth = length.quotient_of(dot(u, p));
  const bool better =
      depth.high < best.depth.high || (depth.high == best.depth.high && depth.low < best.depth.low);
  if (!better) return;
  best.depth = depth;
  best.place = place;
  best.normal = Lanes((u.high * side).v / everywhere(length.corrected()).v);
}

}  // namespace

Answer ask_boxes(const BoxBody& A, const Pose& X_WA, const BoxBody& B, const Pose& X_WB,
                 std::size_t& place) {
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
  const LanesPair c = offset_of_boxes(A, X_WA, E, B, X_WB, F);
  Left left;
  unsigned places = places_of(left, products_of_boxes(e, F, f, c.high, A, B, skew));
  if (places == 0) {
    tell_disjoint(answer, kAxes);
    return answer;
  }
  const std::array<Lanes, 6> column = {E.x, E.y, E.z, F.x, F.y, F.z};
  Best best = {{std::numeric_limits<double>::infinity(), 0}, 0, everywhere(0)};
  for (; places != 0; places &= places - 1) {
    evaluate(best, at(__builtin_ctz(places)), left, column, c, A, B);
  }
  if (best.depth.high < 0) {
    tell_disjoint(answer, kAxes);
    return answer;
  }
  place = best.place;
  answer.status = AnswerStatus::answered;
  answer.work.iterations = kAxes;
  answer.value = 0 - best.depth.high;  // touching is 0, not -0
  answer.normal = vector_of(best.normal);
  return answer;
}

}  // namespace touchstone::TOUCHSTONE_REGISTERS
TOUCHSTONE_END_KERNEL();
