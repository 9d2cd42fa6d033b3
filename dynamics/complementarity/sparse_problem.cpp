// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/complementarity/sparse_problem.hpp"
#include "geometry/index.hpp"

namespace touchstone {
namespace {

/// Row `from` of a block as row `to` of a matrix that is zero there.
template <class Block>
void place(const Block& block, Eigen::Index from, RowMatrix& rows, Eigen::Index to) {
  for (int side = 0; side < 2; ++side) {
    const int body = block.body[at(side)];
    if (body < 0) continue;
    rows.row(to).segment<kDofOfBody>(Eigen::Index{kDofOfBody} * body) =
        block.rows.row(from).template segment<kDofOfBody>(Eigen::Index{kDofOfBody} * side);
  }
}

}  // namespace

void write_dense(const SparseProblem& sparse, StepProblem& dense) {
  const Eigen::Index n = sparse.contacts();
  dense.free = sparse.free;
  dense.normal.setZero(n, sparse.dof());
  dense.tangent.setZero(2 * n, sparse.dof());
  for (Eigen::Index i = 0; i < n; ++i) {
    const ContactRows& contact = sparse.contact[at(i)];
    place(contact, 0, dense.normal, i);
    place(contact, 1, dense.tangent, 2 * i);
    place(contact, 2, dense.tangent, 2 * i + 1);
  }
  dense.bound = sparse.bound;
  dense.friction = sparse.friction;
  dense.directions = sparse.directions;
  dense.constraints = sparse.constraints;
  dense.joint.setZero(sparse.joint_bound.size(), sparse.dof());
  for (const JointRows& joint : sparse.joint) {
    for (int k = 0; k < joint.count; ++k) place(joint, k, dense.joint, joint.first + k);
  }
  dense.joint_bound = sparse.joint_bound;
  dense.joint_drive = sparse.joint_drive;
}

}  // namespace touchstone
