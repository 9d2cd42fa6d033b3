// SPDX-License-Identifier: GPL-3.0-or-later
// Joints of a step in local form taken out of it, for solvers that have none: with R^+ the inverse of
// R on its range, l = -R^+ (V'P + s) and w = (W - V R^+ V') P + q - V R^+ s.
//
// The condition of R is the square of that of the joints' rows. So where M = C C' is known, the rows
// A = D G'C^-T of unit length are factored, A' = Q T without rows that depend on others. With B = H'C^-T
// the rows of contacts, X = B Q and y = -T'^-1 D s,
//
//   l = D T^-1 (y - X'P),   w = (W - X X') P + q + X y.
//
// Each part of R has a Q of its own, so that contacts that share no joints keep their zeros in W.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <vector>

#include "dynamics/complementarity/local_answer.hpp"
#include "dynamics/complementarity/local_step.hpp"

namespace touchstone {

/// Largest joint_error() of a solution [1].
inline constexpr double kMaxJointError = 1e-10;

/// Solves `step` with the joints taken out by `solve(LocalStep)`.
class JointlessStep {
 public:
  /// `step` outlives this.
  explicit JointlessStep(const LocalStep& step);
  /// The step itself where it has no joints.
  const LocalStep& step() const { return given_.joints.s.empty() ? given_ : reduced_; }
  /// The joints' impulses l that belong to impulses P of the contacts.
  std::vector<double> joint_impulses(const std::vector<double>& P) const;
  /// How far P and l are from fulfilling the joints [1]: the largest |V'P + R l + s| of a row, over
  /// the largest entry of the reduced q and of s. Each row is first divided by the root of its
  /// diagonal entry. Joints that contradict each other leave an error that R^+ does not show.
  double joint_error(const std::vector<double>& P, const std::vector<double>& l) const;

 private:
  /// Joints that R couples, with R^+ of them.
  struct Joined {
    std::vector<int> rows;
    std::vector<double> inverse;  ///< row by row
  };
  /// R^+ times the rows of `values`.
  std::vector<double> held(const std::vector<double>& values) const;
  /// V'P + s.
  std::vector<double> joint_velocities(const std::vector<double>& P) const;
  /// Factors the rows of the joints. Returns false if M is unknown, not symmetric or too large.
  bool factor_rows();
  bool is_factored() const { return lift_.cols() > 0; }
  void reduce();

  const LocalStep& given_;
  std::vector<Joined> joined_;
  Eigen::MatrixXd X_;     ///< empty where R^+ is taken
  Eigen::MatrixXd lift_;  ///< D T^-1
  Eigen::VectorXd y_;
  LocalStep reduced_;
};

/// What `solve` makes of the step without its joints, with their impulses.
template <class Solve>
LocalAnswer solve_with_joints(const LocalStep& step, const Solve& solve) {
  const JointlessStep without(step);
  LocalAnswer answer = solve(without.step());
  answer.joint_impulses = without.joint_impulses(answer.impulses);
  const double error = without.joint_error(answer.impulses, answer.joint_impulses);
  answer.residual = std::max(answer.residual, error);
  answer.solved = answer.solved && error <= kMaxJointError;
  return answer;
}

}  // namespace touchstone
