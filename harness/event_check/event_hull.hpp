// SPDX-License-Identifier: GPL-3.0-or-later
// The convex hull of points seen along a direction, and how far another point is outside it. Every
// decision is one of rationals: an edge may be a rounding long, and beside it lie points that are
// sizes away.
#pragma once

#include <utility>
#include <vector>

#include "geometry/pose.hpp"
#include "reference/truth.hpp"

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

}  // namespace touchstone
