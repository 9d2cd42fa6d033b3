// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/certified/distance_check.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace touchstone {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
/// What may be left open of a distance, in parts of it: with the rounding to a double, half an
/// ulp, all stays within one.
constexpr double kPartOfUlp = 0x1p-56;

double norm_1(const Dd3& a) { return rounded(a).lpNorm<1>(); }

template <bool kFused>
class Checker {
 public:
  explicit Checker(const DifferenceSet& set)
      : set_(set), error_(DifferenceSet::kDoubleDouble * set.reach()) {}

  [[gnu::always_inline]] Dd3 point(const DifferencePoint& p) const {
    return (turned_exactly(set_.R_WB(), set_.B().map.exact_arm(p.b)) -
            turned_exactly(set_.R_WA(), set_.A().map.exact_arm(p.a))) -
           set_.exact_offset();
  }

  [[gnu::always_inline]] DistanceCheck separated(const Simplex& feature) const {
    DistanceCheck check;
    std::array<Dd3, 3> c;
    for (int i = 0; i < feature.count; ++i) {
      const auto k = static_cast<std::size_t>(i);
      c[k] = point(feature.points[k]);
      check.weight[k] = feature.weight[k];
    }
    Dd3 v = c[0];
    double slope = 2;  // how much farther v may be off than its points are
    if (feature.count == 2) {
      const Dd3 e = c[1] - c[0];
      const DoubleDouble t = -dot<kFused>(c[0], e) / dot<kFused>(e, e);
      v = c[0] + scaled(t, e);
      check.weight = {(DoubleDouble{1, 0} - t).high, t.high, 0};
      slope += 4 * set_.reach() / rounded(e).norm();
    } else if (feature.count == 3) {
      const Dd3 e1 = c[1] - c[0];
      const Dd3 e2 = c[2] - c[0];
      const Dd3 n = cross(e1, e2);
      const DoubleDouble squared = dot<kFused>(n, n);
      const Dd3 y = scaled(dot<kFused>(n, c[0]) / squared, n) - c[0];
      const DoubleDouble w1 = dot<kFused>(n, cross(y, e2)) / squared;
      const DoubleDouble w2 = dot<kFused>(n, cross(e1, y)) / squared;
      v = c[0] + scaled(w1, e1) + scaled(w2, e2);
      check.weight = {(DoubleDouble{1, 0} - w1 - w2).high, w1.high, w2.high};
      slope =
          std::sqrt(std::max(rounded(e1).squaredNorm(), rounded(e2).squaredNorm()) / squared.high) *
          set_.reach();
    }
    const DoubleDouble squared = dot<kFused>(v, v);
    if (!(squared.high > 0) || !std::isfinite(slope)) return check;
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
    check.proven = error_ * slope <= kPartOfUlp * length.high &&
                   none_beyond(feature.points.data(), feature.count,
                               {-v, length.high, error_ * slope}, length.high, check);
    return check;
  }

  [[gnu::always_inline]] DistanceCheck facet(const std::array<DifferencePoint, 3>& corner) const {
    DistanceCheck check;
    const Dd3 c0 = point(corner[0]);
    const Dd3 e1 = point(corner[1]) - c0;
    const Dd3 e2 = point(corner[2]) - c0;
    const Dd3 n = cross(e1, e2);
    const DoubleDouble squared = dot<kFused>(n, n);
    if (!(squared.high > 0)) return check;
    const DoubleDouble length = sqrt(squared);
    const DoubleDouble along = dot<kFused>(n, c0);
    check.distance = along / length;
    check.n = rounded(n) / length.high;
    const Dd3 y = scaled(along / squared, n) - c0;
    const double w1 = (dot<kFused>(n, cross(y, e2)) / squared).high;
    const double w2 = (dot<kFused>(n, cross(e1, y)) / squared).high;
    check.weight = {1 - w1 - w2, w1, w2};
    const double slope = turn(e1, e2, squared.high);
    const double turned = 8 * error_ * (norm_1(e1) + norm_1(e2));
    check.proven =
        error_ * slope <= kPartOfUlp * check.distance.high &&
        none_beyond(corner.data(), 3, {n, length.high, turned}, check.distance.high, check);
    return check;
  }

  [[gnu::always_inline]] bool beyond(const std::array<DifferencePoint, 3>& corner,
                                     DoubleDouble distance, double& level) const {
    const Dd3 c0 = point(corner[0]);
    const Dd3 e1 = point(corner[1]) - c0;
    const Dd3 e2 = point(corner[2]) - c0;
    const Dd3 n = cross(e1, e2);
    const DoubleDouble squared = dot<kFused>(n, n);
    if (!(squared.high > 0)) return false;
    const DoubleDouble own = dot<kFused>(n, c0) / sqrt(squared);
    level = own.high;
    const double error = error_ * turn(e1, e2, squared.high);
    return (own - distance).high >= -error && error <= kPartOfUlp * distance.high;
  }

 private:
  /// How much farther a plane moves at the foot of 0 than its corners do.
  double turn(const Dd3& e1, const Dd3& e2, double squared) const {
    const double longest = std::max(rounded(e1).squaredNorm(), rounded(e2).squaredNorm());
    return 2 + 6 * set_.reach() * std::sqrt(longest / squared);
  }

  [[gnu::always_inline]] static Dd3 turned_exactly(const Mat3& R, const Dd3& a) {
    const auto row = [&](int i) {
      return dot<kFused>(
          Dd3{DoubleDouble{R(i, 0), 0}, DoubleDouble{R(i, 1), 0}, DoubleDouble{R(i, 2), 0}}, a);
    };
    return {row(0), row(1), row(2)};
  }

  [[gnu::always_inline]] static Dd3 turned_back_exactly(const Mat3& R, const Dd3& a) {
    const auto column = [&](int i) {
      return dot<kFused>(
          Dd3{DoubleDouble{R(0, i), 0}, DoubleDouble{R(1, i), 0}, DoubleDouble{R(2, i), 0}}, a);
    };
    return {column(0), column(1), column(2)};
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
    std::array<int, 3> a{};
    std::array<int, 3> b{};
    for (std::size_t i = 0; i < 3; ++i) {
      const DifferencePoint& p = feature[i < static_cast<std::size_t>(count) ? i : 0];
      a[i] = p.a;
      b[i] = p.b;
    }
    const bool tied = kinds(a) + kinds(b) == count + 1;
    const double allowed = kPartOfUlp * distance * along.length;
    const Farther of_A =
        farther(set_.A().map, a, tied, -turned_back_exactly(set_.R_WA(), along.u), along, allowed);
    const Farther of_B =
        farther(set_.B().map, b, tied, turned_back_exactly(set_.R_WB(), along.u), along, allowed);
    if (of_A.place < 0 && of_B.place < 0) return !of_A.open && !of_B.open;
    check.beyond =
        set_.point(of_A.place < 0 ? a[0] : of_A.place, of_B.place < 0 ? b[0] : of_B.place);
    return false;
  }

  /// The distinct ones among three.
  static int kinds(const std::array<int, 3>& v) {
    return 3 - (v[1] == v[0] ? 1 : 0) - (v[2] == v[0] || v[2] == v[1] ? 1 : 0);
  }

  struct Farther {
    int place = -1;     ///< of a neighbour that is farther for certain, the farthest
    bool open = false;  ///< whether one may be
  };

  /// Among the neighbours of a feature's first vertex, u in the body's axes.
  [[gnu::always_inline]] Farther farther(const SupportMap& map, const std::array<int, 3>& feature,
                                         bool tied, const Dd3& u, const Direction& along,
                                         double allowed) const {
    const Vec3 direction = rounded(u);
    const double reach = map.longest();
    const double doubt = 16 * kEpsilon * along.length * reach;
    const double error = 2 * reach * (along.error + DifferenceSet::kDoubleDouble * along.length);
    const double reached = direction.dot(map.arm(feature[0])) - doubt;
    Farther found;
    DoubleDouble most{};
    for (const std::int32_t other : map.neighbours(feature[0])) {
      if (direction.dot(map.arm(other)) < reached) continue;
      if (tied && (other == feature[1] || other == feature[2])) continue;
      const Dd3 step = map.exact_arm(other) - map.exact_arm(feature[0]);
      const DoubleDouble above = dot<kFused>(u, step);
      if (above.high > error) {
        if (found.place >= 0 && !((above - most).high > 0)) continue;
        found.place = other;
        most = above;
      } else if (above.high > -error && error > allowed) {
        found.open = true;
      }
    }
    return found;
  }

  const DifferenceSet& set_;
  double error_;  ///< of a coordinate [m]
};

// The same source for machines with a fused multiply-add and without, chosen when the program runs.
#if defined(__x86_64__)
const bool kMachineFuses = __builtin_cpu_supports("fma") != 0;

[[gnu::target("fma"), gnu::flatten]] DistanceCheck separated_fused(const DifferenceSet& set,
                                                                   const Simplex& feature) {
  return Checker<true>(set).separated(feature);
}
[[gnu::target("fma"), gnu::flatten]] DistanceCheck facet_fused(
    const DifferenceSet& set, const std::array<DifferencePoint, 3>& facet) {
  return Checker<true>(set).facet(facet);
}
[[gnu::target("fma"), gnu::flatten]] bool beyond_fused(
    const DifferenceSet& set, const std::array<DifferencePoint, 3>& triangle, DoubleDouble distance,
    double& level) {
  return Checker<true>(set).beyond(triangle, distance, level);
}
#else
constexpr bool kMachineFuses = false;
#endif

}  // namespace

DistanceCheck check_separated(const DifferenceSet& set, const Simplex& feature) {
#if defined(__x86_64__)
  if (kMachineFuses) return separated_fused(set, feature);
#endif
  return Checker<false>(set).separated(feature);
}

DistanceCheck check_facet(const DifferenceSet& set, const std::array<DifferencePoint, 3>& facet) {
#if defined(__x86_64__)
  if (kMachineFuses) return facet_fused(set, facet);
#endif
  return Checker<false>(set).facet(facet);
}

bool is_beyond(const DifferenceSet& set, const std::array<DifferencePoint, 3>& triangle,
               DoubleDouble distance, double& level) {
#if defined(__x86_64__)
  if (kMachineFuses) return beyond_fused(set, triangle, distance, level);
#endif
  return Checker<false>(set).beyond(triangle, distance, level);
}

}  // namespace touchstone
