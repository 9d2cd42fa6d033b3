// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/complementarity/whitened_joints.hpp"

#include <Eigen/Cholesky>
#include <Eigen/QR>

namespace touchstone {
namespace {

constexpr int kMaxVelocities = 600;  ///< dense matrices of so many rows
/// Rows depend on others where less of their length is left [1].
constexpr double kRankOfRows = 1e-10;

}  // namespace

std::unique_ptr<const WhitenedJoints> WhitenedJoints::of(const LocalStep& step) {
  if (step.system == nullptr || step.system->velocities > kMaxVelocities) return nullptr;
  const StepSystem& system = *step.system;
  const DenseRows M = dense_of_rows(system.mass, system.velocities);
  const Eigen::LLT<Eigen::MatrixXd> factor(M);
  if (M != M.transpose() || factor.info() != Eigen::Success) return nullptr;
  const auto white = [&](const SparseRows& rows) -> DenseRows {
    const DenseRows dense = dense_of_rows(rows, system.velocities);
    return factor.matrixL().solve(dense.transpose()).transpose();
  };
  auto made = std::make_unique<WhitenedJoints>();
  made->contact_ = white(system.contact);
  DenseRows A = white(system.joint);
  made->scale_.resize(A.rows());
  for (Eigen::Index r = 0; r < A.rows(); ++r) {
    const double length = A.row(r).norm();
    made->scale_[r] = length > 0 ? 1 / length : 1;
    A.row(r) *= made->scale_[r];
  }
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr;
  qr.setThreshold(kRankOfRows);
  qr.compute(A.transpose());
  const Eigen::Index rank = qr.rank();
  made->basis_ = qr.householderQ() * Eigen::MatrixXd::Identity(A.cols(), rank);
  made->T_ = qr.matrixR().topLeftCorner(rank, rank);
  const auto& order = qr.colsPermutation().indices();
  made->order_.assign(order.data(), order.data() + rank);
  Eigen::VectorXd rest(rank);  // D s of the rows that are kept
  for (Eigen::Index k = 0; k < rank; ++k) {
    const int r = order[k];
    rest[k] = made->scale_[r] * step.joints.s[static_cast<std::size_t>(r)];
  }
  made->along_ = -made->T_.triangularView<Eigen::Upper>().transpose().solve(rest);
  const DenseRows across = made->contact_ * made->basis_;
  made->added_ = across * made->along_;
  made->left_ = made->contact_ - across * made->basis_.transpose();
  // Once more: what was nearly along the basis is left with its rounding.
  made->left_ -= (made->left_ * made->basis_).eval() * made->basis_.transpose();
  return made;
}

std::vector<double> WhitenedJoints::impulses(const std::vector<double>& P) const {
  const Eigen::VectorXd moved = contact_.transpose() * vector_of(P);
  const Eigen::VectorXd kept =
      T_.triangularView<Eigen::Upper>().solve(along_ - basis_.transpose() * moved);
  std::vector<double> impulses(static_cast<std::size_t>(scale_.size()), 0);
  for (std::size_t k = 0; k < order_.size(); ++k) {
    impulses[static_cast<std::size_t>(order_[k])] =
        scale_[order_[k]] * kept[static_cast<Eigen::Index>(k)];
  }
  return impulses;
}

}  // namespace touchstone
