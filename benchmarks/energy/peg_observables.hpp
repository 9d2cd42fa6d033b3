// SPDX-License-Identifier: GPL-3.0-or-later
// What is measured where bodies meet at their corners (scenes/peg.hpp).
#pragma once

#include <vector>

#include "benchmarks/energy/observer.hpp"

namespace touchstone {

/// What is measured of corner-pass, two-corners, corner-cross and their variants; empty for other
/// scenes.
std::vector<Observable> peg_observables(const Scene& scene, const SceneChoice& choice);

}  // namespace touchstone
