// SPDX-License-Identifier: GPL-3.0-or-later
// What a run of a scene says of its observables.
#pragma once

#include <vector>

#include "benchmarks/energy/energy_run.hpp"
#include "benchmarks/energy/observer.hpp"

namespace touchstone {

/// Adds a finding for each observable to the result of a run that has ended. `handed_in`: a metric
/// or method was named for it.
void judge_all(const std::vector<Observable>& observables, const Scene& scene, bool handed_in,
               EnergyResult& result);

}  // namespace touchstone
