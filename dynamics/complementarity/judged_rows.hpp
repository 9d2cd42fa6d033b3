// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of whole and of sparse problems as the judge (residual.hpp) reads them. No solver uses
// this.
#pragma once

#include <array>
#include <cmath>

#include "dynamics/complementarity/sparse_problem.hpp"
#include "dynamics/complementarity/step_problem.hpp"
#include "geometry/index.hpp"

namespace touchstone::judged_rows {

/// A sum, and the sum of the absolute values of what is added up.
struct Sum {
  double value = 0;
  double terms = 0;
};

/// A row of a problem: one or two stretches of columns, zeros elsewhere.
struct Row {
  std::array<const double*, 2> values{};
  std::array<Eigen::Index, 2> column{};
  Eigen::Index size = 0;
  std::size_t stretches = 0;
};

inline Row whole_row(const RowMatrix& rows, Eigen::Index i) {
  return {{rows.data() + i * rows.cols(), nullptr}, {0, 0}, rows.cols(), 1};
}

/// The `row`th of a block of two bodies.
template <class Block>
Row block_row(const Block& block, Eigen::Index row) {
  Row out;
  out.size = kDofOfBody;
  for (int side = 0; side < 2; ++side) {
    const int body = block.body[at(side)];
    if (body < 0) continue;
    out.values[out.stretches] = block.rows.data() + (2 * row + side) * Eigen::Index{kDofOfBody};
    out.column[out.stretches] = Eigen::Index{kDofOfBody} * body;
    ++out.stretches;
  }
  return out;
}

inline Row normal_row(const StepProblem& p, Eigen::Index i) { return whole_row(p.normal, i); }
inline Row normal_row(const SparseProblem& p, Eigen::Index i) {
  return block_row(p.contact[at(i)], 0);
}
inline Row tangent_row(const StepProblem& p, Eigen::Index i) { return whole_row(p.tangent, i); }
inline Row tangent_row(const SparseProblem& p, Eigen::Index i) {
  return block_row(p.contact[at(i / 2)], 1 + i % 2);
}

/// Calls with each joint row and its number.
template <class Use>
void for_joint_rows(const StepProblem& p, const Use& use) {
  for (Eigen::Index r = 0; r < p.joint.rows(); ++r) use(whole_row(p.joint, r), r);
}
template <class Use>
void for_joint_rows(const SparseProblem& p, const Use& use) {
  for (const JointRows& joint : p.joint) {
    for (int k = 0; k < joint.count; ++k) use(block_row(joint, k), Eigen::Index{joint.first + k});
  }
}

/// row.x.
inline Sum product(const Row& row, const Eigen::VectorXd& x) {
  Sum sum;
  for (std::size_t part = 0; part < row.stretches; ++part) {
    const double* values = row.values[part];
    const double* of_x = x.data() + row.column[part];
    for (Eigen::Index j = 0; j < row.size; ++j) {
      const double term = values[j] * of_x[j];
      sum.value += term;
      sum.terms += std::abs(term);
    }
  }
  return sum;
}

inline void add_row(const Row& row, double factor, Eigen::VectorXd& u) {
  if (factor == 0) {
    return;
  }
  for (std::size_t part = 0; part < row.stretches; ++part) {
    double* of_u = u.data() + row.column[part];
    for (Eigen::Index j = 0; j < row.size; ++j) {
      of_u[j] += factor * row.values[part][j];
    }
  }
}

inline double squared(const Row& row) {
  double sum = 0;
  for (std::size_t part = 0; part < row.stretches; ++part) {
    sum += Eigen::Map<const Eigen::VectorXd>(row.values[part], row.size).squaredNorm();
  }
  return sum;
}

inline double norm(const Row& row) { return std::sqrt(squared(row)); }

}  // namespace touchstone::judged_rows
