// SPDX-License-Identifier: GPL-3.0-or-later
// The problem of one step (step_problem.hpp) with rows that name at most two bodies: blocks of
// 3 x 12 for contacts and of 6 x 12 for joints. A body has six velocities.
#pragma once

#include <array>
#include <vector>

#include "dynamics/complementarity/contact_memory.hpp"
#include "dynamics/complementarity/step_problem.hpp"

namespace touchstone {

inline constexpr int kDofOfBody = 6;

/// The rows of a contact or joint: of its first body in the columns 0 to 5, of its second after
/// these.
template <int kRows>
struct BodyRows {
  std::array<int, 2> body = {-1, -1};  ///< -1: fixed, its columns are zero
  Eigen::Matrix<double, kRows, 2 * kDofOfBody, Eigen::RowMajor> rows;
};
/// Rows of a contact: N, then the two of T.
using ContactRows = BodyRows<3>;
/// Rows of a joint: `count` of them, and zeros below.
struct JointRows : BodyRows<6> {
  int count = 3;
  int first = 0;  ///< its first row in joint_bound
};

struct SparseProblem {
  int bodies = 0;        ///< number of bodies that have columns
  Eigen::VectorXd free;  ///< velocities without any impulse, 6 for each body [sqrt(J)]
  std::vector<ContactRows> contact;
  Eigen::VectorXd bound;
  std::vector<ContactFriction> friction;
  int directions = 4;
  std::vector<ContactConstraint> constraints;
  std::vector<JointRows> joint;
  Eigen::VectorXd joint_bound;
  Eigen::VectorXd joint_drive;  ///< see StepProblem
  /// What each contact did in the last step.
  std::vector<RememberedContact> memory;

  int contacts() const { return static_cast<int>(contact.size()); }
  int dof() const { return static_cast<int>(free.size()); }
};

/// Writes a sparse problem with whole rows. `dense` keeps its memory.
void write_dense(const SparseProblem& sparse, StepProblem& dense);

}  // namespace touchstone
