// SPDX-License-Identifier: GPL-3.0-or-later
// A body as the events of the thesis [hart2007thesis] see it: corners, edges and facets about the
// interior point, and which of them meet.
#pragma once

#include <vector>

#include "geometry/arithmetic/double_double_vector.hpp"
#include "geometry/index.hpp"
#include "geometry/pose.hpp"
#include "geometry/support/support_map.hpp"

namespace touchstone {

/// A body in local axes, from its interior point. Immutable; shared between threads. `polytope`
/// outlives it.
class EventBody {
 public:
  explicit EventBody(const Polytope& polytope);

  struct Plane {
    Vec3 normal;        ///< unit, outward
    double offset = 0;  ///< normal.v <= offset for all of the body [m]
    std::vector<int> corners;
    std::vector<int> edges;
  };
  struct Side {
    Vec3 from;   ///< a corner [m]
    Vec3 along;  ///< vector to the other corner [m]
    int left = -1;
    int right = -1;
  };

  const Polytope& polytope() const { return *polytope_; }
  const Vec3& center() const { return center_; }           ///< the interior point, local frame [m]
  double radius() const { return radius_; }                ///< bounding radius about center() [m]
  const std::vector<Vec3>& arms() const { return arms_; }  ///< vertices from center() [m]
  const std::vector<Plane>& planes() const { return planes_; }
  const std::vector<Side>& sides() const { return sides_; }  ///< Polytope::edges()
  /// Facets whose planes contain the vertex, including merged facets of which it is not a corner.
  const std::vector<int>& planes_at(int vertex) const { return planes_at_[at(vertex)]; }
  const SupportMap& map() const { return map_; }
  /// Vertices that are a corner of some facet, ascending.
  const std::vector<int>& corners() const { return corners_; }

 private:
  const Polytope* polytope_;
  Vec3 center_;
  double radius_ = 0;
  std::vector<Vec3> arms_;
  std::vector<Plane> planes_;
  std::vector<Side> sides_;
  std::vector<std::vector<int>> planes_at_;
  std::vector<int> corners_;
  SupportMap map_;
};

/// A body at its pose. Its normals are those of the transformed facet planes (by cofactors of R),
/// which are right for an R that is not exactly orthonormal, too.
class PlacedEventBody {
 public:
  PlacedEventBody(const EventBody& body, const Pose& X);

  struct Plane {
    Vec3 normal;        ///< unit, outward, world
    double offset = 0;  ///< distance from the interior point [m]
  };

  const EventBody& body() const { return body_; }
  const Vec3& center() const { return center_; }  ///< world [m]
  Vec3 arm(int vertex) const { return R_ * body_.arms()[at(vertex)]; }
  Vec3 rotated(const Vec3& v) const { return R_ * v; }
  /// The interior point, an arm, and the vector from one vertex to another in double-double, from
  /// the doubles that were given, world [m].
  Dd3 precise_center() const;
  Dd3 precise_arm(int vertex) const;
  Dd3 precise_span(int from, int to) const;
  /// Bound of the rounding of the center and of any arm in doubles [m].
  double rounding() const { return rounding_; }
  /// A point of the world, in the body's axes from its interior point.
  Vec3 local(const Vec3& p_W) const { return inverse_ * (p_W - center_); }
  Plane plane(int facet) const;
  /// Largest u.arm over the body, u world and unit [m].
  double support(const Vec3& u) const;
  /// By how much a point is outside the body grown by t, along the normal of the facet that it is
  /// farthest from [m]. The search ends when `enough` is exceeded.
  double outside(const Vec3& p_W, double t, double enough) const;
  /// The largest a.x - t over the facets scaled to a.x <= 1, for a point p_W that is x in local
  /// axes from the interior point [1]. The search ends when `enough` is exceeded.
  double ratio_outside(const Vec3& p_W, double t, double enough) const;

 private:
  template <class Height>
  double farthest_outside(const Vec3& p_W, double enough, const Height& height) const;

  const EventBody& body_;
  Mat3 R_;
  Mat3 cofactor_;  ///< cofactors of R, which transform normals
  Mat3 inverse_;   ///< inverse of R
  double det_ = 1;
  Vec3 t_;
  Vec3 center_;
  double rounding_ = 0;
};

}  // namespace touchstone
