// SPDX-License-Identifier: GPL-3.0-or-later
// What is measured of the scenes of many bodies, and what statics and momentum say of it.
#pragma once

#include <vector>

#include "benchmarks/energy/observer.hpp"

namespace touchstone {

/// What is measured of a library scene of many bodies made with `choice`; the kinetic energy where
/// nothing else is known.
std::vector<Observable> many_body_observables(const Scene& scene, const SceneChoice& choice);

/// Number of bodies of the scene that are not fixed.
int moving_bodies(const Scene& scene);

}  // namespace touchstone
