// SPDX-License-Identifier: GPL-3.0-or-later
// The quadratic program of the relaxation, or without friction, on a sparse step: an interior-point
// method (Mehrotra's predictor and corrector, mehrotra1992).
//
// Rows a_r of a cone are (n + mu d_k)/sqrt(1 + mu^2), others n; with slacks t = A u + q >= 0 and
// multipliers y >= 0 it goes along t y = m to m = 0. Each step solves with I + A' (y/t) A, which
// has a block for each pair of bodies that touch; all rows of a contact are one 3 x 3 matrix in it.
// Joints are held by a penalty and multipliers. Where t and y vanish together it arrives only to
// about the root of the precision: the method of multipliers finishes what it has found.
#pragma once

#include <vector>

#include "dynamics/complementarity/block_factor.hpp"
#include "dynamics/complementarity/sparse_step.hpp"

namespace touchstone {

class InteriorPoint {
 public:
  using Vec3 = SparseStep::Vec3;
  using Vec6 = SparseStep::Vec6;

  /// Solves from about the impulses `from` [N s], with `raised` added to the normal velocities.
  /// False: did not arrive; impulses() are the last ones.
  bool solve(const SparseStep& step, const std::vector<RememberedContact>& from,
             const std::vector<double>& raised);

  /// Impulses of each contact, scaled [sqrt(J)].
  const std::vector<Vec3>& impulses() const { return impulse_; }
  /// Impulses of each joint, scaled [sqrt(J)].
  const std::vector<Vec6>& joint_impulses() const { return joint_impulse_; }
  const Eigen::VectorXd& u() const { return u_; }
  int steps() const { return steps_; }

  void set_stop(const StopToken& stop) {
    stop_ = stop;
    factor_.set_stop(stop);
  }

 private:
  void list_rows(const std::vector<double>& raised);
  void place(const std::vector<RememberedContact>& from);
  void set_misses();
  bool factor();
  void find_change(double target, bool corrected);
  double longest_step(const Eigen::VectorXd& x, const Eigen::VectorXd& change) const;
  double gap_after(double step) const;
  void set_impulses();

  StopToken stop_;
  const SparseStep* step_ = nullptr;
  BlockFactor factor_;
  std::vector<double> directions_;
  std::vector<std::size_t> first_;  ///< first row of each contact, and the end
  std::vector<Vec3> row_;           ///< each row in terms of its contact's three
  Eigen::VectorXd q_, t_, y_;
  Eigen::VectorXd u_, change_u_, change_t_, change_y_, reached_;
  Eigen::VectorXd miss_t_, miss_u_, along_;
  std::vector<Vec6> joint_impulse_;
  std::vector<Vec3> impulse_;
  int steps_ = 0;
};

}  // namespace touchstone
