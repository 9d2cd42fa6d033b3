// SPDX-License-Identifier: GPL-3.0-or-later
// Polynomials with rational coefficients, and their real roots as intervals that hold one each
// (Sturm's theorem).
#pragma once

#include <vector>

#include "geometry/arithmetic/rational.hpp"
#include "geometry/loop_bound.hpp"

namespace touchstone {

/// Coefficients from the constant on; the last is not 0. Nothing for 0.
using RationalPolynomial = std::vector<Rational>;

RationalPolynomial polynomial_sum(const RationalPolynomial& a, const RationalPolynomial& b);
RationalPolynomial polynomial_product(const RationalPolynomial& a, const RationalPolynomial& b);
RationalPolynomial polynomial_scaled(const RationalPolynomial& a, const Rational& factor);
Rational value_at(const RationalPolynomial& a, const Rational& z);

/// The root in (low, high], or low = high.
struct RootInterval {
  Rational low, high;
};

/// The roots of one polynomial that is not 0, each once.
class RealRoots {
 public:
  explicit RealRoots(const RationalPolynomial& polynomial);
  const std::vector<RootInterval>& intervals() const { return intervals_; }
  /// Halves the interval.
  void refine(RootInterval& root) const;
  /// Sign of `other` at the root; may refine the interval.
  int sign_at(const RationalPolynomial& other, RootInterval& root) const;

 private:
  using Chain = std::vector<RationalPolynomial>;
  static Chain chain_of(const RationalPolynomial& a);
  static int changes(const Chain& chain, const Rational& z);
  static int roots_in(const Chain& chain, const RootInterval& where);
  void isolate(const RootInterval& where, LoopBound& bound);

  RationalPolynomial simple_;  ///< without multiple roots
  Chain chain_;
  std::vector<RootInterval> intervals_;
};

}  // namespace touchstone
