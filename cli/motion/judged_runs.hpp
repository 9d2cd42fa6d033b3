// SPDX-License-Identifier: GPL-3.0-or-later
// The runs of `energy` and of `simulate`: judged, shown and written.
#pragma once

#include <vector>

#include "benchmarks/energy/energy_run.hpp"
#include "cli/motion/motion_options.hpp"

namespace touchstone {

/// The runs with the methods that were typed, one of each for each --model. Rejects what does not
/// go with a scene, and runs of too many steps. Of the suite, cases whose shapes the methods do not
/// take are left out with a note, unless all are.
Result<std::vector<EnergyTask>> with_methods(const MotionArguments& typed,
                                             std::vector<EnergyTask> tasks);

/// Runs the scenes with the methods that were typed, and writes what was measured. The exit code.
int judge_runs(const MotionArguments& typed, std::vector<EnergyTask> tasks);

}  // namespace touchstone
