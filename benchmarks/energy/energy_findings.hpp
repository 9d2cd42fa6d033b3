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

/// Whether `measured` is at most `above` above the truth and `below` below it. NaN is not.
bool is_within(double measured, double truth, double above, double below);

}  // namespace touchstone
