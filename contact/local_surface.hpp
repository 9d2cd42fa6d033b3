// SPDX-License-Identifier: GPL-3.0-or-later
// The part of a large body over a small square of the contact plane, to rounding of the square.
//
// In doubles, a vertex 1e12 squares away has too few digits to tell where in the square its edges
// run. So vertices are placed in double-doubles, exactly except for some 1e-31 of their distance,
// and the body is cut along the sides of the square there:
//
// * A vertex over the square stays.
// * An edge is cut where it crosses a side of the square, or its line.
// * A vertical plane x = +-w cuts a polygon out of the body. Of its corners, which are where edges
//   cross it, the upper chain is made; its sides are cut at y = +-w.
//
// So every point that is given is a point of the body, and all corners of its upper surface over
// the square are among them, as far as that surface is made of edges that were handed in.
#pragma once

#include <span>
#include <vector>

#include "geometry/arithmetic/double_double_vector.hpp"
#include "geometry/pose.hpp"
#include "geometry/support/support_map.hpp"
#include "geometry/vector.hpp"

namespace touchstone {

/// A point over the contact plane; `up` is its height along `sign` n.
struct SurfacePoint {
  double x = 0;     ///< [m]
  double y = 0;     ///< [m]
  DoubleDouble up;  ///< [m]
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

/// The frame's axes, orthonormal to some 1e-31: a point 1e9 sizes away along n must not slip
/// sideways by 1e-16 of that.
struct ContactAxes {
  explicit ContactAxes(const ContactFrame& frame);
  /// The point `height` above the frame's origin, each coordinate rounded once.
  Vec3 raised(const Vec3& origin, const DoubleDouble& height) const;
  Dd3 e1, e2, n;
};

/// Finds the part of a body over a square of the contact plane. Keeps its memory.
class LocalSurface {
 public:
  /// Finds the points over the square by the edges that end at one of `places` (ascending, in
  /// `map`). The square is about the frame's origin; up is along `sign` n. There may be no points.
  void find(const SupportMap& map, const Pose& X, const ContactFrame& frame, double sign,
            std::span<const int> places, double half_width);

  const std::vector<SurfacePoint>& points() const { return points_; }

 private:
  void add_edge(const Dd3& p, const Dd3& q);
  void add_if_over_square(const Dd3& p);
  void add_section(std::vector<Dd3>& section);

  double half_width_ = 0;  // [m]
  std::vector<Dd3> vertices_;
  std::vector<Dd3> low_, high_;  // cuts with the planes x = -w and x = w
  std::vector<Dd3> chain_;
  std::vector<SurfacePoint> points_;
};

}  // namespace touchstone
