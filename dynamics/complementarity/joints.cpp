// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/complementarity/joints.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "dynamics/complementarity/dense.hpp"

namespace touchstone {
namespace {

/// A row is dependent when less than this share of its length is orthogonal to the others.
/// Velocities are wrong by at most this share then, and a row of rounding errors is not taken for
/// a constraint.
constexpr double kRank = 1e-10;

}  // namespace

void EqualityRows::clear(int dof) {
  dof_ = static_cast<std::size_t>(dof);
  truncate(0);
}

void EqualityRows::truncate(int rank) {
  const auto kept = static_cast<std::size_t>(rank);
  basis_.resize(kept * dof_);
  r_.resize(packed(kept));
  offset_.resize(kept);
  chosen_.resize(kept);
}

void EqualityRows::add(const double* rows, const double* offsets, const std::vector<int>& numbers) {
  const std::size_t n = numbers.size();
  pending_.assign(rows, rows + n * dof_);
  norm_.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    double* row = &pending_[i * dof_];
    norm_[i] = std::sqrt(dot(row, row, dof_));
    project(row);
  }
  for (std::size_t taken = 0; taken < n; ++taken) {
    // The row with the largest share left.
    std::size_t best = n;
    double share = kRank;
    for (std::size_t i = 0; i < n; ++i) {
      if (norm_[i] <= 0) {
        continue;
      }
      const double* row = &pending_[i * dof_];
      const double left = std::sqrt(dot(row, row, dof_)) / norm_[i];
      if (left > share) {
        share = left;
        best = i;
      }
    }
    if (best == n || basis_.size() == dof_ * dof_) {
      break;
    }
    double* rest = &pending_[best * dof_];
    project(rest);
    const double length = std::sqrt(dot(rest, rest, dof_));
    norm_[best] = -norm_[best];
    if (length <= kRank * -norm_[best]) {
      continue;
    }
    for (std::size_t j = 0; j < dof_; ++j) {
      basis_.push_back(rest[j] / length);
    }
    const double* q = basis_.data() + basis_.size() - dof_;
    const double* row = rows + best * dof_;
    for (std::size_t k = 0; k <= chosen_.size(); ++k) {
      r_.push_back(dot(&basis_[k * dof_], row, dof_));
    }
    chosen_.push_back(numbers[best]);
    offset_.push_back(offsets == nullptr ? 0 : offsets[best]);
    for (std::size_t i = 0; i < n; ++i) {
      if (norm_[i] > 0) {
        double* other = &pending_[i * dof_];
        add_multiple(-dot(q, other, dof_), q, other, dof_);
      }
    }
  }
}

void EqualityRows::project(double* row) const {
  const std::size_t rank = chosen_.size();
  if (rank == 0) {
    return;
  }
  const double before = dot(row, row, dof_);
  for (int pass = 0; pass < 2; ++pass) {
    for (std::size_t k = 0; k < rank; ++k) {
      const double* q = &basis_[k * dof_];
      add_multiple(-dot(q, row, dof_), q, row, dof_);
    }
    const double after = dot(row, row, dof_);
    if (after <= kRank * kRank * before) {
      std::fill(row, row + dof_, 0.0);
      return;
    }
    if (after > 0.01 * before) {  // a digit lost at most
      return;
    }
  }
}

void EqualityRows::fulfil(double* u) const {
  // Forward through R' t = -offset, t_k the part of u along q_k.
  const std::size_t rank = chosen_.size();
  for (std::size_t k = 0; k < rank; ++k) {
    const double* column = &r_[packed(k)];
    double wanted = -offset_[k];
    for (std::size_t j = 0; j < k; ++j) {
      wanted -= column[j] * dot(&basis_[j * dof_], u, dof_);
    }
    wanted /= column[k];
    const double* q = &basis_[k * dof_];
    add_multiple(wanted - dot(q, u, dof_), q, u, dof_);
  }
}

void EqualityRows::add_shortest(const double* right, double* u) {
  const std::size_t rank = chosen_.size();
  solution_.resize(rank);
  for (std::size_t k = 0; k < rank; ++k) {
    const double* column = &r_[packed(k)];
    const double rest = right[chosen_[k]] - dot(column, solution_.data(), k);
    solution_[k] = rest / column[k];
    add_multiple(solution_[k], &basis_[k * dof_], u, dof_);
  }
}

void EqualityRows::impulses(const double* impulse, double* of_row) {
  const std::size_t rank = chosen_.size();
  solution_.resize(rank);
  for (std::size_t k = rank; k-- > 0;) {
    double value = dot(&basis_[k * dof_], impulse, dof_);
    for (std::size_t j = k + 1; j < rank; ++j) {
      value -= r_[packed(j) + k] * solution_[j];
    }
    solution_[k] = value / r_[packed(k) + k];
    of_row[chosen_[k]] = solution_[k];
  }
}

}  // namespace touchstone
