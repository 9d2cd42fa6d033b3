// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/complementarity/peg_lemke.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "dynamics/complementarity/dense.hpp"
#include "geometry/index.hpp"

namespace touchstone {
namespace {

/// Covering vectors with which Lemke's algorithm is tried at most.
constexpr int kMaxCoveringVectors = 4;

/// Covering vector of an attempt: all ones in the first, then positive vectors of other directions.
std::vector<double> covering_vector(std::size_t size, int attempt) {
  std::vector<double> covering(size, 1.0);
  std::uint64_t state = 0x9e3779b97f4a7c15U * static_cast<std::uint64_t>(attempt);
  for (double& entry : covering) {
    if (attempt == 0) continue;
    state = state * 6364136223846793005U + 1442695040888963407U;
    entry = 0.5 + static_cast<double>(state >> 11) * 0x1p-53;
  }
  return covering;
}

}  // namespace

void PegLemke::list_unilateral(const ContactConstraint& constraint) {
  const int contact = constraint.primary.front();
  rows_.push_back({contact, reduced_->scaled().root_mass(contact), {{contact, 1}}, {}});
}

void PegLemke::list_inter(const ContactConstraint& constraint) {
  std::vector<int> contacts = constraint.primary;
  contacts.insert(contacts.end(), constraint.other.begin(), constraint.other.end());
  const double root = reduced_->scaled().root_mass(contacts.front());
  const int primaries = static_cast<int>(constraint.primary.size());
  const int forces = static_cast<int>(rows_.size());
  const int slacks = forces + primaries;
  const int count = static_cast<int>(contacts.size());
  const int shortfalls = slacks + count - 1;  // only where there are several primaries
  for (int i = 0; i < primaries; ++i) {
    Row row{contacts[at(i)], root, {{contacts.front(), 1}}, {}};
    for (int j = 0; j + 1 < count; ++j) row.variables.push_back({slacks + j, 1});
    if (primaries > 1) row.variables.push_back({shortfalls + i, 1});
    rows_.push_back(std::move(row));
  }
  for (int j = 1; j < count; ++j) {
    Row row{-1, root, {{contacts.front(), 1}, {contacts[at(j)], -1}}, {}};
    for (int i = 1; i <= j; ++i) row.variables.push_back({slacks + i - 1, 1});
    rows_.push_back(std::move(row));
  }
  for (int i = 0; i < primaries && primaries > 1; ++i) {
    rows_.push_back({-1, root, {{contacts[at(i)], 1}}, {{shortfalls + i, 1}}});
  }
}

void PegLemke::list(const StepProblem& problem) {
  rows_.clear();
  for (const ContactConstraint& constraint : problem.constraints) {
    if (constraint.kind == ContactConstraint::Kind::unilateral) list_unilateral(constraint);
    if (constraint.kind == ContactConstraint::Kind::inter) list_inter(constraint);
  }
}

double PegLemke::rate_of(int contact, const double* u) const {
  return reduced_->scaled().normal_velocity(contact, u) / reduced_->scaled().root_mass(contact);
}

void PegLemke::write_matrix() {
  const std::size_t n = rows_.size();
  const std::size_t dof = reduced_->scaled().dof();
  matrix_.assign(n * n, 0);
  constant_.assign(n, 0);
  std::vector<double> direction(dof);
  for (std::size_t r = 0; r < n; ++r) {
    std::fill(direction.begin(), direction.end(), 0.0);
    for (const Term& term : rows_[r].rates) {
      const double factor = term.factor * rows_[r].root / reduced_->scaled().root_mass(term.index);
      add_multiple(factor, reduced_->normal(term.index), direction.data(), dof);
      constant_[r] += rows_[r].root * term.factor * rate_of(term.index, reduced_->start().data());
    }
    for (std::size_t v = 0; v < n; ++v) {
      if (rows_[v].contact < 0) continue;
      matrix_[r * n + v] = dot(direction.data(), reduced_->normal(rows_[v].contact), dof);
    }
    for (const Term& term : rows_[r].variables) matrix_[r * n + at(term.index)] += term.factor;
  }
}

/// Solves afresh for what is basic: pivots accumulate rounding. False where that is singular.
bool PegLemke::improve() {
  const std::vector<int>& basic = lemke_.basic();
  const auto n = static_cast<Eigen::Index>(basic.size());
  z_.assign(rows_.size(), 0);
  if (n == 0) return true;
  Eigen::MatrixXd m(n, n);
  Eigen::VectorXd q(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const std::size_t row = at(basic[at(i)]);
    q[i] = -constant_[row];
    for (Eigen::Index j = 0; j < n; ++j) {
      m(i, j) = matrix_[row * rows_.size() + at(basic[at(j)])];
    }
  }
  const Eigen::FullPivLU<Eigen::MatrixXd> lu(m);
  if (!lu.isInvertible()) return false;
  Eigen::VectorXd z = lu.solve(q);
  z += lu.solve(q - m * z);
  if (!z.allFinite()) return false;
  for (Eigen::Index i = 0; i < n; ++i) {
    z_[at(basic[at(i)])] = std::max(0.0, z[i]);
  }
  return true;
}

void PegLemke::expand(StepSolution& solution) {
  const StepProblem& problem = reduced_->scaled().problem();
  solution.clear_impulses(problem);
  solution.form = ConstraintForm::lemke;
  solution.chosen.clear();
  const std::size_t dof = reduced_->scaled().dof();
  solution.u = Eigen::Map<const Eigen::VectorXd>(reduced_->start().data(), problem.dof());
  for (std::size_t v = 0; v < rows_.size(); ++v) {
    if (rows_[v].contact < 0 || z_[v] == 0) continue;
    add_multiple(z_[v], reduced_->normal(rows_[v].contact), solution.u.data(), dof);
    solution.normal_impulse[rows_[v].contact] +=
        z_[v] * reduced_->scaled().root_mass(rows_[v].contact);
  }
  reduced_->add_bilateral(solution);
}

bool PegLemke::solve(const StepProblem& problem, ReducedRows& rows, StepSolution& solution) {
  reduced_ = &rows;
  list(problem);
  write_matrix();
  solution.pivots = 0;
  for (int attempt = 0; attempt < kMaxCoveringVectors; ++attempt) {
    const LemkeEnd end =
        lemke_.solve(matrix_.data(), constant_.data(),
                     covering_vector(rows_.size(), attempt).data(), static_cast<int>(rows_.size()));
    solution.pivots += lemke_.pivots();
    if (end != LemkeEnd::solved) continue;
    if (!improve()) z_ = lemke_.z();
    expand(solution);
    return true;
  }
  return false;
}

}  // namespace touchstone
