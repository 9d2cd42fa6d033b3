// SPDX-License-Identifier: GPL-3.0-or-later
// What pairs_kernel.hpp does with one vector, for four at once, a lane each: the same terms in the
// same order, so the same bits. Shared by metrics.
#pragma once

#include <array>
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

/// Adds three terms as every product of vectors does.
[[gnu::always_inline]] inline Lanes sum_of(const Lanes& a, const Lanes& b, const Lanes& c) {
  return (a + b) + c;
}

[[gnu::always_inline]] inline Rows rows_of(const std::array<Lanes, 3>& v) {
  return rows_of(v[0], v[1], v[2]);
}
[[gnu::always_inline]] inline Rows operator*(const Rows& v, const Lanes& factor) {
  return rows_of(v.x * factor, v.y * factor, v.z * factor);
}
[[gnu::always_inline]] inline Rows operator*(const Rows& a, const Rows& b) {
  return rows_of(a.x * b.x, a.y * b.y, a.z * b.z);
}
[[gnu::always_inline]] inline Rows operator+(const Rows& a, const Rows& b) {
  return rows_of(a.x + b.x, a.y + b.y, a.z + b.z);
}
[[gnu::always_inline]] inline Rows operator-(const Rows& v) { return rows_of(-v.x, -v.y, -v.z); }
[[gnu::always_inline]] inline Lanes sum(const Rows& v) { return sum_of(v.x, v.y, v.z); }
[[gnu::always_inline]] inline Rows magnitude(const Rows& v) {
  return rows_of(magnitude(v.x), magnitude(v.y), magnitude(v.z));
}
[[gnu::always_inline]] inline Rows larger(const Rows& a, const Rows& b) {
  return rows_of(larger(a.x, b.x), larger(a.y, b.y), larger(a.z, b.z));
}
[[gnu::always_inline]] inline Rows smaller(const Rows& a, const Rows& b) {
  return rows_of(smaller(a.x, b.x), smaller(a.y, b.y), smaller(a.z, b.z));
}

/// What a comparison says of each entry of four vectors.
struct RowsMask {
  Mask x, y, z;
};
[[gnu::always_inline]] inline RowsMask operator<(const Rows& a, const Rows& b) {
  return {a.x < b.x, a.y < b.y, a.z < b.z};
}
[[gnu::always_inline]] inline RowsMask operator==(const Rows& a, const Rows& b) {
  return {a.x == b.x, a.y == b.y, a.z == b.z};
}
[[gnu::always_inline]] inline RowsMask operator>(const Rows& a, double b) {
  return {a.x > b, a.y > b, a.z > b};
}
[[gnu::always_inline]] inline Rows select(const RowsMask& mask, const Rows& a, const Rows& b) {
  return rows_of(select(mask.x, a.x, b.x), select(mask.y, a.y, b.y), select(mask.z, a.z, b.z));
}
[[gnu::always_inline]] inline Rows select(const Mask& mask, const Rows& a, const Rows& b) {
  return rows_of(select(mask, a.x, b.x), select(mask, a.y, b.y), select(mask, a.z, b.z));
}

/// Four vectors by their entries, in double-double.
struct RowsPair {
  LanesPair x, y, z;
};
[[gnu::always_inline]] inline Rows rounded(const RowsPair& a) {
  return rows_of(a.x.high + a.x.low, a.y.high + a.y.low, a.z.high + a.z.low);
}
[[gnu::always_inline]] inline RowsPair exactly(const Rows& a) {
  return {exactly(a.x), exactly(a.y), exactly(a.z)};
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
[[gnu::always_inline]] inline RowsPair scaled(const RowsPair& v, const LanesPair& factor) {
  return {product_of(v.x, factor), product_of(v.y, factor), product_of(v.z, factor)};
}

[[gnu::always_inline]] inline Lanes dot(const Rows& a, const Rows& b) { return a.dot(b); }
[[gnu::always_inline]] inline LanesPair dot(const RowsPair& a, const RowsPair& b) {
  return sum_of_pairs(product_of(a.x, b.x), product_of(a.y, b.y), product_of(a.z, b.z));
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

[[gnu::always_inline]] inline RowsPair exact_cross(const Rows& v, const Rows& w) {
  return {exact_minor(v.y, w.z, v.z, w.y), exact_minor(v.z, w.x, v.x, w.z),
          exact_minor(v.x, w.y, v.y, w.x)};
}

[[gnu::always_inline]] inline void add_low(RowsPair& sum, const Rows& v) {
  add_low(sum.x, v.x);
  add_low(sum.y, v.y);
  add_low(sum.z, v.z);
}
[[gnu::always_inline]] inline RowsPair renewed(const RowsPair& a) {
  return {renewed(a.x), renewed(a.y), renewed(a.z)};
}

}  // namespace touchstone::TOUCHSTONE_REGISTERS
TOUCHSTONE_END_KERNEL();
