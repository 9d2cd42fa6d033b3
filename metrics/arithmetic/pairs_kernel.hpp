// SPDX-License-Identifier: GPL-3.0-or-later
// Products of vectors as pairs of lanes, where every digit of a double-double is wanted. Shared by
// metrics.
#pragma once

#include <cmath>

#include "metrics/arithmetic/lanes_kernel.hpp"

TOUCHSTONE_BEGIN_KERNEL();
namespace touchstone::TOUCHSTONE_REGISTERS {

using touchstone::quick_two_sum;

/// a + b exactly, for |a| >= |b|.
[[gnu::always_inline]] inline LanesPair quick_two_sum(const Lanes& a, const Lanes& b) {
  const Lanes sum = a + b;
  return {sum, b - (sum - a)};
}

[[gnu::always_inline]] inline LanesPair minus(const LanesPair& a, const LanesPair& b) {
  LanesPair difference = two_sum(a.high, -b.high);
  difference.low = difference.low + (a.low - b.low);
  return difference;
}

/// v x w, each entry to 2^-102 of itself.
[[gnu::always_inline]] inline LanesPair exact_cross(const Lanes& v, const Lanes& w) {
  const LanesPair p = product(v, next_axes(w));
  const LanesPair q = product(next_axes(v), w);
  const LanesPair high = two_sum(p.high, -q.high);
  const LanesPair low = two_sum(p.low, -q.low);
  const LanesPair once = quick_two_sum(high.high, high.low + low.high);
  const LanesPair u = quick_two_sum(once.high, once.low + low.low);
  return {next_axes(u.high), next_axes(u.low)};
}

/// The second doubles' product is left out: at most one of a and b may have second doubles that are
/// not small beside the first.
[[gnu::always_inline]] inline DoubleDouble dot(const LanesPair& a, const LanesPair& b) {
  LanesPair p = product(a.high, b.high);
  p.low = p.low + (a.high * b.low + a.low * b.high);
  const DoubleDouble s1 = two_sum(p.high[0], p.high[1]);
  const DoubleDouble s2 = two_sum(s1.high, p.high[2]);
  return quick_two_sum(s2.high, sum(p.low) + (s1.low + s2.low));
}

/// v factor.
[[gnu::always_inline]] inline LanesPair scaled(const LanesPair& v, DoubleDouble factor) {
  LanesPair p = product(v.high, factor.high);
  p.low = p.low + (v.high * factor.low + v.low * factor.high);
  return p;
}

/// 1 - square inverse^2, for an inverse of the square's root.
[[gnu::always_inline]] inline double root_residual(DoubleDouble square, double inverse) {
  const DoubleDouble inverse_square = touchstone::product<kFused>(inverse, inverse);
  const DoubleDouble one = touchstone::product<kFused>(square.high, inverse_square.high);
  return ((1 - one.high) - one.low) -
         (square.high * inverse_square.low + square.low * inverse_square.high);
}

/// 1 / sqrt(square) to 2^-100 of itself: the double's, and its own error to first order.
[[gnu::always_inline]] inline DoubleDouble inverse_root(DoubleDouble square) {
  const double inverse = 1 / std::sqrt(square.high);
  return quick_two_sum(inverse, 0.5 * root_residual(square, inverse) * inverse);
}

}  // namespace touchstone::TOUCHSTONE_REGISTERS
TOUCHSTONE_END_KERNEL();
