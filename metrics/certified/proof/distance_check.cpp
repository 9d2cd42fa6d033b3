// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/certified/proof/distance_check.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "metrics/certified/proof/feature_proof.hpp"
#include "metrics/certified/proof/full_check.hpp"

namespace touchstone {
namespace {

using check::all_on_feature;
using check::FeatureCorners;
using check::FullCheck;
using check::kEpsilon;
using check::kMaxExcess;
using check::kPartOfUlp;

/// Two relative errors of this size multiply to kPartOfUlp / 4 [1].
constexpr double kPartsOff = 0x1p-29;

/// Up to this many vertices that reach as far are compared one by one.
constexpr int kFewReaching = 6;

int count_of(const ScreenedPoints& points) {
  return std::popcount(points[0]) + std::popcount(points[1]);
}

/// Whether what the last support query says holds for a direction that is `angle` off.
bool turned_little(double angle) {
  return angle + ReachedVertices::kTurned <= ReachedVertices::kSlack;
}

/// Whether the last support query tells that no vertex is farther than the feature's first along a
/// direction that is `angle` off.
bool surely_farthest(const DifferenceBody& body, const std::array<int, 3>& feature, bool tied,
                     double angle, const ReachedVertices& known) {
  return known.known && turned_little(angle) && all_on_feature(body, feature, tied, known.places);
}

/// Whether a vertex may be farther than the feature's first along u (the body's axes, a unit),
/// which is off by `angle`. A body that is scanned is asked for all vertices, which the last
/// support query has just read, others for the neighbours.
bool doubtful(const DifferenceBody& body, const std::array<int, 3>& feature, bool tied,
              const Vec3& u, double angle, const ReachedVertices& known) {
  if (surely_farthest(body, feature, tied, angle, known)) return false;
  const SupportMap& map = body.map;
  // Entries in registers: entries stored one by one and loaded together stall a core.
  const double x = u.x();
  const double y = u.y();
  const double z = u.z();
  const auto height = [&](const Vec3& arm) {
    return (x * arm.data()[0] + y * arm.data()[1]) + z * arm.data()[2];
  };
  const double reached = height(body.arm(feature[0])) - angle * map.longest();
  if (map.scans()) {
    ScreenedPoints found = known.places;
    if (known.known && turned_little(angle) && count_of(found) <= kFewReaching) {
      // Integers do not tell some of these from the feature: doubles compare each.
      for (std::size_t word = 0; word < found.size(); ++word) {
        for (std::uint64_t bits = found[word]; bits != 0; bits &= bits - 1) {
          const int place = static_cast<int>(64 * word) + std::countr_zero(bits);
          if (place < map.count() && height(body.arm(place)) < reached) {
            found[word] &= ~(bits & -bits);
          }
        }
      }
    } else {
      found = map.reaching(u, reached);
    }
    // Where more reach as far, on a facet with many corners, fewer are neighbours.
    if (count_of(found) <= kFewReaching) {
      return !all_on_feature(body, feature, tied, found);
    }
  }
  for (const std::int32_t other : map.neighbours(feature[0])) {
    if (height(map.arm(other)) < reached) continue;
    if (!(tied && body.flat_facets.holds(feature, other))) return true;
  }
  return false;
}

/// Proves what evaluate_feature has computed, if its error bounds allow; the caller has shown that
/// no vertex is beyond. If not, the check stays open.
void conclude(const DifferenceSet& set, const DifferencePoint* feature, int count,
              FeatureGuess guess, Registers registers, DistanceCheck& check) {
  MeasuredFeature& measured = check.feature;
  const double off = set.rounding() * guess.amplification;
  if (!(off <= kPartsOff * measured.distance.high)) {
    // Once more with what was left over of n taken off: one of the two roundings is gone.
    const double left = left_over(set, count, measured).direction + kEpsilon;
    guess.n = measured.refined.n;
    compiled_for(registers, narrow::evaluate_feature, wide::evaluate_feature)(set, feature, count,
                                                                              guess, measured);
    if (!(left <= kPartsOff && 4 * left * off <= kPartOfUlp * measured.distance.high)) return;
  }
  // n is not unit if squares of its entries underflow.
  if (!(std::abs(measured.rest.excess) < kMaxExcess) ||
      !(set.exact_rounding() * (1 + guess.amplification) <= kPartOfUlp * measured.distance.high)) {
    return;
  }
  measured.n = guess.n;
  measured.weight_error = off * guess.amplification / set.reach();
  measured.rest.known = true;
  measured.refined.known = true;
  check.verdict = DistanceCheck::Verdict::proven;
}

/// Bound on the error of a direction that doubtful() allows for: thrice `angle`, for rounding.
double doubt_of(double angle) { return 3 * (angle + 16 * kEpsilon); }

/// Proves a feature with all but products with n in doubles: with sum w = 1 and x = sum w_i c_i,
/// n.x / |n| differs from the distance by the product of two roundings, of n's direction and of x
/// along the feature. n is off by `angle` at most; `outward` n points out of C. If it fails,
/// the check stays open.
bool quickly(const DifferenceSet& set, const DifferencePoint* feature, int count,
             FeatureGuess guess, double angle, double outward, const ReachedByFeature& reached,
             Registers registers, DistanceCheck& check) {
  const FeatureCorners corners(feature, count);
  const double doubt = doubt_of(angle);
  if (doubtful(set.A(), corners.a, corners.tied, set.in_A(-outward * guess.n), doubt, reached.A) ||
      doubtful(set.B(), corners.b, corners.tied, set.in_B(outward * guess.n), doubt, reached.B)) {
    return false;
  }
  compiled_for(registers, narrow::evaluate_feature, wide::evaluate_feature)(set, feature, count,
                                                                            guess, check.feature);
  conclude(set, feature, count, guess, registers, check);
  return check.verdict == DistanceCheck::Verdict::proven;
}

bool quickly_separated(const DifferenceSet& set, const DifferenceSimplex& feature,
                       const ReachedByFeature& reached, Registers registers, DistanceCheck& check) {
  const double distance = feature.nearest.norm();
  FeatureGuess guess;
  guess.n = feature.nearest / distance;
  guess.weight = {feature.weight[0], feature.weight[1], feature.weight[2]};
  guess.amplification = amplification_of_feature(set, feature.squared_slope);
  return quickly(set, feature.points.data(), feature.count, guess,
                 guess.amplification * set.rounding() / distance, -1, reached, registers, check);
}

FeatureGuess guess_facet(const DifferenceSet& set, const std::array<DifferencePoint, 3>& corner) {
  const Vec3 e1 = corner[1].c - corner[0].c;
  const Vec3 e2 = corner[2].c - corner[0].c;
  const Vec3 weight = foot_weights(corner[0].c, corner[1].c, corner[2].c);
  return {e1.cross(e2).normalized(),
          {weight[0], weight[1], weight[2]},
          amplification_of_facet(set, e1, e2)};
}

bool quickly_facet(const DifferenceSet& set, const std::array<DifferencePoint, 3>& corner,
                   const ReachedByFeature& reached, Registers registers, DistanceCheck& check) {
  const FeatureGuess guess = guess_facet(set, corner);
  return quickly(set, corner.data(), 3, guess, guess.amplification * set.rounding() / set.reach(),
                 1, reached, registers, check);
}

// Copies for machines with a fused multiply-add, from the source that serves those without.
#if defined(__x86_64__)
[[gnu::target("fma"), gnu::flatten]] DistanceCheck separated_fused(
    const DifferenceSet& set, const DifferenceSimplex& feature) {
  return FullCheck<true>(set).separated(feature);
}
[[gnu::target("fma"), gnu::flatten]] DistanceCheck facet_fused(
    const DifferenceSet& set, const std::array<DifferencePoint, 3>& facet) {
  return FullCheck<true>(set).facet(facet);
}
[[gnu::target("fma"), gnu::flatten]] Order order_fused(
    const DifferenceSet& set, const std::array<DifferencePoint, 3>& one,
    const std::array<DifferencePoint, 3>& other) {
  return FullCheck<true>(set).order(one, other);
}
#endif

}  // namespace

LeftOver left_over(const DifferenceSet& set, int count, const MeasuredFeature& measured) {
  const double off = set.rounding() * measured.rest.amplification;
  const double error = 2 * set.exact_rounding() * measured.rest.amplification;
  const double inverse = 1 / set.reach();
  const double angle = off * inverse;
  const double beside = 4 * off * angle + error;
  // The foot on a vertex or an edge is a difference of points in the world frame, whose rounding
  // grows with their distance from the world's origin.
  const double off_foot = beside + set.exact_world_rounding();
  // A refinement that turned n by s leaves 2 s (s + angle) <= 3 s^2 + angle^2.
  return {3 * measured.refined.turned + angle * angle +
              (count == 3 ? error * inverse : off_foot / measured.distance.high),
          beside};
}

DistanceCheck check_separated(const DifferenceSet& set, const DifferenceSimplex& feature,
                              const ReachedByFeature& reached, Registers registers) {
  DistanceCheck check;
  if (quickly_separated(set, feature, reached, registers, check)) return check;
#if defined(__x86_64__)
  if (registers == Registers::wide) return separated_fused(set, feature);
#endif
  return FullCheck<false>(set).separated(feature);
}

DistanceCheck check_last(const DifferenceSet& set, const DifferenceSimplex& feature, double least,
                         Registers registers) {
  DistanceCheck check;
  FeatureGuess guess;
  ReachedByFeature reached;
  const DifferencePoint* points = feature.points.data();
  const auto confirm = compiled_for(registers, narrow::confirm_feature, wide::confirm_feature);
  if (!confirm(set, points, feature.count, least, guess, reached, check.feature)) return check;
  const FeatureCorners corners(points, feature.count);
  const double doubt = doubt_of(guess.amplification * set.rounding() / check.feature.distance.high);
  if (surely_farthest(set.A(), corners.a, corners.tied, doubt, reached.A) &&
      surely_farthest(set.B(), corners.b, corners.tied, doubt, reached.B)) {
    conclude(set, points, feature.count, guess, registers, check);
  }
  return check;
}

DistanceCheck check_facet(const DifferenceSet& set, const std::array<DifferencePoint, 3>& facet,
                          const ReachedByFeature& reached, Registers registers) {
  DistanceCheck check;
  if (quickly_facet(set, facet, reached, registers, check)) return check;
#if defined(__x86_64__)
  if (registers == Registers::wide) return facet_fused(set, facet);
#endif
  return FullCheck<false>(set).facet(facet);
}

bool known_coplanar(const DifferenceSet& set, const std::array<DifferencePoint, 3>& one,
                    const std::array<DifferencePoint, 3>& other) {
  const std::array<int, 3> a = {one[0].a, one[1].a, one[2].a};
  const std::array<int, 3> b = {one[0].b, one[1].b, one[2].b};
  const auto in_plane = [&](const DifferencePoint& p) {
    const bool is_a = p.a == a[0] || p.a == a[1] || p.a == a[2];
    const bool is_b = p.b == b[0] || p.b == b[1] || p.b == b[2];
    if (count_distinct(a) == 2 && count_distinct(b) == 2) return is_a && is_b;
    if (count_distinct(a) == 3 && count_distinct(b) == 1) {
      return is_b && (is_a || set.A().flat_facets.exactly_coplanar({a[0], a[1], a[2], p.a}));
    }
    return count_distinct(a) == 1 && count_distinct(b) == 3 && is_a &&
           (is_b || set.B().flat_facets.exactly_coplanar({b[0], b[1], b[2], p.b}));
  };
  return std::all_of(other.begin(), other.end(), in_plane);
}

Order order_of(const DifferenceSet& set, const std::array<DifferencePoint, 3>& one,
               const std::array<DifferencePoint, 3>& other, DoubleDouble distance,
               Registers registers) {
  const FeatureGuess guess = guess_facet(set, one);
  MeasuredFeature own;
  compiled_for(registers, narrow::measure_facet, wide::measure_facet)(set, one.data(), guess, own);
  // n is not unit if squares of its entries underflow.
  if (std::abs(own.rest.excess) < kMaxExcess &&
      set.rounding() * guess.amplification <= kPartsOff * own.distance.high &&
      set.exact_rounding() * (1 + guess.amplification) <= kPartOfUlp * own.distance.high) {
    const double ahead = (own.distance - distance).high;
    if (std::abs(ahead) > 2 * kPartOfUlp * distance.high) {
      return ahead < 0 ? Order::nearer : Order::farther;
    }
  }
#if defined(__x86_64__)
  if (registers == Registers::wide) return order_fused(set, one, other);
#endif
  return FullCheck<false>(set).order(one, other);
}

}  // namespace touchstone
