// SPDX-License-Identifier: GPL-3.0-or-later
// The clipping of clip.hpp in double words with error bounds (arithmetic/bounded.hpp). Nothing is
// decided that the bounds leave in doubt: who asks has to compute with rationals then. So touching
// and coplanar features always end in doubt. docs/peg-figures.md says what the rest costs.
#pragma once

#include <optional>
#include <vector>

#include "geometry/vector.hpp"
#include "reference/arithmetic/bounded.hpp"

namespace touchstone {

struct BoundedPoint {
  BoundedVec3 value;
  Vec3 rounded = Vec3::Zero();
  double error = 0;  ///< bound of the distance of `rounded` from the point [m]
};

BoundedPoint make_bounded_point(const BoundedVec3& value);

/// The half-space normal.(x - through) <= 0.
struct BoundedPlane {
  BoundedVec3 normal;  ///< outward, of any length but 0
  BoundedPoint through;
  Vec3 rounded_normal = Vec3::Zero();  ///< unit, within 2^-48 of the exact unit normal

  /// Positive outside the half-space; 0 where the rounded numbers leave a doubt. Points are at most
  /// `size` from each other [m].
  int rounded_side(const BoundedPoint& point, double size) const;
  /// A positive multiple of the signed distance.
  Bounded distance(const BoundedPoint& point) const;
};

/// Nothing where the normal is not known well enough.
std::optional<BoundedPlane> make_bounded_plane(const BoundedVec3& normal,
                                               const BoundedPoint& through);

using BoundedPolygon = std::vector<BoundedPoint>;

/// Leaves of `polygon` what is in the half-space. False where a corner may be on either side or on
/// the plane: `polygon` is of no use then. `scratch` is for memory.
bool clip(BoundedPolygon& polygon, const BoundedPlane& plane, double size, BoundedPolygon& scratch);

/// Six times the signed volume of the cone from `apex` over a polygon, as six_cone_volumes of
/// clip.hpp.
Bounded six_cone_volumes(const BoundedPolygon& polygon, const Vec3& apex);

}  // namespace touchstone
