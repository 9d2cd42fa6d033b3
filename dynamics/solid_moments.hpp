// SPDX-License-Identifier: GPL-3.0-or-later
// Mass properties of shapes of uniform density: the integrals over a polytope are exact, but for
// rounding.
#pragma once

#include "geometry/polytope.hpp"

namespace touchstone {

/// Moments of a solid about the origin of its frame.
struct SolidMoments {
  double volume = 0;           ///< [m^3]
  Vec3 first = Vec3::Zero();   ///< integral of x [m^4]
  Mat3 second = Mat3::Zero();  ///< integral of x x^T [m^5]

  Vec3 centroid() const { return first / volume; }
  /// Moments of inertia about the origin at a density of 1 [m^5].
  Mat3 inertia() const { return second.trace() * Mat3::Identity() - second; }
};

/// The moments of a polytope of dimension 3. The nearer the origin the less rounding.
SolidMoments solid_moments(const Polytope& polytope);
/// The moments of a ball about the origin.
SolidMoments ball_moments(double radius);
/// The moments of a capsule along z about the origin: all points within `radius` of the points
/// (0, 0, -half_length) and (0, 0, half_length) and those between.
SolidMoments capsule_moments(double radius, double half_length);

}  // namespace touchstone
