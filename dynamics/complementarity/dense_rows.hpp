// SPDX-License-Identifier: GPL-3.0-or-later
// Sparse rows of a step's velocities, dense.
#pragma once

#include <Eigen/Core>
#include <span>

#include "geometry/index.hpp"

namespace touchstone {

using DenseRows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// `rows` has `begin`, `column` and `value`, as SparseRows has.
template <class Rows>
DenseRows dense_of_rows(const Rows& rows, Eigen::Index columns) {
  const auto count = static_cast<Eigen::Index>(rows.begin.size()) - 1;
  DenseRows dense = DenseRows::Zero(count, columns);
  for (Eigen::Index r = 0; r < count; ++r) {
    for (int k = rows.begin[at(r)]; k < rows.begin[at(r + 1)]; ++k) {
      dense(r, rows.column[at(k)]) += rows.value[at(k)];
    }
  }
  return dense;
}

inline Eigen::VectorXd vector_of(std::span<const double> values) {
  return Eigen::Map<const Eigen::VectorXd>(values.data(), static_cast<Eigen::Index>(values.size()));
}

}  // namespace touchstone
