// SPDX-License-Identifier: GPL-3.0-or-later
// The nearest velocity that a set of rows allows: min |x|^2 / 2 subject to a_r.x + q_r >= 0.
//
// The dual active-set method of Goldfarb & Idnani (goldfarb_idnani1983) for the identity as
// Hessian: the active rows are Q R with orthonormal Q, of which only the first columns are kept;
// rows enter by orthogonalising twice and leave by Givens rotations. It starts at x = 0, which
// need not be feasible. A row of which less than 1e-9 is orthogonal to the active ones counts as
// dependent.
#pragma once

#include <cstddef>
#include <vector>

#include "dynamics/complementarity/stop_token.hpp"

namespace touchstone {

/// How a program ended. limit: too many steps, or it was stopped.
enum class QuadraticProgramEnd { solved, infeasible, limit };

class QuadraticProgram {
 public:
  /// `rows` is row-major, q.size() x dof. Rows are normalised here; one may be violated by
  /// `feasibility` in the units of q over the row's length.
  QuadraticProgramEnd solve(const std::vector<double>& rows, const std::vector<double>& q, int dof,
                            double feasibility);

  void set_stop(const StopToken& stop) { stop_ = stop; }

  /// The active rows, linearly independent, and their multipliers >= 0: x = sum y_i a_i.
  const std::vector<int>& active() const { return active_; }
  const std::vector<double>& multipliers() const { return multiplier_; }
  const std::vector<double>& x() const { return x_; }
  /// Proof that a program is infeasible: y >= 0 for each row with sum y a = 0 and sum y q < 0
  /// (Farkas).
  const std::vector<double>& certificate() const { return certificate_; }
  int steps() const { return steps_; }

 private:
  int most_violated(double feasibility) const;
  int max_steps() const;
  bool make_active(int row);
  void orthogonalise(const double* row);
  void find_change();
  void certify(std::size_t entering);
  void append(int row, double multiplier);
  void drop(std::size_t position);

  StopToken stop_;
  std::size_t dof_ = 0;
  std::vector<double> rows_;  // rows of unit length, or zero
  std::vector<double> q_;     // constants, divided by the lengths of their rows
  std::vector<double> norm_;
  std::vector<char> is_active_;
  std::vector<int> active_;
  std::vector<double> multiplier_;
  std::vector<double> basis_;  // Q: one vector for each active row
  std::vector<double> r_;      // R: packed upper columns
  std::vector<double> x_;
  std::vector<double> along_;  // Q'a
  std::vector<double> rest_;   // a - Q Q'a
  std::vector<double> change_;
  std::vector<double> certificate_;
  double rest_length_ = 0;
  int steps_ = 0;
};

}  // namespace touchstone
