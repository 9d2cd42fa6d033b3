// SPDX-License-Identifier: GPL-3.0-or-later
// A body as the contact pipeline needs it, and the part of it near a supporting plane.
#pragma once

#include <cstdint>
#include <vector>

#include "contact/plane_polygon.hpp"
#include "geometry/polytope.hpp"
#include "geometry/pose.hpp"
#include "geometry/support_map.hpp"

namespace touchstone {

/// `body` outlives it.
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

/// A plane through `origin` with unit normal n; x and y of what lies over it are along e1 and e2.
/// World.
struct ContactFrame {
  Vec3 origin = Vec3::Zero();  ///< [m]
  Vec3 n = Vec3::UnitZ();
  Vec3 e1 = Vec3::UnitX();
  Vec3 e2 = Vec3::UnitY();

  static ContactFrame about(const Vec3& origin, const Vec3& n);
  Vec3 point(double x, double y, double height) const {
    return origin + e1 * x + e2 * y + n * height;
  }
};

/// The extreme vertices of one body that are near its farthest along a direction. Keeps its memory,
/// and begins at the last answer.
class SupportLayer {
 public:
  /// Those that are at most `depth` [m] behind the farthest of `body` along `sign` n, in the order
  /// of the support map, whatever the last query was.
  void find(const ContactBody& body, const Pose& X, const ContactFrame& frame, double sign,
            double depth);

  /// Height of the farthest vertex above the frame's plane [m].
  double top() const { return top_; }
  /// Over the frame's plane.
  const std::vector<PlanePoint>& points() const { return points_; }

 private:
  int farthest(const SupportMap& map, const Vec3& u);
  void flood(const SupportMap& map, const Vec3& u, int start, double depth);

  std::vector<int> places_;
  std::vector<std::uint32_t> seen_;  // the flood that reached it last
  std::uint32_t flood_ = 0;
  int last_ = -1;  // the last farthest vertex, and the direction along which it was
  Vec3 last_u_ = Vec3::Zero();
  double top_ = 0;
  std::vector<PlanePoint> points_;
  std::vector<double> heights_;  // of all vertices of a small body, along u
};

}  // namespace touchstone
