// SPDX-License-Identifier: GPL-3.0-or-later
// Contact problems of single steps of the library's scenes, for contact solvers.
#pragma once

#include <cstddef>
#include <vector>

#include "contact/registry.hpp"
#include "dynamics/scenes/scene_library.hpp"
#include "harness/steps/solve_run.hpp"

namespace touchstone {

/// Up to `most` islands with contacts of a scene's first steps, as "SCENE-STEP-ISLAND", in the group
/// "scenes"; none of a scene whose steps have no contact. Scenes of any number of bodies have four,
/// no-slip contacts become cones with mu 0.5, and scenes with a contact model have manifolds. Throws
/// what a metric throws.
std::vector<AskedStep> steps_of_scene(const SceneRow& row, const MetricSource& metrics,
                                      std::size_t most);
/// Such steps of all scenes of the library.
std::vector<AskedStep> scene_steps(const MetricSource& metrics, std::size_t of_each);

}  // namespace touchstone
