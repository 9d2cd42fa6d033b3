// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/complementarity/scaled_rows.hpp"

#include <algorithm>
#include <cmath>

#include "dynamics/complementarity/dense.hpp"
#include "dynamics/complementarity/directions.hpp"

namespace touchstone {
void ScaledRows::assign(const StepProblem& problem, const EqualityRows& joints) {
  problem_ = &problem;
  dof_ = at(problem.dof());
  if (directions_.size() != 2 * at(problem.directions)) {
    directions_ = cone_directions(problem.directions);
  }
  set_masses(joints);
  tangent_.resize(2 * root_mass_.size() * dof_);
  for (std::size_t i = 0; i < root_mass_.size(); ++i) {
    const double root = root_mass_[i];
    const double* normal = problem.normal.data() + i * dof_;
    const double* tangent = problem.tangent.data() + 2 * i * dof_;
    for (std::size_t j = 0; j < dof_; ++j) {
      normal_[i * dof_ + j] = root * normal[j];
      tangent_[2 * i * dof_ + j] = root * tangent[j];
      tangent_[(2 * i + 1) * dof_ + j] = root * tangent[dof_ + j];
    }
  }
}

void ScaledRows::set_masses(const EqualityRows& joints) {
  const StepProblem& p = *problem_;
  const std::size_t n = at(p.contacts());
  root_mass_.resize(n);
  normal_.assign(p.normal.data(), p.normal.data() + n * dof_);
  double largest = 0;
  for (std::size_t i = 0; i < n; ++i) {
    double* row = &normal_[i * dof_];
    joints.project(row);
    root_mass_[i] = dot(row, row, dof_);
    largest = std::max(largest, root_mass_[i]);
  }
  if (largest == 0) {  // no contact can move: any unit will do
    largest = p.tangent.size() > 0 ? p.tangent.rowwise().squaredNorm().maxCoeff() : 0;
    largest = largest > 0 ? largest : 1;
  }
  for (double& value : root_mass_) {
    value = 1 / std::sqrt(std::max(value, kMobilityFloor * largest));
  }
}

bool ScaledRows::has_cones() const {
  int i = 0;
  while (i < contacts() && !grips(i)) ++i;
  return i < contacts();
}

double ScaledRows::normal_velocity(int contact, const double* u) const {
  return dot(normal(contact), u, dof_) + bound(contact);
}

std::array<double, 2> ScaledRows::tangent_velocity(int contact, const double* u) const {
  const double* x = tangent(contact);
  return {dot(x, u, dof_), dot(x + dof_, u, dof_)};
}

double ScaledRows::slip_of(int contact, const double* u) const {
  const auto [along_x, along_y] = tangent_velocity(contact, u);
  return slip_along(directions_, along_x, along_y);
}

}  // namespace touchstone
