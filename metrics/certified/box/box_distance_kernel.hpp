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
// *Apart.* Guesses, each of which has to hold (box_apart_kernel.hpp), are
//   1. where the centres' offset separates the boxes: the features that alternating projections
//      lead to, of which every second one may miss;
//   2. that of the axis with the widest gap, mostly right for boxes near each other; then 1.
#pragma once

#include <bit>
#include <cmath>
#include <optional>

#include "geometry/index.hpp"
#include "metrics/certified/box/box_apart_kernel.hpp"
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

/// The boxes as Apart sees them.
struct OnePair : BoxProducts {
  [[gnu::always_inline]] explicit OnePair(const BoxProducts& products)
      : BoxProducts(products), rows(P[0], P[1], P[2]) {}

  [[gnu::always_inline]] Lanes rotated(const Lanes& t) const {
    return (P[0] * t[0] + P[1] * t[1]) + P[2] * t[2];
  }
  [[gnu::always_inline]] Lanes back(const Lanes& v) const { return rows.back(v); }
  [[gnu::always_inline]] Lanes column(const Mask& one) const { return P[place(one)]; }
  [[gnu::always_inline]] static double entry(const Lanes& v, const Mask& one) {
    return v[place(one)];
  }
  [[gnu::always_inline]] static Lanes equal(double a) { return everywhere(a); }
  [[gnu::always_inline]] static FreeCounts<bool> counts(const Mask& free_A, const Mask& free_B) {
    const int of_A = std::popcount(bits_of(free_A) & 7U);
    const int of_B = std::popcount(bits_of(free_B) & 7U);
    return {of_A + of_B <= 2, of_A == 0 && of_B != 0, of_A == 1 && of_B == 1};
  }
  [[gnu::always_inline]] static bool exceeds(const Lanes& a, double margin) {
    return (bits_of(a > margin) & 7U) == 7U;
  }
  [[gnu::always_inline]] static unsigned code(const BoxSigns<Mask>& feature) {
    return (bits_of(feature.free_A) & 7U) | (bits_of(feature.free_B) & 7U) << 3U |
           (bits_of(feature.up_A) & 7U) << 6U | (bits_of(feature.up_B) & 7U) << 9U;
  }

  Rows rows;

 private:
  [[gnu::always_inline]] static std::size_t place(const Mask& one) {
    return at(std::countr_zero(bits_of(one)));
  }
};

/// A lane for each of three bits.
[[gnu::always_inline]] inline Mask mask_of(unsigned bits) {
  return Mask(Mask::Register{-static_cast<long long>(bits & 1U),
                             -static_cast<long long>(bits >> 1U & 1U),
                             -static_cast<long long>(bits >> 2U & 1U), 0});
}
[[gnu::always_inline]] inline BoxSigns<Mask> signs_of(unsigned code) {
  return {mask_of(code), mask_of(code >> 3U), mask_of(code >> 6U), mask_of(code >> 9U)};
}

/// The code of the feature that belongs to an axis; false where the side or an end is left open.
[[gnu::always_inline]] inline bool feature_of(std::size_t place, const BoxProducts& products,
                                              unsigned& code) {
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
  code = free | (down & 7U) << 6U | (up >> 3U) << 9U;
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
  const Apart<OnePair> apart(products);
  unsigned code = 0;
  const auto known = [&](bool found) {
    if (found) feature = decoded(code);
    return found;
  };
  if (apart.by_centers() && apart.find(true, code)) return known(true);
  const BoxSweep swept = sweep(products);
  if (widest(swept) > products.error) {
    return known((feature_of(widest_place(swept), products, code) && apart.holds(signs_of(code))) ||
                 apart.find(true, code));
  }
  // Three times the error, so that the nearest plane is the nearest on either side of it.
  const unsigned places = deepest(swept, 3 * products.error, products.slack);
  return known(std::has_single_bit(places) &&
               feature_of(at(std::countr_zero(places)), products, code)) ||
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
