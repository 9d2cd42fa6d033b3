// SPDX-License-Identifier: GPL-3.0-or-later
// Mass properties of shapes of uniform density: the integrals over a polytope are exact, but for
// rounding.
#pragma once

#include <optional>

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
/// The moments of a polytope of dimension 3, or of a sphere or capsule as make_capsule makes it;
/// nothing for other bodies.
std::optional<SolidMoments> body_moments(const Polytope& shape);

}  // namespace touchstone
