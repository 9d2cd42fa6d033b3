// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/complementarity/active_system.hpp"

#include "dynamics/complementarity/dense.hpp"
#include "geometry/index.hpp"

namespace touchstone {

bool ActiveSystem::solve(const ScaledStep& step, const std::vector<int>& active, int refinements,
                         std::vector<double>& z) {
  const std::size_t n = active.size();
  write(step, active);
  if (!lu_.factor(matrix_, n)) {
    return false;
  }
  lu_.solve(right_, z);
  for (int pass = 0; pass < refinements; ++pass) {
    miss(step, active, z);
    lu_.solve(right_, rest_);
    add_multiple(1, rest_.data(), z.data(), n);
  }
  return true;
}

/// The rows, M_aa, and -q_a as the right-hand side.
void ActiveSystem::write(const ScaledStep& step, const std::vector<int>& active) {
  const std::size_t n = active.size();
  const std::size_t dof = step.scaled().dof();
  rows_.resize(n * dof);
  right_.resize(n);
  matrix_.resize(n * n);
  for (std::size_t i = 0; i < n; ++i) {
    step.write_row(active[i], &rows_[i * dof]);
    right_[i] = -step.constant(active[i]);
    for (std::size_t j = 0; j <= i; ++j) {
      const double product = dot(&rows_[i * dof], &rows_[j * dof], dof);
      matrix_[i * n + j] = product;
      matrix_[j * n + i] = product;
      if (step.rows() == StepRows::lcp &&
          step.variables()[at(active[i])].contact == step.variables()[at(active[j])].contact) {
        matrix_[i * n + j] += step.coupling(active[i], active[j]);
        matrix_[j * n + i] += i == j ? 0 : step.coupling(active[j], active[i]);
      }
    }
  }
}

/// right_ = -w, from the rows themselves: forming M has squared their condition.
void ActiveSystem::miss(const ScaledStep& step, const std::vector<int>& active,
                        const std::vector<double>& z) {
  const std::size_t n = active.size();
  const std::size_t dof = step.scaled().dof();
  wide_.assign(dof, 0);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < dof; ++j) {
      wide_[j] += static_cast<long double>(rows_[i * dof + j]) * z[i];
    }
  }
  for (std::size_t i = 0; i < n; ++i) {
    long double w = step.constant(active[i]);
    for (std::size_t j = 0; j < dof; ++j) {
      w += rows_[i * dof + j] * wide_[j];
    }
    for (std::size_t j = 0; step.rows() == StepRows::lcp && j < n; ++j) {
      w += static_cast<long double>(step.coupling(active[i], active[j])) * z[j];
    }
    right_[i] = static_cast<double>(-w);
  }
}

void drop_lifted(const ScaledStep& step, std::vector<int>& active) {
  using Kind = ScaledStep::Variable::Kind;
  std::size_t kept = 0;
  int touching = -1;
  for (const int variable : active) {
    const ScaledStep::Variable& v = step.variables()[at(variable)];
    if (v.kind == Kind::normal) {
      touching = v.contact;
    }
    if (v.kind == Kind::generator || touching == v.contact) {
      active[kept++] = variable;
    }
  }
  active.resize(kept);
}

}  // namespace touchstone
