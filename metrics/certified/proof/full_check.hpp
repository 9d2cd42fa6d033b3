// SPDX-License-Identifier: GPL-3.0-or-later
// The check of distance_check.hpp in double-double from the pair's own doubles. Internal to
// `certified`.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

#include "geometry/index.hpp"
#include "geometry/support/climb.hpp"
#include "metrics/arithmetic/edge_weights.hpp"
#include "metrics/certified/proof/conclusion.hpp"

namespace touchstone::check {

inline double norm_1(const Dd3& a) { return rounded(a).lpNorm<1>(); }

/// One over what a direction may be off [1].
inline constexpr double kUlpOfDirection = 0x1p56;

/// Vertices of one body at one level to rounding; where there are more, integers decide.
inline constexpr std::size_t kMaxLevel = 128;
/// Squares of lengths and areas whose low double may underflow are below this: integers then.
inline constexpr double kMinSquare = 1e-250;

template <bool kFused>
class FullCheck {
 public:
  explicit FullCheck(const DifferenceSet& set) : set_(set), error_(set.exact_rounding()) {}

  DistanceCheck separated(const DifferenceSimplex& feature) const {
    DistanceCheck check;
    MeasuredFeature& measured = check.feature;
    std::copy_n(feature.weight.begin(), feature.count, measured.weight.begin());
    Dd3 v = point(feature.points[0]);
    double amplification = 2;  // how much farther v may be off than its points are [1]
    std::array<Dd3, 2> edge{};
    if (feature.count == 2) {
      const Dd3 c0 = v;
      const Dd3 e = point(feature.points[1]) - c0;
      edge[0] = e;
      const DoubleDouble t = -dot<kFused>(c0, e) / dot<kFused>(e, e);
      v = c0 + scaled(t, e);
      measured.weight = {(DoubleDouble{1, 0} - t).high, t.high, 0};
      amplification += 8 * set_.reach() / rounded(e).norm();
    } else if (feature.count == 3) {
      const Triangle t(*this, feature.points.data());
      edge = {t.e1, t.e2};
      const auto [w1, w2] = t.edge_weights(t.along() / t.squared);
      v = t.c0 + scaled(w1, t.e1) + scaled(w2, t.e2);
      measured.weight = {(DoubleDouble{1, 0} - w1 - w2).high, w1.high, w2.high};
      amplification = t.amplification(set_.reach());
    }
    const DoubleDouble squared = dot<kFused>(v, v);
    if (!(squared.high > kMinSquare) || !std::isfinite(amplification)) return check;
    const DoubleDouble length = sqrt(squared);
    for (int i = 0; i < feature.count; ++i) {
      // A weight's rounding changes the distance by its square only.
      if (measured.weight[at(i)] < -1e-14 * length.high / set_.reach()) {
        check.verdict = DistanceCheck::Verdict::corner_to_drop;
        check.dropped = i;
        return check;
      }
    }
    measured.distance = length;
    measured.n = rounded(v) / length.high;
    leave_over(edge, amplification, measured);
    if (error_ * amplification <= kPartOfUlp * length.high) {
      look_beyond(feature.points.data(), feature.count, {-v, length.high, error_ * amplification},
                  length.high, check);
    }
    return check;
  }

  DistanceCheck facet(const std::array<DifferencePoint, 3>& corner) const {
    DistanceCheck check;
    MeasuredFeature& measured = check.feature;
    const Triangle t(*this, corner.data());
    if (!(t.squared.high > kMinSquare)) return check;
    const DoubleDouble length = sqrt(t.squared);
    const DoubleDouble along = t.along();
    measured.distance = along / length;
    measured.n = rounded(t.n) / length.high;
    const auto [w1, w2] = t.edge_weights(along / t.squared);
    measured.weight = {1 - w1.high - w2.high, w1.high, w2.high};
    const double amplification = t.amplification(set_.reach());
    leave_over({t.e1, t.e2}, amplification, measured);
    const double turned = 8 * error_ * (norm_1(t.e1) + norm_1(t.e2));
    if (error_ * amplification <= kPartOfUlp * measured.distance.high) {
      look_beyond(corner.data(), 3, {t.n, length.high, turned}, measured.distance.high, check);
    }
    return check;
  }

  Order order(const std::array<DifferencePoint, 3>& one,
              const std::array<DifferencePoint, 3>& other) const {
    DoubleDouble of_one;
    DoubleDouble of_other;
    const double error = level(one, of_one) + level(other, of_other);
    const double ahead = (of_one - of_other).high;
    if (ahead > error) return Order::farther;
    if (ahead < -error) return Order::nearer;
    return error <= kPartOfUlp * of_other.high ? Order::as_near : Order::unknown;
  }

 private:
  [[gnu::always_inline]] Dd3 point(const DifferencePoint& p) const {
    return (rotate_exactly(set_.R_WB(), set_.B().map.exact_arm(p.b)) -
            rotate_exactly(set_.R_WA(), set_.A().map.exact_arm(p.a))) -
           set_.exact_offset();
  }

  /// Fills in what the rounding of measured.n leaves over of it.
  void leave_over(const std::array<Dd3, 2>& edge, double amplification,
                  MeasuredFeature& measured) const {
    const Dd3 n = exactly(measured.n);
    const DoubleDouble squared = dot<kFused>(n, n);
    measured.rest.excess = (squared.high - 1) + squared.low;
    measured.rest.rise = {dot<kFused>(n, edge[0]).high, dot<kFused>(n, edge[1]).high};
    measured.rest.amplification = amplification;
    measured.rest.known = std::abs(measured.rest.excess) < kMaxExcess;
    measured.weight_error = error_ * amplification * amplification / set_.reach();
  }

  /// The signed distance of a triangle's plane, and how far it may be off: infinite for a triangle
  /// without area.
  double level(const std::array<DifferencePoint, 3>& corner, DoubleDouble& distance) const {
    const Triangle t(*this, corner.data());
    if (!(t.squared.high > kMinSquare)) return std::numeric_limits<double>::infinity();
    distance = t.along() / sqrt(t.squared);
    return error_ * t.amplification(set_.reach());
  }

  /// The corner c0 of a triangle, its edges from there, and its normal n = e1 x e2.
  struct Triangle {
    [[gnu::always_inline]] Triangle(const FullCheck& check, const DifferencePoint* corner)
        : c0(check.point(corner[0])),
          e1(check.point(corner[1]) - c0),
          e2(check.point(corner[2]) - c0),
          n(cross(e1, e2)),
          squared(dot<kFused>(n, n)) {}
    DoubleDouble along() const { return dot<kFused>(n, c0); }
    /// Weights of c0 + e1 and c0 + e2 at the foot of 0, which is `part` times n.
    std::pair<DoubleDouble, DoubleDouble> edge_weights(DoubleDouble part) const {
      const Dd3 y = scaled(part, n) - c0;  // from c0 to the foot
      const auto [w1, w2] = touchstone::edge_weights(
          n, e1, e2, y,
          [](const Dd3& a, const Dd3& b, const Dd3& c) { return dot<kFused>(a, cross(b, c)); });
      return {w1 / squared, w2 / squared};
    }
    /// How much farther the plane moves at the foot of 0 than its corners do.
    double amplification(double reach) const {
      const double longest = std::max(rounded(e1).squaredNorm(), rounded(e2).squaredNorm());
      return 2 + 8 * reach * std::sqrt(longest / squared.high);
    }
    Dd3 c0, e1, e2, n;
    DoubleDouble squared;
  };

  [[gnu::always_inline]] static DoubleDouble dot_row(double x, double y, double z, const Dd3& a) {
    return dot<kFused>(Dd3{DoubleDouble{x, 0}, DoubleDouble{y, 0}, DoubleDouble{z, 0}}, a);
  }
  [[gnu::always_inline]] static Dd3 rotate_exactly(const Mat3& R, const Dd3& a) {
    return {dot_row(R(0, 0), R(0, 1), R(0, 2), a), dot_row(R(1, 0), R(1, 1), R(1, 2), a),
            dot_row(R(2, 0), R(2, 1), R(2, 2), a)};
  }

  /// A direction, its length, and how far it may be off.
  struct Direction {
    Dd3 u;
    double length;
    double error;
  };

  /// Whether a point of C is farther along `along` than the feature's. Proven if none is, up to what
  /// cannot change the distance.
  [[gnu::always_inline]] void look_beyond(const DifferencePoint* feature, int count,
                                          const Direction& along, double distance,
                                          DistanceCheck& check) const {
    const FeatureCorners corners(feature, count);
    const double allowed = kPartOfUlp * distance * along.length;
    // Where the pairs share no vertex, another pair of their vertices may be what ties.
    const double of_own = corners.tied ? std::numeric_limits<double>::infinity()
                                       : std::min(least_step(set_.A().map, corners.a),
                                                  least_step(set_.B().map, corners.b));
    const Farther of_A = farther(set_.A(), corners.a, corners.tied, of_own,
                                 -rotate_exactly(set_.R_WA().transpose(), along.u), along, allowed);
    const Farther of_B = farther(set_.B(), corners.b, corners.tied, of_own,
                                 rotate_exactly(set_.R_WB().transpose(), along.u), along, allowed);
    check.ties = {of_A.tied || of_B.tied, of_A.may_turn_normal || of_B.may_turn_normal};
    if (of_A.place < 0 && of_B.place < 0) {
      if (!of_A.open && !of_B.open) check.verdict = DistanceCheck::Verdict::proven;
      return;
    }
    check.verdict = DistanceCheck::Verdict::point_beyond;
    check.beyond = set_.point(of_A.place < 0 ? corners.a[0] : of_A.place,
                              of_B.place < 0 ? corners.b[0] : of_B.place);
  }

  /// The least distance of two of the feature's vertices in this body [m]; infinite if it has one.
  static double least_step(const SupportMap& map, const std::array<int, 3>& feature) {
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < 3; ++i) {
      const int other = feature[(i + 1) % 3];
      if (feature[i] == other) continue;
      least = std::min(least, (map.arm(feature[i]) - map.arm(other)).norm());
    }
    return least;
  }
  /// Distance of a vertex from the nearest of the feature's own [m]; `of_own` if it is one of them.
  static double away_from(const SupportMap& map, const std::array<int, 3>& feature, int other,
                          double of_own) {
    double least = std::numeric_limits<double>::infinity();
    for (const int own : feature) {
      if (own == other) return of_own;
      least = std::min(least, (map.arm(other) - map.arm(own)).norm());
    }
    return least;
  }

  struct Farther {
    int place = -1;                ///< the farthest vertex seen that is farther for certain, or -1
    bool tied = false;             ///< whether a vertex may be farther, by less than rounding
    bool open = false;             ///< whether a vertex may be farther by so much that it matters
    bool may_turn_normal = false;  ///< Ties::may_turn_normal
  };

  /// Whether a vertex is farther along u (the body's axes) than a feature's first one. `of_own` is
  /// that of away_from().
  ///
  /// If no neighbour is farther, none is. Neighbours within the rounding of u leave that open: on
  /// an edge of 1e-16 even a steep rise is less. Then all vertices are looked at that are not below
  /// by more than rounding; edges connect them, and the farthest is among them.
  [[gnu::always_inline]] Farther farther(const DifferenceBody& body,
                                         const std::array<int, 3>& feature, bool tied,
                                         double of_own, const Dd3& u, const Direction& along,
                                         double allowed) const {
    const SupportMap& map = body.map;
    const Vec3 direction = rounded(u);
    const double reach = map.longest();
    const double doubt = 16 * kEpsilon * along.length * reach;
    const double error = 2 * reach * (along.error + DifferenceSet::kDoubleDouble * along.length);
    const double reached = direction.dot(map.arm(feature[0])) - doubt;
    const Dd3 first = map.exact_arm(feature[0]);
    Farther found;
    const auto above = [&](int other) { return dot<kFused>(u, map.exact_arm(other) - first); };
    const bool none = all_neighbours(map, feature[0], [&](int other) {
      return direction.dot(map.arm(other)) < reached ||
             (tied && body.flat_facets.holds(feature, other)) || above(other).high <= -error;
    });
    if (none) return found;
    DoubleDouble most{error, 0};
    PlaceList<kMaxLevel> level;
    level.add(feature[0]);
    add_level(map, level, [&](int other) {
      if (direction.dot(map.arm(other)) < reached) return false;
      const DoubleDouble height = above(other);
      if (height.high <= -error) return false;
      if ((height - most).high > 0) {
        most = height;
        found.place = other;
      }
      found.may_turn_normal =
          found.may_turn_normal ||
          error * kUlpOfDirection > along.length * away_from(map, feature, other, of_own);
      return true;
    });
    found.tied = true;
    found.open = level.too_many || error > allowed;
    return found;
  }

  const DifferenceSet& set_;
  double error_;  ///< error bound on a coordinate in double-double [m]
};

}  // namespace touchstone::check
