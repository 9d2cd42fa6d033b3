// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of a step's contacts, scaled by their masses.
//
// With m_i = 1/(n_i W n_i') as residual.hpp has it, rows are multiplied by sqrt(m) and impulses
// divided by it: both are then in sqrt(J).
#pragma once

#include <array>
#include <vector>

#include "dynamics/complementarity/joints.hpp"
#include "dynamics/complementarity/step_problem.hpp"
#include "geometry/index.hpp"

namespace touchstone {

/// Least mobility n W n' of a contact, as a share of the largest of all contacts [1].
inline constexpr double kMobilityFloor = 1e-6;
/// Least scale of a problem, as a share of the terms whose sum is q: q may cancel [1].
inline constexpr double kCancellation = 1e-6;

class ScaledRows {
 public:
  /// Keeps a reference to `problem`, which must be finite. `joints`: its joint rows.
  void assign(const StepProblem& problem, const EqualityRows& joints);

  const StepProblem& problem() const { return *problem_; }
  std::size_t dof() const { return dof_; }
  int contacts() const { return static_cast<int>(root_mass_.size()); }
  const ContactFriction& friction(int contact) const { return problem_->friction[at(contact)]; }
  bool is_cone(int contact) const { return friction(contact).kind == FrictionKind::cone; }
  /// Whether it is a cone with mu > 0.
  bool grips(int contact) const { return is_cone(contact) && friction(contact).mu > 0; }
  bool has_cones() const;

  /// Direction d_k, x and y.
  const double* direction(int k) const { return &directions_[2 * at(k)]; }
  double root_mass(int contact) const { return root_mass_[at(contact)]; }
  /// The normal row of a contact, and the first of its two tangential ones.
  const double* normal(int contact) const { return normal_.data() + at(contact) * dof_; }
  const double* tangent(int contact) const { return tangent_.data() + 2 * at(contact) * dof_; }
  double bound(int contact) const { return root_mass(contact) * problem_->bound[contact]; }

  /// (N_i u + b_i) sqrt(m), and T_i u sqrt(m).
  double normal_velocity(int contact, const double* u) const;
  std::array<double, 2> tangent_velocity(int contact, const double* u) const;
  /// max(-d_k.(T u)) sqrt(m), at least 0; of a cone.
  double slip_of(int contact, const double* u) const;

 private:
  void set_masses(const EqualityRows& joints);

  const StepProblem* problem_ = nullptr;
  std::size_t dof_ = 0;
  std::vector<double> directions_;
  std::vector<double> root_mass_;  // n
  std::vector<double> normal_;     // n x dof
  std::vector<double> tangent_;    // 2n x dof
};

}  // namespace touchstone
