// SPDX-License-Identifier: GPL-3.0-or-later
// Signs of sums with square roots of rationals, exactly: both sides' signs and squares decide.
#pragma once

#include "geometry/arithmetic/rational.hpp"

namespace touchstone {

/// Sign of x + k sqrt(m), m >= 0.
inline int sign_with_root(const Rational& x, const Rational& k, const Rational& m) {
  const int sign_x = sgn(x);
  const int sign_root = sgn(m) == 0 ? 0 : sgn(k);
  if (sign_x == 0) return sign_root;
  if (sign_root == 0 || sign_x == sign_root) return sign_x;
  const int order = cmp(Rational(x * x), Rational(k * k * m));  // the larger magnitude has its way
  if (order == 0) return 0;
  return order > 0 ? sign_x : sign_root;
}

/// Sign of x + k sqrt(m) + l sqrt(n), m and n >= 0. Where the first two and the last differ in
/// sign, the sign of (x + k sqrt(m))^2 - l^2 n = x^2 + k^2 m - l^2 n + 2 x k sqrt(m) says which is
/// larger.
inline int sign_with_roots(const Rational& x, const Rational& k, const Rational& m,
                           const Rational& l, const Rational& n) {
  const int first = sign_with_root(x, k, m);
  const int last = sgn(n) == 0 ? 0 : sgn(l);
  if (first == 0) return last;
  if (last == 0 || first == last) return first;
  const int order = sign_with_root(Rational(x * x + k * k * m - l * l * n), Rational(2 * x * k), m);
  if (order == 0) return 0;
  return order > 0 ? first : last;
}

/// Sign of (x + k sqrt(m)) + (y + l sqrt(m)) sqrt(n), m and n >= 0.
inline int sign_with_nested_roots(const Rational& x, const Rational& k, const Rational& y,
                                  const Rational& l, const Rational& m, const Rational& n) {
  const int first = sign_with_root(x, k, m);
  const int last = sgn(n) == 0 ? 0 : sign_with_root(y, l, m);
  if (first == 0) return last;
  if (last == 0 || first == last) return first;
  const int order = sign_with_root(Rational(x * x + k * k * m - (y * y + l * l * m) * n),
                                   Rational(2 * (x * k - y * l * n)), m);
  if (order == 0) return 0;
  return order > 0 ? first : last;
}

}  // namespace touchstone
