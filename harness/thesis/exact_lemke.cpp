// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/thesis/exact_lemke.hpp"

#include <optional>
#include <stdexcept>

#include "geometry/loop_bound.hpp"

namespace touchstone {
namespace {

/// w - M z - e z_0 = q: columns w, z, z_0, q, and a row for each basic variable.
class ExactTableau {
 public:
  ExactTableau(const ExactRows& M, const ExactVector& q) : n_(q.size()) {
    for (std::size_t i = 0; i < n_; ++i) {
      ExactVector& row = rows_.emplace_back(2 * n_ + 2);
      row[i] = 1;
      for (std::size_t j = 0; j < n_; ++j) row[n_ + j] = -M[i][j];
      row[z_0()] = -1;
      row[constant()] = q[i];
      basic_.push_back(i);
    }
  }

  LemkeAnswer run() {
    std::size_t entering = z_0();
    std::optional<std::size_t> row = first_row();
    if (!row) return {true, ExactVector(n_), {}};
    LoopBound bound("exact Lemke: pivots", kMaxPivots);
    while (row) {
      bound.step();
      const std::size_t leaving = basic_[*row];
      pivot(*row, entering);
      if (leaving == z_0()) return {true, values(), {}};
      entering = leaving < n_ ? leaving + n_ : leaving - n_;
      row = leaving_row(entering);
    }
    return {false, {}, direction(entering)};
  }

 private:
  std::size_t z_0() const { return 2 * n_; }
  std::size_t constant() const { return 2 * n_ + 1; }

  /// Whether row i, divided by `by_i`, comes before row k: by its constant, then as the constants
  /// are perturbed by (e, e^2, ...), which the columns of w carry.
  bool before(std::size_t i, const Rational& by_i, std::size_t k, const Rational& by_k) const {
    const auto compare = [&](std::size_t column) {
      return cmp(rows_[i][column] * by_k, rows_[k][column] * by_i);
    };
    int order = compare(constant());
    for (std::size_t column = 0; order == 0 && column < n_; ++column) order = compare(column);
    return order < 0;
  }

  /// The row of the most negative constant; nothing where none is.
  std::optional<std::size_t> first_row() const {
    const Rational one = 1;
    std::size_t least = 0;
    bool negative = false;
    for (std::size_t i = 0; i < n_; ++i) {
      negative |= rows_[i][constant()] < 0;
      if (before(i, one, least, one)) least = i;
    }
    return negative ? std::optional(least) : std::nullopt;
  }

  std::optional<std::size_t> leaving_row(std::size_t column) const {
    std::optional<std::size_t> least;
    for (std::size_t i = 0; i < n_; ++i) {
      if (rows_[i][column] <= 0) continue;
      if (!least || before(i, rows_[i][column], *least, rows_[*least][column])) least = i;
    }
    return least;
  }

  void pivot(std::size_t r, std::size_t column) {
    const Rational by = rows_[r][column];
    for (Rational& entry : rows_[r]) entry /= by;
    for (std::size_t i = 0; i < n_; ++i) {
      if (i == r || rows_[i][column] == 0) continue;
      const Rational factor = rows_[i][column];
      for (std::size_t k = 0; k < rows_[i].size(); ++k) {
        if (rows_[r][k] != 0) rows_[i][k] -= factor * rows_[r][k];
      }
    }
    basic_[r] = column;
  }

  ExactVector values() const {
    ExactVector z(n_);
    for (std::size_t i = 0; i < n_; ++i) {
      if (basic_[i] >= n_ && basic_[i] < z_0()) z[basic_[i] - n_] = rows_[i][constant()];
    }
    return z;
  }

  ExactVector direction(std::size_t entering) const {
    ExactVector z(n_);
    if (entering >= n_) z[entering - n_] = 1;
    for (std::size_t i = 0; i < n_; ++i) {
      if (basic_[i] >= n_ && basic_[i] < z_0()) z[basic_[i] - n_] = -rows_[i][entering];
    }
    return z;
  }

  static constexpr int kMaxPivots = 10'000;
  std::size_t n_;
  ExactRows rows_;
  std::vector<std::size_t> basic_;
};

}  // namespace

Rational dot(const ExactVector& a, const ExactVector& b) {
  Rational sum;
  for (std::size_t k = 0; k < a.size(); ++k) sum += a[k] * b[k];
  return sum;
}

LemkeAnswer exact_lemke(const ExactRows& M, const ExactVector& q) {
  return ExactTableau(M, q).run();
}

bool solves(const ExactRows& M, const ExactVector& q, const ExactVector& z) {
  for (std::size_t i = 0; i < q.size(); ++i) {
    const Rational w = dot(M[i], z) + q[i];
    if (z[i] < 0 || w < 0 || (z[i] != 0 && w != 0)) return false;
  }
  return true;
}

NearestAnswer exact_nearest(const ExactRows& rows, const ExactVector& least) {
  ExactRows M;
  ExactVector q;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    ExactVector& row = M.emplace_back();
    for (const ExactVector& other : rows) row.push_back(dot(rows[i], other));
    q.push_back(-least[i]);
  }
  const LemkeAnswer answer = exact_lemke(M, q);
  const ExactVector& y = answer.solved ? answer.z : answer.ray;
  ExactVector x(rows.empty() ? 0 : rows.front().size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t k = 0; k < x.size(); ++k) x[k] += y[i] * rows[i][k];
  }
  bool proven = answer.solved ? solves(M, q, y) : x == ExactVector(x.size()) && dot(y, least) > 0;
  for (const Rational& weight : y) proven &= weight >= 0;
  if (!proven) throw std::logic_error("the exact Lemke is wrong");
  return answer.solved ? NearestAnswer{true, x, {}} : NearestAnswer{false, {}, y};
}

}  // namespace touchstone
