// SPDX-License-Identifier: GPL-3.0-or-later
// How far A has to grow to meet B, which stays as it is: the simplex method with support queries,
// in doubles. Internal to the fixed-body variant of `ratio_ray`.
//
// With p_i = a_i - x_A over A's vertices and q_j = b_j - x_A over B's,
//
//   r = min sum lambda_i  s.t.  sum lambda_i p_i = sum mu_j q_j,  sum mu_j = 1,  lambda, mu >= 0
//     = max g             s.t.  v.p_i <= 1,  g <= v.q_j.
//
// A basis is four columns of either kind. Let p_0 and q_0 be its first ones of A and of B, and E_1,
// E_2 what is left as differences: p_i - p_0 or q_0 - q_j. Then v is along E_1 x E_2 with v.p_0 =
// 1, r = v.q_0, and q_0 - r p_0 lies in the plane of E_1 and E_2, which gives the weights. So a
// small facet far from x_A costs no digits. The columns that may enter are the vertices farthest
// along v in A and along -v in B.
//
// Where x_A is inside B the search ends with four columns of B, and r = 0.
#pragma once

#include <array>

#include "geometry/pose.hpp"
#include "metrics/ratio_ray/ray_body.hpp"

namespace touchstone {

/// A vertex by its place in its body's map; -1 for a point known to be inside A.
struct FixedColumn {
  bool of_A = false;
  int place = -1;
  Vec3 point = Vec3::Zero();  ///< p or q, A's axes [m]
};

struct FixedBasis {
  std::array<FixedColumn, 4> columns;
  std::array<double, 4> weight{};  ///< lambda of A's, mu of B's
  int count_A = 0;
  bool of_vertices() const;
};

class FixedSearch {
 public:
  /// d = x_A - x_B, world [m]. The bodies outlive the search.
  FixedSearch(const RayBody& A, const Mat3& R_WA, const RayBody& B, const Mat3& R_WB,
              const Vec3& d);

  /// Begins at B's vertex farthest along d, and at three points of A's ball around it.
  void begin_inside(double radius);
  /// Begins at the vertices of an earlier basis; false if they no longer are vertices.
  bool begin_at(const FixedBasis& last);
  /// Exchanges columns until none may enter by more than rounding. False if rounding has spoilt the
  /// basis.
  bool refine();

  const FixedBasis& basis() const { return basis_; }
  /// Whether x_A is inside the four vertices of B by more than rounding.
  bool center_inside() const;
  /// What the weights lack where they leave `rest` of the meeting point, q_0 + sum mu_j (q_j - q_0)
  /// - sum lambda_i p_i (world, q_0 the first of B's columns) [m].
  std::array<double, 4> weights_lack(const Vec3& rest_W) const {
    return combination(R_AW_ * rest_W, 0);
  }
  std::size_t first_B() const { return first_B_; }
  const Vec3& v() const { return v_; }  ///< A's axes [1/m]
  Vec3 v_W() const { return R_AW_.transpose() * v_; }
  const Mat3& R_AB() const { return R_AB_; }
  /// |E_1|, |E_2| or |E_2 - E_1|, the longest, over |E_1 x E_2| [1/m].
  double slope() const { return slope_; }
  double longest_edge() const { return longest_; }  ///< longest of E_1, E_2, E_2 - E_1 [m]
  int supports() const { return supports_; }

 private:
  using Vec4 = std::array<double, 4>;

  bool solve();
  Vec4 combination(const Vec3& target, double sum_B) const;
  bool exchange(const FixedColumn& entering);
  FixedColumn column(bool of_A, int place) const;

  const RayBody& A_;
  const RayBody& B_;
  Mat3 R_AW_;  ///< R_WA^-1
  Mat3 R_AB_;
  Vec3 d_;  ///< A's axes
  FixedBasis basis_;
  std::size_t first_A_ = 0;
  std::size_t first_B_ = 0;
  std::array<std::size_t, 2> rest_{};
  std::array<Vec3, 2> edge_;
  Vec3 across_ = Vec3::Zero();  ///< E_1 x E_2
  Vec3 v_ = Vec3::Zero();
  double slope_ = 0;
  double longest_ = 0;
  int supports_ = 0;
};

}  // namespace touchstone
