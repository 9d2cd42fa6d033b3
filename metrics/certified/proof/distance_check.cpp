// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/certified/proof/distance_check.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "geometry/index.hpp"
#include "metrics/certified/proof/feature_proof.hpp"
#include "metrics/certified/proof/full_check.hpp"

namespace touchstone {
namespace {

using check::all_on_feature;
using check::FeatureCorners;
using check::FullCheck;
using check::kEpsilon;
using check::kPartOfUlp;

/// Two relative errors of this size multiply to kPartOfUlp / 4 [1].
constexpr double kPartsOff = 0x1p-29;

/// Up to this many vertices that reach as far are compared one by one.
constexpr int kFewReaching = 6;

/// How much farther a triangle's foot may be off than its points [1].
double amplification_of(const DifferenceSet& set, const Vec3& e1, const Vec3& e2) {
  return amplification_of_feature(
      set, std::max(e1.squaredNorm(), e2.squaredNorm()) / e1.cross(e2).squaredNorm());
}

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
  if (!(std::abs(measured.rest.excess) < 1e-14) ||
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
  guess.amplification = amplification_of_feature(set, feature.slim);
  return quickly(set, feature.points.data(), feature.count, guess,
                 guess.amplification * set.rounding() / distance, -1, reached, registers, check);
}

bool quickly_facet(const DifferenceSet& set, const std::array<DifferencePoint, 3>& corner,
                   const ReachedByFeature& reached, Registers registers, DistanceCheck& check) {
  const Vec3 e1 = corner[1].c - corner[0].c;
  const Vec3 e2 = corner[2].c - corner[0].c;
  const Vec3 weight = foot_weights(corner[0].c, corner[1].c, corner[2].c);
  const FeatureGuess guess{
      e1.cross(e2).normalized(), {weight[0], weight[1], weight[2]}, amplification_of(set, e1, e2)};
  return quickly(set, corner.data(), 3, guess, guess.amplification * set.rounding() / set.reach(),
                 1, reached, registers, check);
}

template <bool kFused>
class Checker {
 public:
  explicit Checker(const DifferenceSet& set) : set_(set), error_(set.exact_rounding()) {}

  [[gnu::always_inline]] Order order(const std::array<DifferencePoint, 3>& one,
                                     const std::array<DifferencePoint, 3>& other,
                                     DoubleDouble distance) const {
    const Vec3 e1 = one[1].c - one[0].c;
    const Vec3 e2 = one[2].c - one[0].c;
    const Vec3 weight = foot_weights(one[0].c, one[1].c, one[2].c);
    DoubleDouble own;
    MeasuredFeature::NormalResidual rest;
    Dd3 n_A;
    Dd3 n_B;
    if (evaluate(one.data(), 3, e1.cross(e2).normalized(), weight.data(),
                 amplification_of(set_, e1, e2), own, rest, n_A, n_B)) {
      const double ahead = (own - distance).high;
      if (std::abs(ahead) > 2 * kPartOfUlp * distance.high)
        return ahead < 0 ? Order::nearer : Order::farther;
    }
    return FullCheck<kFused>(set_).order(one, other);
  }

 private:
  /// The distance that quickly() makes, by n in each body's axes; false where its error may show.
  [[gnu::always_inline]] bool evaluate(const DifferencePoint* feature, int count, const Vec3& n,
                                       const double* weight, double amplification,
                                       DoubleDouble& distance,
                                       MeasuredFeature::NormalResidual& rest, Dd3& n_A,
                                       Dd3& n_B) const {
    n_A = rotate_inverse<kFused>(set_.R_WA(), n);
    n_B = rotate_inverse<kFused>(set_.R_WB(), n);
    const DoubleDouble along_d = dot<kFused>(n, set_.exact_offset());
    const DoubleDouble level_A = dot<kFused>(n_A, set_.A().map.exact_arm(feature[0].a));
    const DoubleDouble level_B = dot<kFused>(n_B, set_.B().map.exact_arm(feature[0].b));
    DoubleDouble along = level_B - level_A - along_d;
    for (int i = 1; i < count; ++i) {
      // n is nearly at right angles to the feature: its own digits are enough.
      double step = 0;
      if (feature[i].b != feature[0].b) {
        step += (dot<kFused>(n_B, set_.B().map.exact_arm(feature[i].b)) - level_B).high;
      }
      if (feature[i].a != feature[0].a) {
        step -= (dot<kFused>(n_A, set_.A().map.exact_arm(feature[i].a)) - level_A).high;
      }
      rest.rise[at(i - 1)] = step;
      along = sum(along, weight[i] * step);
    }
    const DoubleDouble squared = dot_of_doubles<kFused>(n[0], n[0], n[1], n[1], n[2], n[2]);
    const double excess = (squared.high - 1) + squared.low;
    // n is not unit if squares of its entries underflow.
    if (!(std::abs(excess) < 1e-14)) return false;
    distance = sum(along, -(0.5 * excess * along.high));
    rest.excess = excess;
    rest.amplification = amplification;
    const double off = set_.rounding() * amplification;
    return off <= kPartsOff * distance.high &&
           error_ * (1 + amplification) <= kPartOfUlp * distance.high;
  }

  const DifferenceSet& set_;
  double error_;  ///< error bound on a coordinate in double-double [m]
};

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
[[gnu::target("fma"), gnu::flatten]] Order order_fused(const DifferenceSet& set,
                                                       const std::array<DifferencePoint, 3>& one,
                                                       const std::array<DifferencePoint, 3>& other,
                                                       DoubleDouble distance) {
  return Checker<true>(set).order(one, other, distance);
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
               [[maybe_unused]] Registers registers) {
#if defined(__x86_64__)
  if (registers == Registers::wide) return order_fused(set, one, other, distance);
#endif
  return Checker<false>(set).order(one, other, distance);
}

}  // namespace touchstone
