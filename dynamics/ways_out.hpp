// SPDX-License-Identifier: GPL-3.0-or-later
// Which contacts of a constraint a step may use as a way out.
#pragma once

#include <span>

#include "dynamics/step_assembly.hpp"

namespace touchstone {

/// Leaves out of each I and X the contacts that are farther behind than their pair overlaps, and
/// stay so in free motion: to push the bodies out there would carry them through each other, and
/// gain energy. A constraint with no other contact stays. `taken_back`: of each contact the part of
/// its pair's overlap that the step takes back, at most 0 [m].
void leave_out_ways_behind(std::span<const double> taken_back, double h, IslandProblem& island);

}  // namespace touchstone
