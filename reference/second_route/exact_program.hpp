// SPDX-License-Identifier: GPL-3.0-or-later
// Linear programs in integers, solved exactly by CGAL. Private to the second route: it keeps CGAL's
// solver, which is slow to compile, in one source.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "geometry/arithmetic/rational.hpp"

namespace touchstone {

/// Minimise c'x subject to rows of A x and b.
class ExactProgram {
 public:
  enum class Form {
    inequalities,  ///< A x <= b, x free
    equations      ///< A x = b, x >= 0
  };
  explicit ExactProgram(Form form);
  ~ExactProgram();
  ExactProgram(const ExactProgram&) = delete;
  ExactProgram& operator=(const ExactProgram&) = delete;

  /// Entries that are not set are 0.
  void set_a(int column, int row, const Integer& x);
  void set_b(int row, const Integer& x);
  void set_c(int column, const Integer& x);
  void require_nonnegative(int column);

  /// The least value; nothing where the program is infeasible or unbounded.
  std::optional<Rational> least() const;

  struct Solution {
    Rational least;
    std::vector<Rational> values;       ///< value of each column
    std::vector<Rational> multipliers;  ///< y of each row: c + A'y >= 0 and least = -b.y
  };
  /// The least value, the columns that attain it and the multipliers that prove it; rows are
  /// equations.
  std::optional<Solution> solve() const;

 private:
  struct Program;
  std::unique_ptr<Program> program_;
};

}  // namespace touchstone
