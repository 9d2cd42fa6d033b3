// SPDX-License-Identifier: GPL-3.0-or-later
// The runs of `energy` and of `simulate`: judged, shown and written.
#pragma once

#include <vector>

#include "benchmarks/energy/energy_run.hpp"
#include "cli/motion/motion_options.hpp"

namespace touchstone {

/// Runs the scenes with the methods that were typed, and writes what was measured. The exit code.
int judge_runs(const MotionArguments& typed, std::vector<EnergyTask> tasks);

}  // namespace touchstone
