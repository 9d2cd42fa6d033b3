// SPDX-License-Identifier: GPL-3.0-or-later
// Which feature of C = B + (-A) of two boxes is nearest to 0, in doubles with bounds
// (box_sweep_kernel.hpp), then the answer from that feature (box_feature_kernel.hpp).
// box_ties_kernel.hpp decides between planes that tie in doubles.
//
// *Overlapping or touching.* No gap is positive for certain, and one axis has the largest for
// certain: 0 is on the inner side of all other planes, and farther from them than from its own. So
// the foot of 0 on that plane is in C. It is the nearest point of C's surface, on whichever side of
// it 0 is.
//
// *Apart.* A feature of C is where some columns are free and the others at an end of their range.
// It holds the point v of C nearest to 0 if (KKT)
//   * every column at an end has a product with v whose sign says that no point inward is nearer,
//     and
//   * the foot of 0 on the feature's plane, line or point is inside the ranges of free columns.
// Each condition must hold by more than its error bound, or there is no answer. Guesses are
//   1. where the centres' offset separates the boxes: the features that alternating projections
//      between the boxes lead to. Along edges and faces they converge by a constant rate: every
//      second one goes on to the limit that it promises (Aitken), and may miss;
//   2. that of the axis with the widest gap, mostly right for boxes near each other; then 1.
#pragma once

#include <bit>
#include <cmath>
#include <optional>

#include "geometry/index.hpp"
#include "metrics/certified/box/box_distance.hpp"
#include "metrics/certified/box/box_feature_kernel.hpp"
#include "metrics/certified/box/box_ties_kernel.hpp"
#include "metrics/common/box_sweep_kernel.hpp"

TOUCHSTONE_BEGIN_KERNEL();
namespace touchstone::TOUCHSTONE_REGISTERS {
namespace {

/// Reaches between which squares, and the low doubles of their pairs, stay in range [m].
constexpr double kMinReach = 1e-50;
constexpr double kMaxReach = 1e50;

[[gnu::always_inline]] inline Lanes clamped(const Lanes& a, const Lanes& limit) {
  return larger(smaller(a, limit), -limit);
}
/// A lane for each of three bits.
[[gnu::always_inline]] inline Mask mask_of(unsigned bits) {
  return Mask(Mask::Register{-static_cast<long long>(bits & 1U),
                             -static_cast<long long>(bits >> 1U & 1U),
                             -static_cast<long long>(bits >> 2U & 1U), 0});
}
/// An end of each range: +half where the bit is set, else -half.
[[gnu::always_inline]] inline Lanes ends(unsigned corner, const Lanes& half) {
  return select(mask_of(corner), half, -half);
}

/// Boxes apart: coordinates in A's axes, from A's centre, as if R_A and R_B were rotations [m].
class Apart {
 public:
  [[gnu::always_inline]] explicit Apart(const BoxProducts& products)
      : p_(products), rows_(products.P[0], products.P[1], products.P[2]), d_(-products.c_A) {}

  /// P t and P' v.
  [[gnu::always_inline]] Lanes rotated(const Lanes& t) const {
    return (p_.P[0] * t[0] + p_.P[1] * t[1]) + p_.P[2] * t[2];
  }
  [[gnu::always_inline]] Lanes back(const Lanes& v) const { return rows_.back(v); }

  /// Whether the gap along the centres' offset is positive: a guess.
  [[gnu::always_inline]] bool by_centers() const {
    const Lanes along = magnitude(p_.c_A) * (p_.h - magnitude(p_.c_A)) + magnitude(p_.c_B) * p_.g;
    return sum(along) < 0;
  }

  /// Alternating projections between the boxes, from the point x of A nearest to B's centre: true
  /// if they lead to the nearest feature.
  [[gnu::always_inline]] bool find(BoxFeature& feature) const {
    Lanes x = clamped(d_, p_.h);
    Lanes last = x;
    for (int step = 0; step < kMaxProjections; ++step) {
      const Lanes y = back(x - d_);
      const Lanes t = clamped(y, p_.g);
      const Lanes q = d_ + rotated(t);
      const Lanes next = clamped(q, p_.h);
      feature.free_A = bits_of(magnitude(q) < p_.h) & 7U;
      feature.free_B = bits_of(magnitude(y) < p_.g) & 7U;
      feature.corner_A = bits_of(q > 0.0) & 7U;
      feature.corner_B = bits_of(y > 0.0) & 7U;
      if (holds(feature)) return true;
      const Lanes moved = next - x;
      x = next;
      if (step % 2 == 1) {
        const double rate = dot(moved, last) / dot(last, last);
        const double ahead = rate > 0 && rate < 1 ? rate / (1 - rate) : 0;
        x = clamped(x + moved * ahead, p_.h);
      }
      last = moved;
    }
    return false;
  }

  /// Whether the feature's nearest point to 0 is that of C, for certain.
  [[gnu::always_inline]] bool holds(const BoxFeature& feature) const {
    const Foot foot = foot_on(feature);
    if (!foot.known) return false;
    const Lanes along_B = back(foot.v);
    // Derivative of |v|^2 / 2 for a step inward from the end of each range.
    const Lanes of_A = select(mask_of(feature.corner_A), foot.v, -foot.v);
    const Lanes of_B = select(mask_of(feature.corner_B), -along_B, along_B);
    return exceeds(select(mask_of(feature.free_A), foot.inside_A, of_A), foot.margin) &&
           exceeds(select(mask_of(feature.free_B), foot.inside_B, of_B), foot.margin);
  }

 private:
  struct Foot {
    bool known;
    double margin;             ///< error bound on all of these [m]
    Lanes v;                   ///< from 0 to the foot [m]
    Lanes inside_A, inside_B;  ///< how far the foot is inside the free columns' ranges [m]
  };

  [[gnu::always_inline]] static bool exceeds(const Lanes& a, double margin) {
    return (bits_of(a > margin) & 7U) == 7U;
  }

  [[gnu::always_inline]] Foot foot_on(const BoxFeature& feature) const {
    Foot foot;
    const int count_A = std::popcount(feature.free_A);
    const int count_B = std::popcount(feature.free_B);
    foot.known = count_A + count_B <= 2;
    if (!foot.known) return foot;
    const Mask free_A = mask_of(feature.free_A);
    const Mask free_B = mask_of(feature.free_B);
    const Lanes zero = everywhere(0);
    // r: the feature's point whose free coordinates are 0.
    const Lanes t0 = select(free_B, zero, ends(feature.corner_B, p_.g));
    const Lanes r = (d_ + rotated(t0)) - select(free_A, zero, ends(feature.corner_A, p_.h));
    Lanes x = zero;
    Lanes t = zero;
    foot.margin = p_.error;
    if (count_B == 0) {
      x = select(free_A, r, zero);
      foot.v = r - x;
    } else if (count_A == 0) {
      t = select(free_B, -back(r), zero);
      foot.v = r + rotated(t);
    } else {
      const auto i = at(std::countr_zero(feature.free_A));
      const auto j = at(std::countr_zero(feature.free_B));
      const Lanes& column = p_.P[j];
      const double product = column[i];
      const double square = 1 - product * product;
      foot.known = square > kMinSquare;
      const double along_t = (product * r[i] - dot(column, r)) / square;
      t = select(free_B, everywhere(along_t), zero);
      x = select(free_A, everywhere(r[i] + along_t * product), zero);
      foot.v = (r + column * along_t) - x;
      foot.margin = foot.margin * (4 / square);
    }
    foot.inside_A = p_.h - magnitude(x);
    foot.inside_B = p_.g - magnitude(t);
    return foot;
  }

  const BoxProducts& p_;
  Rows rows_;
  Lanes d_;
};

/// The feature that belongs to an axis; false where the side or an end is left open.
[[gnu::always_inline]] inline bool feature_of(std::size_t place, const BoxProducts& products,
                                              BoxFeature& feature) {
  alignas(32) std::array<double, 16> entries;
  alignas(32) std::array<double, kPlaces> along_c;
  store_products(products, entries);
  store_along(products, along_c);
  const BoxAxis& axis = kAxis[place];
  if (!(std::abs(along_c[place]) > products.error)) return false;
  const double side = along_c[place] < 0 ? -1 : 1;
  unsigned up = 0;
  unsigned down = 0;
  unsigned free = 0;
  for (std::size_t k = 0; k < 6; ++k) {
    const double along = side * axis.sign[k] * entries[axis.entry[k]];
    up |= static_cast<unsigned>(along > products.slack) << k;
    down |= static_cast<unsigned>(along < -products.slack) << k;
    free |= static_cast<unsigned>(axis.entry[k] == kNone) << k;
  }
  if ((up | down | free) != 63U) return false;
  feature = {free & 7U, free >> 3U, down & 7U, up >> 3U};
  return true;
}

/// The place of the widest gap: a guess where it is positive.
[[gnu::always_inline]] inline std::size_t widest_place(const BoxSweep& swept) {
  const Lanes zero = everywhere(0);
  std::array<Lanes, 5> square;
  for (std::size_t group = 0; group < 5; ++group) {
    const Lanes gap = larger(swept.excess[group], zero);
    square[group] = gap * gap;
    if (group < 2) continue;
    const Lanes length = larger(swept.square[group - 2], everywhere(kMinSquare));
    square[group].v /= length.v;
  }
  const double most = largest(
      larger(larger(square[0], square[1]), larger(larger(square[2], square[3]), square[4])));
  unsigned places = 0;
  for (std::size_t group = 0; group < 5; ++group) {
    places |= (bits_of(square[group] >= everywhere(most)) & 7U) << (4 * group);
  }
  return at(std::countr_zero(places));
}

/// The nearest feature; false where something is left open. `c`: the offset of the centres. `gap`: of
/// the feature, if integers gave it [m].
[[gnu::always_inline]] inline bool find_feature(const PlacedBoxes& boxes,
                                                const BoxProducts& products, const Lanes& c,
                                                BoxFeature& feature, std::optional<double>& gap) {
  const Apart apart(products);
  if (apart.by_centers() && apart.find(feature)) return true;
  const BoxSweep swept = sweep(products);
  if (widest(swept) > products.error) {
    return (feature_of(widest_place(swept), products, feature) && apart.holds(feature)) ||
           apart.find(feature);
  }
  // Three times the error, so that the nearest plane is the nearest on either side of it.
  const unsigned places = deepest(swept, 3 * products.error, products.slack);
  return (std::has_single_bit(places) &&
          feature_of(at(std::countr_zero(places)), products, feature)) ||
         TiedPlanes(boxes, products, c).nearest(places, feature, gap);
}

}  // namespace

bool find_box_distance(const BoxShape& A, const Pose& X_WA, const BoxShape& B, const Pose& X_WB,
                       Answer& answer) {
  const LanesOfRotation E(X_WA.R);
  const LanesOfRotation F(X_WB.R);
  const Rows e(E);
  const Rows f(F);
  double skew;
  if (!surely_rotations(e, f, skew)) return false;
  const LanesPair c = offset_of_boxes(A.body, X_WA, E, B.body, X_WB, F);
  const BoxProducts products = products_of_boxes(e, F, f, c.high, A.body, B.body, skew);
  // False for NaN.
  const double reach = products.error / products.slack;
  if (!(reach > kMinReach && reach < kMaxReach)) return false;
  const PlacedBoxes boxes{A, X_WA, E, B, X_WB, F};
  BoxFeature feature;
  std::optional<double> gap;
  return find_feature(boxes, products, c.high, feature, gap) &&
         answer_from(boxes, c.high, feature, gap, answer);
}

}  // namespace touchstone::TOUCHSTONE_REGISTERS
TOUCHSTONE_END_KERNEL();
