// SPDX-License-Identifier: GPL-3.0-or-later
// A linear program with a fixed, small number of rows and many columns: min c.x, A x = b, x >= 0,
// by the revised simplex method with an explicit inverse of the basis (Dantzig's rule, after
// kFreeSteps Bland's, which ends). In doubles, or in rationals, where nothing is rounded.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "geometry/loop_bound.hpp"

namespace touchstone {

template <class T, std::size_t kRows>
class SmallProgram {
 public:
  using Column = std::array<T, kRows>;
  using Basis = std::array<std::size_t, kRows>;
  enum class End { optimal, infeasible, gave_up };

  /// b >= 0.
  explicit SmallProgram(const Column& b) : b_(b) {}
  void add(const Column& column, const T& cost) {
    columns_.push_back(column);
    costs_.push_back(cost);
  }
  /// `start`: the basis of a program that is nearly this one.
  End solve(const std::optional<Basis>& start = std::nullopt) {
    if (start && begin_at(*start)) return walk(false);
    begin();
    const End first = walk(true);
    if (first != End::optimal) return End::gave_up;
    T left = 0;
    for (std::size_t r = 0; r < kRows; ++r) {
      if (basis_[r] >= columns_.size()) left += x_[r];
    }
    left_ = left;
    if (left > feasible()) return End::infeasible;
    drive_out();
    return walk(false);
  }
  /// Sum of what could not be met: near 0, whether there is a solution is open in doubles.
  const T& left() const { return left_; }
  const Basis& basis() const { return basis_; }
  T value() const {
    T sum = 0;
    for (std::size_t r = 0; r < kRows; ++r) sum += cost(basis_[r], false) * x_[r];
    return sum;
  }

 private:
  static constexpr bool kExact = !std::is_floating_point_v<T>;
  static constexpr int kFreeSteps = 100;
  static constexpr int kMaxDoubleSteps = 300;
  /// Bland's rule lets no basis come back, but theory allows exponentially many: far beyond any
  /// honest walk.
  static constexpr int kMaxExactSteps = 100'000;
  static T smallest() { return kExact ? T(0) : T(1e-13); }
  static T feasible() { return kExact ? T(0) : T(1e-12); }
  static T size_of(const T& x) { return x < 0 ? T(-x) : x; }

  T cost(std::size_t j, bool artificial) const {
    if (j >= columns_.size()) return artificial ? 1 : 0;
    return artificial ? T(0) : costs_[j];
  }

  void begin() {
    for (std::size_t r = 0; r < kRows; ++r) {
      basis_[r] = columns_.size() + r;
      inverse_[r].fill(0);
      inverse_[r][r] = 1;
    }
    x_ = b_;
  }

  /// Whether the basis is one of this program, with a solution.
  bool begin_at(const Basis& basis) {
    begin();
    std::array<bool, kRows> taken{};
    for (const std::size_t j : basis) {
      if (j >= columns_.size()) continue;
      const Column d = along(j);
      std::size_t row = kRows;
      for (std::size_t r = 0; r < kRows; ++r) {
        if (!taken[r] && (row == kRows || size_of(d[r]) > size_of(d[row]))) row = r;
      }
      if (row == kRows || !(size_of(d[row]) > smallest())) return false;
      taken[row] = true;
      pivot(row, j, d);
    }
    for (std::size_t r = 0; r < kRows; ++r) {
      if (x_[r] < 0 || (basis_[r] >= columns_.size() && x_[r] != 0)) return false;
    }
    drive_out();
    return true;
  }

  Column along(std::size_t j) const {
    Column d;
    for (std::size_t r = 0; r < kRows; ++r) {
      d[r] = 0;
      for (std::size_t k = 0; k < kRows; ++k) {
        if (columns_[j][k] != 0) d[r] += inverse_[r][k] * columns_[j][k];
      }
    }
    return d;
  }

  void pivot(std::size_t row, std::size_t j, const Column& d) {
    const T by = d[row];
    for (std::size_t k = 0; k < kRows; ++k) inverse_[row][k] /= by;
    x_[row] /= by;
    for (std::size_t r = 0; r < kRows; ++r) {
      if (r == row || d[r] == 0) continue;
      for (std::size_t k = 0; k < kRows; ++k) {
        if (inverse_[row][k] != 0) inverse_[r][k] -= d[r] * inverse_[row][k];
      }
      x_[r] -= d[r] * x_[row];
      if (!kExact && x_[r] < 0) x_[r] = 0;
    }
    basis_[row] = j;
  }

  /// Artificial columns at 0 leave the basis, where any other may take their row.
  void drive_out() {
    for (std::size_t r = 0; r < kRows; ++r) {
      if (basis_[r] < columns_.size()) continue;
      std::size_t best = columns_.size();
      Column most;
      most.fill(0);
      for (std::size_t j = 0; j < columns_.size(); ++j) {
        const Column d = along(j);
        if (!(size_of(d[r]) > size_of(most[r]))) continue;
        most = d;
        best = j;
        if (kExact) break;
      }
      if (size_of(most[r]) > smallest()) pivot(r, best, most);
    }
  }

  End walk(bool artificial) {
    LoopBound bound("small program: exchange of columns",
                    kExact ? kMaxExactSteps : kMaxDoubleSteps);
    for (int step = 0; kExact || step < kMaxDoubleSteps; ++step) {
      bound.step();
      Column prices;
      for (std::size_t k = 0; k < kRows; ++k) {
        prices[k] = 0;
        for (std::size_t r = 0; r < kRows; ++r) {
          const T c = cost(basis_[r], artificial);
          if (c != 0) prices[k] += c * inverse_[r][k];
        }
      }
      const std::optional<std::size_t> enters = entering(prices, artificial, step < kFreeSteps);
      if (!enters) return End::optimal;
      const Column d = along(*enters);
      std::optional<std::size_t> leaves;
      for (std::size_t r = 0; r < kRows; ++r) {
        if (!(d[r] > smallest())) continue;
        if (!leaves) {
          leaves = r;
          continue;
        }
        const T here = x_[r] * d[*leaves];
        const T there = x_[*leaves] * d[r];
        if (here < there || (here == there && basis_[r] < basis_[*leaves])) leaves = r;
      }
      // Points of bodies are bounded: in exact arithmetic some row always leaves.
      if (!leaves) return End::gave_up;
      pivot(*leaves, *enters, d);
    }
    return End::gave_up;
  }

  std::optional<std::size_t> entering(const Column& prices, bool artificial, bool steepest) const {
    std::optional<std::size_t> best;
    T least = -smallest();
    for (std::size_t j = 0; j < columns_.size(); ++j) {
      T reduced = cost(j, artificial);
      for (std::size_t k = 0; k < kRows; ++k) {
        if (columns_[j][k] != 0 && prices[k] != 0) reduced -= prices[k] * columns_[j][k];
      }
      if (!(reduced < least)) continue;
      best = j;
      if (!steepest) break;
      least = reduced;
    }
    return best;
  }

  Column b_;
  std::vector<Column> columns_;
  std::vector<T> costs_;
  Basis basis_{};
  std::array<Column, kRows> inverse_;
  Column x_;
  T left_ = 0;
};

}  // namespace touchstone
