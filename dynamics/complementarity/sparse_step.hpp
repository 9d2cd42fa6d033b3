// SPDX-License-Identifier: GPL-3.0-or-later
// A sparse problem as its solver sees it: rows of contacts and joints, scaled as scaled_rows.hpp
// scales them except that joints are not eliminated (a contact's mass is 1/|n|^2).
#pragma once

#include <vector>

#include "dynamics/complementarity/sparse_problem.hpp"

namespace touchstone {

class SparseStep {
 public:
  using Vec3 = Eigen::Vector3d;
  using Vec6 = Eigen::Matrix<double, 6, 1>;
  /// Velocities in extended precision: where they nearly cancel, what is left is multiplied by a
  /// large penalty.
  using LongVector = Eigen::Matrix<long double, Eigen::Dynamic, 1>;
  using LongVec3 = Eigen::Matrix<long double, 3, 1>;

  struct Contact {
    ContactRows block;
    double root_mass = 1;
    double bound = 0;
    ContactFriction friction;
  };
  /// Rows that are not there are zero.
  struct Joint {
    JointRows block;
    Vec6 root_mass = Vec6::Ones();
    Vec6 bound = Vec6::Zero();
  };

  /// Keeps a reference to `problem`, which must be finite.
  void assign(const SparseProblem& problem);

  const SparseProblem& problem() const { return *problem_; }
  const std::vector<Contact>& contacts() const { return contact_; }
  const std::vector<Joint>& joints() const { return joint_; }
  bool has_cones() const;
  bool has(FrictionKind kind) const;
  /// What tolerances are relative to [sqrt(J)].
  double unit() const { return unit_; }

  Vec3 velocity(const Contact& contact, const Eigen::VectorXd& u) const;
  Vec6 velocity(const Joint& joint, const Eigen::VectorXd& u) const;
  static LongVec3 velocity(const Contact& contact, const LongVector& u);
  static Vec6 velocity(const Joint& joint, const LongVector& u);
  /// Change of a velocity with a change of u.
  static Vec3 change(const Contact& contact, const Eigen::VectorXd& of_u);
  static Vec6 change(const Joint& joint, const Eigen::VectorXd& of_u);
  static void add(const Contact& contact, const Vec3& impulse, Eigen::VectorXd& u);
  static void add(const Joint& joint, const Vec6& impulse, Eigen::VectorXd& u);
  static void add(const Contact& contact, const Vec3& impulse, LongVector& u);
  static void add(const Joint& joint, const Vec6& impulse, LongVector& u);

 private:
  void set_unit();

  const SparseProblem* problem_ = nullptr;
  std::vector<Contact> contact_;
  std::vector<Joint> joint_;
  double unit_ = 0;
};

}  // namespace touchstone
