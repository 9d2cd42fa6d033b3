// SPDX-License-Identifier: GPL-3.0-or-later
// The problem that one time step poses, and what a solution of it is.
//
// Velocities are whitened: u = M^(1/2) v, so that the mass matrix is the identity and a row J of
// the constraints becomes J M^(-1/2). With normal impulses c, tangential impulses f (two for each
// contact), joint impulses g:
//
//   u = free + N' c + T' f + G' g,
//   0 <= c_i  perp  N_i u + b_i >= 0,          G u + joint_bound = 0,
//
// and for each contact one of
//   frictionless  f_i = 0;
//   cone          f_i = sum_k beta_ik d_k with d_k = (cos, sin)(2 pi k/K), and
//                 0 <= beta_ik  perp  d_k.(T_i u) + lambda_i >= 0,
//                 0 <= lambda_i  perp  mu_i c_i - sum_k beta_ik >= 0   (Stewart & Trinkle);
//   round cone    |f_i| <= mu_i c_i and f_i.T_i u is the least such, which is -mu_i c_i |T_i u|;
//   no_slip       T_i u = 0 where c_i > 0, f_i = 0 where c_i = 0.
//
// The convex relaxation (Hart's thesis, ch. 5) has -mu lambda in the normal row of a cone instead:
// 0 <= c_i perp N_i u + b_i - mu_i lambda_i >= 0. It is the quadratic program
// min |u - free|^2 / 2 subject to (N_i + mu_i d_k T_i) u >= -b_i for all i, k. Of the round cone
// N_i u + b_i >= mu_i |T_i u|, and (c_i, f_i) has the least product with (N_i u + b_i, T_i u).
#pragma once

#include <Eigen/Dense>
#include <algorithm>
#include <string_view>
#include <vector>

#include "contact/contact_constraint.hpp"

namespace touchstone {

enum class FrictionKind { frictionless, cone, no_slip };

struct ContactFriction {
  FrictionKind kind = FrictionKind::frictionless;
  double mu = 0;  ///< coefficient of friction of a cone [1]
  bool operator==(const ContactFriction&) const = default;
};

/// Row-major, because rows are read.
using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// K where cones are round.
inline constexpr int kRoundCone = 0;

struct StepProblem {
  Eigen::VectorXd free;                   ///< velocities without any impulse, dof [sqrt(J)]
  RowMatrix normal;                       ///< N, n x dof [1/sqrt(kg)]
  RowMatrix tangent;                      ///< T, 2n x dof: rows 2i and 2i + 1 of contact i
  Eigen::VectorXd bound;                  ///< b, n [m/s]
  std::vector<ContactFriction> friction;  ///< n
  int directions = 4;                     ///< K, of a cone: even, at least 4; or kRoundCone
  /// If there are any, these alone say which contacts press, and friction is as above.
  std::vector<ContactConstraint> constraints;
  RowMatrix joint;              ///< G, any number of rows, which may be dependent
  Eigen::VectorXd joint_bound;  ///< [m/s]
  /// The joint bounds without stabilisation; empty: all 0. Rows that drive a body along its path
  /// have its velocity here [m/s].
  Eigen::VectorXd joint_drive;

  int contacts() const { return static_cast<int>(bound.size()); }
  int dof() const { return static_cast<int>(free.size()); }
  bool has(FrictionKind kind) const {
    return std::any_of(friction.begin(), friction.end(),
                       [kind](const ContactFriction& f) { return f.kind == kind; });
  }
};

/// Which conditions cones fulfil.
enum class FrictionLaw { stewart_trinkle, relaxed };

struct StepSolution {
  bool solved = false;  ///< the residual is at most kAcceptedResidual
  double residual = 0;  ///< residual of the problem as posed (or as altered, see below)
  bool stabilisation_dropped = false;  ///< solved with max(b, 0) and joint_bound = joint_drive
  bool friction_bounded = false;       ///< solved with cones of mu = 100 for no-slip contacts
  /// Every set of no-slip contacts was tried as the one that sticks, and none is consistent: a
  /// contact in it would have to pull, or one outside presses and slips.
  bool no_slip_inconsistent = false;
  std::string_view solver;            ///< the link of the chain that solved it
  int pivots = 0;                     ///< pivots of all links
  Eigen::VectorXd u;                  ///< dof
  Eigen::VectorXd normal_impulse;     ///< c, n
  Eigen::VectorXd direction_impulse;  ///< beta, n K, contact by contact; 0 except for cones
  Eigen::VectorXd slip;               ///< lambda, n; |T u| of round cones; 0 except for cones [m/s]
  Eigen::VectorXd tangent_impulse;    ///< f, 2n
  Eigen::VectorXd joint_impulse;      ///< g
  ConstraintForm form = ConstraintForm::lemke;  ///< where the problem has constraints
  /// Contact that each constraint chose in the branched form, -1: none, or a U.
  std::vector<int> chosen;

  /// All impulses and slips of a solution of `problem` are zero.
  void clear_impulses(const StepProblem& problem) {
    const Eigen::Index n = problem.contacts();
    normal_impulse.setZero(n);
    direction_impulse.setZero(n * problem.directions);
    slip.setZero(n);
    tangent_impulse.setZero(2 * n);
    joint_impulse.setZero(problem.joint.rows());
  }
};

}  // namespace touchstone
