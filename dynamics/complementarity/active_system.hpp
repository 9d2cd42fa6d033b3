// SPDX-License-Identifier: GPL-3.0-or-later
// The linear equations of the variables of a step that are not zero.
#pragma once

#include <vector>

#include "dynamics/complementarity/lu.hpp"
#include "dynamics/complementarity/scaled_step.hpp"

namespace touchstone {

/// Keeps its memory from one system to the next.
class ActiveSystem {
 public:
  /// z_active = -M_aa^-1 q_a, refined `refinements` times; variables that stay zero need not be
  /// named. False where M_aa is singular to 1e-12.
  bool solve(const ScaledStep& step, const std::vector<int>& active, int refinements,
             std::vector<double>& z);

 private:
  void write(const ScaledStep& step, const std::vector<int>& active);
  void miss(const ScaledStep& step, const std::vector<int>& active, const std::vector<double>& z);

  std::vector<double> rows_, matrix_, right_, rest_;
  std::vector<long double> wide_;
  LuFactors lu_;
};

/// Drops from an lcp's active variables those of contacts whose normal impulse is not active. Their
/// beta is zero and their lambda follows from u.
void drop_lifted(const ScaledStep& step, std::vector<int>& active);

}  // namespace touchstone
