// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/complementarity/reduced_rows.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "dynamics/complementarity/dense.hpp"
#include "geometry/index.hpp"

namespace touchstone {
void ReducedRows::assign(const StepProblem& problem) {
  sticking_.assign(at(problem.contacts()), 0);
  equalities_.clear(problem.dof());
  if (problem.joint.rows() > 0) {
    numbers_.resize(static_cast<std::size_t>(problem.joint.rows()));
    std::iota(numbers_.begin(), numbers_.end(), 0);
    equalities_.add(problem.joint.data(), problem.joint_bound.data(), numbers_);
  }
  joint_rank_ = equalities_.rank();
  scaled_.assign(problem, equalities_);
  eliminate();
}

void ReducedRows::stick(const std::vector<char>& sticking) {
  equalities_.truncate(joint_rank_);
  sticking_ = sticking;
  const int joints = static_cast<int>(scaled_.problem().joint.rows());
  // All rows at once, so that the best of them all are the basis; numbered by contact.
  rows_.clear();
  numbers_.clear();
  for (int i = 0; i < scaled_.contacts(); ++i) {
    if (sticking[at(i)] != 0) {
      const double* tangent = scaled_.tangent(i);
      rows_.insert(rows_.end(), tangent, tangent + 2 * scaled_.dof());
      numbers_.push_back(joints + 2 * i);
      numbers_.push_back(joints + 2 * i + 1);
    }
  }
  equalities_.add(rows_.data(), nullptr, numbers_);
  eliminate();
}

void ReducedRows::eliminate() {
  const int n = scaled_.contacts();
  const std::size_t dof = scaled_.dof();
  const double* free = scaled_.problem().free.data();
  start_.assign(free, free + dof);
  normal_rows_ = scaled_.normal(0);
  tangent_rows_ = scaled_.tangent(0);
  if (equalities_.rank() > 0) {
    equalities_.fulfil(start_.data());
    normal_.assign(normal_rows_, normal_rows_ + at(n) * dof);
    tangent_.assign(tangent_rows_, tangent_rows_ + 2 * at(n) * dof);
    for (int i = 0; i < n; ++i) {
      equalities_.project(&normal_[at(i) * dof]);
      if (scaled_.grips(i)) {
        equalities_.project(&tangent_[2 * at(i) * dof]);
        equalities_.project(&tangent_[(2 * at(i) + 1) * dof]);
      }
    }
    normal_rows_ = normal_.data();
    tangent_rows_ = tangent_.data();
  }
  normal_q_.resize(at(n));
  tangent_q_.resize(2 * at(n));
  for (int i = 0; i < n; ++i) {
    normal_q_[at(i)] = scaled_.normal_velocity(i, start_.data());
    const auto [x, y] = scaled_.tangent_velocity(i, start_.data());
    tangent_q_[2 * at(i)] = x;
    tangent_q_[2 * at(i) + 1] = y;
  }
}

double ReducedRows::scale() const {
  const std::size_t dof = scaled_.dof();
  double q = 0;
  double terms = 0;
  const auto count = [&](const double* row, double value, double offset) {
    q = std::max(q, std::abs(value));
    double sum = std::abs(offset);
    for (std::size_t j = 0; j < dof; ++j) {
      sum += std::abs(row[j] * start_[j]);
    }
    terms = std::max(terms, sum);
  };
  for (int i = 0; i < scaled_.contacts(); ++i) {
    count(scaled_.normal(i), normal_constant(i), scaled_.bound(i));
    if (scaled_.friction(i).kind != FrictionKind::frictionless) {
      count(scaled_.tangent(i), tangent_constant(i)[0], 0);
      count(scaled_.tangent(i) + dof, tangent_constant(i)[1], 0);
    }
  }
  return std::max(q, kCancellation * terms);
}

void ReducedRows::add_bilateral(StepSolution& s) {
  if (equalities_.rank() == 0) {
    return;
  }
  const StepProblem& p = scaled_.problem();
  const std::size_t dof = scaled_.dof();
  // What is left of u - free without the contacts is the sum of the bilateral rows' impulses.
  rest_.resize(dof);
  for (std::size_t j = 0; j < dof; ++j) {
    rest_[j] = s.u[static_cast<Eigen::Index>(j)] - p.free[static_cast<Eigen::Index>(j)];
  }
  for (int i = 0; i < scaled_.contacts(); ++i) {
    const double root = scaled_.root_mass(i);
    add_multiple(-s.normal_impulse[i] / root, scaled_.normal(i), rest_.data(), dof);
    for (int k = 0; k < 2; ++k) {
      add_multiple(-s.tangent_impulse[2 * i + k] / root, scaled_.tangent(i) + at(k) * dof,
                   rest_.data(), dof);
    }
  }
  const auto joints = static_cast<std::size_t>(p.joint.rows());
  impulse_.assign(joints + 2 * sticking_.size(), 0);
  equalities_.impulses(rest_.data(), impulse_.data());
  std::copy_n(impulse_.data(), joints, s.joint_impulse.data());
  for (int i = 0; i < scaled_.contacts(); ++i) {
    for (int k = 0; k < 2 && sticking_[at(i)] != 0; ++k) {
      s.tangent_impulse[2 * i + k] = scaled_.root_mass(i) * impulse_[joints + at(2 * i + k)];
    }
  }
}

}  // namespace touchstone
