// SPDX-License-Identifier: GPL-3.0-or-later
// A linear program with a fixed, small number of rows and many columns: min c.x, A x = b, x >= 0,
// by the revised simplex method with an explicit inverse of the basis (Dantzig's rule, after
// kFreeSteps Bland's, which ends). In doubles, or in rationals, where nothing is rounded.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <type_traits>
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
  /// Makes room for so many columns.
  void reserve(std::size_t count) {
    columns_.reserve(count);
    costs_.reserve(count);
    if constexpr (kExact) rough_.reserve(count);
  }
  void add(const Column& column, const T& cost) {
    columns_.push_back(column);
    costs_.push_back(cost);
    if constexpr (kExact) {
      RoughColumn& rough = rough_.emplace_back();
      for (std::size_t r = 0; r < kRows; ++r) rough.entries[r] = column[r].get_d();
      rough.cost = cost.get_d();
    }
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
  /// Error of a sum of kRows + 1 terms in doubles [parts of their magnitudes].
  static constexpr double kRoughError = (kRows + 4) * 0x1p-51;
  /// Beyond these what underflows might count.
  static constexpr double kLeastTerms = 1e-200;
  static constexpr double kLargestPrice = 1e100;
  static T smallest() { return kExact ? T(0) : T(1e-13); }
  static T feasible() { return kExact ? T(0) : T(1e-12); }
  static T size_of(const T& x) { return x < 0 ? T(-x) : x; }

  /// A column in doubles, each entry to its last place.
  struct RoughColumn {
    std::array<double, kRows> entries{};
    double cost = 0;
  };

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
    for (std::size_t r = 0; r < kRows; ++r) d[r] = entry_along(r, j);
    return d;
  }

  T entry_along(std::size_t r, std::size_t j) const {
    T entry = 0;
    for (std::size_t k = 0; k < kRows; ++k) {
      if (columns_[j][k] != 0) entry += inverse_[r][k] * columns_[j][k];
    }
    return entry;
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
        if (!(size_of(entry_along(r, j)) > size_of(most[r]))) continue;
        most = along(j);
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

  static std::array<double, kRows> rounded(const Column& prices) {
    std::array<double, kRows> rough{};
    for (std::size_t k = 0; k < kRows; ++k) {
      if constexpr (kExact) rough[k] = prices[k].get_d();
    }
    return rough;
  }

  /// What a column adds to the sum, if doubles tell its sign, as they do of nearly all: so that few are
  /// multiplied exactly. Each of the terms is off by less than three last places.
  std::optional<double> told_cost(std::size_t j, const std::array<double, kRows>& prices,
                                  bool artificial) const {
    if constexpr (!kExact) return std::nullopt;
    double reduced = artificial ? 0 : rough_[j].cost;
    double terms = std::abs(reduced);
    for (std::size_t k = 0; k < kRows; ++k) {
      if (!(std::abs(prices[k]) < kLargestPrice)) return std::nullopt;
      const double term = prices[k] * rough_[j].entries[k];
      reduced -= term;
      terms += std::abs(term);
    }
    const bool told = std::abs(reduced) > kRoughError * terms && terms > kLeastTerms;
    return told ? std::optional(reduced) : std::nullopt;
  }

  /// The column that lowers the sum most, of those of which doubles tell it.
  std::optional<std::size_t> told_entering(const std::array<double, kRows>& prices,
                                           bool artificial) const {
    std::optional<std::size_t> best;
    double least = 0;
    for (std::size_t j = 0; j < columns_.size(); ++j) {
      const double cost = told_cost(j, prices, artificial).value_or(0);
      if (!(cost < least)) continue;
      best = j;
      least = cost;
    }
    return best;
  }

  std::optional<std::size_t> entering(const Column& prices, bool artificial, bool steepest) const {
    const std::array<double, kRows> rough = rounded(prices);
    std::optional<std::size_t> best;
    if (kExact && steepest) best = told_entering(rough, artificial);
    if (best) return best;
    T least = -smallest();
    for (std::size_t j = 0; j < columns_.size(); ++j) {
      if (told_cost(j, rough, artificial).value_or(-1) >= 0) continue;
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
  std::vector<RoughColumn> rough_;  ///< in doubles, of exact programs
  Basis basis_{};
  std::array<Column, kRows> inverse_;
  Column x_;
  T left_ = 0;
};

}  // namespace touchstone
