// SPDX-License-Identifier: GPL-3.0-or-later
// Projected Gauss-Seidel on a local step, the baseline of contact solvers: one contact after the
// other gets the impulse that its law makes of the velocities so far (Jourdan, Alart & Jean 1998
// [jourdan1998]).
#pragma once

#include <cstdint>
#include <vector>

#include "dynamics/complementarity/local_step.hpp"

namespace touchstone {

struct LocalAnswer {
  std::vector<double> impulses;  ///< (c, f) of each contact [N s]
  double residual = 0;           ///< what the solver measures itself: local_error() [1]
  std::uint64_t iterations = 0;
  bool solved = false;  ///< residual <= the tolerance asked for
};

struct GaussSeidelOptions {
  int max_sweeps = 10000;
  double tolerance = 1e-12;  ///< largest local_error() of a solution [1]
};

LocalAnswer gauss_seidel(const LocalStep& step, const GaussSeidelOptions& options = {});

}  // namespace touchstone
