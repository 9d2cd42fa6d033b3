// SPDX-License-Identifier: GPL-3.0-or-later
// What pairs_kernel.hpp does with one vector, for four at once, a lane each: the same terms in the
// same order, so the same bits. Shared by metrics.
#pragma once

#include <cmath>
#include <cstddef>
#include <type_traits>
#include <utility>

#include "metrics/arithmetic/pairs_kernel.hpp"

TOUCHSTONE_BEGIN_KERNEL();
namespace touchstone::TOUCHSTONE_REGISTERS {

/// f(0), f(1), ... f(N - 1) of constants: a loop over arrays of registers would keep them in memory.
template <std::size_t N, class F>
[[gnu::always_inline]] inline void each(const F& f) {
  [&]<std::size_t... K>(std::index_sequence<K...> /*all*/) __attribute__((always_inline)) {
    (f(std::integral_constant<std::size_t, K>()), ...);
  }
  (std::make_index_sequence<N>());
}

[[gnu::always_inline]] inline Lanes root(const Lanes& a) {
#if defined(__x86_64__)
  if constexpr (kFused) return Lanes(_mm256_sqrt_pd(a.v));
#endif
  return {std::sqrt(a[0]), std::sqrt(a[1]), std::sqrt(a[2]), std::sqrt(a[3])};
}
[[gnu::always_inline]] inline Lanes quotient(const Lanes& a, const Lanes& b) {
  return Lanes(a.v / b.v);
}
/// Adds three terms as every product of vectors does.
[[gnu::always_inline]] inline Lanes sum_of(const Lanes& a, const Lanes& b, const Lanes& c) {
  return (a + b) + c;
}

[[gnu::always_inline]] inline Rows rows_of(const Lanes& x, const Lanes& y, const Lanes& z) {
  Rows rows;
  rows.x = x;
  rows.y = y;
  rows.z = z;
  return rows;
}

/// Four vectors by their entries, in double-double.
struct RowsPair {
  LanesPair x, y, z;

  [[gnu::always_inline]] Rows high() const { return rows_of(x.high, y.high, z.high); }
};
[[gnu::always_inline]] inline Rows rounded(const RowsPair& a) {
  return rows_of(a.x.high + a.x.low, a.y.high + a.y.low, a.z.high + a.z.low);
}
[[gnu::always_inline]] inline RowsPair exactly(const Rows& a) {
  const Lanes zero = everywhere(0);
  return {{a.x, zero}, {a.y, zero}, {a.z, zero}};
}
[[gnu::always_inline]] inline RowsPair minus(const RowsPair& a, const RowsPair& b) {
  return {minus(a.x, b.x), minus(a.y, b.y), minus(a.z, b.z)};
}
[[gnu::always_inline]] inline void add(RowsPair& sum, const RowsPair& b) {
  add(sum.x, b.x);
  add(sum.y, b.y);
  add(sum.z, b.z);
}
/// v factor, exactly.
[[gnu::always_inline]] inline RowsPair product(const Rows& v, const Lanes& factor) {
  return {product(v.x, factor), product(v.y, factor), product(v.z, factor)};
}
[[gnu::always_inline]] inline LanesPair product_of(const LanesPair& a, const LanesPair& b) {
  LanesPair p = product(a.high, b.high);
  p.low = p.low + (a.high * b.low + a.low * b.high);
  return p;
}
[[gnu::always_inline]] inline RowsPair scaled(const RowsPair& v, const LanesPair& factor) {
  return {product_of(v.x, factor), product_of(v.y, factor), product_of(v.z, factor)};
}

[[gnu::always_inline]] inline LanesPair dot(const RowsPair& a, const RowsPair& b) {
  const LanesPair x = product_of(a.x, b.x);
  const LanesPair y = product_of(a.y, b.y);
  const LanesPair z = product_of(a.z, b.z);
  const LanesPair s1 = two_sum(x.high, y.high);
  const LanesPair s2 = two_sum(s1.high, z.high);
  return quick_two_sum(s2.high, sum_of(x.low, y.low, z.low) + (s1.low + s2.low));
}
/// dot() of lanes_kernel.hpp.
[[gnu::always_inline]] inline LanesPair dot(const Rows& n, const RowsPair& v) {
  const LanesPair x = product(n.x, v.x.high);
  const LanesPair y = product(n.y, v.y.high);
  const LanesPair z = product(n.z, v.z.high);
  const LanesPair s1 = two_sum(x.high, y.high);
  const LanesPair s2 = two_sum(s1.high, z.high);
  const Lanes low = sum_of(x.low, y.low, z.low) + (s1.low + s2.low);
  return quick_two_sum(s2.high, low + sum_of(n.x * v.x.low, n.y * v.y.low, n.z * v.z.low));
}

/// v1 w2 - v2 w1.
[[gnu::always_inline]] inline LanesPair exact_minor(const Lanes& v1, const Lanes& w2,
                                                    const Lanes& v2, const Lanes& w1) {
  const LanesPair p = product(v1, w2);
  const LanesPair q = product(v2, w1);
  const LanesPair high = two_sum(p.high, -q.high);
  const LanesPair low = two_sum(p.low, -q.low);
  const LanesPair once = quick_two_sum(high.high, high.low + low.high);
  return quick_two_sum(once.high, once.low + low.low);
}
[[gnu::always_inline]] inline RowsPair exact_cross(const Rows& v, const Rows& w) {
  return {exact_minor(v.y, w.z, v.z, w.y), exact_minor(v.z, w.x, v.x, w.z),
          exact_minor(v.x, w.y, v.y, w.x)};
}

[[gnu::always_inline]] inline Lanes root_residual(const LanesPair& square, const Lanes& inverse) {
  const LanesPair inverse_square = product(inverse, inverse);
  const LanesPair one = product(square.high, inverse_square.high);
  return ((everywhere(1) - one.high) - one.low) -
         (square.high * inverse_square.low + square.low * inverse_square.high);
}
[[gnu::always_inline]] inline LanesPair inverse_root(const LanesPair& square) {
  const Lanes inverse = quotient(everywhere(1), root(square.high));
  return quick_two_sum(inverse, everywhere(0.5) * root_residual(square, inverse) * inverse);
}

}  // namespace touchstone::TOUCHSTONE_REGISTERS
TOUCHSTONE_END_KERNEL();
