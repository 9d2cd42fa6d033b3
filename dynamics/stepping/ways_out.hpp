// SPDX-License-Identifier: GPL-3.0-or-later
// Chooses the contacts of a constraint that a step may use as a way out of an overlap.
#pragma once

#include <span>

#include "dynamics/stepping/step_assembly.hpp"

namespace touchstone {

/// Drops from each I and X the contacts that lie deeper than their pair overlaps, and stay there in
/// free motion: to push the bodies out there would carry them through each other, and gain energy.
/// A constraint of such contacts alone is kept. `taken_back`: part of the signed distance of each
/// contact's pair that the step takes back, at most 0 [m].
void leave_out_ways_behind(std::span<const double> taken_back, double h, IslandProblem& island);

}  // namespace touchstone
