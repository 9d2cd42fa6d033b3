// SPDX-License-Identifier: GPL-3.0-or-later
// Where the ray from 0 through d leaves K = (B - x_B) + (-(A - x_A)), from the vertices alone, in
// double-double. Internal to `ratio_seidel`, which evaluates rho here and, where facets are too
// rough for its tolerance, finds it here.
//
// With h_K the support function, r = max_u u.d / h_K(u) and rho = max_{u.d > 0} (u.d - h_K(u)) /
// (u.d): every u with u.d > 0 gives a lower bound. Three points k_i of K with d = sum lambda_i k_i,
// lambda_i >= 0, give the upper bound r <= sum lambda_i. RayExit::climb is the simplex method with
// columns k: it ends where both bounds meet, on the facet of K that the ray hits.
#pragma once

#include <array>
#include <vector>

#include "geometry/arithmetic/double_double_vector.hpp"
#include "geometry/index.hpp"
#include "geometry/pose.hpp"

namespace touchstone {

/// Vertices from the interior point, local axes: rounded to choose one, in double-double to use it.
class VertexArms {
 public:
  static constexpr int kBlock = 8;

  void assign(const std::vector<Vec3>& vertices, const Vec3& center);
  /// The vertex farthest along `direction`, the first of equal ones.
  int farthest(const Vec3& direction) const;
  /// The vertex farthest along `direction`: where doubles cannot tell two apart, double-double
  /// does.
  int farthest_exactly(const Dd3& direction) const;
  const Dd3& arm(int i) const { return arms_[at(i)]; }
  double longest() const { return longest_; }

 private:
  std::vector<double> x_, y_, z_;  ///< rounded arms, local [m], padded with copies of the last
  std::vector<Dd3> arms_;
  double longest_ = 0;
};

class RayExit {
 public:
  struct Value {
    double rho = 0;
    double r = 0;
    bool valid = false;  ///< u.d > 0 and h_K(u) > 0
  };

  /// d = x_A - x_B, world.
  RayExit(const VertexArms& A, const Mat3& R_WA, const VertexArms& B, const Mat3& R_WB,
          const Dd3& d);

  /// The bound that direction u, of any length, gives. `exactly`: where doubles cannot tell
  /// vertices apart, the farther one is found in double-double. `fixed_B`: only A grows, and has to
  /// reach B; its r and rho.
  Value evaluate(const Dd3& u, bool exactly, bool fixed_B = false) const;

  /// Finds the facet of K. `inside`: K holds the ball of this radius about 0. False if the
  /// two bounds were not seen to meet: they may differ, and the point may be beside the facet, by
  /// `precision` of its distance at most.
  bool climb(double inside, double precision);
  const Dd3& normal() const { return normal_; }  ///< n of the facet found, n.k = 1 on it [1/m]
  /// The points of A and B, from their interior points, that meet when both are grown by r: on
  /// their bodies, world.
  const Dd3& arm_A() const { return arm_A_; }
  const Dd3& arm_B() const { return arm_B_; }
  int exchanges() const { return exchanges_; }

 private:
  struct Point {
    Dd3 k{};  ///< b - a
    Dd3 a{}, b{};
    int index_A = -1;  ///< A's vertex; -1 for a point inside
    int index_B = -1;  ///< B's vertex; -1 for a point inside
  };

  Point support(const Dd3& u) const;
  static int leaving(const std::array<Dd3, 3>& dual, const Point& point,
                     const std::array<DoubleDouble, 3>& lambda);

  const VertexArms& A_;
  const VertexArms& B_;
  const Mat3& R_WA_;
  const Mat3& R_WB_;
  Dd3 d_;
  Dd3 normal_{}, arm_A_{}, arm_B_{};
  int exchanges_ = 0;
};

}  // namespace touchstone
