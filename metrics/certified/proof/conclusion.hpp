// SPDX-License-Identifier: GPL-3.0-or-later
// The error bounds of a feature that doubles have found and double-double has measured: of its
// distance, its normal and its witness points. Internal to `certified`.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

#include "geometry/index.hpp"
#include "metrics/certified/proof/distance_check.hpp"

namespace touchstone {
namespace check {

inline constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
/// What may be left open of a distance, in parts of it: with the rounding to a double, half an
/// ulp, all stays within one.
inline constexpr double kPartOfUlp = 0x1p-56;
/// Two relative errors of this size multiply to kPartOfUlp / 4 [1].
inline constexpr double kPartsOff = 0x1p-29;
/// Largest |n.n - 1| of a vector that was normalised in doubles [1].
inline constexpr double kMaxExcess = 1e-14;

/// A feature's vertices by body.
struct FeatureCorners {
  [[gnu::always_inline]] FeatureCorners(const DifferencePoint* feature, int count) {
    for (std::size_t i = 0; i < 3; ++i) {
      const DifferencePoint& p = feature[i < at(count) ? i : 0];
      a[i] = p.a;
      b[i] = p.b;
    }
    tied = count_distinct(a) + count_distinct(b) == count + 1;
  }
  /// Whether vertex `other` of `body` surely ties exactly with the first of `own`, the feature's
  /// vertices in that body. If the pairs are linked, the vertices of `own` tie, and so does a
  /// further corner of an exactly flat facet that has all three.
  [[gnu::always_inline]] bool tie(const DifferenceBody& body, const std::array<int, 3>& own,
                                  int other) const {
    return tied && body.flat_facets.holds(own, other);
  }
  std::array<int, 3> a{};
  std::array<int, 3> b{};
  bool tied;  ///< whether the pairs are linked by vertices that they share
};

/// Bound on the error of a direction that is `angle` off: thrice that, for rounding.
[[gnu::always_inline]] inline double doubt_of(double angle) { return 3 * (angle + 16 * kEpsilon); }

/// Whether what the last support query says holds for a direction that is `doubt` off.
[[gnu::always_inline]] inline bool turned_little(double doubt) {
  return doubt + ReachedVertices::kTurned <= ReachedVertices::kSlack;
}

/// Whether double-double has digits enough for a distance. n is not unit if squares of its entries
/// underflow.
[[gnu::always_inline]] inline bool has_digits(const DifferenceSet& set,
                                              const MeasuredFeature& measured) {
  return std::abs(measured.rest.excess) < kMaxExcess &&
         set.exact_rounding() * (1 + measured.rest.amplification) <=
             kPartOfUlp * measured.distance.high;
}

}  // namespace check

/// The direction and the foot of a feature in doubles.
struct FeatureGuess {
  Vec3 n;                          ///< unit: from 0 to the feature, or the outward normal
  std::array<double, 3> weight{};  ///< weights of the foot; the first is taken as 1 less the others
  double amplification = 0;        ///< how much farther the foot may be off than the points are [1]
};

/// How far a refined direction may still be off [1], and whether what is refined is sound.
struct LeftOver {
  double direction;
  bool sound;
};
[[gnu::always_inline]] inline LeftOver left_over(const DifferenceSet& set, int count,
                                                 const MeasuredFeature& measured) {
  const double off = set.rounding() * measured.rest.amplification;
  const double error = 2 * set.exact_rounding() * measured.rest.amplification;
  const double inverse = 1 / set.reach();
  const double angle = off * inverse;
  const double beside = 4 * off * angle + error;  // points, but for the direction [m]
  // The foot on a vertex or an edge is a difference of points in the world frame, whose rounding
  // grows with their distance from the world's origin.
  const double off_foot = beside + set.exact_world_rounding();
  // A refinement that turned n by s leaves 2 s (s + angle) <= 3 s^2 + angle^2.
  const double direction = 3 * measured.refined.turned + angle * angle +
                           (count == 3 ? error * inverse : off_foot / measured.distance.high);
  const double moved = beside + measured.distance.high * direction + set.exact_world_rounding();
  // So near to a side, the foot may be beyond it.
  bool inside = true;
  for (int i = 0; i < 3; ++i) {
    inside &= i >= count || measured.weight[at(i)] > measured.weight_error;
  }
  return {direction, direction <= kDirectionOff && moved <= kPartOfSizeOff * set.size() &&
                         (count == 1 || inside)};
}

/// Completes a feature that has been measured from `guess`, if its error bounds allow. Where n is
/// off by too much, what was left over of it is taken off: `evaluate` measures and refines again.
template <class Evaluate>
[[gnu::always_inline]] inline bool conclude(const DifferenceSet& set, int count,
                                            FeatureGuess& guess, MeasuredFeature& measured,
                                            const Evaluate& evaluate) {
  const double off = set.rounding() * guess.amplification;
  if (!(off <= check::kPartsOff * measured.distance.high)) {
    const double left = left_over(set, count, measured).direction + check::kEpsilon;
    guess.n = measured.refined.n;
    evaluate();
    // One of the two roundings is gone.
    if (!(left <= check::kPartsOff &&
          4 * left * off <= check::kPartOfUlp * measured.distance.high)) {
      return false;
    }
  }
  if (!check::has_digits(set, measured)) return false;
  measured.n = guess.n;
  measured.weight_error = off * guess.amplification / set.reach();
  measured.rest.known = true;
  measured.refined.known = true;
  measured.refined.sound = left_over(set, count, measured).sound;
  return true;
}

}  // namespace touchstone
