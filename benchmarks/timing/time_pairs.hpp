// SPDX-License-Identifier: GPL-3.0-or-later
// The pairs that are timed: pure functions of (family, size, regime, start, seed, index).
//
// Let K = (B - x_B) + (-(A - x_A)), world axes, and d = x_A - x_B. A ray from 0 along a unit u
// leaves K at s u, on a facet of normal n: s (u.n) = h_K(n). Each regime is a choice of d on or
// beside that ray:
//   separated  d = (s + g) u, g in [0.5, 1] size:       phi >= g (u.n) > 0, phi <= g
//   near       d = s u + g n, g = 1e-3 size:            phi = g, since s u is the point of K
//   kissing    d = s u:                                 phi = 0, to rounding
//   shallow    d = (1 - e) s u, e s (u.n) = p:          p R / h_K(n) <= depth <= p, p in [2e-3,
//                                                       1e-2] of the bodies' thickness
//   deep       d = f s u, f in [0.1, 0.5]:              depth >= (1 - f) R
// with R the inradius of K about 0.
// s and n come from a ratio metric; gap(n), from all vertices, checks that d lies as it should.
//
// cold: bodies, orientation and u are another random choice for every index. warm: index is step
// index % kTimeMotionSteps of a motion, which turns B by 0.01 rad a step about an axis of its own
// while u and the regime's number stay.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "benchmarks/timing/time_plan.hpp"
#include "geometry/pair.hpp"

namespace touchstone {

inline constexpr std::uint64_t kTimeMotionSteps = 50;
/// 2 atan of half of it is 0.01 rad to 1e-7 [rad].
inline constexpr double kTimeMotionAngle = 0.01;
inline constexpr double kTimeNearGap = 1e-3;  ///< relative to size [1]

struct TimedPair {
  std::size_t a = 0;  ///< index of A among bodies_A()
  std::size_t b = 0;
  Pair pair;
  Vec3 n_W = Vec3::Zero();  ///< normal of the facet of K that the ray leaves through
};

/// The pairs of one family and size.
class TimePairs {
 public:
  TimePairs(const TimeFamily& family, TimeSize size, std::uint64_t seed);
  ~TimePairs();
  TimePairs(const TimePairs&) = delete;
  TimePairs& operator=(const TimePairs&) = delete;

  /// A few where shapes of one size differ, else one; fewer the larger they are.
  const std::vector<PolytopePtr>& bodies_A() const { return bodies_A_; }
  const std::vector<PolytopePtr>& bodies_B() const { return bodies_B_; }

  /// The first `count` pairs. Throws HarnessError where one does not lie in the regime.
  std::vector<TimedPair> first(TimeRegime regime, TimeStart start, std::uint64_t count);
  /// Those of the indices begin ... begin + count - 1.
  std::vector<TimedPair> range(TimeRegime regime, TimeStart start, std::uint64_t begin,
                               std::uint64_t count);

 private:
  /// Where a ray leaves K; the same for every regime.
  struct Shot {
    std::size_t a = 0;
    std::size_t b = 0;
    Mat3 R_WB = Mat3::Identity();
    Vec3 u = Vec3::Zero();
    Vec3 n = Vec3::Zero();
    double s = 0;
    double share = 0;  ///< uniform in [0, 1): the regime's number, one for a motion
  };
  struct Shooter;

  const Shot& shot(TimeStart start, std::uint64_t index);
  Shot shoot_cold(std::uint64_t index);
  Shot shoot_warm(std::uint64_t index);
  TimedPair placed(const Shot& shot, TimeRegime regime) const;

  std::string name_;
  std::uint64_t key_;
  std::uint64_t seed_;
  std::vector<PolytopePtr> bodies_A_;
  std::vector<PolytopePtr> bodies_B_;
  std::unique_ptr<Shooter> shooter_;
  std::vector<Shot> cold_;
  std::vector<Shot> warm_;
};

/// gap(n) = min_{a in A} n.a - max_{b in B} n.b in doubles: off by at most kGapRounding times the
/// largest coordinate, for a unit n.
double gap_in_doubles(const Pair& pair, const Vec3& n_W);
inline constexpr double kGapRounding = 1e-14;

/// Largest magnitude of a coordinate of the two bodies in the world, or above it [m].
double coordinate_bound(const Pair& pair);

}  // namespace touchstone
