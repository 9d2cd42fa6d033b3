// SPDX-License-Identifier: GPL-3.0-or-later
// A step's problem as the solvers see it: one list of complementary variables z over the reduced
// rows (reduced_rows.hpp). With their rows A and constants q, u = start + A' z. Three lists:
//
//   lcp         c of each contact, and beta_k and lambda of each cone with mu > 0: the problem of
//               Stewart & Trinkle, w = M z + q;
//   relaxed     the multipliers y_k of the K rows (n + mu d_k T)/s, s = sqrt(1 + mu^2), of each
//               cone with mu > 0, and c of all other contacts: the relaxation, c = sum y_k/s,
//               beta_k = mu y_k/s;
//   fixed_slip  c and beta_k, with lambda given: P_2 of the thesis (5.16).
//
// M = A A' except for the rows and columns of lambda. A slip that is not a variable follows from u:
// lambda = max(-d_k.(T u)).
#pragma once

#include <vector>

#include "dynamics/complementarity/reduced_rows.hpp"
#include "geometry/index.hpp"

namespace touchstone {

enum class StepRows { lcp, relaxed, fixed_slip };

class ScaledStep {
 public:
  struct Variable {
    enum class Kind { normal, direction, slip, generator };
    Kind kind;
    int contact;
    int k;  ///< number of a direction or generator
  };

  /// Keeps a reference to `problem`, which must be finite. No contact sticks, nothing is shifted.
  void assign(const StepProblem& problem, StepRows rows);
  /// Keeps a reference to `problem`; chooses the rows by the law: `relaxed` also where no cone has
  /// mu > 0.
  void assign(const StepProblem& problem, FrictionLaw law);
  /// Makes the tangential rows of exactly these no-slip contacts bilateral; keeps the variables.
  void stick(const std::vector<char>& sticking) { reduced_.stick(sticking); }
  /// Chooses the variables of the same problem anew; nothing is shifted.
  void choose_rows(StepRows rows);
  /// Sets Gamma of each contact, which `relaxed` adds to the bounds, or lambda of each contact for
  /// `fixed_slip`; scaled.
  void shift(const std::vector<double>& by_contact) { shift_ = by_contact; }

  const ReducedRows& reduced() const { return reduced_; }
  const ScaledRows& scaled() const { return reduced_.scaled(); }
  const StepProblem& problem() const { return scaled().problem(); }
  int dof() const { return problem().dof(); }
  int contacts() const { return scaled().contacts(); }
  double scale() const { return reduced_.scale(); }

  StepRows rows() const { return rows_; }
  int size() const { return static_cast<int>(variables_.size()); }
  const std::vector<Variable>& variables() const { return variables_; }
  /// The first variable of a contact.
  int first(int contact) const { return first_[at(contact)]; }

  /// Row of A, and q, of one variable. `out` has dof entries.
  void write_row(int variable, double* out) const;
  double constant(int variable) const;
  /// All of A (size x dof), q (size) and M (size x size).
  void write_rows(std::vector<double>& rows, std::vector<double>& q) const;
  void write_matrix(const std::vector<double>& rows, std::vector<double>& m) const;
  /// What M has beside A A' in the rows and columns of lambda.
  double coupling(int row, int column) const;

  /// Contact and bilateral impulses and velocities for z on `active` (others are zero). Negative
  /// entries of z are rounding errors and count as zero.
  void expand(const std::vector<int>& active, const std::vector<double>& z, StepSolution& solution);
  /// max |min(z, w)| / scale of the problem with these sticking contacts, for what expand() gave.
  double error(const StepSolution& solution) const;

 private:
  using Kind = Variable::Kind;

  void list_variables();
  void add_impulse(const Variable& v, double z, StepSolution& solution) const;

  ReducedRows reduced_;
  StepRows rows_ = StepRows::lcp;
  std::vector<Variable> variables_;
  std::vector<int> first_;
  std::vector<double> shift_;  // n
  std::vector<double> row_;
};

}  // namespace touchstone
