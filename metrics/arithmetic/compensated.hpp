// SPDX-License-Identifier: GPL-3.0-or-later
// Dot products of double-double vectors with one compensation for all rounding [ogita2005]: about
// 30 operations in place of 70. Shared by metrics.
//
// Each comes in two forms with the same bits, as a product and its rounding are exact either way:
// with the machine's fused multiply-add, and without.
#pragma once

#include <type_traits>

#include "geometry/arithmetic/double_double_vector.hpp"
#include "geometry/arithmetic/registers.hpp"

namespace touchstone {

#if defined(__x86_64__)
template <class Ask>
[[gnu::target("fma"), gnu::flatten]] auto ask_fused(const Ask& ask) {
  return ask(std::true_type());
}
#endif
/// ask(kFused), kFused a constant of the compiler: `ask` is compiled, with all that it calls, once
/// for machines with a fused multiply-add and once for all others.
template <class Ask>
auto ask_with(Registers registers, const Ask& ask) {
#if defined(__x86_64__)
  if (registers == Registers::wide) return ask_fused(ask);
#endif
  return ask(std::false_type());
}

template <bool kFused>
[[gnu::always_inline]] inline DoubleDouble product(double a, double b) {
  if constexpr (kFused) {
    const double rounded = a * b;
    return {rounded, __builtin_fma(a, b, -rounded)};
  } else {
    return two_product(a, b);
  }
}

/// a.b for doubles, relative to the sum of |a_i b_i| good to 2^-102.
template <bool kFused>
[[gnu::always_inline]] inline DoubleDouble dot_of_doubles(double a0, double b0, double a1,
                                                          double b1, double a2, double b2) {
  const DoubleDouble p0 = product<kFused>(a0, b0);
  const DoubleDouble p1 = product<kFused>(a1, b1);
  const DoubleDouble p2 = product<kFused>(a2, b2);
  const DoubleDouble s1 = two_sum(p0.high, p1.high);
  const DoubleDouble s2 = two_sum(s1.high, p2.high);
  return quick_two_sum(s2.high, ((p0.low + p1.low) + p2.low) + (s1.low + s2.low));
}

/// a.b for double-doubles, relative to the sum of |a_i b_i| good to 2^-102.
template <bool kFused>
[[gnu::always_inline]] inline DoubleDouble dot(const Dd3& a, const Dd3& b) {
  const DoubleDouble high =
      dot_of_doubles<kFused>(a[0].high, b[0].high, a[1].high, b[1].high, a[2].high, b[2].high);
  const double low = ((a[0].high * b[0].low + a[0].low * b[0].high) +
                      (a[1].high * b[1].low + a[1].low * b[1].high)) +
                     (a[2].high * b[2].low + a[2].low * b[2].high);
  return quick_two_sum(high.high, high.low + low);
}

/// a + b with the bits of a + {b, 0}, in half of the operations.
[[gnu::always_inline]] inline DoubleDouble sum(DoubleDouble a, double b) {
  const DoubleDouble high = two_sum(a.high, b);
  return quick_two_sum(high.high, high.low + a.low);
}

/// R v.
template <bool kFused>
[[gnu::always_inline]] inline Dd3 rotate(const Mat3& R, const Vec3& v) {
  return {dot_of_doubles<kFused>(R(0, 0), v[0], R(0, 1), v[1], R(0, 2), v[2]),
          dot_of_doubles<kFused>(R(1, 0), v[0], R(1, 1), v[1], R(1, 2), v[2]),
          dot_of_doubles<kFused>(R(2, 0), v[0], R(2, 1), v[1], R(2, 2), v[2])};
}

}  // namespace touchstone
