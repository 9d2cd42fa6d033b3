// SPDX-License-Identifier: GPL-3.0-or-later
// The law of one contact as a projection: for any penalty s > 0, an impulse P = (c, f) and a
// velocity w = (N u + b, T u) of a contact obey the law if and only if P = respond(P - s w).
//
//   frictionless    c = max(0, c'), f = 0;
//   cone            Stewart & Trinkle: the same c, and f the point nearest to f' of mu c times the
//                   polygon of the d_k, or the unit disc where the cone is round; relaxed: (c, f)
//                   nearest to (c', f') in the cone over it;
//   no slip         the same c, and f = f' where c > 0.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "dynamics/complementarity/directions.hpp"
#include "dynamics/complementarity/step_problem.hpp"

namespace touchstone {

class ContactLaw {
 public:
  using Vec3 = Eigen::Vector3d;
  using Mat3 = Eigen::Matrix3d;
  using LongVec3 = Eigen::Matrix<long double, 3, 1>;

  /// `directions`: K, or kRoundCone.
  void assign(FrictionLaw law, int directions);

  /// The impulse for `wanted` = P - s w.
  struct Response {
    Vec3 impulse = Vec3::Zero();
    Mat3 slope = Mat3::Zero();  ///< derivative of the impulse by `wanted`; turns on a round cone
  };
  /// Works in long doubles: a part of s w that is far larger than the impulse is projected away,
  /// and its rounding would stay.
  template <class Wanted>
  Response respond(const ContactFriction& friction, const Eigen::MatrixBase<Wanted>& wanted) const {
    return respond_to(friction, wanted.template cast<long double>());
  }

  /// f as a sum of at most two neighbouring d_k: adds to beta, K of them. Does nothing where cones
  /// are round.
  void split(double f_x, double f_y, double* beta) const;
  /// max(-d_k.w), at least 0; |w| where cones are round.
  double slip(double w_x, double w_y) const;

 private:
  /// Sector between d_k and the next direction, in which a tangential part points.
  struct Sector {
    int k;
    Eigen::Vector2d normal;  ///< outward normal of the polygon's edge there, unit
    Eigen::Vector2d along;   ///< the edge, unit, from d_k on
  };
  Response respond_to(const ContactFriction& friction, const LongVec3& wanted) const;
  const Sector& sector_of(double x, double y) const;
  void stay_in_polygon(const ContactFriction& friction, const LongVec3& wanted,
                       Response& out) const;
  void stay_in_cone(double mu, const LongVec3& wanted, Response& out) const;
  static void stay_in_disc(double mu, const LongVec3& wanted, Response& out);
  static void stay_in_round_cone(double mu, const LongVec3& wanted, Response& out);

  FrictionLaw law_ = FrictionLaw::stewart_trinkle;
  int directions_ = kRoundCone;
  std::vector<double> direction_;  ///< x and y of d_0, d_1, ...
  std::vector<Sector> sector_;     ///< sector k follows direction k
  double apothem_ = 1;             ///< distance of the polygon's edges from its centre
  double half_edge_ = 0;
};

}  // namespace touchstone
