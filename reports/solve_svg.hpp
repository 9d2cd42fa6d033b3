// SPDX-License-Identifier: GPL-3.0-or-later
// The performance profile of contact solvers, drawn.
#pragma once

#include <string>

#include "harness/steps/solve_run.hpp"

namespace touchstone {

/// The share that each solver solved, against the binary logarithm of its time over the fastest
/// one's. Nothing is drawn where nobody solved anything.
std::string profile_svg(const SolveRun& run);

}  // namespace touchstone
