// SPDX-License-Identifier: GPL-3.0-or-later
// What two bodies share once they kiss along a direction, computed in another way than the contact
// methods do: every corner of either face that is in the other, and every crossing of two sides.
// Slow, in doubles with a tolerance that rounding explains.
#pragma once

#include <vector>

#include "geometry/polytope.hpp"
#include "geometry/pose.hpp"

namespace touchstone {

struct FlatPoint {
  double x = 0;  ///< [m]
  double y = 0;  ///< [m]
};

/// A plane through `origin` across n (unit), world.
class FlatFrame {
 public:
  FlatFrame(const Vec3& origin, const Vec3& n);
  const Vec3& origin() const { return origin_; }
  const Vec3& n() const { return n_; }
  const Vec3& right() const { return right_; }  ///< unit, across n
  const Vec3& ahead() const { return ahead_; }  ///< n x right
  /// Plane coordinates of a point p_W [world, m].
  FlatPoint flat(const Vec3& p_W) const { return flat_arm(p_W - origin_); }
  /// Plane coordinates of a vector from `origin` [world, m].
  FlatPoint flat_arm(const Vec3& arm) const { return {right_.dot(arm), ahead_.dot(arm)}; }
  /// The vector from `origin` to a point of the plane [world, m].
  Vec3 arm(const FlatPoint& p) const { return p.x * right_ + p.y * ahead_; }

 private:
  Vec3 origin_, n_, right_, ahead_;
};

/// The extreme vertices of a body with `sign` n.v greatest, to `rounding` [m], as corners of a
/// convex polygon in order.
std::vector<FlatPoint> flat_face(const Polytope& body, const Pose& X, const FlatFrame& frame,
                                 double sign, double rounding);
/// Vectors from the frame's origin [world, m] in the plane, as corners of a convex polygon in order.
std::vector<FlatPoint> flat_corners(const FlatFrame& frame, const std::vector<Vec3>& arms);
/// Vertices of a body, chosen by index, in the plane, as corners of a convex polygon in order.
std::vector<FlatPoint> flat_points(const Polytope& body, const Pose& X, const FlatFrame& frame,
                                   const std::vector<int>& vertices);

/// Points whose hull is what both polygons share; empty where they are farther than `rounding`
/// apart.
std::vector<FlatPoint> common_points(const std::vector<FlatPoint>& a,
                                     const std::vector<FlatPoint>& b, double rounding);

/// Points whose hull both polygons share even if all their corners are off by `rounding` [m]; of two
/// segments their common points, unless rounding moves their crossing by more than `allowed` [m].
std::vector<FlatPoint> surely_common(const std::vector<FlatPoint>& a,
                                     const std::vector<FlatPoint>& b, double rounding,
                                     double allowed);

/// Points whose hull has all that both polygons share if all their corners are off by up to half of
/// `length` [m], and more beyond sharp corners.
std::vector<FlatPoint> possibly_common(const std::vector<FlatPoint>& a,
                                       const std::vector<FlatPoint>& b, double length);

/// Whether they are the corners of a convex polygon, counter-clockwise, where each may be off by
/// `rounding` [m].
bool is_convex_outline(const std::vector<FlatPoint>& points, double rounding);

/// Distance of p from a convex polygon, segment or point; 0 inside [m].
double distance_to(const std::vector<FlatPoint>& polygon, const FlatPoint& p);

}  // namespace touchstone
