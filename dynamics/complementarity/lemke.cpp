// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/complementarity/lemke.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "dynamics/complementarity/dense.hpp"
#include "geometry/index.hpp"

namespace touchstone {
namespace {

/// Ratios closer than this share of the largest |q| (or of themselves) are ties, which the
/// lexicographic rule breaks.
constexpr double kTie = 1e-11;
/// Paths of the problems met take n to 3 n pivots.
constexpr int kPivotsPerRow = 20;
constexpr int kPivotsAtLeast = 100;

}  // namespace

LemkeEnd Lemke::solve(const double* m, const double* q, const double* covering, int n,
                      double pivot_tolerance) {
  n_ = n;
  const auto size = static_cast<std::size_t>(n);
  width_ = size + 2;
  pivots_ = 0;
  table_.resize(size * width_);
  row_of_.assign(2 * size + 1, -1);
  column_of_.assign(2 * size + 1, -1);
  basic_.resize(size);
  nonbasic_.resize(size + 1);
  double largest = 0;
  bool trivial = true;
  for (std::size_t i = 0; i < size; ++i) {
    double* entries = &table_[i * width_];
    std::copy(m + i * size, m + (i + 1) * size, entries);
    entries[size] = covering[i];
    entries[size + 1] = q[i];
    largest = std::max(largest, std::abs(q[i]));
    trivial = trivial && q[i] >= 0;
    const int index = static_cast<int>(i);
    basic_[i] = n + index;
    row_of_[size + i] = index;
    nonbasic_[i] = index;
    column_of_[i] = index;
  }
  nonbasic_[size] = 2 * n;
  column_of_[2 * size] = n;
  tie_ = kTie * largest;
  if (trivial) {
    read(n);
    return LemkeEnd::solved;
  }
  // z_0 enters as far as the last w that it makes non-negative.
  int entering = 0;
  {
    const int r = first_row();
    entering = basic_[at(r)] - n;
    pivot(r, n);
  }
  const int limit = std::max(kPivotsAtLeast, kPivotsPerRow * n);
  while (pivots_ < limit && !stop_.comes_at(pivots_)) {
    const int column = column_of_[at(entering)];
    const int r = leaving_row(column, pivot_tolerance);
    if (r < 0) {
      read(n);
      return LemkeEnd::ray;
    }
    const int leaving = basic_[at(r)];
    pivot(r, column);
    if (leaving == 2 * n) {
      read(n);
      return LemkeEnd::solved;
    }
    entering = leaving < n ? leaving + n : leaving - n;
  }
  read(n);
  return LemkeEnd::limit;
}

/// Whether row i's (constant, perturbation) / scale_i is lexicographically below row k's. Scales
/// are positive.
bool Lemke::less(int i, int k, double scale_i, double scale_k) const {
  const double* a = row(i);
  const double* b = row(k);
  const double a_0 = a[width_ - 1] / scale_i;
  const double b_0 = b[width_ - 1] / scale_k;
  if (std::abs(a_0 - b_0) > tie_ + kTie * std::max(std::abs(a_0), std::abs(b_0))) {
    return a_0 < b_0;
  }
  for (int j = 0; j < n_; ++j) {
    const std::size_t w = static_cast<std::size_t>(n_) + static_cast<std::size_t>(j);
    double x = 0;
    double y = 0;
    if (const int column = column_of_[w]; column >= 0) {
      x = -a[column] / scale_i;
      y = -b[column] / scale_k;
    } else {
      x = row_of_[w] == i ? 1 / scale_i : 0;
      y = row_of_[w] == k ? 1 / scale_k : 0;
    }
    if (std::abs(x - y) > kTie * std::max({1.0, std::abs(x), std::abs(y)})) {
      return x < y;
    }
  }
  return false;
}

int Lemke::first_row() const {
  int best = 0;
  for (int i = 1; i < n_; ++i) {
    if (less(i, best, row(i)[n_], row(best)[n_])) {
      best = i;
    }
  }
  return best;
}

/// -1 on a ray. z_0 leaves whenever it can.
int Lemke::leaving_row(int column, double pivot_tolerance) const {
  int best = -1;
  double best_scale = 0;
  for (int i = 0; i < n_; ++i) {
    const double scale = -row(i)[column];
    if (scale <= pivot_tolerance) {
      continue;
    }
    if (best < 0 || less(i, best, scale, best_scale)) {
      best = i;
      best_scale = scale;
    }
  }
  if (const int i = row_of_[2 * static_cast<std::size_t>(n_)]; best >= 0 && i >= 0 && i != best) {
    const double scale = -row(i)[column];
    if (scale > pivot_tolerance &&
        row(i)[width_ - 1] / scale <= row(best)[width_ - 1] / best_scale + tie_) {
      best = i;
    }
  }
  return best;
}

/// Exchanges the basic variable of row r with the nonbasic one of `column`.
void Lemke::pivot(int r, int column) {
  double* pivot_row = row(r);
  const double inverse = 1 / pivot_row[column];
  for (std::size_t j = 0; j < width_; ++j) {
    pivot_row[j] *= -inverse;
  }
  pivot_row[column] = inverse;
  for (int i = 0; i < n_; ++i) {
    double* other = row(i);
    const double factor = other[column];
    if (i == r || factor == 0) {
      continue;
    }
    other[column] = 0;
    add_multiple(factor, pivot_row, other, width_);
  }
  std::swap(basic_[at(r)], nonbasic_[at(column)]);
  const auto entered = static_cast<std::size_t>(basic_[at(r)]);
  const auto left = static_cast<std::size_t>(nonbasic_[at(column)]);
  row_of_[entered] = r;
  column_of_[entered] = -1;
  row_of_[left] = -1;
  column_of_[left] = column;
  ++pivots_;
}

void Lemke::read(int n) {
  z_.assign(static_cast<std::size_t>(n), 0);
  basic_z_.clear();
  for (int j = 0; j < n; ++j) {
    if (const int i = row_of_[at(j)]; i >= 0) {
      z_[at(j)] = row(i)[width_ - 1];
      basic_z_.push_back(j);
    }
  }
}

}  // namespace touchstone
