// SPDX-License-Identifier: GPL-3.0-or-later
// Projected Gauss-Seidel on a local step, the baseline of contact solvers: one contact after the
// other gets the impulse that its law makes of the velocities so far (Jourdan, Alart & Jean 1998
// [jourdan1998]).
#pragma once

#include <limits>

#include "dynamics/complementarity/local_answer.hpp"
#include "dynamics/complementarity/local_step.hpp"

namespace touchstone {

struct GaussSeidelOptions {
  int max_sweeps = 10000;
  double tolerance = 1e-12;  ///< largest local_error() of a solution [1]
  double time_limit_s = std::numeric_limits<double>::infinity();  ///< processor time
};

LocalAnswer gauss_seidel(const LocalStep& step, const GaussSeidelOptions& options = {});

}  // namespace touchstone
