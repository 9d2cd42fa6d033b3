// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/certified/distance_check.hpp"

#include <algorithm>
#include <cmath>

#include "metrics/certified/full_check.hpp"

namespace touchstone {

using namespace check;

namespace {

/// Roundings of this part of the distance have products of a quarter of kPartOfUlp.
constexpr double kPartsOff = 0x1p-29;

template <bool kFused>
class Checker {
 public:
  explicit Checker(const DifferenceSet& set) : set_(set), error_(set.exact_rounding()) {}

  [[gnu::always_inline]] DistanceCheck separated(const DifferenceSimplex& feature) const {
    DistanceCheck check;
    const Vec3& v0 = feature.nearest;
    const double distance = v0.norm();
    double turned = 2;
    const Vec3 edge = feature.points[1].c - feature.points[0].c;
    if (feature.count == 2) turned += 8 * set_.reach() / edge.norm();
    if (feature.count == 3) turned = turn(edge, feature.points[2].c - feature.points[0].c);
    if (quickly(feature.points.data(), feature.count, v0 / distance, feature.weight.data(), turned,
                turned * set_.rounding() / distance, -1, check)) {
      return check;
    }
    return FullCheck<kFused>(set_).separated(feature);
  }

  [[gnu::always_inline]] DistanceCheck facet(const std::array<DifferencePoint, 3>& corner) const {
    DistanceCheck check;
    const Vec3 e1 = corner[1].c - corner[0].c;
    const Vec3 e2 = corner[2].c - corner[0].c;
    const double turned = turn(e1, e2);
    const Vec3 weight = foot_weights(corner[0].c, corner[1].c, corner[2].c);
    if (quickly(corner.data(), 3, e1.cross(e2).normalized(), weight.data(), turned,
                turned * set_.rounding() / set_.reach(), 1, check)) {
      return check;
    }
    return FullCheck<kFused>(set_).facet(corner);
  }

  [[gnu::always_inline]] Order order(const std::array<DifferencePoint, 3>& one,
                                     const std::array<DifferencePoint, 3>& other,
                                     DoubleDouble distance) const {
    const Vec3 e1 = one[1].c - one[0].c;
    const Vec3 e2 = one[2].c - one[0].c;
    const Vec3 weight = foot_weights(one[0].c, one[1].c, one[2].c);
    DoubleDouble own;
    DistanceCheck::Rest rest;
    Dd3 n_A;
    Dd3 n_B;
    if (evaluate(one.data(), 3, e1.cross(e2).normalized(), weight.data(), turn(e1, e2), own, rest,
                 n_A, n_B)) {
      const double ahead = (own - distance).high;
      if (std::abs(ahead) > 2 * kPartOfUlp * distance.high)
        return ahead < 0 ? Order::nearer : Order::farther;
    }
    return FullCheck<kFused>(set_).order(one, other);
  }

 private:
  /// In doubles except for the products with n; n unit, from 0 to the feature, off by `angle` at
  /// most; C is on the side of `outward` n. False where that leaves anything open: `check` is of no
  /// use then.
  [[gnu::always_inline]] bool quickly(const DifferencePoint* feature, int count, const Vec3& n,
                                      const double* weight, double turn_of_feature, double angle,
                                      double outward, DistanceCheck& check) const {
    Dd3 n_A;
    Dd3 n_B;
    if (!evaluate(feature, count, n, weight, turn_of_feature, check.distance, check.rest, n_A,
                  n_B)) {
      return false;
    }
    const FeatureCorners corners(feature, count);
    const double doubt = 3 * (angle + 8 * kEpsilon);
    if (doubtful(set_.A(), corners.a, corners.tied, -outward, n_A, doubt) ||
        doubtful(set_.B(), corners.b, corners.tied, outward, n_B, doubt)) {
      return false;
    }
    check.n = n;
    check.weight = {1 - (count > 1 ? weight[1] : 0) - (count > 2 ? weight[2] : 0),
                    count > 1 ? weight[1] : 0, count > 2 ? weight[2] : 0};
    check.weight_error = set_.rounding() * turn_of_feature * turn_of_feature / set_.reach();
    check.rest.known = true;
    check.proven = true;
    return true;
  }

  /// Whether a neighbour of the feature's first vertex may be farther along `sign` n, which is off
  /// by `angle` with a unit's length.
  [[gnu::always_inline]] static bool doubtful(const DifferenceBody& body,
                                              const std::array<int, 3>& feature, bool tied,
                                              double sign, const Dd3& n, double angle) {
    const SupportMap& map = body.map;
    // Entries in registers: what is set one by one and read together stalls a core.
    const double x = sign * n[0].high;
    const double y = sign * n[1].high;
    const double z = sign * n[2].high;
    const auto height = [&](int place) {
      const double* arm = map.arm(place).data();
      return (x * arm[0] + y * arm[1]) + z * arm[2];
    };
    const double reached = height(feature[0]) - angle * map.longest();
    for (const std::int32_t other : map.neighbours(feature[0])) {
      if (height(other) < reached) continue;
      if (!(tied && body.flat_facets.holds(feature, other))) return true;
    }
    return false;
  }

  /// From a unit n and weights w in doubles: with sum w = 1 and x = sum w_i c_i, n.x / |n| differs
  /// from the distance by the product of two roundings, of n's direction and of x along the
  /// feature. Nothing where that may show.
  [[gnu::always_inline]] bool evaluate(const DifferencePoint* feature, int count, const Vec3& n,
                                       const double* weight, double turn_of_feature,
                                       DoubleDouble& distance, DistanceCheck::Rest& rest, Dd3& n_A,
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
      rest.rise[static_cast<std::size_t>(i - 1)] = step;
      along = sum(along, weight[i] * step);
    }
    const DoubleDouble squared = dot_of_doubles<kFused>(n[0], n[0], n[1], n[1], n[2], n[2]);
    const double excess = (squared.high - 1) + squared.low;
    // Of squares that underflow n is not unit.
    if (!(std::abs(excess) < 1e-14)) return false;
    distance = sum(along, -(0.5 * excess * along.high));
    rest.excess = excess;
    rest.turn = turn_of_feature;
    const double off = set_.rounding() * turn_of_feature;
    return off <= kPartsOff * distance.high &&
           error_ * (1 + turn_of_feature) <= kPartOfUlp * distance.high;
  }

  [[gnu::always_inline]] double turn(const Vec3& e1, const Vec3& e2) const {
    return 2 +
           8 * set_.reach() *
               std::sqrt(std::max(e1.squaredNorm(), e2.squaredNorm()) / e1.cross(e2).squaredNorm());
  }
  const DifferenceSet& set_;
  double error_;  ///< of a coordinate [m]
};

// The same source for machines with a fused multiply-add and without.
#if defined(__x86_64__)
[[gnu::target("fma"), gnu::flatten]] DistanceCheck separated_fused(
    const DifferenceSet& set, const DifferenceSimplex& feature) {
  return Checker<true>(set).separated(feature);
}
[[gnu::target("fma"), gnu::flatten]] DistanceCheck facet_fused(
    const DifferenceSet& set, const std::array<DifferencePoint, 3>& facet) {
  return Checker<true>(set).facet(facet);
}
[[gnu::target("fma"), gnu::flatten]] Order order_fused(const DifferenceSet& set,
                                                       const std::array<DifferencePoint, 3>& one,
                                                       const std::array<DifferencePoint, 3>& other,
                                                       DoubleDouble distance) {
  return Checker<true>(set).order(one, other, distance);
}
#endif

}  // namespace

DistanceCheck check_separated(const DifferenceSet& set, const DifferenceSimplex& feature,
                              [[maybe_unused]] Registers registers) {
#if defined(__x86_64__)
  if (registers == Registers::wide) return separated_fused(set, feature);
#endif
  return Checker<false>(set).separated(feature);
}

DistanceCheck check_facet(const DifferenceSet& set, const std::array<DifferencePoint, 3>& facet,
                          [[maybe_unused]] Registers registers) {
#if defined(__x86_64__)
  if (registers == Registers::wide) return facet_fused(set, facet);
#endif
  return Checker<false>(set).facet(facet);
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
