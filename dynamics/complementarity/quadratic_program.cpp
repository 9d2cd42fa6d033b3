// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/complementarity/quadratic_program.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "dynamics/complementarity/dense.hpp"
#include "geometry/index.hpp"
#include "geometry/loop_bound.hpp"

namespace touchstone {
namespace {

/// A unit row with less than this orthogonal to the active ones is dependent.
constexpr double kDependent = 1e-9;
/// Smaller changes of a multiplier per step are round-off and do not limit the step.
constexpr double kNoChange = 1e-12;
/// A row this much shorter than the longest is a row of zeros.
constexpr double kZeroRow = 1e-12;
constexpr int kStepsPerRow = 10;
constexpr int kStepsAtLeast = 200;

}  // namespace

QuadraticProgramEnd QuadraticProgram::solve(const std::vector<double>& rows,
                                            const std::vector<double>& q, int dof,
                                            double feasibility) {
  dof_ = static_cast<std::size_t>(dof);
  const std::size_t n = q.size();
  rows_ = rows;
  q_ = q;
  norm_.resize(n);
  double longest = 0;
  for (std::size_t i = 0; i < n; ++i) {
    norm_[i] = std::sqrt(dot(&rows[i * dof_], &rows[i * dof_], dof_));
    longest = std::max(longest, norm_[i]);
  }
  for (std::size_t i = 0; i < n; ++i) {
    double* row = &rows_[i * dof_];
    if (norm_[i] <= kZeroRow * longest) {  // whether it holds does not depend on x
      std::fill(row, row + dof_, 0.0);
      norm_[i] = 1;
      continue;
    }
    for (std::size_t j = 0; j < dof_; ++j) {
      row[j] /= norm_[i];
    }
    q_[i] /= norm_[i];
  }
  is_active_.assign(n, 0);
  active_.clear();
  multiplier_.clear();
  basis_.clear();
  r_.clear();
  x_.assign(dof_, 0);
  certificate_.clear();
  steps_ = 0;
  // Each round takes a step at least, and one step too many ends it.
  LoopBound bound("quadratic program: rows made active", max_steps() + 1);
  for (;;) {
    bound.step();
    const int row = most_violated(feasibility);
    if (row < 0) {
      for (std::size_t i = 0; i < active_.size(); ++i) {
        multiplier_[i] /= norm_[at(active_[i])];
      }
      return QuadraticProgramEnd::solved;
    }
    if (!make_active(row)) {
      return certificate_.empty() ? QuadraticProgramEnd::limit : QuadraticProgramEnd::infeasible;
    }
  }
}

int QuadraticProgram::max_steps() const {
  return std::max(kStepsAtLeast, kStepsPerRow * static_cast<int>(q_.size()));
}

/// The row that is violated most, -1 if all rows hold.
int QuadraticProgram::most_violated(double feasibility) const {
  int worst = -1;
  double least = -feasibility;
  for (std::size_t i = 0; i < q_.size(); ++i) {
    if (is_active_[i] != 0) {
      continue;
    }
    const double slack = dot(&rows_[i * dof_], x_.data(), dof_) + q_[i];
    if (slack < least) {
      least = slack;
      worst = static_cast<int>(i);
    }
  }
  return worst;
}

/// Raises the multiplier of `row` until it holds with equality, dropping rows whose multiplier
/// falls to zero on the way. False if it cannot step (certificate_) or took too many steps.
bool QuadraticProgram::make_active(int row) {
  const auto entering = static_cast<std::size_t>(row);
  const double* a = &rows_[entering * dof_];
  const int limit = max_steps();
  double multiplier = 0;
  LoopBound bound("quadratic program: steps of a row", limit + 1);
  for (;;) {
    bound.step();
    if (++steps_ > limit || stop_.comes_at(steps_)) {
      return false;
    }
    orthogonalise(a);
    find_change();
    const std::size_t rank = active_.size();
    double dual_step = std::numeric_limits<double>::infinity();
    std::size_t leaving = rank;
    for (std::size_t k = 0; k < rank; ++k) {
      if (change_[k] > kNoChange && multiplier_[k] < dual_step * change_[k]) {
        dual_step = multiplier_[k] / change_[k];
        leaving = k;
      }
    }
    const bool independent = rest_length_ > kDependent;
    if (!independent && leaving == rank) {
      certify(entering);
      return false;
    }
    double step = dual_step;
    if (independent) {
      const double slack = dot(a, x_.data(), dof_) + q_[entering];
      const double full_step = std::max(0.0, -slack) / (rest_length_ * rest_length_);
      step = std::min(step, full_step);
      add_multiple(step, rest_.data(), x_.data(), dof_);
      if (full_step <= dual_step) {
        leaving = rank;
      }
    }
    multiplier += step;
    for (std::size_t k = 0; k < rank; ++k) {
      multiplier_[k] = std::max(0.0, multiplier_[k] - step * change_[k]);
    }
    if (leaving < rank) {
      drop(leaving);
      continue;
    }
    append(row, multiplier);
    return true;
  }
}

/// change_ = R^-1 Q'a: by how much the multipliers of the active rows fall for each unit of the new
/// one.
void QuadraticProgram::find_change() {
  change_.assign(along_.begin(), along_.end());
  for (std::size_t k = active_.size(); k-- > 0;) {
    change_[k] /= r_[packed(k) + k];
    for (std::size_t j = 0; j < k; ++j) {
      change_[j] -= r_[packed(k) + j] * change_[k];
    }
  }
}

/// The certificate that the entering row cannot hold beside the active ones.
void QuadraticProgram::certify(std::size_t entering) {
  certificate_.assign(q_.size(), 0);
  certificate_[entering] = 1 / norm_[entering];
  for (std::size_t k = 0; k < active_.size(); ++k) {
    const auto other = static_cast<std::size_t>(active_[k]);
    certificate_[other] = std::max(0.0, -change_[k]) / norm_[other];
  }
}

void QuadraticProgram::append(int row, double multiplier) {
  for (std::size_t j = 0; j < dof_; ++j) {
    basis_.push_back(rest_[j] / rest_length_);
  }
  r_.insert(r_.end(), along_.begin(), along_.end());
  r_.push_back(rest_length_);
  active_.push_back(row);
  multiplier_.push_back(multiplier);
  is_active_[at(row)] = 1;
}

/// along_ = Q'a, rest_ = a - Q Q'a.
void QuadraticProgram::orthogonalise(const double* row) {
  const std::size_t rank = active_.size();
  rest_.assign(row, row + dof_);
  along_.assign(rank, 0);
  for (int pass = 0; pass < 2; ++pass) {
    for (std::size_t k = 0; k < rank; ++k) {
      const double* q = &basis_[k * dof_];
      const double part = dot(q, rest_.data(), dof_);
      along_[k] += part;
      add_multiple(-part, q, rest_.data(), dof_);
    }
  }
  rest_length_ = std::sqrt(dot(rest_.data(), rest_.data(), dof_));
}

/// Without column `position` R is upper Hessenberg from there on; rotations of neighbouring vectors
/// of Q make it triangular again, and the last of them is free.
void QuadraticProgram::drop(std::size_t position) {
  const std::size_t rank = active_.size();
  is_active_[at(active_[position])] = 0;
  for (std::size_t k = position + 1; k < rank; ++k) {
    const double* column = &r_[packed(k)];
    // Rows k - 1 and k of the columns from k on.
    const double x = column[k - 1];
    const double y = column[k];
    const double length = std::sqrt(x * x + y * y);
    const double c = x / length;
    const double s = y / length;
    for (std::size_t j = k; j < rank; ++j) {
      double* other = &r_[packed(j)];
      const double upper = other[k - 1];
      const double lower = other[k];
      other[k - 1] = c * upper + s * lower;
      other[k] = c * lower - s * upper;
    }
    double* q_upper = &basis_[(k - 1) * dof_];
    double* q_lower = &basis_[k * dof_];
    for (std::size_t j = 0; j < dof_; ++j) {
      const double upper = q_upper[j];
      const double lower = q_lower[j];
      q_upper[j] = c * upper + s * lower;
      q_lower[j] = c * lower - s * upper;
    }
  }
  // Columns move up by one place, each without its last entry, which is now zero.
  for (std::size_t k = position + 1; k < rank; ++k) {
    std::copy_n(&r_[packed(k)], k, &r_[packed(k - 1)]);
  }
  r_.resize(packed(rank - 1));
  basis_.resize((rank - 1) * dof_);
  active_.erase(active_.begin() + static_cast<std::ptrdiff_t>(position));
  multiplier_.erase(multiplier_.begin() + static_cast<std::ptrdiff_t>(position));
}

}  // namespace touchstone
