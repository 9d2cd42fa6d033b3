// SPDX-License-Identifier: GPL-3.0-or-later
// `touchstone energy --trajectory` and `--write-trajectory`: a scene's motion as other programs
// find it, and as this one does. Each returns the exit code.
#pragma once

#include <cstdint>
#include <vector>

#include "cli/energy_options.hpp"

namespace touchstone {

/// Judges what --trajectory names, which are runs of one scene.
int judge_trajectories(const EnergyArguments& arguments, const std::vector<SceneChoice>& choices);

/// Runs one scene and writes what --trajectory reads.
int write_trajectory(const EnergyArguments& arguments, const Scene& scene, double time_limit_s);

}  // namespace touchstone
