// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/certified/distance_check.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace touchstone {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
/// What may be left open of a distance, in parts of it: with the rounding to a double, half an
/// ulp, all stays within one.
constexpr double kPartOfUlp = 0x1p-56;

/// The distinct ones among three.
int kinds(const std::array<int, 3>& v) {
  return 3 - (v[1] == v[0] ? 1 : 0) - (v[2] == v[0] || v[2] == v[1] ? 1 : 0);
}

double norm_1(const Dd3& a) { return rounded(a).lpNorm<1>(); }

/// Roundings of this part of the distance have products of a quarter of kPartOfUlp.
constexpr double kPartsOff = 0x1p-29;

/// One over what a direction may be off [1].
constexpr double kUlpOfDirection = 0x1p56;

/// Vertices of one body at one level to rounding; where there are more integers decide.
constexpr std::size_t kMaxLevel = 128;
/// Of smaller squares of lengths or areas the second double would underflow: integers then.
constexpr double kMinSquare = 1e-250;

template <bool kFused>
class Checker {
 public:
  explicit Checker(const DifferenceSet& set) : set_(set), error_(set.exact_rounding()) {}

  [[gnu::always_inline]] Dd3 point(const DifferencePoint& p) const {
    return (turned_exactly(set_.R_WB(), set_.B().map.exact_arm(p.b)) -
            turned_exactly(set_.R_WA(), set_.A().map.exact_arm(p.a))) -
           set_.exact_offset();
  }

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
    return separated_in_full(feature);
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
    return facet_in_full(corner);
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
    return order_in_full(one, other);
  }

 private:
  DistanceCheck separated_in_full(const DifferenceSimplex& feature) const {
    DistanceCheck check;
    std::array<Dd3, 3> c;
    for (int i = 0; i < feature.count; ++i) {
      const auto k = static_cast<std::size_t>(i);
      c[k] = point(feature.points[k]);
      check.weight[k] = feature.weight[k];
    }
    Dd3 v = c[0];
    double slope = 2;  // how much farther v may be off than its points are
    std::array<Dd3, 2> edge{};
    if (feature.count == 2) {
      const Dd3 e = c[1] - c[0];
      edge[0] = e;
      const DoubleDouble t = -dot<kFused>(c[0], e) / dot<kFused>(e, e);
      v = c[0] + scaled(t, e);
      check.weight = {(DoubleDouble{1, 0} - t).high, t.high, 0};
      slope += 8 * set_.reach() / rounded(e).norm();
    } else if (feature.count == 3) {
      const Dd3 e1 = c[1] - c[0];
      const Dd3 e2 = c[2] - c[0];
      edge = {e1, e2};
      const Dd3 n = cross(e1, e2);
      const DoubleDouble squared = dot<kFused>(n, n);
      const Dd3 y = scaled(dot<kFused>(n, c[0]) / squared, n) - c[0];
      const DoubleDouble w1 = dot<kFused>(n, cross(y, e2)) / squared;
      const DoubleDouble w2 = dot<kFused>(n, cross(e1, y)) / squared;
      v = c[0] + scaled(w1, e1) + scaled(w2, e2);
      check.weight = {(DoubleDouble{1, 0} - w1 - w2).high, w1.high, w2.high};
      slope = turn(e1, e2, squared.high);
    }
    const DoubleDouble squared = dot<kFused>(v, v);
    if (!(squared.high > kMinSquare) || !std::isfinite(slope)) return check;
    const DoubleDouble length = sqrt(squared);
    for (int i = 0; i < feature.count; ++i) {
      // What a weight's rounding does to the distance is a square.
      if (check.weight[static_cast<std::size_t>(i)] < -1e-14 * length.high / set_.reach()) {
        check.dropped = i;
        return check;
      }
    }
    check.distance = length;
    check.n = rounded(v) / length.high;
    leave_over(edge, slope, check);
    check.proven = error_ * slope <= kPartOfUlp * length.high &&
                   none_beyond(feature.points.data(), feature.count,
                               {-v, length.high, error_ * slope}, length.high, check);
    return check;
  }

  DistanceCheck facet_in_full(const std::array<DifferencePoint, 3>& corner) const {
    DistanceCheck check;
    const Dd3 c0 = point(corner[0]);
    const Dd3 e1 = point(corner[1]) - c0;
    const Dd3 e2 = point(corner[2]) - c0;
    const Dd3 n = cross(e1, e2);
    const DoubleDouble squared = dot<kFused>(n, n);
    if (!(squared.high > kMinSquare)) return check;
    const DoubleDouble length = sqrt(squared);
    const DoubleDouble along = dot<kFused>(n, c0);
    check.distance = along / length;
    check.n = rounded(n) / length.high;
    const Dd3 y = scaled(along / squared, n) - c0;
    const double w1 = (dot<kFused>(n, cross(y, e2)) / squared).high;
    const double w2 = (dot<kFused>(n, cross(e1, y)) / squared).high;
    check.weight = {1 - w1 - w2, w1, w2};
    const double slope = turn(e1, e2, squared.high);
    leave_over({e1, e2}, slope, check);
    const double turned = 8 * error_ * (norm_1(e1) + norm_1(e2));
    check.proven =
        error_ * slope <= kPartOfUlp * check.distance.high &&
        none_beyond(corner.data(), 3, {n, length.high, turned}, check.distance.high, check);
    return check;
  }

  /// Of n, as rounded.
  void leave_over(const std::array<Dd3, 2>& edge, double slope, DistanceCheck& check) const {
    const Dd3 n = exactly(check.n);
    const DoubleDouble squared = dot<kFused>(n, n);
    check.rest.excess = (squared.high - 1) + squared.low;
    check.rest.rise = {dot<kFused>(n, edge[0]).high, dot<kFused>(n, edge[1]).high};
    check.rest.turn = slope;
    check.rest.known = std::abs(check.rest.excess) < 1e-14;
    check.weight_error = error_ * slope * slope / set_.reach();
  }

  Order order_in_full(const std::array<DifferencePoint, 3>& one,
                      const std::array<DifferencePoint, 3>& other) const {
    DoubleDouble of_one;
    DoubleDouble of_other;
    const double error = level(one, of_one) + level(other, of_other);
    const double ahead = (of_one - of_other).high;
    if (ahead > error) return Order::farther;
    if (ahead < -error) return Order::nearer;
    return error <= kPartOfUlp * of_other.high ? Order::as_near : Order::unknown;
  }

  /// The signed distance of a triangle's plane, and how far it may be off: infinite of a triangle
  /// without area.
  double level(const std::array<DifferencePoint, 3>& corner, DoubleDouble& distance) const {
    const Dd3 c0 = point(corner[0]);
    const Dd3 e1 = point(corner[1]) - c0;
    const Dd3 e2 = point(corner[2]) - c0;
    const Dd3 n = cross(e1, e2);
    const DoubleDouble squared = dot<kFused>(n, n);
    if (!(squared.high > kMinSquare)) return std::numeric_limits<double>::infinity();
    distance = dot<kFused>(n, c0) / sqrt(squared);
    return error_ * turn(e1, e2, squared.high);
  }

  /// In doubles but for the products with n; n unit, from 0 to the feature, off by `angle` at most;
  /// C is on the side of `outward` n. False where that leaves anything open: `check` is of no use
  /// then.
  [[gnu::always_inline]] bool quickly(const DifferencePoint* feature, int count, const Vec3& n,
                                      const double* weight, double turn_of_feature, double angle,
                                      double outward, DistanceCheck& check) const {
    Dd3 n_A;
    Dd3 n_B;
    if (!evaluate(feature, count, n, weight, turn_of_feature, check.distance, check.rest, n_A,
                  n_B)) {
      return false;
    }
    const Corners corners(feature, count);
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
      if (!(tied && ties(body, feature, other))) return true;
    }
    return false;
  }

  /// Of a feature whose pairs hang together: whether a vertex is known to lie in its plane.
  [[gnu::always_inline]] static bool ties(const DifferenceBody& body,
                                          const std::array<int, 3>& feature, int other) {
    return other == feature[1] || other == feature[2] ||
           (kinds(feature) == 3 &&
            body.flat_facets.exactly_coplanar({feature[0], feature[1], feature[2], other}));
  }

  /// A feature's vertices by body.
  struct Corners {
    [[gnu::always_inline]] Corners(const DifferencePoint* feature, int count) {
      for (std::size_t i = 0; i < 3; ++i) {
        const DifferencePoint& p = feature[i < static_cast<std::size_t>(count) ? i : 0];
        a[i] = p.a;
        b[i] = p.b;
      }
      tied = kinds(a) + kinds(b) == count + 1;
    }
    std::array<int, 3> a{};
    std::array<int, 3> b{};
    bool tied;  ///< whether they hang together by vertices they share
  };

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
  /// How much farther a plane moves at the foot of 0 than its corners do.
  double turn(const Dd3& e1, const Dd3& e2, double squared) const {
    const double longest = std::max(rounded(e1).squaredNorm(), rounded(e2).squaredNorm());
    return 2 + 8 * set_.reach() * std::sqrt(longest / squared);
  }

  [[gnu::always_inline]] static DoubleDouble dot_row(double x, double y, double z, const Dd3& a) {
    return dot<kFused>(Dd3{DoubleDouble{x, 0}, DoubleDouble{y, 0}, DoubleDouble{z, 0}}, a);
  }
  [[gnu::always_inline]] static Dd3 turned_exactly(const Mat3& R, const Dd3& a) {
    return {dot_row(R(0, 0), R(0, 1), R(0, 2), a), dot_row(R(1, 0), R(1, 1), R(1, 2), a),
            dot_row(R(2, 0), R(2, 1), R(2, 2), a)};
  }
  [[gnu::always_inline]] static Dd3 turned_back_exactly(const Mat3& R, const Dd3& a) {
    return {dot_row(R(0, 0), R(1, 0), R(2, 0), a), dot_row(R(0, 1), R(1, 1), R(2, 1), a),
            dot_row(R(0, 2), R(1, 2), R(2, 2), a)};
  }

  /// A direction, its length, and how far it may be off.
  struct Direction {
    Dd3 u;
    double length;
    double error;
  };

  /// Whether no point of C is farther along `along` than the feature's, but for what changes its
  /// distance by nothing.
  [[gnu::always_inline]] bool none_beyond(const DifferencePoint* feature, int count,
                                          const Direction& along, double distance,
                                          DistanceCheck& check) const {
    const Corners corners(feature, count);
    const double allowed = kPartOfUlp * distance * along.length;
    const Farther of_A = farther(set_.A(), corners.a, corners.tied,
                                 -turned_back_exactly(set_.R_WA(), along.u), along, allowed);
    const Farther of_B = farther(set_.B(), corners.b, corners.tied,
                                 turned_back_exactly(set_.R_WB(), along.u), along, allowed);
    check.tied = of_A.tied || of_B.tied;
    check.loose = of_A.loose || of_B.loose;
    if (of_A.place < 0 && of_B.place < 0) return !of_A.open && !of_B.open;
    check.beyond = set_.point(of_A.place < 0 ? corners.a[0] : of_A.place,
                              of_B.place < 0 ? corners.b[0] : of_B.place);
    return false;
  }

  struct Farther {
    int place = -1;      ///< of a vertex that is farther for certain, the farthest seen
    bool tied = false;   ///< whether one may be, by less than rounding
    bool open = false;   ///< or by so much that it matters
    bool loose = false;  ///< as DistanceCheck::loose
  };

  /// Whether a vertex is farther along u (the body's axes) than a feature's first one.
  ///
  /// If no neighbour is farther, none is. Neighbours within the rounding of u leave that open: on
  /// an edge of 1e-16 even a steep rise is less. Then all vertices are looked at that are not below
  /// by more than rounding; they hang together, and the farthest is among them.
  [[gnu::always_inline]] Farther farther(const DifferenceBody& body,
                                         const std::array<int, 3>& feature, bool tied, const Dd3& u,
                                         const Direction& along, double allowed) const {
    const SupportMap& map = body.map;
    const Vec3 direction = rounded(u);
    const double reach = map.longest();
    const double doubt = 16 * kEpsilon * along.length * reach;
    const double error = 2 * reach * (along.error + DifferenceSet::kDoubleDouble * along.length);
    const double reached = direction.dot(map.arm(feature[0])) - doubt;
    const Dd3 first = map.exact_arm(feature[0]);
    Farther found;
    const auto above = [&](int other) { return dot<kFused>(u, map.exact_arm(other) - first); };
    const std::span<const std::int32_t> around = map.neighbours(feature[0]);
    const bool none = std::all_of(around.begin(), around.end(), [&](int other) {
      return direction.dot(map.arm(other)) < reached || (tied && ties(body, feature, other)) ||
             above(other).high <= -error;
    });
    if (none) return found;
    DoubleDouble most{error, 0};
    std::array<int, kMaxLevel> level{feature[0]};
    std::size_t count = 1;
    for (std::size_t k = 0; k < count; ++k) {
      for (const std::int32_t other : map.neighbours(level[k])) {
        const auto end = level.begin() + static_cast<std::ptrdiff_t>(count);
        if (direction.dot(map.arm(other)) < reached ||
            std::find(level.begin(), end, other) != end) {
          continue;
        }
        const DoubleDouble height = above(other);
        if (height.high <= -error) continue;
        if ((height - most).high > 0) {
          most = height;
          found.place = other;
        }
        if (count == level.size()) {
          found.open = true;
          return found;
        }
        found.loose =
            found.loose ||
            error * kUlpOfDirection > along.length * (map.arm(other) - map.arm(feature[0])).norm();
        level[count++] = other;
      }
    }
    found.tied = true;
    found.open = error > allowed;
    return found;
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
    if (kinds(a) == 2 && kinds(b) == 2) return is_a && is_b;
    if (kinds(a) == 3 && kinds(b) == 1) {
      return is_b && (is_a || set.A().flat_facets.exactly_coplanar({a[0], a[1], a[2], p.a}));
    }
    return kinds(a) == 1 && kinds(b) == 3 && is_a &&
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
