// SPDX-License-Identifier: GPL-3.0-or-later
// A body as the contact pipeline needs it, and the part of it near a supporting plane.
#pragma once

#include <cstdint>
#include <vector>

#include "contact/local_surface.hpp"
#include "contact/plane_polygon.hpp"
#include "geometry/polytope.hpp"
#include "geometry/pose.hpp"
#include "geometry/support/support_map.hpp"

namespace touchstone {

/// A body with its support map. `body` outlives it.
class ContactBody {
 public:
  explicit ContactBody(const Polytope& body);

  const Polytope& polytope() const { return body_; }
  const SupportMap& map() const { return map_; }
  double radius() const { return body_.bounding_radius(); }  ///< [m]
  double reach() const { return reach_; }  ///< largest distance of a vertex from the origin [m]

 private:
  const Polytope& body_;
  SupportMap map_;
  double reach_ = 0;
};

/// The extreme vertices of one body that are near its farthest along a direction. Keeps its memory,
/// and begins at the last answer.
class SupportLayer {
 public:
  /// Finds the vertices at most `depth` [m] behind the farthest of `body` along `sign` n, in the
  /// order of the support map, whatever the last query was.
  void find(const ContactBody& body, const Pose& X, const ContactFrame& frame, double sign,
            double depth);
  /// Finds the points at most `depth` [m] behind the farthest of that part of `body` which is over
  /// the square of this half width [m] about the frame's origin (contact/local_surface.hpp). They
  /// include the corners that the square's sides cut out, and the base is the highest point over
  /// the square. Vertices up to `doubt` [m] behind the farthest of all may still be the highest
  /// there. Returns false, and leaves nothing that may be read, if nothing of the body is over the
  /// square.
  bool find_near(const ContactBody& body, const Pose& X, const ContactFrame& frame, double sign,
                 double depth, double doubt, double half_width);

  /// The height above the frame's plane from which heights are measured [m]; 0 but for find_near.
  const DoubleDouble& base() const { return base_; }
  /// Height of the farthest vertex above the base [m].
  double top() const { return top_; }
  /// The points found, over the frame's plane, with heights above the base.
  const std::vector<PlanePoint>& points() const { return points_; }

 private:
  int farthest(const SupportMap& map, const Vec3& u);
  void flood(const SupportMap& map, const Vec3& u, int start, double depth);
  double choose(const SupportMap& map, const Vec3& u, double depth);

  std::vector<int> places_;
  std::vector<std::uint32_t> seen_;  // number of the last flood that reached each vertex
  std::uint32_t flood_ = 0;
  int last_ = -1;  // the last farthest vertex, and the direction along which it was
  Vec3 last_u_ = Vec3::Zero();
  DoubleDouble base_;
  double top_ = 0;
  std::vector<PlanePoint> points_;
  std::vector<double> heights_;  // u.v of all vertices of a small body
  LocalSurface local_;
};

}  // namespace touchstone
