// SPDX-License-Identifier: GPL-3.0-or-later
// Lemke's algorithm on the unilateral and intercontact constraints of a step (williams2016peg,
// section 3; contact_constraint.hpp has the symbols). Cross-contact constraints are left out: as
// rows of a complementarity problem their columns are zero, and Lemke ends in a ray.
//
// With the contacts of an I in the order 1 (a primary) to k, the running slacks c_j make
// psi_1 + sum c_j the largest psi:
//
//   0 <= c_j      perp  psi_1 + sum_{i <= j} c_i - psi_j >= 0,   j = 2 .. k
//   0 <= lambda_1 perp  psi_1 + sum_j c_j >= 0                   one primary
//   0 <= d_i      perp  d_i + psi_i >= 0                         several: of each primary i
//   0 <= lambda_i perp  psi_1 + sum_j c_j + d_i >= 0
//
// With several primaries nothing here keeps the largest psi from being below 0; the judge sees it.
#pragma once

#include <utility>
#include <vector>

#include "dynamics/complementarity/lemke.hpp"
#include "dynamics/complementarity/reduced_rows.hpp"

namespace touchstone {

class PegLemke {
 public:
  /// `rows` are of `problem`, which has constraints. False where no pivots lead to a solution of
  /// the complementarity problem. Fills `solution` but for its residual.
  bool solve(const StepProblem& problem, ReducedRows& rows, StepSolution& solution);
  void set_stop(const StopToken& stop) { lemke_.set_stop(stop); }

 private:
  struct Term {
    int index;  ///< number of a contact or of a variable
    double factor;
  };
  /// A variable with its complementary row: sums of rates of contacts and of variables.
  struct Row {
    int contact = -1;  ///< contact on which a force acts, -1: another variable
    double root = 1;   ///< rates are multiplied by it
    std::vector<Term> rates;
    std::vector<Term> variables;
  };

  void list(const StepProblem& problem);
  void list_unilateral(const ContactConstraint& constraint);
  void list_inter(const ContactConstraint& constraint);
  double rate_of(int contact, const double* u) const;
  void write_matrix();
  bool improve();
  void expand(StepSolution& solution);

  ReducedRows* reduced_ = nullptr;
  std::vector<Row> rows_;
  std::vector<double> matrix_, constant_, z_;
  Lemke lemke_;
};

}  // namespace touchstone
