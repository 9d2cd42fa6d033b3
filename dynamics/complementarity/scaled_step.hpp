// SPDX-License-Identifier: GPL-3.0-or-later
// A step's problem as the solvers see it: scaled, bilateral rows eliminated, in one list of
// complementary variables z.
//
// With m_i = 1/(n_i W n_i') as residual.hpp has it, rows are multiplied by sqrt(m) and impulses
// divided by it. Rows A and constants q are left after the bilateral ones are eliminated
// (joints.hpp), and u = start + A' z. Three lists of variables:
//
//   lcp         of each contact c, of each cone with mu > 0 also its beta_k and lambda; the problem
//               of Stewart & Trinkle, w = M z + q;
//   relaxed     of each cone with mu > 0 the multipliers y_k of its K rows (n + mu d_k T)/s,
//               s = sqrt(1 + mu^2), of all others c: the relaxation, c = sum y_k/s,
//               beta_k = mu y_k/s;
//   fixed_slip  c and beta_k, with lambda given: P_2 of the thesis (5.16).
//
// M = A A' but for the rows and columns of lambda. A slip that is no variable follows from u:
// lambda = max(-d_k.(T u)).
#pragma once

#include <array>
#include <vector>

#include "dynamics/complementarity/joints.hpp"
#include "dynamics/complementarity/lu.hpp"
#include "dynamics/complementarity/step_problem.hpp"

namespace touchstone {

enum class StepRows { lcp, relaxed, fixed_slip };

class ScaledStep {
 public:
  struct Variable {
    enum class Kind { normal, direction, slip, generator };
    Kind kind;
    int contact;
    int k;  ///< of a direction or generator
  };

  /// Keeps a reference to `problem`, which has to be finite. No contact sticks, nothing is shifted.
  void assign(const StepProblem& problem, StepRows rows);
  /// Makes the tangential rows of these no-slip contacts bilateral; all others slide freely.
  void stick(const std::vector<char>& sticking);
  /// Other variables of the same problem; nothing is shifted.
  void choose_rows(StepRows rows);
  /// Of `relaxed`: Gamma, added to the bounds; of `fixed_slip`: lambda; scaled. n.
  void shift(const std::vector<double>& by_contact);

  int size() const { return static_cast<int>(variables_.size()); }
  int dof() const { return static_cast<int>(dof_); }
  int contacts() const { return static_cast<int>(root_mass_.size()); }
  const std::vector<Variable>& variables() const { return variables_; }
  const std::vector<char>& sticking() const { return sticking_; }
  const StepProblem& problem() const { return *problem_; }
  /// The first variable of a contact.
  int first(int contact) const { return first_[static_cast<std::size_t>(contact)]; }
  /// Whether any cone has mu > 0.
  bool has_cones() const { return has_cones_; }

  /// Row of A, q and M of one variable or two. `out` has dof entries.
  void write_row(int variable, double* out) const;
  double constant(int variable) const;
  /// sqrt(J); what tolerances are relative to.
  double scale() const;
  /// All of A (size x dof), q (size) and M (size x size).
  void write_rows(std::vector<double>& rows, std::vector<double>& q) const;
  void write_matrix(const std::vector<double>& rows, std::vector<double>& m) const;
  double coupling(int row, int column) const;

  /// Variables that stay zero need not be named: z_active = -M_aa^-1 q_a, refined `refinements`
  /// times. False where M_aa is singular to 1e-12.
  bool solve_active(const std::vector<int>& active, int refinements, std::vector<double>& z);
  /// Of an lcp's active variables: drops those of contacts whose normal impulse is not active.
  /// Their beta is zero and their lambda follows from u.
  void reduce_active(std::vector<int>& active) const;

  /// Contact and bilateral impulses and velocities for z on `active` (others are zero). What is
  /// below zero by less than round-off in z is made zero.
  void expand(const std::vector<int>& active, const std::vector<double>& z, StepSolution& solution);
  /// max |min(z, w)| / scale of the problem with these sticking contacts, for what expand() gave.
  double error(const StepSolution& solution) const;
  /// max(-d_k.(T u)) sqrt(m), at least 0; of a cone.
  double slip_of(int contact, const double* u) const;

  StepRows rows() const { return rows_; }
  /// The normal row of a contact and the first of its two tangential ones, and their constants,
  /// after elimination.
  const double* normal(int i) const { return normal_rows_ + static_cast<std::size_t>(i) * dof_; }
  const double* tangent(int i) const {
    return tangent_rows_ + 2 * static_cast<std::size_t>(i) * dof_;
  }
  double normal_constant(int i) const { return normal_q_[static_cast<std::size_t>(i)]; }
  const double* tangent_constant(int i) const {
    return &tangent_q_[2 * static_cast<std::size_t>(i)];
  }
  /// d_k.
  const double* direction(int k) const { return &directions_[2 * static_cast<std::size_t>(k)]; }
  /// (N_i u + b_i) sqrt(m), and T_i u sqrt(m).
  double normal_velocity(int contact, const double* u) const;
  std::array<double, 2> tangent_velocity(int contact, const double* u) const;
  /// Whether it is a cone with mu > 0.
  bool grips(int contact) const {
    return is_cone(contact) && problem_->friction[static_cast<std::size_t>(contact)].mu > 0;
  }

 private:
  void scale_rows();
  void eliminate();
  void list_variables();
  bool is_cone(int contact) const {
    return problem_->friction[static_cast<std::size_t>(contact)].kind == FrictionKind::cone;
  }

  const StepProblem* problem_ = nullptr;
  StepRows rows_ = StepRows::lcp;
  std::size_t dof_ = 0;
  bool has_cones_ = false;
  std::vector<double> directions_;
  std::vector<Variable> variables_;
  std::vector<int> first_;
  std::vector<double> root_mass_;
  std::vector<char> sticking_;
  EqualityRows equalities_;
  int joint_rank_ = 0;
  std::vector<double> start_;           // dof
  std::vector<double> scaled_normal_;   // n x dof, before elimination
  std::vector<double> scaled_tangent_;  // 2n x dof
  std::vector<double> free_normal_;     // after elimination, where there is any
  std::vector<double> free_tangent_;
  const double* normal_rows_ = nullptr;
  const double* tangent_rows_ = nullptr;
  std::vector<double> normal_q_;   // n
  std::vector<double> tangent_q_;  // 2n
  std::vector<double> shift_;      // n
  std::vector<double> active_rows_, matrix_, right_, rest_, equality_impulse_;
  LuFactors lu_;
  std::vector<long double> wide_;
  std::vector<int> order_;
};

}  // namespace touchstone
