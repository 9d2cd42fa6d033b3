// SPDX-License-Identifier: GPL-3.0-or-later
// The ratio metric of Hart & Anitescu as their linear program, solved by GLPK's simplex.
#pragma once

#include <memory>

#include "metrics/metric.hpp"

namespace touchstone {

/// How the program is handed to GLPK.
enum class RatioProgram {
  rows,  ///< primal: four columns (x, t), one row for each facet
  dual   ///< dual: four rows, one column for each facet
};

std::unique_ptr<Metric> make_ratio_lp(RatioProgram form);

}  // namespace touchstone
