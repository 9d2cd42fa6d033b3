// SPDX-License-Identifier: GPL-3.0-or-later
// Products of vectors in double-double, where every digit is wanted: of one vector in the lanes of a
// register, here, or of four, a lane each (rows_pair_kernel.hpp). What is a template here is written
// once for both: a Number is a double or Lanes, a Pair is a DoubleDouble or a LanesPair. So both
// have the same bits. Shared by metrics.
#pragma once

#include <cmath>
#include <type_traits>

#include "metrics/arithmetic/lanes_kernel.hpp"

TOUCHSTONE_BEGIN_KERNEL();
namespace touchstone::TOUCHSTONE_REGISTERS {

using touchstone::quick_two_sum;

/// A number, in every lane if there are several.
template <class Number>
[[gnu::always_inline]] inline Number constant(double a) {
  if constexpr (std::is_same_v<Number, double>) {
    return a;
  } else {
    return everywhere(a);
  }
}

[[gnu::always_inline]] inline double root(double a) { return std::sqrt(a); }
[[gnu::always_inline]] inline double quotient(double a, double b) { return a / b; }
[[gnu::always_inline]] inline Lanes quotient(const Lanes& a, const Lanes& b) {
  return Lanes(a.v / b.v);
}
/// -1 below 0, else 1.
[[gnu::always_inline]] inline double side_of(double a) { return a < 0 ? -1 : 1; }
[[gnu::always_inline]] inline Lanes side_of(const Lanes& a) {
  return select(a < 0.0, everywhere(-1), everywhere(1));
}

/// a + b exactly, for |a| >= |b|.
[[gnu::always_inline]] inline LanesPair quick_two_sum(const Lanes& a, const Lanes& b) {
  const Lanes sum = a + b;
  return {sum, b - (sum - a)};
}
/// a b exactly.
[[gnu::always_inline]] inline DoubleDouble product(double a, double b) {
  return touchstone::product<kFused>(a, b);
}

/// a b, without the product of the second doubles.
template <class A, class B>
[[gnu::always_inline]] inline auto product_of(const A& a, const B& b) {
  auto p = product(a.high, b.high);
  p.low = p.low + (a.high * b.low + a.low * b.high);
  return p;
}
template <class Pair>
[[gnu::always_inline]] inline Pair sum_of_pairs(const Pair& x, const Pair& y, const Pair& z) {
  const Pair two = two_sum(x.high, y.high);
  const Pair three = two_sum(two.high, z.high);
  return quick_two_sum(three.high, ((x.low + y.low) + z.low) + (two.low + three.low));
}

/// 1 - square inverse^2, for an inverse of the square's root.
template <class Pair, class Number>
[[gnu::always_inline]] inline Number root_residual(const Pair& square, const Number& inverse) {
  const Pair inverse_square = product(inverse, inverse);
  const Pair one = product(square.high, inverse_square.high);
  return ((constant<Number>(1) - one.high) - one.low) -
         (square.high * inverse_square.low + square.low * inverse_square.high);
}
/// 1 / sqrt(square) to 2^-100 of itself: the double's value, corrected to first order.
template <class Pair>
[[gnu::always_inline]] inline Pair inverse_root(const Pair& square) {
  using Number = decltype(square.high);
  const auto inverse = quotient(constant<Number>(1), root(square.high));
  return quick_two_sum(inverse, root_residual(square, inverse) * 0.5 * inverse);
}

/// The root of a square that outlives it, as a Number, and its inverse.
template <class Pair>
struct PairRoot {
  using Number = decltype(Pair::high);
  const Pair& square;
  Number rounded, inverse;

  [[gnu::always_inline]] explicit PairRoot(const Pair& of)
      : square(of), rounded(root(of.high)), inverse(quotient(constant<Number>(1), rounded)) {}

  /// a over the root, with the root's own error to first order.
  [[gnu::always_inline]] Pair quotient_of(const Pair& a) const {
    const Pair first = product(a.high, inverse);
    const Number half_rest = root_residual(square, inverse) * 0.5;
    return quick_two_sum(first.high, first.low + (a.low * inverse + first.high * half_rest));
  }
  /// The root, corrected to first order and rounded.
  [[gnu::always_inline]] Number corrected() const {
    const Pair back = product(rounded, rounded);
    return rounded + (((square.high - back.high) - back.low) + square.low) * (inverse * 0.5);
  }
};

[[gnu::always_inline]] inline LanesPair minus(const LanesPair& a, const LanesPair& b) {
  LanesPair difference = two_sum(a.high, -b.high);
  difference.low = difference.low + (a.low - b.low);
  return difference;
}

/// v1 w2 - v2 w1 to 2^-102 of itself.
[[gnu::always_inline]] inline LanesPair exact_minor(const Lanes& v1, const Lanes& w2,
                                                    const Lanes& v2, const Lanes& w1) {
  const LanesPair p = product(v1, w2);
  const LanesPair q = product(v2, w1);
  const LanesPair high = two_sum(p.high, -q.high);
  const LanesPair low = two_sum(p.low, -q.low);
  const LanesPair once = quick_two_sum(high.high, high.low + low.high);
  return quick_two_sum(once.high, once.low + low.low);
}
/// v x w, each entry to 2^-102 of itself.
[[gnu::always_inline]] inline LanesPair exact_cross(const Lanes& v, const Lanes& w) {
  const LanesPair u = exact_minor(v, next_axes(w), next_axes(v), w);
  return {next_axes(u.high), next_axes(u.low)};
}

/// The second doubles' product is left out: at most one of a and b may have second doubles that are
/// not small beside the first.
[[gnu::always_inline]] inline DoubleDouble dot(const LanesPair& a, const LanesPair& b) {
  const LanesPair p = product_of(a, b);
  const auto entry = [&](std::size_t i) { return DoubleDouble{p.high[i], p.low[i]}; };
  return sum_of_pairs(entry(0), entry(1), entry(2));
}

/// v factor.
[[gnu::always_inline]] inline LanesPair scaled(const LanesPair& v, DoubleDouble factor) {
  return product_of(v, factor);
}
/// v as a pair.
[[gnu::always_inline]] inline LanesPair exactly(const Lanes& v) { return {v, everywhere(0)}; }
/// Adds v to the low part.
[[gnu::always_inline]] inline void add_low(LanesPair& sum, const Lanes& v) {
  sum.low = sum.low + v;
}
/// a with a low part that is at most half an ulp of the high one.
[[gnu::always_inline]] inline LanesPair renewed(const LanesPair& a) {
  return two_sum(a.high, a.low);
}

}  // namespace touchstone::TOUCHSTONE_REGISTERS
TOUCHSTONE_END_KERNEL();
