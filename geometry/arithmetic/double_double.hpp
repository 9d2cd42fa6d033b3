// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers of about 106 bits as unevaluated sums of two doubles (Dekker 1971; Knuth's two-sum). Only
// + - * / and sqrt, so every machine makes the same bits. For magnitudes in [1e-140, 1e140].
#pragma once

#include <cmath>

namespace touchstone {

struct DoubleDouble {
  double high = 0;
  double low = 0;  ///< at most half an ulp of high
};

/// a + b exactly.
inline DoubleDouble two_sum(double a, double b) {
  const double sum = a + b;
  const double b_part = sum - a;
  return {sum, (a - (sum - b_part)) + (b - b_part)};
}

/// a + b exactly, for |a| >= |b|.
inline DoubleDouble quick_two_sum(double a, double b) {
  const double sum = a + b;
  return {sum, b - (sum - a)};
}

/// a * b exactly.
inline DoubleDouble two_product(double a, double b) {
  constexpr double kSplit = 134217729;  // 2^27 + 1
  const double a_big = kSplit * a;
  const double a_high = a_big - (a_big - a);
  const double a_low = a - a_high;
  const double b_big = kSplit * b;
  const double b_high = b_big - (b_big - b);
  const double b_low = b - b_high;
  const double product = a * b;
  const double error =
      ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low;
  return {product, error};
}

inline DoubleDouble operator-(DoubleDouble a) { return {-a.high, -a.low}; }

inline DoubleDouble operator+(DoubleDouble a, DoubleDouble b) {  // relative error <= 3 * 2^-106
  const DoubleDouble high = two_sum(a.high, b.high);
  const DoubleDouble low = two_sum(a.low, b.low);
  const DoubleDouble once = quick_two_sum(high.high, high.low + low.high);
  return quick_two_sum(once.high, once.low + low.low);
}

inline DoubleDouble operator-(DoubleDouble a, DoubleDouble b) { return a + -b; }

inline DoubleDouble operator*(DoubleDouble a, DoubleDouble b) {  // relative error <= 5 * 2^-106
  const DoubleDouble product = two_product(a.high, b.high);
  return quick_two_sum(product.high, product.low + (a.high * b.low + a.low * b.high));
}

inline DoubleDouble operator/(DoubleDouble a, DoubleDouble b) {  // relative error <= 4 * 2^-106
  const double first = a.high / b.high;
  const DoubleDouble rest = a - b * DoubleDouble{first, 0};
  const double second = rest.high / b.high;
  const DoubleDouble last = rest - b * DoubleDouble{second, 0};
  return quick_two_sum(first, second) + DoubleDouble{last.high / b.high, 0};
}

/// The square root of a > 0 by a Newton step from std::sqrt; relative error <= 4 * 2^-106.
inline DoubleDouble sqrt(DoubleDouble a) {
  const double root = std::sqrt(a.high);
  const DoubleDouble rest = a - two_product(root, root);
  return quick_two_sum(root, rest.high / (2 * root));
}

}  // namespace touchstone
