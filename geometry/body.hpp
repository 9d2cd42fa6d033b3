// SPDX-License-Identifier: GPL-3.0-or-later
// A convex body: all points within a radius of its core, a polytope or one of three curved solids
// (docs/bodies.md). A pose acts on the core exactly, R K + t with R as it stands; the ball is added
// in the world.
#pragma once

#include <variant>

#include "geometry/polytope.hpp"
#include "geometry/pose.hpp"
#include "geometry/result.hpp"
#include "geometry/vector.hpp"

namespace touchstone {

/// Solid cylinder about the z axis, |z| <= half_length [m].
struct Cylinder {
  double radius = 0;
  double half_length = 0;
};

/// Solid cone about the z axis: its base, of that radius, is at z = -half_length, its apex at z =
/// half_length [m].
struct Cone {
  double radius = 0;
  double half_length = 0;
};

/// Solid ellipsoid about 0, its semi-axes along x, y and z [m].
struct Ellipsoid {
  Vec3 semi_axes = Vec3::Zero();
};

using Core = std::variant<PolytopePtr, Cylinder, Cone, Ellipsoid>;

/// Immutable.
class ConvexBody {
 public:
  const Core& core() const { return core_; }
  /// Radius of the ball that is added to the core: 0 for none [m].
  double radius() const { return radius_; }
  bool is_curved() const { return !std::holds_alternative<PolytopePtr>(core_); }
  /// Largest distance of a point of the core from 0, a polytope's from its interior point [m].
  double bounding_radius() const { return bounding_radius_; }

 private:
  friend Result<ConvexBody> make_body(const Core& core, double radius);
  ConvexBody() = default;

  Core core_;
  double radius_ = 0;
  double bounding_radius_ = 0;
};

/// The body of that core. Rejects lengths and semi-axes that are not above 0, not finite, above
/// kMaxCoordinate or below kMinExtent; radii as make_rounded does. A polytope brings its own
/// radius: `radius` is 0 there.
Result<ConvexBody> make_body(const Core& core, double radius = 0);

/// The question of two bodies, of which cores may be curved.
struct ConvexPair {
  ConvexBody A;
  Pose X_WA;
  ConvexBody B;
  Pose X_WB;
};

/// The length that tolerances are relative to: the smaller non-zero bounding radius + radius; 1 if
/// both are 0 [m].
double pair_size(const ConvexPair& pair);

}  // namespace touchstone
