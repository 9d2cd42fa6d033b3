// SPDX-License-Identifier: GPL-3.0-or-later
// Inverses in floating point. Shared by metrics.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

#include "geometry/vector.hpp"

namespace touchstone {

/// cof(R) = det(R) R^-T.
template <class T>
Eigen::Matrix<T, 3, 3> cofactor_of(const Eigen::Matrix<T, 3, 3>& R) {
  Eigen::Matrix<T, 3, 3> cofactor;
  cofactor.col(0) = R.col(1).cross(R.col(2));
  cofactor.col(1) = R.col(2).cross(R.col(0));
  cofactor.col(2) = R.col(0).cross(R.col(1));
  return cofactor;
}

/// scale R^-T: what normals of planes in a body's frame become in the world's.
template <class T>
Eigen::Matrix<T, 3, 3> inverse_transpose_of(const Eigen::Matrix<T, 3, 3>& R, T scale) {
  const Eigen::Matrix<T, 3, 3> cofactor = cofactor_of(R);
  return cofactor * (scale / R.col(0).dot(cofactor.col(0)));
}

/// R^-1. Poses are orthonormal to 1e-6 only: the transpose would not do.
inline Mat3 inverse_of(const Mat3& R) {
  Mat3 inverse;
  inverse.row(0) = R.col(1).cross(R.col(2));
  inverse.row(1) = R.col(2).cross(R.col(0));
  inverse.row(2) = R.col(0).cross(R.col(1));
  inverse *= 1 / inverse.row(0).dot(R.col(0));
  return inverse;
}

/// Makes (1 | M^-1) of (M | 1), M 4 x 4, by Gauss and Jordan with rows exchanged. False if M is
/// singular.
template <class T>
bool invert_beside(std::array<std::array<T, 8>, 4>& m) {
  for (std::size_t c = 0; c < 4; ++c) {
    std::size_t best = c;
    for (std::size_t i = c + 1; i < 4; ++i) {
      if (std::abs(m[i][c]) > std::abs(m[best][c])) best = i;
    }
    if (!(std::abs(m[best][c]) > 0)) return false;
    std::swap(m[c], m[best]);
    const T inverse = 1 / m[c][c];
    for (std::size_t j = c; j < 8; ++j) m[c][j] *= inverse;
    for (std::size_t i = 0; i < 4; ++i) {
      if (i == c || m[i][c] == 0) continue;
      const T factor = m[i][c];
      for (std::size_t j = c; j < 8; ++j) m[i][j] -= factor * m[c][j];
    }
  }
  return true;
}

}  // namespace touchstone
