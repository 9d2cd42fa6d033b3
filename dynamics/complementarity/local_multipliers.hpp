// SPDX-License-Identifier: GPL-3.0-or-later
// A local step by the method of multipliers: the law as the root of a projection (Alart & Curnier
// 1991 [alart_curnier1991]), found by Newton's method for W plus a multiple of the identity, about
// the last answer (Rockafellar 1976 [rockafellar1976]). That multiple makes up for a W without full
// rank, and goes to 0 as answers come.
#pragma once

#include <limits>

#include "dynamics/complementarity/local_answer.hpp"
#include "dynamics/complementarity/local_step.hpp"

namespace touchstone {

struct LocalMultipliersOptions {
  double tolerance = 1e-12;  ///< largest local_error() of a solution [1]
  double time_limit_s = std::numeric_limits<double>::infinity();  ///< processor time
  int max_outer_iterations = 200;  ///< each with a multiple of the identity of its own
  int max_steps = 40;              ///< steps of Newton's method for each, at most
};

/// The best impulses that were met.
LocalAnswer local_multipliers(const LocalStep& step, const LocalMultipliersOptions& options = {});

}  // namespace touchstone
