// SPDX-License-Identifier: GPL-3.0-or-later
// Joints of a step with velocities behind it, taken out by an orthonormal basis of their rows. Where
// rows nearly depend on each other R = G'M^-1 G has lost what tells them apart: its condition is the
// square of theirs.
//
// M = C C', contact rows B = H' C^-T, joint rows A = D G' C^-T of unit length, A' = Q T with some
// rows left out that depend on others. All x with A x + D s = 0 are x0 + (1 - Q Q') y, so that
//
//   w = q + B x0 + B (1 - Q Q') B'P,   l = D T^-1 Q'(x0 - B'P),   x0 = -Q T'^-1 D s.
#pragma once

#include <Eigen/Core>
#include <memory>
#include <vector>

#include "dynamics/complementarity/dense_rows.hpp"
#include "dynamics/complementarity/local_step.hpp"

namespace touchstone {

class WhitenedJoints {
 public:
  /// Nothing where the step has no velocities, or too many, or M is not symmetric and positive
  /// definite.
  static std::unique_ptr<const WhitenedJoints> of(const LocalStep& step);

  /// What joints leave of the entry of W in this row and column: that of B (1 - Q Q') B'.
  double left_between(std::size_t row, std::size_t column) const {
    return left_.row(static_cast<Eigen::Index>(row))
        .dot(left_.row(static_cast<Eigen::Index>(column)));
  }
  /// What they add to q: B x0.
  const Eigen::VectorXd& added() const { return added_; }
  /// The joints' impulses l that belong to impulses P of the contacts.
  std::vector<double> impulses(const std::vector<double>& P) const;

 private:
  DenseRows contact_;       ///< B
  DenseRows left_;          ///< B (1 - Q Q')
  Eigen::MatrixXd basis_;   ///< Q
  Eigen::MatrixXd T_;       ///< upper triangle
  std::vector<int> order_;  ///< joint row of each column of T
  Eigen::VectorXd scale_;   ///< D, of each joint row
  Eigen::VectorXd along_;   ///< Q'x0
  Eigen::VectorXd added_;   ///< B x0
};

}  // namespace touchstone
