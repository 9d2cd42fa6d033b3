// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/complementarity/sparse_step.hpp"

#include <algorithm>
#include <cmath>

#include "dynamics/complementarity/scaled_rows.hpp"
#include "geometry/index.hpp"

namespace touchstone {
namespace {

/// Rows times u, of both bodies.
template <int kRows>
Eigen::Matrix<double, kRows, 1> product(const BodyRows<kRows>& block, const Eigen::VectorXd& u) {
  Eigen::Matrix<double, kRows, 1> w = Eigen::Matrix<double, kRows, 1>::Zero();
  for (int side = 0; side < 2; ++side) {
    const int body = block.body[at(side)];
    if (body < 0) continue;
    w.noalias() += block.rows.template middleCols<kDofOfBody>(kDofOfBody * side) *
                   u.segment<kDofOfBody>(Eigen::Index{kDofOfBody} * body);
  }
  return w;
}

template <int kRows>
void add_to(const BodyRows<kRows>& block, const Eigen::Matrix<double, kRows, 1>& impulse,
            Eigen::VectorXd& u) {
  for (int side = 0; side < 2; ++side) {
    const int body = block.body[at(side)];
    if (body < 0) continue;
    u.segment<kDofOfBody>(Eigen::Index{kDofOfBody} * body).noalias() +=
        block.rows.template middleCols<kDofOfBody>(kDofOfBody * side).transpose() * impulse;
  }
}

/// Row by row: a matrix product of long doubles would not be faster.
template <int kRows>
Eigen::Matrix<long double, kRows, 1> long_product(const BodyRows<kRows>& block,
                                                  const SparseStep::LongVector& u) {
  Eigen::Matrix<long double, kRows, 1> w;
  for (Eigen::Index k = 0; k < kRows; ++k) {
    long double sum = 0;
    for (Eigen::Index side = 0; side < 2; ++side) {
      const int body = block.body[at(side)];
      if (body < 0) continue;
      for (Eigen::Index j = 0; j < kDofOfBody; ++j) {
        sum += block.rows(k, kDofOfBody * side + j) * u[Eigen::Index{kDofOfBody} * body + j];
      }
    }
    w[k] = sum;
  }
  return w;
}

template <int kRows>
void long_add(const BodyRows<kRows>& block, const Eigen::Matrix<double, kRows, 1>& impulse,
              SparseStep::LongVector& u) {
  for (Eigen::Index side = 0; side < 2; ++side) {
    const int body = block.body[at(side)];
    if (body < 0) continue;
    for (Eigen::Index k = 0; k < kRows; ++k) {
      const long double factor = impulse[k];
      for (Eigen::Index j = 0; j < kDofOfBody; ++j) {
        u[Eigen::Index{kDofOfBody} * body + j] += factor * block.rows(k, kDofOfBody * side + j);
      }
    }
  }
}

}  // namespace

void SparseStep::assign(const SparseProblem& problem) {
  problem_ = &problem;
  contact_.resize(problem.contact.size());
  double largest = 0;
  for (const ContactRows& rows : problem.contact) {
    largest = std::max(largest, rows.rows.row(0).squaredNorm());
  }
  if (largest == 0) largest = 1;
  for (std::size_t i = 0; i < contact_.size(); ++i) {
    Contact& contact = contact_[i];
    contact.block = problem.contact[i];
    const double mobility = contact.block.rows.row(0).squaredNorm();
    contact.root_mass = 1 / std::sqrt(std::max(mobility, kMobilityFloor * largest));
    contact.block.rows *= contact.root_mass;
    contact.bound = contact.root_mass * problem.bound[static_cast<Eigen::Index>(i)];
    contact.friction = problem.friction[i];
  }
  joint_.resize(problem.joint.size());
  for (std::size_t j = 0; j < joint_.size(); ++j) {
    Joint& joint = joint_[j];
    joint.block = problem.joint[j];
    joint.bound.setZero();
    for (int k = 0; k < joint.block.count; ++k) {
      const double length = joint.block.rows.row(k).norm();
      joint.root_mass[k] = length > 0 ? 1 / length : 1;
      joint.block.rows.row(k) *= joint.root_mass[k];
      joint.bound[k] = joint.root_mass[k] * problem.joint_bound[joint.block.first + k];
    }
  }
  set_unit();
}

void SparseStep::set_unit() {
  const Eigen::VectorXd& free = problem_->free;
  double terms = 0;
  unit_ = 0;
  for (const Contact& contact : contact_) {
    const Vec3 w = velocity(contact, free);
    const int rows = contact.friction.kind == FrictionKind::frictionless ? 1 : 3;
    unit_ = std::max(unit_, w.head(rows).lpNorm<Eigen::Infinity>());
    terms = std::max(terms, std::abs(contact.bound));
  }
  for (const Joint& joint : joint_) {
    unit_ = std::max(unit_, velocity(joint, free).lpNorm<Eigen::Infinity>());
  }
  if (free.size() > 0) terms = std::max(terms, free.lpNorm<Eigen::Infinity>());
  unit_ = std::max(unit_, kCancellation * terms);
}

bool SparseStep::has_cones() const {
  return std::any_of(contact_.begin(), contact_.end(), [](const Contact& contact) {
    return contact.friction.kind == FrictionKind::cone && contact.friction.mu > 0;
  });
}

bool SparseStep::has(FrictionKind kind) const {
  return std::any_of(contact_.begin(), contact_.end(),
                     [kind](const Contact& contact) { return contact.friction.kind == kind; });
}

SparseStep::Vec3 SparseStep::velocity(const Contact& contact, const Eigen::VectorXd& u) const {
  Vec3 w = product(contact.block, u);
  w[0] += contact.bound;
  return w;
}

SparseStep::Vec6 SparseStep::velocity(const Joint& joint, const Eigen::VectorXd& u) const {
  return product<6>(joint.block, u) + joint.bound;
}

SparseStep::LongVec3 SparseStep::velocity(const Contact& contact, const LongVector& u) {
  LongVec3 w = long_product<3>(contact.block, u);
  w[0] += contact.bound;
  return w;
}

SparseStep::Vec6 SparseStep::velocity(const Joint& joint, const LongVector& u) {
  return (long_product<6>(joint.block, u) + joint.bound.cast<long double>()).cast<double>();
}

SparseStep::Vec3 SparseStep::change(const Contact& contact, const Eigen::VectorXd& of_u) {
  return product<3>(contact.block, of_u);
}

SparseStep::Vec6 SparseStep::change(const Joint& joint, const Eigen::VectorXd& of_u) {
  return product<6>(joint.block, of_u);
}

void SparseStep::add(const Contact& contact, const Vec3& impulse, Eigen::VectorXd& u) {
  add_to<3>(contact.block, impulse, u);
}

void SparseStep::add(const Joint& joint, const Vec6& impulse, Eigen::VectorXd& u) {
  add_to<6>(joint.block, impulse, u);
}

void SparseStep::add(const Contact& contact, const Vec3& impulse, LongVector& u) {
  long_add<3>(contact.block, impulse, u);
}

void SparseStep::add(const Joint& joint, const Vec6& impulse, LongVector& u) {
  long_add<6>(joint.block, impulse, u);
}

}  // namespace touchstone
