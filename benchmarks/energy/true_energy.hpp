// SPDX-License-Identifier: GPL-3.0-or-later
// The total energy that a scene has over time by exact mechanics, where that is known.
#pragma once

#include <vector>

#include "benchmarks/energy/observer.hpp"

namespace touchstone {

/// Energies at the start of a run [J].
struct FirstEnergies {
  double kinetic = 0;
  double total = 0;
};

/// Total energy of a scene of the library at each of these times, which ascend from 0 [J]; empty
/// if it is not known. It is known only where the truth of an observable of the run is:
/// * constant, where nothing slips with friction and nothing strikes: what is to keep its kinetic
///   energy, its place, or its energy until it leaves what it rolls on;
/// * a first step that takes a known share of the kinetic energy, and a constant from then on;
/// * a sphere that slides until it rolls, and the spinning box, whose spin is integrated to 1e-7.
std::vector<double> true_energies(const Scene& scene, const std::vector<Observable>& observables,
                                  const FirstEnergies& first, const std::vector<double>& times);

}  // namespace touchstone
