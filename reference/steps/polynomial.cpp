// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/steps/polynomial.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "geometry/loop_bound.hpp"

namespace touchstone {
namespace {

void drop_zeros(RationalPolynomial& a) {
  while (!a.empty() && sgn(a.back()) == 0) a.pop_back();
}

RationalPolynomial derivative_of(const RationalPolynomial& a) {
  RationalPolynomial result;
  for (std::size_t k = 1; k < a.size(); ++k) result.push_back(a[k] * Rational(static_cast<int>(k)));
  return result;
}

/// Quotient and remainder; b is not 0.
std::pair<RationalPolynomial, RationalPolynomial> divided(RationalPolynomial a,
                                                          const RationalPolynomial& b) {
  RationalPolynomial quotient(a.size() < b.size() ? 0 : a.size() - b.size() + 1);
  while (a.size() >= b.size()) {
    const std::size_t shift = a.size() - b.size();
    const Rational factor = a.back() / b.back();
    quotient[shift] = factor;
    for (std::size_t k = 0; k < b.size(); ++k) a[shift + k] -= factor * b[k];
    drop_zeros(a);
  }
  return {quotient, a};
}

RationalPolynomial common_divisor(RationalPolynomial a, RationalPolynomial b) {
  while (!b.empty()) {
    RationalPolynomial rest = divided(a, b).second;
    a = std::exchange(b, std::move(rest));
  }
  return a;
}

/// Halvings of an interval within Cauchy's bound for f, after which it has no two roots of f g: roots
/// of a polynomial of degree d with integers of B + d bits are 2^(-d (B + 3 d)) apart (Mahler).
std::int64_t halvings_apart(const RationalPolynomial& f, const RationalPolynomial& g) {
  std::size_t degree = 0;
  std::size_t bits = 0;
  for (const RationalPolynomial* a : {&f, &g}) {
    degree += a->empty() ? 0 : a->size() - 1;
    for (const Rational& x : *a) {
      bits += mpz_sizeinbase(x.get_num_mpz_t(), 2) + mpz_sizeinbase(x.get_den_mpz_t(), 2);
    }
  }
  return static_cast<std::int64_t>((degree + 1) * (bits + 3 * degree));
}

}  // namespace

RationalPolynomial polynomial_sum(const RationalPolynomial& a, const RationalPolynomial& b) {
  RationalPolynomial result(std::max(a.size(), b.size()));
  for (std::size_t k = 0; k < a.size(); ++k) result[k] += a[k];
  for (std::size_t k = 0; k < b.size(); ++k) result[k] += b[k];
  drop_zeros(result);
  return result;
}

RationalPolynomial polynomial_product(const RationalPolynomial& a, const RationalPolynomial& b) {
  if (a.empty() || b.empty()) return {};
  RationalPolynomial result(a.size() + b.size() - 1);
  for (std::size_t k = 0; k < a.size(); ++k) {
    for (std::size_t l = 0; l < b.size(); ++l) result[k + l] += a[k] * b[l];
  }
  return result;
}

RationalPolynomial polynomial_scaled(const RationalPolynomial& a, const Rational& factor) {
  return polynomial_product(a,
                            sgn(factor) == 0 ? RationalPolynomial{} : RationalPolynomial{factor});
}

Rational value_at(const RationalPolynomial& a, const Rational& z) {
  Rational value;
  for (std::size_t k = a.size(); k-- > 0;) value = value * z + a[k];
  return value;
}

RealRoots::RealRoots(const RationalPolynomial& polynomial)
    : simple_(divided(polynomial, common_divisor(polynomial, derivative_of(polynomial))).first),
      chain_(chain_of(simple_)) {
  Rational bound = 1;  // Cauchy's
  for (const Rational& x : simple_) bound = std::max(bound, Rational(abs(x / simple_.back()) + 1));
  // There are no more intervals of one width than roots.
  LoopBound intervals("real roots: intervals",
                      static_cast<std::int64_t>(simple_.size()) * halvings_apart(simple_, {}));
  isolate({-bound, bound}, intervals);
}

RealRoots::Chain RealRoots::chain_of(const RationalPolynomial& a) {
  Chain chain = {a};
  RationalPolynomial next = derivative_of(a);
  while (!next.empty()) {
    chain.push_back(next);
    next = polynomial_scaled(divided(chain[chain.size() - 2], next).second, -1);
  }
  return chain;
}

int RealRoots::changes(const Chain& chain, const Rational& z) {
  int count = 0;
  int last = 0;
  for (const RationalPolynomial& a : chain) {
    const int sign = sgn(value_at(a, z));
    if (sign == 0) continue;
    count += last != 0 && sign != last ? 1 : 0;
    last = sign;
  }
  return count;
}

int RealRoots::roots_in(const Chain& chain, const RootInterval& where) {
  return changes(chain, where.low) - changes(chain, where.high);
}

void RealRoots::isolate(const RootInterval& where, LoopBound& bound) {
  bound.step();
  const int count = roots_in(chain_, where);
  if (count == 0) return;
  if (count == 1) {
    intervals_.push_back(where);
    return;
  }
  const Rational middle = (where.low + where.high) / 2;
  isolate({where.low, middle}, bound);
  isolate({middle, where.high}, bound);
}

void RealRoots::refine(RootInterval& root) const {
  const int above = sgn(value_at(simple_, root.high));
  const Rational middle = (root.low + root.high) / 2;
  const int here = sgn(value_at(simple_, middle));
  if (above == 0 || here == 0) {
    root.low = root.high = above == 0 ? root.high : middle;
  } else {
    (here == above ? root.high : root.low) = middle;
  }
}

int RealRoots::sign_at(const RationalPolynomial& other, RootInterval& root) const {
  if (other.empty()) return 0;
  const RationalPolynomial common = common_divisor(simple_, other);
  if (root.low == root.high) return sgn(value_at(other, root.low));
  if (roots_in(chain_of(common), root) == 1) return 0;
  const RationalPolynomial plain =
      divided(other, common_divisor(other, derivative_of(other))).first;
  const Chain chain = chain_of(plain);
  LoopBound bound("real roots: halvings", halvings_apart(simple_, plain));
  while (root.low != root.high && roots_in(chain, root) > 0) {
    bound.step();
    refine(root);
  }
  return sgn(value_at(other, root.high));
}

}  // namespace touchstone
