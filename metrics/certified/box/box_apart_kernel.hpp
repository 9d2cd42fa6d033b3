// SPDX-License-Identifier: GPL-3.0-or-later
// The nearest feature of two boxes that are apart, in doubles with bounds. Written once for one pair,
// whose vectors are lanes of a register, and for four, a lane each: the same bits.
//
// A feature of C is where some columns are free and the others at an end of their range. It holds
// the point v of C nearest to 0 if (KKT)
//   * every column at an end has a product with v whose sign says that no point inward is nearer,
//     and
//   * the foot of 0 on the feature's plane, line or point is inside the ranges of free columns.
// Each condition must hold by more than its error bound, or there is no answer.
#pragma once

#include <utility>

#include "metrics/arithmetic/pairs_kernel.hpp"
#include "metrics/certified/box/box_distance.hpp"
#include "metrics/certified/box/box_feature_kernel.hpp"

TOUCHSTONE_BEGIN_KERNEL();
namespace touchstone::TOUCHSTONE_REGISTERS {
namespace {

/// BoxFeature, a sign for each column: whether it is free, and at which end it is if not.
template <class Signs>
struct BoxSigns {
  Signs free_A, free_B, up_A, up_B;
};

/// What the numbers of free columns say.
template <class Truth>
struct FreeCounts {
  Truth few;       ///< at most two
  Truth on_B;      ///< some, and all of them B's
  Truth one_each;  ///< one of A and one of B
};

/// The feature of twelve bits, those of free_A first.
[[gnu::always_inline]] inline BoxFeature decoded(long long code) {
  const auto bits = static_cast<unsigned>(code);
  return {bits & 7U, bits >> 3U & 7U, bits >> 6U & 7U, bits >> 9U & 7U};
}

template <class A>
[[gnu::always_inline]] inline A select(bool first, const A& a, const A& b) {
  return first ? a : b;
}
[[gnu::always_inline]] inline bool any(bool truth) { return truth; }
[[gnu::always_inline]] inline bool any(const Mask& truth) { return bits_of(truth) != 0; }

/// Boxes apart: coordinates in A's axes, from A's centre, as if R_A and R_B were rotations [m].
/// `Pairs` has the boxes' ranges h and g, the offset c_A, c_B, the bound `error`, P t as rotated(t)
/// and P' v as back(v).
template <class Pairs>
class Apart : Pairs {
  using Vector = decltype(Pairs::h);
  using Number = decltype(dot(Vector(), Vector()));
  using Truth = decltype(Number() < 0.0);
  using Feature = BoxSigns<decltype(Vector() < Vector())>;

 public:
  /// In place: copied as bytes, halves of a register are written and then read together.
  template <class Products>
  [[gnu::always_inline]] explicit Apart(const Products& products)
      : Pairs(products), d_(-this->c_A) {}

  /// Whether the gap along the centres' offset is positive: a guess.
  [[gnu::always_inline]] Truth by_centers() const {
    const Vector away = magnitude(this->c_A);
    return sum(away * (this->h - away) + magnitude(this->c_B) * this->g) < 0.0;
  }

  /// Alternating projections between the boxes, from the point x of A nearest to B's centre.
  /// Returns which of the `wanted` pairs reach their nearest feature. Along edges and faces the
  /// convergence has a constant rate: every second step extrapolates to the limit (Aitken).
  template <class Code>
  [[gnu::always_inline]] Truth find(const Truth& wanted, Code& code) const {
    const Number one = constant<Number>(1);
    Truth found = wanted & !wanted;
    Vector x = clamped(d_, this->h);
    Vector last = x;
    for (int step = 0; step < kMaxProjections; ++step) {
      const Vector y = this->back(x - d_);
      const Vector t = clamped(y, this->g);
      const Vector q = d_ + this->rotated(t);
      const Vector next = clamped(q, this->h);
      const Feature feature = {magnitude(q) < this->h, magnitude(y) < this->g, q > 0.0, y > 0.0};
      const Truth now = holds(feature) & wanted & !found;
      code = select(now, Pairs::code(feature), code);
      found = found | now;
      if (!any(wanted & !found)) break;
      const Vector moved = next - x;
      x = next;
      if (step % 2 == 1) {
        const Number rate = quotient(dot(moved, last), dot(last, last));
        const Number ahead =
            select((rate > 0.0) & (rate < 1.0), quotient(rate, one - rate), constant<Number>(0));
        x = clamped(x + moved * ahead, this->h);
      }
      last = moved;
    }
    return found;
  }

  /// Whether the feature's nearest point to 0 is that of C, for certain.
  [[gnu::always_inline]] Truth holds(const Feature& feature) const {
    const auto [few, on_B, one_each] = Pairs::counts(feature.free_A, feature.free_B);
    Truth known = few;
    if (!any(known)) return known;
    const Vector zero = Pairs::equal(constant<Number>(0));
    // r: the feature's point whose free coordinates are 0.
    const Vector t0 = select(feature.free_B, zero, select(feature.up_B, this->g, -this->g));
    const Vector r = (d_ + this->rotated(t0)) -
                     select(feature.free_A, zero, select(feature.up_A, this->h, -this->h));
    // The foot is v = r + P t - x.
    Vector x = select(feature.free_A, r, zero);
    Vector t = zero;
    Vector v = r - x;
    Number margin = this->error;
    if (any(on_B)) {
      t = select(on_B, select(feature.free_B, -this->back(r), zero), t);
      v = select(on_B, r + this->rotated(t), v);
    }
    if (any(one_each)) {
      const Vector column = this->column(feature.free_B);
      const Number cosine = Pairs::entry(column, feature.free_A);
      const Number r_i = Pairs::entry(r, feature.free_A);
      const Number square = constant<Number>(1) - cosine * cosine;
      known = known & ((!one_each) | (square > kMinSquare));
      const Number along_t = quotient(cosine * r_i - dot(column, r), square);
      const Vector moved = Pairs::equal(r_i + along_t * cosine);
      t = select(one_each, select(feature.free_B, Pairs::equal(along_t), zero), t);
      x = select(one_each, select(feature.free_A, moved, zero), x);
      v = select(one_each, (r + column * along_t) - x, v);
      margin = select(one_each, margin * quotient(constant<Number>(4), square), margin);
    }
    // Derivative of |v|^2 / 2 for a step inward from the end of each range.
    const Vector along_B = this->back(v);
    const Vector of_A = select(feature.up_A, v, -v);
    const Vector of_B = select(feature.up_B, -along_B, along_B);
    const auto holds_A =
        Pairs::exceeds(select(feature.free_A, this->h - magnitude(x), of_A), margin);
    const auto holds_B =
        Pairs::exceeds(select(feature.free_B, this->g - magnitude(t), of_B), margin);
    return known & holds_A & holds_B;
  }

 private:
  [[gnu::always_inline]] static Vector clamped(const Vector& a, const Vector& limit) {
    return larger(smaller(a, limit), -limit);
  }

  Vector d_;
};

}  // namespace
}  // namespace touchstone::TOUCHSTONE_REGISTERS
TOUCHSTONE_END_KERNEL();
