// SPDX-License-Identifier: GPL-3.0-or-later
// The facet in which the ray from 0 through d leaves K = (B - x_B) + (-(A - x_A)), found in doubles
// with support queries: portal refinement [snethen2008], which is the primal simplex with columns
// generated as they are needed. Internal to `ratio_ray`.
//
//   min sum lambda_i  s.t.  sum lambda_i k_i = d, lambda >= 0, k_i in K.
//
// A portal is a basis: three points k_i with d in their cone. The plane n.k = 1 through them gives
// the multipliers n of the program; the column to enter is the support point of K along n. Where
// that does not pass the plane, the plane supports K, r = n.d = sum lambda_i, and the ray leaves K
// at d/r.
#pragma once

#include <algorithm>
#include <array>

#include "geometry/pose.hpp"
#include "metrics/ray/ray_body.hpp"

namespace touchstone {

/// v/|v|, of any length but 0 and with any exponent.
Vec3 unit_along(const Vec3& v);
/// Three unit vectors at right angles to dhat, evenly around it.
std::array<Vec3, 3> three_around(const Vec3& dhat);

/// A point of K, from vertices by their places in the maps; -1 of a point known to be inside.
struct PortalPoint {
  Vec3 k = Vec3::Zero();  ///< B's axes [m]
  int a = -1;
  int b = -1;
};

/// All in B's axes, in which k = b - R_B^-1 R_A a.
struct Portal {
  std::array<PortalPoint, 3> points;
  Vec3 n = Vec3::Zero();       ///< n.k = 1 on the plane [1/m]
  Vec3 weight = Vec3::Zero();  ///< lambda by their sum
  double r = 0;                ///< the sum
  double slope = 0;            ///< how fast a weight changes within the plane, at most [1/m]

  /// Makes all else of the points. False where they span nothing.
  bool solve(const Vec3& d);
  /// Weights with sum 1 whose point k is next to x.
  Vec3 weights_at(const Vec3& x) const;
  bool has(int a, int b) const {
    return std::any_of(points.begin(), points.end(),
                       [=](const PortalPoint& p) { return p.a == a && p.b == b; });
  }
  bool of_vertices() const { return points[0].a >= 0 && points[1].a >= 0 && points[2].a >= 0; }
};

class PortalSearch {
 public:
  /// d = x_A - x_B, world [m]. The bodies outlive the search.
  PortalSearch(const RayBody& A, const Mat3& R_WA, const RayBody& B, const Mat3& R_WB,
               const Vec3& d);

  /// Begins at three points inside K around d.
  void begin_inside(double radius);
  /// Begins at the vertices of an earlier portal; false if d is not in their cone any more.
  bool begin_at(const Portal& last);
  /// Exchanges points until no support passes the plane by more than rounding. False if rounding
  /// has spoilt the portal.
  bool refine();
  /// Takes a pair of vertices in that passes the plane by less than doubles see. False as above.
  bool take_in(int a, int b);

  const Portal& portal() const { return portal_; }
  const Vec3& d() const { return d_; }  ///< B's axes [m]
  const Mat3& R_BA() const { return R_BA_; }
  Vec3 n_W() const { return R_BW_.transpose() * portal_.n; }
  int supports() const { return supports_; }

 private:
  /// Of the compilers' own vector type, as Eigen's stay as narrow as the plain build.
  using Lanes [[gnu::vector_size(4 * sizeof(double))]] = double;

  void place_points();
  void begin_cone();
  void enter_around(const Vec3& dhat, const std::array<Vec3, 3>& around);
  double excess(int a, int b) const;
  bool refine_plainly();
  bool refine_avx2();
  bool refine_here();
  bool enter(int a, int b);

  const RayBody& A_;
  const RayBody& B_;
  Mat3 R_BW_;  ///< R_WB^-1
  Mat3 R_BA_;
  Vec3 d_;  ///< B's axes
  Portal portal_;
  /// Lanes 0 to 2 are the portal's dual vectors (dual_i.k_j is 1 for i = j, else 0), lane 3 is
  /// their sum n. By entry along B's axes; along A's, times -R_BA, so that n.k = n_B.b + n_A.a; and
  /// the lambdas.
  std::array<Lanes, 3> on_B_{};
  std::array<Lanes, 3> on_A_{};
  Lanes lambda_{};
  bool has_cone_ = false;  ///< whether these hold, or only the portal's plane is known
  int last_a_ = -1;
  int last_b_ = -1;
  int supports_ = 0;
};

}  // namespace touchstone
