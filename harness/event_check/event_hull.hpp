// SPDX-License-Identifier: GPL-3.0-or-later
// The convex hull of points seen along a direction, and how far another point is outside it. Every
// decision is one of rationals: an edge may be a rounding long, and beside it lie points that are
// sizes away. And the gradient of an event, held to the slopes of rho along motions of both bodies
// (thesis [hart2007thesis], Theorem 3.8).
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "contact/events/event.hpp"
#include "geometry/pair.hpp"
#include "reference/oracle.hpp"

namespace touchstone {

/// p.u
Rational exact_along(const ExactVec3& p, const Vec3& u);

class EventHull {
 public:
  /// Seen along n, taken as it stands (finite, not zero). `points` [m]; none is allowed.
  EventHull(const Vec3& n, const std::vector<Vec3>& points);

  /// 0 inside and on the hull, infinite where there are no points; rounded once it is found [m].
  double outside(const ExactVec3& p) const;
  /// Corners of the hull.
  std::size_t corners() const { return hull_.size(); }

 private:
  /// Coordinates along two directions across n, times the lengths of these.
  using Seen = std::pair<Rational, Rational>;

  Seen seen(const ExactVec3& p) const;
  /// Twice the area of a triangle, positive counter-clockwise.
  static Rational turn(const Seen& a, const Seen& b, const Seen& c);
  double distance_to_segment(const Seen& p, const Seen& a, const Seen& b) const;

  ExactVec3 first_;
  ExactVec3 second_;
  Rational first_squared_;
  Rational second_squared_;
  std::vector<Seen> hull_;  ///< counter-clockwise
};

/// Largest error of a slope that is accepted, in parts of max(1, |rho|) [1].
inline constexpr double kGradientTolerance = 1e-6;
/// Edges with a smaller sine of their angle are not looked at: steps that are small beside it are
/// next to the rounding of poses [1].
inline constexpr double kGradientSine = 1e-4;

/// The largest error of three motions that `stream` chooses, in parts of max(1, |rho|) [1]. `event`
/// is the one that rho follows. Nothing where rho is not smooth.
std::optional<double> gradient_error(const Pair& pair, const TruthOnDemand& truth,
                                     const Event& event, std::uint64_t stream, QuickOracle& oracle);

}  // namespace touchstone
